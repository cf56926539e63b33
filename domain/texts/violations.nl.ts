import { countryName } from "./countries.ts"
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
} from "./violationParts.nl.ts"

const lastOf = (path: readonly (string | number)[]): string => String(path.at(-1))
const meantOne = (nearest: string | undefined): string => (nearest === undefined ? "" : `bedoelde u ${nearest}?`)
const kwh = (energy: number): string => `${Math.round(energy)} kWh`
const inColumn = (column: string | undefined): string => (column ? ` (kolom "${column}")` : "")
const quoted = (text: string): string => JSON.stringify(text)

/** The sentence of every violation in Dutch. A field is named by its path. */
export const violationsNl: ViolationTexts = {
  required: ({ path }, { field }) => `${field(path)} is verplicht`,
  "unknown-field": ({ path, other }, { field }) =>
    `onbekend veld ${field(path)}${other ? `, ${meantOne(field(other))}` : ""}`,
  "unknown-parameter": ({ path, nearest }, { field }) =>
    `onbekende queryparameter ${field(path)}${nearest === undefined ? "" : `, ${meantOne(nearest)}`}`,
  "parameter-once": ({ path }, { field }) => `${field(path)} moet één keer gegeven worden`,
  type: ({ path, expected }, words) => `${words.field(path)} moet ${expectedText(expected, words)} zijn`,
  "whole-number": ({ path }, { field }) => `${field(path)} moet een geheel getal zijn`,
  "multiple-of": ({ path, step }, { field, number }) => `${field(path)} moet een veelvoud zijn van ${number(step)}`,
  "at-least": ({ path, minimum }, { field, number }) => `${field(path)} moet minstens ${number(minimum)} zijn`,
  "at-most": ({ path, maximum }, { field, number }) => `${field(path)} mag hoogstens ${number(maximum)} zijn`,
  above: ({ path, limit }, { field, number }) => `${field(path)} moet groter dan ${number(limit)} zijn`,
  below: ({ path, limit }, { field, number }) => `${field(path)} moet kleiner dan ${number(limit)} zijn`,
  "not-empty": ({ path }, { field }) => `${field(path)} mag niet leeg zijn`,
  "at-least-characters": ({ path, minimum }, { field }) => `${field(path)} moet minstens ${minimum} tekens hebben`,
  "at-most-characters": ({ path, maximum }, { field }) => `${field(path)} mag hoogstens ${maximum} tekens hebben`,
  "text-form": ({ path, form }, { field }) => `${field(path)} moet ${FORMS[form]} zijn`,
  matches: ({ path, expression }, { field }) => `${field(path)} moet een tekst zijn die past op ${expression}`,
  "at-least-entries": ({ path, minimum }, { field }) =>
    `${field(path)} moet minstens ${minimum} ${minimum === 1 ? "element" : "elementen"} hebben`,
  "at-most-entries": ({ path, maximum }, { field }) => `${field(path)} mag hoogstens ${maximum} elementen hebben`,
  "total-at-most": ({ path, maximum }, { field, number }) =>
    `${field(path)} mag in totaal hoogstens ${number(maximum)} zijn`,
  "storable-text": ({ path }, { field }) => `${field(path)} moet Unicode-tekst zonder U+0000 zijn`,
  "storable-names": ({ path }, { field }) => `${field(path)} moet veldnamen van Unicode-tekst zonder U+0000 hebben`,
  unique: ({ path, within }, { field }) => `${field(path)} moet uniek zijn${within ? " binnen de laag" : ""}`,
  "former-controller": ({ path, value }, { field }) =>
    `${field(path)} ${value} bestaat niet meer; gebruik selfConsumption met exportKw 0 in de limieten van het tarief`,
  date: ({ path, form }, { field }) => `${field(path)} moet ${DATES[form]} zijn`,

  "required-when": ({ path, other, value }, { field }) => `${field(path)} is verplicht als ${field(other)} ${value} is`,
  "left-out-when": ({ path, other, value }, { field }) =>
    `${field(path)} moet weggelaten worden als ${field(other)} ${value} is`,
  "at-most-other": ({ path, other, value }, { field, number }) =>
    `${field(path)} mag hoogstens ${field(other)} (${number(value)}) zijn`,
  "point-rises": ({ path }, { field }) =>
    `${field(path)} moet een grotere maat hebben dan het punt ervoor, boven 0, en niet goedkoper zijn`,
  "given-together": ({ path, other }, { field }) => `${field(path)} en ${field(other)} moeten samen gegeven worden`,
  "needs-studio": ({ path }, { field }) =>
    `${field(path)} moet weggelaten worden als inputMethod known is; gebruik inputMethod studio met een profiel`,
  "profile-defines": ({ path }, { field }) =>
    `${field(path)} moet weggelaten worden als inputMethod studio is: het profiel bepaalt het`,
  "unknown-load-profile": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} is geen standaardprofiel; GET /v1/profiles geeft de lijst`,
  "export-needs-panels": ({ path }, { field }) =>
    `${field(path)} kan niet zonder existingPv: zonder panelen wordt niets teruggeleverd`,
  "export-of-all-used": ({ path }, { field }) =>
    `${field(path)} moet weggelaten worden als yearlyKwhBasis used is: dan is bekend wat er in totaal wordt gebruikt`,
  "export-above-production": ({ path, exportedKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) moet kleiner zijn dan wat existingPv in een jaar opwekt (${kwh(producedKwh)}): ` +
    "verlaag het, of corrigeer existingPv",
  "export-does-not-fit": ({ path, exportedKwh, boughtKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) past niet bij yearlyKwh (${kwh(boughtKwh)}) en wat existingPv opwekt ` +
    `(${kwh(producedKwh)}): corrigeer een van de drie, of laat yearlyExportKwh weg om het te laten schatten`,
  "feed-in-above-price": ({ path, priceEurPerKwh }, { field, number }) =>
    `${field(path)} mag hoogstens de inkoopprijs (${number(priceEurPerKwh)}) zijn`,
  "windows-leave-out": ({ path, month, day, hour }, { field }) =>
    `${field(path)} moet elk uur bevatten: geen van de vensters bevat ${day} om ${hour}:00 in maand ${month}; een laatste venster zonder months, days en hours bevat de rest`,
  "hours-differ": ({ path }, { field }) => `${field(path)} moet van het ene naar een ander uur lopen`,
  "hours-or-quarters": ({ path, found: count }, { field }) =>
    `${field(path)} moet 8760 uren of 35040 kwartieren hebben, gevonden ${count}`,
  "price-in-unit": ({ path, unit }, { field }) => `${field(path)} moet een prijs in ${unit} zijn, binnen 10 EUR/kWh`,
  "price-series-low": ({ path, unit, minimum }, { field }) =>
    `${field(path)} in ${unit} zijn gemiddeld lager dan ${minimum} EUR/MWh: controleer de eenheid`,
  "price-series-deleted": ({ path }, { field }) =>
    `${field(path)} is een prijsreeks die verwijderd is: maak de scan met een andere`,
  "only-in-euro": ({ path, currency }, { field }) =>
    `${field(path)} vraagt om marktprijzen of belastingen, die alleen in EUR bekend zijn: bij currency ${currency} geeft het tarief alle prijzen zoals ze betaald worden`,
  "tariff-needed": ({ path, country, template }, { field }) =>
    `${field(path)} vraagt marktprijzen, en die van ${country === null ? "een plek op zee" : countryName(country, "nl")} zijn niet bekend: ` +
    `geef een vaste prijs of eigen prijzen; GET /v1/tariffs/templates heeft het gangbare contract ${template}`,
  "holidays-unknown": ({ path, country }, { field }) =>
    `${field(path)} noemt feestdagen, en die van ${country === null ? "een plek op zee" : countryName(country, "nl")} zijn niet bekend: laat ze weg`,
  "netting-without-taxes": ({ path }, { field }) =>
    `${field(path)} moet weggelaten worden als taxesIncluded false is: bij een dynamisch tarief geeft het belastingen terug`,
  "netting-with-fixed-feed-in": ({ path }, { field }) =>
    `${field(path)} moet weggelaten worden bij een dynamisch tarief met een vaste feedInEurPerKwh`,
  "needs-energyhub-profile": ({ path }, { field }) =>
    `${field(path)} moet studio zijn, met de customProfileId van een energiehubprofiel, als goal energyhub is`,
  "roundtrip-product": ({ path, others: factors, percent }, { field, number }) =>
    `${field(path)} moet ${factors.map(lastOf).join(" × ")} (${number(percent)}) zijn, of weggelaten worden`,
  "another-name": ({ path, other }, { field }) =>
    `${field(path)} is een andere naam voor ${field(other)}: geef een van beide, of hetzelfde getal`,
  "battery-too-slow": ({ path, other, hours, leastKw }, { field, number }) =>
    `${field(path)} moet minstens ${lastOf(other)} / ${hours} (${number(leastKw)} kW) zijn`,
  "beside-products": ({ path }, { field }) =>
    `${field(path)} hoort niet naast electricBattery.products, die het zelf zeggen`,
  "no-product-fits": ({ path }, { field }) =>
    `${field(path)} heeft geen product dat binnen de grenzen van electricBattery past`,
  "too-many-module-choices": ({ path, found: choices, maximum }, { field }) =>
    `${field(path)} heeft ${choices} manieren om elk dak een van zijn modules te geven, hoogstens ${maximum}: noem minder modules`,
  "too-many-products-fit": ({ path, maximum }, { field }) =>
    `${field(path)} heeft meer dan ${maximum} producten die binnen de grenzen van electricBattery passen: noem er hoogstens ${maximum} in catalogueIds, of vraag nauwere grenzen`,
  "fixed-by-original": ({ path }, { field }) =>
    `${field(path)} moet in een aanpassing die van de oorspronkelijke scan blijven`,
  "scan-in-hours": ({ path }, { field }) =>
    `${field(path)} quarter: deze scan is in uren; maak hem met resolution quarter, of lees uren`,
  "step-not-adjustable": ({ path, step }, { field }) =>
    `${field(path)} moet die van de oorspronkelijke scan blijven: de organisatie staat niet toe dat aanpassingen ${step} wijzigen`,
  "parent-not-completed": ({ path, status }, { field }) =>
    `${field(path)} moet een voltooide scan zijn; deze is ${STATUSES[status]}`,
  "sandbox-without-profiles": ({ path }, { field }) =>
    `de testomgeving heeft geen profielen: laat ${field(path)} weg en gebruik inputMethod known`,
  "profile-of-another-kind": ({ path, kind }, { field }) =>
    `${field(path)} moet het id van een energiehubprofiel zijn als goal energyhub is; dit is een ${kind}-profiel`,
  "profile-without-hours": ({ path }, { field }) =>
    `${field(path)} is een profiel zonder uren: geef het eerst een basis, bron of asset`,
  "profile-deleted": ({ path }, { field }) =>
    `${field(path)} is een profiel dat verwijderd is: maak de scan met een ander profiel`,
  "load-profile-deleted": ({ path }, { field }) =>
    `${field(path)} is een verbruiksprofiel dat verwijderd is: maak de scan met een ander`,
  "profile-lacks-solar": ({ name }) =>
    `het profiel ${quoted(name)} komt uit een meterbestand met teruglevering, en niets daarin wekt op: voeg aan het profiel ` +
    "een onderdeel zonnepanelen toe met de panelen die er zijn (bij een energyhub een pv-asset met behindSource), en maak de scan opnieuw",
  "panels-in-profile": ({ path, other, name, part }, { field }) =>
    `${field(path)} zou dubbel tellen: het profiel ${quoted(name)} van ${field(other)} heeft dezelfde panelen in het ` +
    `onderdeel ${quoted(part)}. Laat ${field(path)} weg, of haal ze uit het profiel`,
  "panels-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} zou dubbel tellen: de panelen zitten achter de meter van ${quoted(meter)}, waarvan de teruglevering in ` +
    `het profiel ${quoted(name)} van ${field(other)} zit. Laat ${field(path)} weg en zet de panelen in het onderdeel zonnepanelen van ` +
    "het profiel (bij een energyhub een pv-asset met behindSource)",
  "battery-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} zou dubbel tellen: de batterij zit achter de meter van ${quoted(meter)}, waarvan de uren in het ` +
    `profiel ${quoted(name)} van ${field(other)} zitten. Laat ${field(path)} weg`,

  "one-is-required": ({ path, others: otherFields }, { field }) =>
    `${[path, ...otherFields.slice(0, -1)].map(field).join(", ")} of ${field(otherFields.at(-1) ?? [])} is verplicht`,
  "shape-without-data": ({ path }, { field }) => `${field(path)} of profileKey is verplicht als er geen data is`,
  "one-shape": ({ path, other }, { field }) =>
    `${field(path)} moet weggelaten worden als ${field(other)} gegeven is: een profiel begint met een van beide`,
  "unknown-profile-key": ({ path, key, isWithoutData }, { field }) =>
    `${field(path)} ${quoted(key)} is geen standaardprofiel, zoals het moet${isWithoutData ? " als er geen data is" : ""}; ` +
    "GET /v1/profiles en /v1/profiles/business geven de lijst",
  "template-without-data": ({ path, values }, { field }) => `${field(path)} moet een van ${values.join(", ")} zijn`,
  "above-zero-without-data": ({ path }, { field }) => `${field(path)} moet groter dan 0 zijn als er geen data is`,
  "not-of-preset": ({ path, preset }, { field }) =>
    `${field(path)} moet weggelaten worden: een onderdeel van de soort ${preset} heeft het niet`,
  "solar-config-required": ({ path }, { field }) => `${field(path)} is verplicht voor een onderdeel zonnepanelen`,
  "solar-config-without-data": ({ path }, { field }) => `${field(path)} is verplicht als het onderdeel geen data heeft`,
  "surface-required": ({ path }, { field }) => `${field(path)} is verplicht, tenzij roofSurfaces gegeven is`,
  "second-layer": ({ preset }) =>
    `het profiel heeft al ${preset === "solar" ? "een onderdeel zonnepanelen" : "een onderdeel EV"}, en kan er maar één hebben: wijzig dat ` +
    "onderdeel, of verwijder het eerst",
  "second-layer-of-state": ({ path, preset }, { field }) =>
    `${field(path)} is een tweede onderdeel van de soort ${preset}: een profiel kan er maar één hebben`,
  "layer-before-base": () =>
    "het profiel heeft nog geen basis: stel die in met POST …/base of POST …/base/upload voordat u onderdelen toevoegt",
  "too-many-parts": ({ maximum }) =>
    `het profiel heeft ${maximum} onderdelen, het grootste aantal: verwijder er een, of voeg profielen samen`,
  "source-without-energy": ({ path }, { field }) =>
    `${field(path)} kan een bron zonder energie niet schalen: verwijder die en voeg een andere toe`,
  "direction-of-type": ({ path, direction, assetType }, { field }) =>
    `${field(path)} moet ${direction} zijn, of weggelaten worden, voor een ${assetType}`,
  "not-behind-source": ({ path }, { field }) =>
    `${field(path)} moet het id zijn van een verbruikende bron van dit profiel, bij een asset die opwekt`,
  "heat-pump-never-runs": ({ path }, { field }) =>
    `${field(path)} kan niet zonder uren waarin de warmtepomp draait: corrigeer schedule of hourlyKw`,
  "either-or": ({ path, other }, { field }) => `${field(path)} moet weggelaten worden als ${field(other)} gegeven is`,
  "counts-only-with": ({ path, other }, { field }) =>
    `${field(path)} moet weggelaten worden zonder ${field(other)}: het telt alleen daarmee`,
  "year-of-hours": ({ path, hours, given: count }, { field }) =>
    `${field(path)} moet ${hours} elementen hebben, of geen; het heeft er ${count}`,
  "base-required": ({ path }, { field }) =>
    `${field(path)} is verplicht als er onderdelen of resultaten zijn: stel eerst een basis in`,
  "export-without-origin": ({ path }, { field }) =>
    `${field(path)} mag hoogstens result + productionResult van het uur zijn: wat teruggeleverd wordt is gekocht of opgewekt`,
  "index-with-date": ({ path }, { field }) => `${field(path)} moet weggelaten worden als startDate gegeven is`,
  "index-of-year": ({ path }, { field }) => `${field(path)} moet weggelaten worden als view year is`,
  "index-of-view": ({ path, maximum, view }, { field }) =>
    `${field(path)} mag hoogstens ${maximum} zijn als view ${view} is`,
  "not-after-other": ({ path, other }, { field }) => `${field(path)} mag niet na ${field(other)} liggen`,
  "not-later-than-now": ({ path }, { field }) => `${field(path)} moet later zijn dan nu`,
  "page-of-search": ({ path, maximum, rows }, { field }) =>
    `${field(path)} mag hoogstens ${maximum} zijn: een lijst met sort of search eindigt bij rij ${rows}; beperk die met andere filters, of exporteer die`,

  "file-too-large": ({ mebibytes }) => `het bestand is groter dan ${mebibytes} MiB: stuur een kortere periode`,
  "file-empty": () => "het bestand is leeg: download de export opnieuw",
  "file-of-other-kind": ({ kind }) => `het bestand is ${KINDS[kind]}`,
  "file-not-text": () => "het bestand is geen tekst: stuur de export als .csv of .xlsx",
  "file-too-slow": () => "het lezen van het bestand duurt te lang: stuur een kortere periode",
  "file-too-much-memory": () => "het lezen van het bestand kost te veel geheugen: stuur een kortere periode",
  "file-rows": ({ maximum }) => `het bestand heeft meer dan ${maximum} rijen: stuur een kortere periode`,
  "file-line-length": ({ line, maximum }) =>
    `regel ${line} van het bestand is langer dan ${maximum} tekens: stuur de export zoals die is gedownload`,
  "file-open-quote": ({ row }) =>
    `rij ${row} van het bestand heeft een aanhalingsteken dat niet gesloten wordt: download de export opnieuw`,
  "file-zip-damaged": () => "het bestand is een beschadigd zip-archief: download of bewaar het opnieuw",
  "file-zip-parts": ({ parts, maximum }) =>
    `het bestand bevat ${parts} onderdelen, hoogstens ${maximum} worden gelezen`,
  "file-zip-size": ({ mebibytes }) => `het bestand is uitgepakt groter dan ${mebibytes} MiB: stuur een kortere periode`,
  "file-zip-ratio": ({ maximum }) =>
    `het bestand is uitgepakt meer dan ${maximum} keer zo groot: bewaar het opnieuw als .xlsx of .csv`,
  "file-zip-method": () => "het bestand is ingepakt op een manier die niet gelezen wordt: bewaar het opnieuw als .xlsx",
  "file-encrypted": () => "het bestand is versleuteld: bewaar het zonder wachtwoord",
  "file-without-workbook": () => "het bestand is een zip-archief zonder werkmap: stuur de .xlsx of .csv daarin",
  "file-sheet-missing": ({ sheet }) => `blad ${sheet} ontbreekt in het bestand: bewaar het opnieuw`,
  "file-workbook-damaged": () => "de werkmap of XML is beschadigd: download of bewaar die opnieuw",
  "file-days-from-1904": () => "de werkmap telt de dagen vanaf 1904: bewaar die met het gebruikelijke datumsysteem",
  "file-format-not-read": ({ format, reason }) => `het bestand is een export van ${format} ${NOT_READ[reason]}`,
  "file-format-unknown": ({ name, table, columns, hasMoreColumns, rowMinutes, formats }, words) =>
    `${name} is geen export in een bekend formaat (${tableText(table)}; kolommen ${columns.join(", ")}` +
    `${hasMoreColumns ? " en meer" : ""}; ${spacing(rowMinutes, words)}): stuur kwartieren of uren van ${formats.join(", ")}, ` +
    "of een tabel met een datum en tijd en een kolom waarvan de titel kWh, Wh of kW noemt",
  "file-titles-missing": () =>
    'het bestand begint met waarden: zet er een rij titels boven die de eenheden noemt, zoals "Tijd;Afname (kWh)"',
  "file-unit-missing": ({ columns }) =>
    `${columns.length === 1 ? "kolom" : "kolommen"} ${columns.map(quoted).join(", ")} van het bestand ${columns.length === 1 ? "noemt" : "noemen"} geen eenheid: ` +
    `zet die in de titel, zoals "${columns[0]} (kWh)" voor energie (kWh, Wh of MWh) of "${columns[0]} (kW)" voor gemiddeld vermogen (kW of W)`,
  "file-directions-unclear": ({ columns }) =>
    `kolommen ${columns.map(quoted).join(", ")} van het bestand zeggen niet wat van het net kwam en wat eraan geleverd is: ` +
    'noem ze "import (kWh)" en "export (kWh)", en laat de andere weg',
  "file-energy-of-others": ({ columns }) =>
    `het bestand heeft geen energie van een aansluiting: ${columns.map(quoted).join(", ")} ${columns.length === 1 ? "is" : "zijn"} wat panelen opwekken, ` +
    "wat een apparaat gebruikt, of gas of warmte; exporteer wat de meter van het net telde",
  "file-row-moment": ({ row, column }) =>
    `rij ${row} van het bestand heeft geen moment van 2000 tot en met 2099${inColumn(column)}: download de export opnieuw`,
  "file-row-hour": ({ row, column, maximum }) =>
    `rij ${row} van het bestand moet een uur van 0 tot en met ${maximum} hebben${inColumn(column)}`,
  "file-row-number": ({ row, column, text }) =>
    `rij ${row} van het bestand heeft "${text}" waar een getal hoort${inColumn(column)}`,
  "file-row-unit": ({ row, column, text }) =>
    `rij ${row} van het bestand heeft "${text}" waar de eenheid van de rijen ervoor hoort${inColumn(column)}: exporteer één eenheid, kWh`,
  "file-row-cells-few": ({ row, cells, needed }) =>
    `rij ${row} van het bestand heeft ${cells} cellen waar een dag er ${needed} nodig heeft`,
  "file-row-cells": ({ row, cells, titles }) =>
    `rij ${row} van het bestand heeft ${cells} cellen onder ${titles} titels: schrijf decimalen met een punt waar komma's de cellen scheiden`,
  "file-row-time": ({ row, column, text }) =>
    `rij ${row} van het bestand heeft "${text}" waar een datum en tijd van 2000 tot en met 2099 hoort${inColumn(column)}`,
  "file-same-moments": () =>
    "veel rijen van het bestand hebben dezelfde datum en tijd: exporteer één meter, met een kolom per richting",
  "file-readings-fall": () =>
    "de meterstanden in het bestand stijgen en dalen: geef de kolommen de titels " +
    '"Afname energie (kWh)" en "Teruglevering energie (kWh)" als het de energie per interval is',
  "file-readings-unclear": ({ kwh: energy, days }, { number }) =>
    `uit het bestand blijkt niet of de waarden meterstanden zijn of de energie per interval. Als meterstanden zijn ze samen ` +
    `${number(energy)} kWh in ${days} dagen. Geef de kolommen bij energie de titels "Afname energie (kWh)" en ` +
    '"Teruglevering energie (kWh)"; stuur bij meterstanden een periode waarin de meter heeft geteld',
  "file-looks-like-readings": () =>
    'de kWh in het bestand lijken meterstanden: exporteer de energie die in elk uur is gebruikt, of noem hun kolom "Meterstand (kWh)"',
  "file-date-order": () =>
    "de datums in het bestand kunnen dag-maand of maand-dag zijn: schrijf ze als JJJJ-MM-DD UU:MM",
  "file-dates-swapped": () =>
    "in het bestand zijn dagen en maanden in sommige rijen verwisseld, zoals een rekenblad dat kan doen: stuur de export zoals die is gedownload",
  "file-registers": ({ maximum }) => `het bestand heeft meer dan ${maximum} telwerken: stuur één meter`,
  "file-interval-energy": ({ kwh: energy }, { number }) =>
    `het bestand heeft ${number(energy)} kWh in één interval: controleer of de waarden energie in kWh zijn`,
  "file-few-values": () => "het bestand bevat minder dan twee waarden: stuur minstens 28 dagen met uren",
  "file-too-coarse": ({ hours }, { number }) =>
    `het bestand bevat ${hours === 24 ? "één waarde per dag" : `één waarde per ${number(hours)} uur`}: ` +
    "exporteer kwartieren of uren, want een dagtotaal zegt niet wanneer de energie is gebruikt",
  "file-no-whole-hour": ({ format }) => `${fileOf(format)} bevat geen heel uur: exporteer kwartieren of uren`,
  "file-connections": ({ format, connections }) =>
    `${fileOf(format)} bevat ${connections} aansluitingen die energie afnemen: exporteer één aansluiting tegelijk`,
  "file-negative": ({ format, values }) =>
    `${fileOf(format)} bevat ${values} waarden van afgenomen energie onder 0: exporteer afname en teruglevering in ` +
    "eigen kolommen",
  "file-without-units": () =>
    "het Green Button-bestand bevat geen ReadingType met de eenheid (uom) van de metingen: exporteer het met ReadingType",
  "file-gas": ({ format }) => `${fileOf(format)} bevat gas, geen elektriciteit: exporteer de elektriciteitsmeter`,
  "file-only-fed-in": ({ format }) => `${fileOf(format)} bevat alleen teruglevering: exporteer ook de afname`,
  "file-balance-reversed": () =>
    "in de kolom met beide richtingen gaat er 's nachts meer uit dan in: schrijf wat is afgenomen boven 0 en wat is " +
    "teruggeleverd onder 0",
  "file-no-values": ({ format }) => `${fileOf(format)} bevat geen gemeten waarden: kies een periode die gemeten is`,
  "file-too-short": ({ days, minimum }) =>
    `het bestand bevat ${days} gemeten dagen: stuur er minstens ${minimum}, beter een heel jaar`,

  "idempotency-key": () => "Idempotency-Key moet 1 tot 255 afdrukbare ASCII-tekens hebben",
  "not-a-form": () => "de body is geen volledig multipart-formulier",
  "form-parts": ({ maximum }) => `het formulier heeft meer dan ${maximum} delen: stuur alleen het bestand`,
  "form-part-head": ({ maximum }) =>
    `een deel van het formulier begint met headers van meer dan ${maximum} bytes: stuur het bestand met een korte naam`,
  "required-as-file": ({ path }, { field }) => `${field(path)} is verplicht, als bestand`,
  image: ({ path }, { field }) =>
    `${field(path)} moet een PNG-, JPEG- of WebP-afbeelding zijn, hoogstens 4096 pixels breed en hoog`,
  "password-wrong": ({ path }, { field }) => `${field(path)} is onjuist`,
  "password-same": ({ path, other }, { field }) => `${field(path)} moet anders zijn dan ${field(other)}`,
  "password-common": ({ path }, { field }) =>
    `${field(path)} is een van de meest gebruikte wachtwoorden, of een daarvan met een paar cijfers of tekens erachter`,
  "password-link-over": () =>
    "deze link is al gebruikt, verlopen of door een nieuwere vervangen: vraag de beheerder van de dienst om een andere",
  "not-a-header-name": ({ name }) => `headers: ${quoted(name)} is geen naam van een header`,
  "header-twice": ({ path }, { field }) => `${field(path)} is twee keer gegeven`,
  "header-masked": ({ path }, { field }) =>
    `${field(path)} is het masker van een waarde die niet bewaard is: geef de waarde zelf`,
  "header-reserved": ({ path }, { field }) =>
    `${field(path)} wordt door de dienst gezet en mag niet overschreven worden`,
  "header-value": ({ path }, { field }) =>
    `${field(path)} mag hoogstens 1000 tekens hebben, allemaal afdrukbare ASCII-tekens`,
  "not-a-url": ({ path, reason }, { field }) => `${field(path)} ${URLS[reason]}`,
  "url-not-public": ({ path, host }, { field }) => `${field(path)}: ${host} leidt naar een adres dat niet openbaar is`,
  "mode-of-key": ({ path, mode }, { field }) =>
    `${field(path)} moet weg of ${mode} zijn: een API-sleutel heeft een eigen modus, en deze is van ${mode}`,
  "unknown-name": ({ path, values, name, nearest }, { field }) =>
    `${field(path)} moet een keuze uit ${values.join(", ")} zijn, gescheiden door komma's: ${quoted(name)} hoort daar niet bij` +
    (nearest === undefined ? "" : `, ${meantOne(nearest)}`),
  "not-a-tier": ({ path, values, nearest }, { field }) =>
    `${field(path)} moet een van ${values.join(", ")} zijn${nearest === undefined ? "" : `; ${meantOne(nearest)}`}`,
  "tier-name": ({ name }) => `tiers: de naam ${quoted(name)} moet uit kleine letters, cijfers en streepjes bestaan`,
  "price-file-layout": ({ columns }) =>
    "geen bekend prijsbestand: verwacht wordt de day-ahead-export van ENTSO-E (kolommen MTU, Day-ahead Price in EUR/MWh, " +
    "gebied BZN|…), het uurbestand van Ember (Datetime (UTC), Price (EUR/MWhe)), de groothandelsprijzen van SMARD (Start date, " +
    "… [€/MWh]), de day-aheadveiling van Energy-Charts, of een tabel met datum en tijd en een kolom waarvan de titel " +
    "EUR/MWh, EUR/kWh of ct/kWh noemt; gevonden zijn de kolommen " +
    columns.join(", "),
  "price-file-zone": () => "het bestand zegt niet van welke biedzone de prijzen zijn: noem die, zoals in --zone NL",
  "price-file-unit": ({ line, unit, expected }) => `regel ${line}: prijzen in ${quoted(unit)}, verwacht: ${expected}`,
  "price-file-columns": ({ columns }) =>
    `het bestand heeft meer dan één kolom met getallen (${columns.map(quoted).join(", ")}): laat alleen die met de prijzen staan`,
  "price-file-clock": ({ row, text, zone }) =>
    `rij ${row} heeft "${text}", een uur dat de klok van ${zone} overslaat: noem de klok in de titel van de tijden, zoals "Tijd (UTC)" of "Tijd (UTC+1)"`,
  "price-file-ends": () => "de tijden van het bestand zijn het einde van elk uur: schrijf het begin",
  "price-hours-missing": ({ year, hours, from }) =>
    `in het bestand ontbreken ${hours} uren van ${year}, het eerste om ${from} standaardtijd: stuur elk uur of kwartier van het jaar`,
  "time-zone": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} moet een tijdzone van de IANA-database zijn, zoals Europe/Amsterdam`,
  "price-file-time": ({ line, text }) => `regel ${line}: ${quoted(text)} is geen tijd`,
  "price-file-high": ({ line, eurPerMwh, maximum }) =>
    `regel ${line}: ${eurPerMwh} EUR/MWh is verder dan ${maximum}: controleer de eenheid die de kolom noemt`,
  "price-file-low": ({ zone, year, minimum }) =>
    `prijzen van ${zone} ${year} zijn gemiddeld lager dan ${minimum} EUR/MWh: controleer de eenheid die de kolom noemt`,
  "price-file-price": ({ line, text }) => `regel ${line}: ${quoted(text)} is geen prijs`,
  "custom-load-profile-required": ({ path }, { field }) =>
    `${field(path)} is verplicht als use_custom_load_profile true is: de record_id van het profiel`,
  "not-a-custom-load-profile": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} is geen eigen verbruiksprofiel: GET /v1/load-profile geeft de lijst`,
  "load-profile-of-zeros": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} is 0 in elk uur: het kan niet naar yearly_kwh geschaald worden`,
  "csv-rows": ({ expected, found: count }) => `verwacht ${expected} rijen, gevonden ${count}`,
  "csv-row-below-zero": ({ row, text }) =>
    `rij ${row} is kleiner dan 0 (${quoted(text)}): een verbruiksprofiel bevat alleen verbruik`,
  "csv-row-above": ({ row, text, maximumKw }) => `rij ${row} is groter dan ${maximumKw} kW (${quoted(text)})`,
  "csv-row-empty": ({ row }) => `rij ${row} is leeg`,
  "csv-row-decimal-comma": ({ row, text }) =>
    `rij ${row} heeft een decimale komma (${quoted(text)}): gebruik een decimale punt`,
  "csv-row-columns": ({ row, text }) => `rij ${row} heeft meer dan één kolom (${quoted(text)})`,
  "csv-row-not-a-number": ({ row, text }) =>
    `rij ${row} is geen getal (${quoted(text)})${row === 1 ? ": laat een kopregel weg" : ""}`,
  "csv-columns": ({ columns }) => `regel 1 moet kolommen noemen: id, capacityKwh en powerKw, uit ${columns.join(", ")}`,
  "csv-products": ({ maximum }) => `het bestand heeft meer dan ${maximum} producten`,
  "csv-column-twice": ({ path }, { field }) => `${field(path)} noemt een kolom die er twee keer is`,
  "csv-number-ambiguous": ({ path, text }, { field }) =>
    `${field(path)} ${quoted(text)} kan duizendtallen of decimalen hebben: laat het teken tussen duizendtallen weg, of schrijf decimalen in meer of minder dan drie cijfers`,
}
