import type { Expected, NotReadReason, OtherKind, TableKind, TextForm } from "../base/validation/rules.ts"
import type { Words } from "./render.ts"

/** Parts of the sentences of violations in German. */

const TYPES: Readonly<Record<string, string>> = {
  number: "eine Zahl",
  integer: "eine ganze Zahl",
  string: "ein Text",
  boolean: "true oder false",
  array: "eine Liste",
  object: "ein Objekt",
  null: "null",
}

export const expectedText = (expected: readonly Expected[], { or }: Words): string =>
  or(
    expected.map(each => {
      if ("values" in each) return `einer der Werte ${each.values.join(", ")}`
      return "constant" in each ? JSON.stringify(each.constant) : (TYPES[each.type] ?? "von einem anderen Typ")
    }),
  )

export const DATES = {
  day: "ein Datum im Format JJJJ-MM-TT",
  "day-or-time": "ein Datum im Format JJJJ-MM-TT, allein oder mit Uhrzeit",
  "plain-day-or-time": "ein Datum wie 2026-03-01, allein oder vor einer Uhrzeit",
  "day-or-zoned-time": "ein Datum wie 2026-03-01, allein oder vor einer Uhrzeit mit oder ohne Zeitzone",
}

export const FORMS: Readonly<Record<TextForm, string>> = {
  email: "eine E-Mail-Adresse",
  "no-control-characters": "ein Text ohne Steuerzeichen",
  "layer-id": "1 bis 64 Buchstaben, Ziffern, - oder _",
  colour: "eine Farbe als #rrggbb in Kleinbuchstaben",
  drawing: "Pfaddaten aus M, L und ganzen Zahlen, etwa M10 20L30 40",
  "product-id": "1 bis 100 Buchstaben, Ziffern, . - oder _, zuerst ein Buchstabe oder eine Ziffer",
  day: DATES.day,
  uuid: "eine UUID wie 019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  "list-cursor": "der nextCursor einer anderen Seite",
  "event-cursor": "der Cursor eines Ereignisses oder latest",
}

export const KINDS: Readonly<Record<OtherKind, string>> = {
  "old-excel": "eine alte oder geschützte Excel-Datei: Speichern Sie sie als .xlsx oder .csv",
  pdf: "ein PDF: Senden Sie den Export als .csv oder .xlsx",
  database: "eine Datenbank: Exportieren Sie sie als .csv oder .xlsx",
  gzip: "mit gzip gepackt: Entpacken Sie sie zuerst",
  json: "JSON: Senden Sie den Export als .csv oder .xlsx",
  p1: "eine Folge von Telegrammen der P1-Schnittstelle eines Zählers: Senden Sie die Stundenwerte der App, die sie sammelt",
  xml: "eine Webseite oder XML: Senden Sie den Export als .csv oder .xlsx",
}

export const NOT_READ: Readonly<Record<NotReadReason, string>> = {
  gas: "der Gas und keinen Strom enthält: Exportieren Sie die Werte des Stromzählers",
  water: "der Wasser und keinen Strom enthält: Exportieren Sie die Werte des Stromzählers",
  daily:
    "der nur einen Wert pro Tag enthält: Exportieren Sie Viertelstunden oder Stunden, denn eine Tagessumme zeigt nicht, wann Strom verbraucht wurde",
  production:
    "der die Erzeugung der Module und nicht die Zählerwerte enthält: Exportieren Sie den Bericht mit dem Netzbezug",
}

/** Tables of no provider have descriptions instead of names. */
const PLAIN_TABLES: Readonly<Record<string, string>> = {
  "date and kWh": "die Datei mit Datum und kWh",
  "date and kW": "die Datei mit Datum und kW",
}
export const fileOf = (format: string): string => PLAIN_TABLES[format] ?? `die Datei von ${format}`

const DELIMITERS = { semicolon: "Semikolon", comma: "Komma", tab: "Tabulator", bar: "senkrechtem Strich" }

export const tableText = (table: TableKind): string =>
  table.container === "csv" ? `CSV mit ${DELIMITERS[table.delimiter]}` : `Blatt ${table.name}`

export const spacing = (minutes: number | null, { number }: Words): string => {
  if (minutes === null) return "kein Datum gefunden"
  return minutes === 1440 ? "eine Zeile pro Tag" : `Zeilen im Abstand von ${number(minutes)} Minuten`
}

export const URLS = {
  "not-absolute": "muss eine vollständige URL sein, etwa https://example.org/hook",
  protocol: "muss mit https:// oder http:// beginnen",
  credentials: "darf weder Benutzernamen noch Passwort enthalten: Senden Sie beides als Header Authorization",
}

export const STATUSES = {
  pending: "noch in der Warteschlange",
  processing: "noch in Berechnung",
  error: "fehlgeschlagen",
}
