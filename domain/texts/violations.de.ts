import { countryNameDe } from "./countries.de.ts"
import type { ViolationTexts } from "./sayable.ts"
import {
  DATES,
  expectedText,
  FORMS,
  fileOf,
  KINDS,
  NOT_READ,
  STATUSES,
  spacing,
  tableText,
  URLS,
} from "./violationParts.de.ts"

const lastOf = (path: readonly (string | number)[]): string => String(path.at(-1))
const meantOne = (nearest: string | undefined): string => (nearest === undefined ? "" : `meinten Sie ${nearest}?`)
const kwh = (energy: number): string => `${Math.round(energy)} kWh`
const inColumn = (column: string | undefined): string => (column ? ` (Spalte "${column}")` : "")
const quoted = (text: string): string => JSON.stringify(text)
const countryOrSea = (country: string | null): string =>
  country === null ? "einen Ort auf See" : countryNameDe(country)

/** The sentence of every violation in German. A field is named by its path. */
export const violationsDe: ViolationTexts = {
  required: ({ path }, { field }) => `${field(path)} fehlt`,
  "unknown-field": ({ path, other }, { field }) =>
    `unbekanntes Feld ${field(path)}${other ? `, ${meantOne(field(other))}` : ""}`,
  "unknown-parameter": ({ path, nearest }, { field }) =>
    `unbekannter Abfrageparameter ${field(path)}${nearest === undefined ? "" : `, ${meantOne(nearest)}`}`,
  "parameter-once": ({ path }, { field }) => `${field(path)} darf nur einmal angegeben werden`,
  type: ({ path, expected }, words) => `${words.field(path)} muss ${expectedText(expected, words)} sein`,
  "whole-number": ({ path }, { field }) => `${field(path)} muss eine ganze Zahl sein`,
  "multiple-of": ({ path, step }, { field, number }) => `${field(path)} muss ein Vielfaches von ${number(step)} sein`,
  "at-least": ({ path, minimum }, { field, number }) => `${field(path)} muss mindestens ${number(minimum)} sein`,
  "at-most": ({ path, maximum }, { field, number }) => `${field(path)} darf höchstens ${number(maximum)} sein`,
  above: ({ path, limit }, { field, number }) => `${field(path)} muss größer als ${number(limit)} sein`,
  below: ({ path, limit }, { field, number }) => `${field(path)} muss kleiner als ${number(limit)} sein`,
  "not-empty": ({ path }, { field }) => `${field(path)} darf nicht leer sein`,
  "at-least-characters": ({ path, minimum }, { field }) => `${field(path)} muss mindestens ${minimum} Zeichen haben`,
  "at-most-characters": ({ path, maximum }, { field }) => `${field(path)} darf höchstens ${maximum} Zeichen haben`,
  "text-form": ({ path, form }, { field }) => `${field(path)} muss ${FORMS[form]} sein`,
  matches: ({ path, expression }, { field }) => `${field(path)} muss ein Text nach dem Muster ${expression} sein`,
  "at-least-entries": ({ path, minimum }, { field }) =>
    `${field(path)} muss mindestens ${minimum} ${minimum === 1 ? "Eintrag" : "Einträge"} haben`,
  "at-most-entries": ({ path, maximum }, { field }) => `${field(path)} darf höchstens ${maximum} Einträge haben`,
  "total-at-most": ({ path, maximum }, { field, number }) =>
    `${field(path)} darf in Summe höchstens ${number(maximum)} betragen`,
  "storable-text": ({ path }, { field }) => `${field(path)} muss Unicode-Text ohne U+0000 sein`,
  "storable-names": ({ path }, { field }) => `${field(path)} muss Feldnamen aus Unicode-Text ohne U+0000 haben`,
  unique: ({ path, within }, { field }) =>
    `${field(path)} muss${within ? ` innerhalb von ${within}` : ""} eindeutig sein`,
  "former-controller": ({ path, value }, { field }) =>
    `${field(path)} ${value} gibt es nicht mehr; verwenden Sie selfConsumption mit exportKw 0 in den Grenzen des Tarifs`,
  date: ({ path, form }, { field }) => `${field(path)} muss ${DATES[form]} sein`,

  "required-when": ({ path, other, value }, { field }) =>
    `${field(path)} ist erforderlich, wenn ${field(other)} ${value} ist`,
  "left-out-when": ({ path, other, value }, { field }) =>
    `${field(path)} muss entfallen, wenn ${field(other)} ${value} ist`,
  "at-most-other": ({ path, other, value }, { field, number }) =>
    `${field(path)} darf höchstens ${field(other)} (${number(value)}) sein`,
  "point-rises": ({ path }, { field }) =>
    `${field(path)} muss größer sein als der Punkt davor, über 0 liegen und darf nicht billiger sein`,
  "given-together": ({ path, other }, { field }) => `${field(path)} und ${field(other)} gehören zusammen`,
  "needs-studio": ({ path }, { field }) =>
    `${field(path)} muss bei inputMethod known entfallen; verwenden Sie inputMethod studio mit einem Profil`,
  "profile-defines": ({ path }, { field }) =>
    `${field(path)} muss bei inputMethod studio entfallen: Das Profil legt es fest`,
  "unknown-load-profile": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} ist kein Standardprofil; GET /v1/profiles listet sie auf`,
  "export-needs-panels": ({ path }, { field }) =>
    `${field(path)} braucht existingPv: Ohne Module gibt es keine Einspeisung`,
  "export-of-all-used": ({ path }, { field }) =>
    `${field(path)} muss bei yearlyKwhBasis used entfallen: Der Gesamtverbrauch ist dann bekannt`,
  "export-above-production": ({ path, exportedKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) muss unter der Jahreserzeugung von existingPv liegen (${kwh(producedKwh)}): ` +
    "Senken Sie den Wert oder korrigieren Sie existingPv",
  "export-does-not-fit": ({ path, exportedKwh, boughtKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) passt nicht zu yearlyKwh (${kwh(boughtKwh)}) und der Erzeugung von existingPv ` +
    `(${kwh(producedKwh)}): Korrigieren Sie einen der Werte, oder lassen Sie yearlyExportKwh schätzen, indem es entfällt`,
  "feed-in-above-price": ({ path, priceEurPerKwh }, { field, number }) =>
    `${field(path)} darf höchstens der Bezugspreis (${number(priceEurPerKwh)}) sein`,
  "windows-leave-out": ({ path, month, day, hour }, { field }) =>
    `${field(path)} muss jede Stunde abdecken: Kein Zeitfenster enthält ${day} um ${hour}:00 Uhr im Monat ${month}; ein letztes Fenster ohne Monate, Tage und Stunden gilt für den Rest`,
  "hours-differ": ({ path }, { field }) => `${field(path)} muss von einer Stunde bis zu einer anderen reichen`,
  "hours-or-quarters": ({ path, found: count }, { field }) =>
    `${field(path)} muss 8760 Stunden oder 35040 Viertelstunden haben, gefunden: ${count}`,
  "price-in-unit": ({ path, unit }, { field }) =>
    `${field(path)} muss ein Preis in ${unit} von −10 bis 10 EUR/kWh sein`,
  "price-series-low": ({ path, unit, minimum }, { field }) =>
    `${field(path)} in ${unit} liegt im Mittel unter ${minimum} EUR/MWh: Prüfen Sie die Einheit`,
  "price-series-deleted": ({ path }, { field }) =>
    `${field(path)} ist eine gelöschte Preisreihe: Erstellen Sie den Scan mit einer anderen`,
  "only-in-euro": ({ path, currency }, { field }) =>
    `${field(path)} verlangt Börsenpreise oder Steuern, die es nur in EUR gibt: Der Tarif muss bei currency ${currency} alle bezahlten Preise enthalten`,
  "tariff-needed": ({ path, country, template }, { field }) =>
    `${field(path)} braucht Börsenpreise, die für ${countryOrSea(country)} nicht bekannt sind: ` +
    `Geben Sie einen Festpreis oder eigene Preise an; GET /v1/tariffs/templates enthält den üblichen Vertrag ${template}`,
  "holidays-unknown": ({ path, country }, { field }) =>
    `${field(path)} nennt Feiertage, die für ${countryOrSea(country)} nicht bekannt sind: Lassen Sie sie weg`,
  "netting-without-taxes": ({ path }, { field }) =>
    `${field(path)} muss bei taxesIncluded false entfallen: Ein dynamischer Tarif erstattet damit Steuern`,
  "netting-with-fixed-feed-in": ({ path }, { field }) =>
    `${field(path)} muss bei einem dynamischen Tarif mit festem feedInEurPerKwh entfallen`,
  "needs-energyhub-profile": ({ path }, { field }) =>
    `${field(path)} muss bei goal energyhub studio sein, mit der customProfileId eines Energie-Hub-Profils`,
  "roundtrip-product": ({ path, others: factors, percent }, { field, number }) =>
    `${field(path)} muss ${factors.map(lastOf).join(" × ")} (${number(percent)}) sein oder entfallen`,
  "another-name": ({ path, other }, { field }) =>
    `${field(path)} ist ein anderer Name für ${field(other)}: Geben Sie nur einen an, oder beide mit derselben Zahl`,
  "battery-too-slow": ({ path, other, hours, leastKw }, { field, number }) =>
    `${field(path)} muss mindestens ${lastOf(other)} / ${hours} (${number(leastKw)} kW) sein`,
  "beside-products": ({ path }, { field }) =>
    `${field(path)} muss entfallen: electricBattery.products enthalten den Wert selbst`,
  "no-product-fits": ({ path }, { field }) =>
    `${field(path)} enthält kein Produkt, das in die Grenzen von electricBattery passt`,
  "too-many-module-choices": ({ path, found: choices, maximum }, { field }) =>
    `${field(path)} ergibt ${choices} Möglichkeiten, jedem Dach eines seiner Module zu geben, erlaubt sind ${maximum}: Nennen Sie weniger Module`,
  "too-many-products-fit": ({ path, maximum }, { field }) =>
    `${field(path)} enthält mehr als ${maximum} Produkte, die in die Grenzen von electricBattery passen: Nennen Sie bis zu ${maximum} in catalogueIds, oder setzen Sie engere Grenzen`,
  "fixed-by-original": ({ path }, { field }) =>
    `${field(path)} muss bei einer Anpassung wie im ursprünglichen Scan bleiben`,
  "scan-in-hours": ({ path }, { field }) =>
    `${field(path)} quarter: Dieser Scan hat Stundenwerte; erstellen Sie ihn mit resolution quarter, oder lesen Sie Stunden`,
  "step-not-adjustable": ({ path, step }, { field }) =>
    `${field(path)} muss wie im ursprünglichen Scan bleiben: Das Unternehmen lässt Anpassungen von ${step} nicht zu`,
  "parent-not-completed": ({ path, status }, { field }) =>
    `${field(path)} muss ein fertiger Scan sein; dieser ist ${STATUSES[status]}`,
  "sandbox-without-profiles": ({ path }, { field }) =>
    `die Testumgebung hat keine Profile: Entfernen Sie ${field(path)} und verwenden Sie inputMethod known`,
  "profile-of-another-kind": ({ path, kind }, { field }) =>
    `${field(path)} muss bei goal energyhub die ID eines Energie-Hub-Profils sein; es ist ein Profil der Art ${kind}`,
  "profile-without-hours": ({ path }, { field }) =>
    `${field(path)} ist ein Profil ohne Stunden: Geben Sie ihm zuerst eine Basis, eine Quelle oder ein Gerät`,
  "profile-deleted": ({ path }, { field }) =>
    `${field(path)} ist ein gelöschtes Profil: Erstellen Sie den Scan mit einem anderen`,
  "load-profile-deleted": ({ path }, { field }) =>
    `${field(path)} ist ein gelöschtes Lastprofil: Erstellen Sie den Scan mit einem anderen`,
  "profile-lacks-solar": ({ name }) =>
    `das Profil ${quoted(name)} stammt aus einer Zählerdatei mit Einspeisung, enthält aber keine Erzeugung: Ergänzen Sie im ` +
    "Profil einen PV-Baustein mit den vorhandenen Modulen (bei einem Energie-Hub ein Gerät pv mit behindSource) und führen Sie den Scan erneut aus",
  "panels-in-profile": ({ path, other, name, part }, { field }) =>
    `${field(path)} würde doppelt zählen: Das Profil ${quoted(name)} von ${field(other)} enthält dieselben Module in seinem ` +
    `PV-Baustein ${quoted(part)}. Lassen Sie ${field(path)} weg, oder nehmen Sie sie aus dem Profil`,
  "panels-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} würde doppelt zählen: Die Module liegen hinter dem Zähler von ${quoted(meter)}, dessen Einspeisung im ` +
    `Profil ${quoted(name)} von ${field(other)} steht. Lassen Sie ${field(path)} weg, und tragen Sie die Module in den ` +
    "PV-Baustein des Profils ein (bei einem Energie-Hub ein Gerät pv mit behindSource)",
  "battery-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} würde doppelt zählen: Der Speicher liegt hinter dem Zähler von ${quoted(meter)}, dessen Stunden im ` +
    `Profil ${quoted(name)} von ${field(other)} stehen. Lassen Sie ${field(path)} weg`,

  "one-is-required": ({ path, others: otherFields }, { field }) =>
    `${[path, ...otherFields.slice(0, -1)].map(field).join(", ")} oder ${field(otherFields.at(-1) ?? [])} ist erforderlich`,
  "shape-without-data": ({ path }, { field }) => `${field(path)} oder profileKey ist erforderlich, wenn Daten fehlen`,
  "one-shape": ({ path, other }, { field }) =>
    `${field(path)} muss entfallen, wenn ${field(other)} angegeben ist: Ein Profil beginnt mit einem von beiden`,
  "unknown-profile-key": ({ path, key, isWithoutData }, { field }) =>
    `${field(path)} ${quoted(key)} ist kein Standardprofil; GET /v1/profiles und /v1/profiles/business listen sie auf` +
    (isWithoutData ? ", wenn Daten fehlen" : ""),
  "template-without-data": ({ path, values }, { field }) =>
    `${field(path)} muss einer der Werte ${values.join(", ")} sein`,
  "above-zero-without-data": ({ path }, { field }) => `${field(path)} muss über 0 liegen, wenn Daten fehlen`,
  "not-of-preset": ({ path, preset }, { field }) =>
    `${field(path)} muss entfallen: Ein Baustein der Vorlage ${preset} hat das nicht`,
  "solar-config-required": ({ path }, { field }) => `${field(path)} ist für einen PV-Baustein erforderlich`,
  "solar-config-without-data": ({ path }, { field }) =>
    `${field(path)} ist erforderlich, wenn der Baustein keine Daten hat`,
  "surface-required": ({ path }, { field }) => `${field(path)} ist erforderlich, sofern roofSurfaces fehlt`,
  "second-layer": ({ preset }) =>
    `das Profil hat schon ${preset === "solar" ? "einen PV-Baustein" : "einen E-Auto-Baustein"} und nimmt nur einen: Ändern Sie ` +
    "diesen Baustein, oder löschen Sie ihn zuerst",
  "second-layer-of-state": ({ path, preset }, { field }) =>
    `${field(path)} ist ein zweiter Baustein ${preset}: Ein Profil nimmt nur einen`,
  "layer-before-base": () =>
    "das Profil hat noch keine Basis: Legen Sie sie mit POST …/base oder POST …/base/upload fest, bevor Sie Bausteine hinzufügen",
  "too-many-parts": ({ maximum }) =>
    `das Profil hat ${maximum} Teile, mehr nimmt es nicht: Löschen Sie eines, oder führen Sie Profile zusammen`,
  "source-without-energy": ({ path }, { field }) =>
    `${field(path)} kann eine Quelle ohne Energie nicht skalieren: Löschen Sie sie und fügen Sie eine andere hinzu`,
  "direction-of-type": ({ path, direction, assetType }, { field }) =>
    `${field(path)} muss bei ${assetType} ${direction} sein oder entfallen`,
  "not-behind-source": ({ path }, { field }) =>
    `${field(path)} muss die ID einer verbrauchenden Quelle dieses Profils sein, bei einem Gerät, das erzeugt`,
  "heat-pump-never-runs": ({ path }, { field }) =>
    `${field(path)} braucht Stunden, in denen die Wärmepumpe läuft: Korrigieren Sie schedule oder hourlyKw`,
  "either-or": ({ path, other }, { field }) => `${field(path)} muss entfallen, wenn ${field(other)} angegeben ist`,
  "counts-only-with": ({ path, other }, { field }) =>
    `${field(path)} muss ohne ${field(other)} entfallen: Es zählt nur zusammen damit`,
  "year-of-hours": ({ path, hours, given: count }, { field }) =>
    `${field(path)} muss ${hours} Einträge haben oder keinen; es sind ${count}`,
  "base-required": ({ path }, { field }) =>
    `${field(path)} ist erforderlich, wenn es Bausteine oder Ergebnisse gibt: Legen Sie zuerst eine Basis fest`,
  "export-without-origin": ({ path }, { field }) =>
    `${field(path)} darf höchstens result + productionResult der Stunde sein: Strom muss bezogen oder erzeugt sein, bevor er eingespeist wird`,
  "index-with-date": ({ path }, { field }) => `${field(path)} muss entfallen, wenn startDate angegeben ist`,
  "index-of-year": ({ path }, { field }) => `${field(path)} muss bei view year entfallen`,
  "index-of-view": ({ path, maximum, view }, { field }) =>
    `${field(path)} darf bei view ${view} höchstens ${maximum} sein`,
  "not-after-other": ({ path, other }, { field }) => `${field(path)} darf nicht nach ${field(other)} liegen`,
  "not-later-than-now": ({ path }, { field }) => `${field(path)} muss in der Zukunft liegen`,
  "page-of-search": ({ path, maximum, rows }, { field }) =>
    `${field(path)} darf höchstens ${maximum} sein: Eine Liste mit sort oder search endet bei Zeile ${rows}; filtern Sie enger, oder exportieren Sie die Liste`,

  "file-too-large": ({ mebibytes }) => `die Datei ist größer als ${mebibytes} MiB: Senden Sie einen kürzeren Zeitraum`,
  "file-empty": () => "die Datei ist leer: Laden Sie den Export erneut herunter",
  "file-of-other-kind": ({ kind }) => `die Datei ist ${KINDS[kind]}`,
  "file-not-text": () => "die Datei ist kein Text: Senden Sie den Export als .csv oder .xlsx",
  "file-too-slow": () => "das Einlesen der Datei dauert zu lange: Senden Sie einen kürzeren Zeitraum",
  "file-too-much-memory": () => "das Einlesen der Datei braucht zu viel Speicher: Senden Sie einen kürzeren Zeitraum",
  "file-rows": ({ maximum }) => `die Datei hat mehr als ${maximum} Zeilen: Senden Sie einen kürzeren Zeitraum`,
  "file-line-length": ({ line, maximum }) =>
    `Zeile ${line} der Datei ist länger als ${maximum} Zeichen: Senden Sie den Export unverändert`,
  "file-open-quote": ({ row }) =>
    `Zeile ${row} der Datei hat ein Anführungszeichen ohne Ende: Laden Sie den Export erneut herunter`,
  "file-zip-damaged": () =>
    "die Datei ist ein beschädigtes Zip-Archiv: Laden Sie sie erneut herunter, oder speichern Sie sie neu",
  "file-zip-parts": ({ parts, maximum }) => `die Datei enthält ${parts} Teile, gelesen werden höchstens ${maximum}`,
  "file-zip-size": ({ mebibytes }) =>
    `die Datei ist entpackt größer als ${mebibytes} MiB: Senden Sie einen kürzeren Zeitraum`,
  "file-zip-ratio": ({ maximum }) =>
    `die Datei ist entpackt mehr als ${maximum} Mal so groß: Speichern Sie sie erneut als .xlsx oder .csv`,
  "file-zip-method": () =>
    "die Datei ist auf eine Art gepackt, die nicht gelesen wird: Speichern Sie sie erneut als .xlsx",
  "file-encrypted": () => "die Datei ist verschlüsselt: Speichern Sie sie ohne Passwort",
  "file-without-workbook": () =>
    "die Datei ist ein Zip-Archiv ohne Arbeitsmappe: Senden Sie die .xlsx oder .csv daraus",
  "file-sheet-missing": ({ sheet }) => `Blatt ${sheet} fehlt in der Datei: Speichern Sie sie erneut`,
  "file-workbook-damaged": () =>
    "die Arbeitsmappe oder XML-Datei ist beschädigt: Laden Sie sie erneut herunter, oder speichern Sie sie neu",
  "file-days-from-1904": () =>
    "die Arbeitsmappe zählt ihre Tage ab 1904: Speichern Sie sie mit dem üblichen Datumssystem",
  "file-format-not-read": ({ format, reason }) => `die Datei ist ein Export von ${format}, ${NOT_READ[reason]}`,
  "file-format-unknown": ({ name, table, columns, hasMoreColumns, rowMinutes, formats }, words) =>
    `${name} ist kein Export eines bekannten Formats (${tableText(table)}; Spalten ${columns.join(", ")}` +
    `${hasMoreColumns ? " und weitere" : ""}; ${spacing(rowMinutes, words)}): Senden Sie Viertelstunden oder Stunden von ${formats.join(", ")} ` +
    "oder eine Tabelle mit Datum und Uhrzeit und einer Spalte, deren Titel kWh, Wh oder kW nennt",
  "file-titles-missing": () =>
    'die Datei beginnt mit Werten: Setzen Sie eine Titelzeile mit Einheiten darüber, etwa "Zeit;Import (kWh)"',
  "file-unit-missing": ({ columns }) =>
    `${columns.length === 1 ? "Spalte" : "Spalten"} ${columns.map(quoted).join(", ")} der Datei ${columns.length === 1 ? "nennt" : "nennen"} keine Einheit: ` +
    `Schreiben Sie sie in den Titel, etwa "${columns[0]} (kWh)" für Energie (kWh, Wh oder MWh) oder "${columns[0]} (kW)" für mittlere Leistung (kW oder W)`,
  "file-directions-unclear": ({ columns }) =>
    `Spalten ${columns.map(quoted).join(", ")} der Datei zeigen nicht, welche der Bezug und welche die Einspeisung ist: ` +
    'Nennen Sie sie "import (kWh)" und "export (kWh)", und lassen Sie die übrigen weg',
  "file-energy-of-others": ({ columns }) =>
    `die Datei enthält keine Energie eines Netzanschlusses: ${columns.map(quoted).join(", ")} ${columns.length === 1 ? "ist" : "sind"} die Erzeugung von ` +
    "Modulen, der Verbrauch eines Geräts, Gas oder Wärme; exportieren Sie die Werte des Netzzählers",
  "file-row-moment": ({ row, column }) =>
    `Zeile ${row} der Datei hat keinen Zeitpunkt von 2000 bis 2099${inColumn(column)}: Laden Sie den Export erneut herunter`,
  "file-row-hour": ({ row, column, maximum }) =>
    `Zeile ${row} der Datei muss eine Stunde von 0 bis ${maximum} haben${inColumn(column)}`,
  "file-row-number": ({ row, column, text }) =>
    `Zeile ${row} der Datei hat "${text}" statt einer Zahl${inColumn(column)}`,
  "file-row-unit": ({ row, column, text }) =>
    `Zeile ${row} der Datei hat "${text}" statt der Einheit der vorigen Zeilen${inColumn(column)}: Exportieren Sie eine Einheit, kWh`,
  "file-row-cells-few": ({ row, cells, needed }) =>
    `Zeile ${row} der Datei hat ${cells} Zellen, ein Tag braucht aber ${needed}`,
  "file-row-cells": ({ row, cells, titles }) =>
    `Zeile ${row} der Datei hat ${cells} Zellen unter ${titles} Titeln: Wo Kommas die Zellen trennen, schreiben Sie Dezimalstellen mit Punkt`,
  "file-row-time": ({ row, column, text }) =>
    `Zeile ${row} der Datei hat "${text}" statt Datum und Uhrzeit von 2000 bis 2099${inColumn(column)}`,
  "file-same-moments": () =>
    "viele Zeilen der Datei haben dasselbe Datum und dieselbe Uhrzeit: Exportieren Sie nur einen Zähler, mit einer Spalte je Richtung",
  "file-readings-fall": () =>
    "die Zählerstände der Datei steigen und fallen. Enthält sie die Energie jedes Intervalls, nennen Sie die Spalten " +
    '"Import energy (kWh)" und "Export energy (kWh)"',
  "file-readings-unclear": ({ kwh: energy, days }, { figure }) =>
    "die Datei zeigt nicht, ob ihre Werte Zählerstände oder die Energie jedes Intervalls sind. Als Zählerstände ergeben sie " +
    `${figure(energy)} kWh in ${figure(days)} Tagen. Bei Energie nennen Sie die Spalten "Import energy (kWh)" und ` +
    '"Export energy (kWh)"; bei Zählerständen senden Sie einen Zeitraum, in dem der Zähler gezählt hat',
  "file-looks-like-readings": () =>
    'die kWh der Datei sehen wie Zählerstände aus: Exportieren Sie den Verbrauch jeder Stunde, oder nennen Sie die Spalte "Meter reading (kWh)"',
  "file-date-order": () =>
    "die Datumsangaben der Datei können Tag-Monat oder Monat-Tag bedeuten: Schreiben Sie sie als JJJJ-MM-TT HH:MM",
  "file-dates-swapped": () =>
    "in einigen Zeilen der Datei sind Tag und Monat vertauscht, wie es eine Tabellenkalkulation tun kann: Senden Sie den Export unverändert",
  "file-registers": ({ maximum }) =>
    `die Datei hat mehr als ${maximum} Zählwerke: Senden Sie die Werte nur eines Zählers`,
  "file-interval-energy": ({ kwh: energy }, { number }) =>
    `die Datei hat ${number(energy)} kWh in einem Intervall: Prüfen Sie, ob die Werte Energie in kWh sind`,
  "file-few-values": () => "die Datei hat weniger als zwei Werte: Senden Sie mindestens 28 Tage mit Stunden",
  "file-too-coarse": ({ hours }) =>
    `die Datei hat ${hours === 24 ? "einen Wert pro Tag" : `einen Wert je ${hours} Stunden`}: ` +
    "Exportieren Sie Viertelstunden oder Stunden, denn eine Tagessumme zeigt nicht, wann Strom verbraucht wurde",
  "file-no-whole-hour": ({ format }) =>
    `${fileOf(format)} enthält keine ganze Stunde: Exportieren Sie Viertelstunden oder Stunden`,
  "file-connections": ({ format, connections }) =>
    `${fileOf(format)} enthält ${connections} Anschlüsse mit Netzbezug: Exportieren Sie jeden Anschluss einzeln`,
  "file-negative": ({ format, values }) =>
    `${fileOf(format)} enthält ${values} Werte des Netzbezugs unter 0: Exportieren Sie Bezug und Einspeisung in eigenen ` +
    "Spalten",
  "file-without-units": () =>
    "die Green-Button-Datei hat keinen ReadingType mit der Einheit (uom) ihrer Werte: Exportieren Sie sie mit den ReadingTypes",
  "file-gas": ({ format }) => `${fileOf(format)} enthält Gas, keinen Strom: Exportieren Sie die Werte des Stromzählers`,
  "file-only-fed-in": ({ format }) => `${fileOf(format)} enthält nur Einspeisung: Exportieren Sie auch den Netzbezug`,
  "file-balance-reversed": () =>
    "in der Spalte mit beiden Richtungen fließt nachts mehr Energie hinaus als hinein: Schreiben Sie Bezug über 0 und " +
    "Einspeisung unter 0",
  "file-no-values": ({ format }) =>
    `${fileOf(format)} enthält keine gemessenen Werte: Wählen Sie einen gemessenen Zeitraum`,
  "file-too-short": ({ days, minimum }, { figure }) =>
    `die Datei enthält ${figure(days)} gemessene Tage: Senden Sie mindestens ${minimum}, besser ein ganzes Jahr`,

  "idempotency-key": () => "Idempotency-Key muss 1 bis 255 druckbare ASCII-Zeichen haben",
  "not-a-form": () => "der Body ist kein vollständiges Multipart-Formular",
  "form-parts": ({ maximum }) => `das Formular hat mehr als ${maximum} Teile: Senden Sie nur die Datei`,
  "form-part-head": ({ maximum }) =>
    `ein Teil des Formulars beginnt mit Headern von mehr als ${maximum} Bytes: Senden Sie die Datei mit kurzem Namen`,
  "required-as-file": ({ path }, { field }) => `${field(path)} ist als Datei erforderlich`,
  image: ({ path }, { field }) =>
    `${field(path)} muss ein Bild als PNG, JPEG oder WebP mit Seiten von höchstens 4096 Pixeln sein`,
  "password-wrong": ({ path }, { field }) => `${field(path)} ist falsch`,
  "password-same": ({ path, other }, { field }) => `${field(path)} muss sich von ${field(other)} unterscheiden`,
  "password-common": ({ path }, { field }) =>
    `${field(path)} ist eines der häufigsten Passwörter, oder eines davon mit wenigen Ziffern oder Zeichen dahinter`,
  "password-link-over": () =>
    "dieser Link wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt: Bitten Sie den Betreiber des Dienstes um einen neuen",
  "not-a-header-name": ({ name }) => `headers: ${quoted(name)} ist kein Name eines Headers`,
  "header-twice": ({ path }, { field }) => `${field(path)} ist doppelt angegeben`,
  "header-masked": ({ path }, { field }) =>
    `${field(path)} ist die Maske eines Werts, der nicht gespeichert ist: Geben Sie den Wert an`,
  "header-reserved": ({ path }, { field }) =>
    `${field(path)} setzt der Dienst selbst und darf nicht überschrieben werden`,
  "header-value": ({ path }, { field }) => `${field(path)} darf höchstens 1000 Zeichen haben, alle druckbares ASCII`,
  "not-a-url": ({ path, reason }, { field }) => `${field(path)} ${URLS[reason]}`,
  "url-not-public": ({ path, host }, { field }) =>
    `${field(path)}: ${host} führt zu einer Adresse, die nicht öffentlich ist`,
  "mode-of-key": ({ path, mode }, { field }) =>
    `${field(path)} muss entfallen oder ${mode} sein: Ein API-Schlüssel hat seinen eigenen Modus, dieser ${mode}`,
  "unknown-name": ({ path, values, name, nearest }, { field }) =>
    `${field(path)} muss eine durch Kommas getrennte Auswahl aus ${values.join(", ")} sein: ${quoted(name)} gehört nicht dazu` +
    (nearest === undefined ? "" : `, ${meantOne(nearest)}`),
  "not-a-tier": ({ path, values, nearest }, { field }) =>
    `${field(path)} muss einer der Werte ${values.join(", ")} sein${nearest === undefined ? "" : `; ${meantOne(nearest)}`}`,
  "tier-name": ({ name }) => `tiers: der Name ${quoted(name)} darf nur Kleinbuchstaben, Ziffern und Bindestriche haben`,
  "price-file-layout": ({ columns }) =>
    "keine bekannte Preisdatei: Erwartet wird der Day-Ahead-Export von ENTSO-E (Spalten MTU, Day-ahead Price in EUR/MWh, area " +
    "BZN|…), die Stundendatei von Ember (Datetime (UTC), Price (EUR/MWhe)), die Großhandelspreise von SMARD (Start date, … [€/MWh]), " +
    "die Day-Ahead-Auktion der Energy-Charts oder eine Tabelle mit Datum und Uhrzeit und einer Spalte, deren Titel EUR/MWh, EUR/kWh " +
    "oder ct/kWh nennt; gefundene Spalten: " +
    columns.join(", "),
  "price-file-zone": () => "die Datei nennt ihre Gebotszone nicht: Geben Sie sie an, etwa --zone NL",
  "price-file-unit": ({ line, unit, expected }) =>
    `Zeile ${line}: Die Preise sind in ${quoted(unit)}, erwartet wird ${expected}`,
  "price-file-columns": ({ columns }) =>
    `die Datei hat mehrere Spalten mit Zahlen (${columns.map(quoted).join(", ")}): Lassen Sie nur die Preisspalte stehen`,
  "price-file-clock": ({ row, text, zone }) =>
    `Zeile ${row} hat "${text}", eine Zeit, die es in ${zone} wegen der Zeitumstellung nicht gibt: Nennen Sie die Zeitzone im Titel der Zeitspalte, etwa "Time (UTC)" oder "Time (UTC+1)"`,
  "price-file-ends": () => "die Zeiten der Datei sind die Enden der Stunden: Schreiben Sie jeweils den Beginn",
  "price-hours-missing": ({ year, hours, from }) =>
    `der Datei fehlen ${hours} Stunden von ${year}, die erste um ${from} Normalzeit: Senden Sie jede Stunde oder Viertelstunde des Jahres`,
  "time-zone": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} muss eine Zeitzone der IANA-Datenbank sein, etwa Europe/Amsterdam`,
  "price-file-time": ({ line, text }) => `Zeile ${line}: ${quoted(text)} ist keine Zeit`,
  "price-file-high": ({ line, eurPerMwh, maximum }, { number }) =>
    `Zeile ${line}: ${number(eurPerMwh)} EUR/MWh liegt über ${number(maximum)}: Prüfen Sie die Einheit, die die Spalte nennt`,
  "price-file-low": ({ zone, year, minimum }) =>
    `die Preise von ${zone} ${year} liegen im Mittel unter ${minimum} EUR/MWh: Prüfen Sie die Einheit, die die Spalte nennt`,
  "price-file-price": ({ line, text }) => `Zeile ${line}: ${quoted(text)} ist kein Preis`,
  "custom-load-profile-required": ({ path }, { field }) =>
    `${field(path)} ist bei use_custom_load_profile true erforderlich: die record_id des Profils`,
  "not-a-custom-load-profile": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} ist kein eigenes Lastprofil: GET /v1/load-profile listet sie auf`,
  "load-profile-of-zeros": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} ist in jeder Stunde 0: Es lässt sich nicht auf yearly_kwh skalieren`,
  "csv-rows": ({ expected, found: count }) => `erwartet werden ${expected} Zeilen, gefunden ${count}`,
  "csv-row-below-zero": ({ row, text }) => `Zeile ${row} liegt unter 0 (${quoted(text)}): Ein Lastprofil ist Verbrauch`,
  "csv-row-above": ({ row, text, maximumKw }) => `Zeile ${row} liegt über ${maximumKw} kW (${quoted(text)})`,
  "csv-row-empty": ({ row }) => `Zeile ${row} ist leer`,
  "csv-row-decimal-comma": ({ row, text }) =>
    `Zeile ${row} hat ein Dezimalkomma (${quoted(text)}): Verwenden Sie einen Dezimalpunkt`,
  "csv-row-columns": ({ row, text }) => `Zeile ${row} hat mehr als eine Spalte (${quoted(text)})`,
  "csv-row-not-a-number": ({ row, text }) =>
    `Zeile ${row} ist keine Zahl (${quoted(text)})${row === 1 ? ": Lassen Sie eine Kopfzeile weg" : ""}`,
  "csv-columns": ({ columns }) => `Zeile 1 muss Spalten nennen: id, capacityKwh und powerKw, aus ${columns.join(", ")}`,
  "csv-products": ({ maximum }) => `die Datei hat mehr als ${maximum} Produkte`,
  "csv-column-twice": ({ path }, { field }) => `${field(path)} nennt eine Spalte, die es doppelt gibt`,
  "csv-number-ambiguous": ({ path, text }, { field }) =>
    `${field(path)} ${quoted(text)} kann Tausender oder Dezimalstellen bedeuten: Lassen Sie das Tausendertrennzeichen weg, oder schreiben Sie mehr oder weniger als drei Dezimalstellen`,
}
