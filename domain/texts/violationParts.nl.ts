import type { Expected, NotReadReason, OtherKind, TableKind, TextForm } from "../base/validation/rules.ts"
import type { Words } from "./render.ts"

/** Parts of the sentences of violations in Dutch. */

const TYPES: Readonly<Record<string, string>> = {
  number: "een getal",
  integer: "een geheel getal",
  string: "een tekst",
  boolean: "true of false",
  array: "een lijst",
  object: "een object",
  null: "null",
}

export const expectedText = (expected: readonly Expected[], { or }: Words): string =>
  or(
    expected.map(each => {
      if ("values" in each) return `een van ${each.values.join(", ")}`
      return "constant" in each ? JSON.stringify(each.constant) : (TYPES[each.type] ?? "van een ander type")
    }),
  )

export const DATES = {
  day: "een datum als JJJJ-MM-DD",
  "day-or-time": "een datum als JJJJ-MM-DD, alleen of met een tijd",
  "plain-day-or-time": "een datum zoals 2026-03-01, alleen of voor een tijd van de dag",
  "day-or-zoned-time": "een datum zoals 2026-03-01, alleen of voor een tijd van de dag met of zonder zone",
}

export const FORMS: Readonly<Record<TextForm, string>> = {
  email: "een e-mailadres",
  "no-control-characters": "een tekst zonder besturingstekens",
  "layer-id": "1 tot 64 letters, cijfers, - of _",
  colour: "een kleur als #rrggbb in kleine letters",
  drawing: "padgegevens met M, L en gehele getallen, zoals M10 20L30 40",
  "product-id": "1 tot 100 letters, cijfers, . - of _, een letter of cijfer eerst",
  day: DATES.day,
  uuid: "een UUID zoals 019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  "list-cursor": "de nextCursor van een andere pagina",
  "event-cursor": "de cursor van een gebeurtenis, of latest",
}

export const KINDS: Readonly<Record<OtherKind, string>> = {
  "old-excel": "een oud of beveiligd Excel-bestand: bewaar het als .xlsx of .csv",
  pdf: "een pdf: stuur de export als .csv of .xlsx",
  database: "een database: exporteer die als .csv of .xlsx",
  gzip: "ingepakt met gzip: pak het eerst uit",
  json: "JSON: stuur de export als .csv of .xlsx",
  p1: "een reeks telegrammen van de P1-poort van een meter: stuur de uren van de app die ze verzamelt",
  xml: "een webpagina of XML: stuur de export als .csv of .xlsx",
}

export const NOT_READ: Readonly<Record<NotReadReason, string>> = {
  gas: "die gas bevat en geen elektriciteit: exporteer de elektriciteitsmeter",
  water: "die water bevat en geen elektriciteit: exporteer de elektriciteitsmeter",
  daily:
    "die één waarde per dag bevat: exporteer kwartieren of uren, want een dagtotaal zegt niet wanneer de energie is gebruikt",
  production:
    "die bevat wat de panelen opwekten en niet wat de meter telde: exporteer het rapport met energie van het net",
}

/** Tables of no provider have names that are not one's own. */
const PLAIN_TABLES: Readonly<Record<string, string>> = {
  "date and kWh": "het bestand met datum en kWh",
  "date and kW": "het bestand met datum en kW",
}
export const fileOf = (format: string): string => PLAIN_TABLES[format] ?? `het bestand van ${format}`

const DELIMITERS = { semicolon: "puntkomma", comma: "komma", tab: "tab", bar: "verticale streep" }

export const tableText = (table: TableKind): string =>
  table.container === "csv" ? `CSV met ${DELIMITERS[table.delimiter]}` : `blad ${table.name}`

export const spacing = (minutes: number | null, { number }: Words): string => {
  if (minutes === null) return "geen datums gevonden"
  return minutes === 1440 ? "één rij per dag" : `rijen ${number(minutes)} minuten uit elkaar`
}

export const URLS = {
  "not-absolute": "moet een absolute URL zijn, zoals https://example.org/hook",
  protocol: "moet met https:// of http:// beginnen",
  credentials: "mag geen gebruikersnaam of wachtwoord bevatten: stuur die als een header Authorization",
}

export const STATUSES = { pending: "nog in de wachtrij", processing: "nog in berekening", error: "mislukt" }
