import type { BillLine } from "../base/billLines.ts"
import type { NotedComponent, NoteParams, ProviderFailure, SuspectUnit, YieldReason } from "../base/note.ts"
import { countryNameDe, inCountryDe } from "./countries.de.ts"
import { type Catalogue, percentUp, SAYS_NOTHING, shareRange, type Words } from "./render.ts"
import { sentenceOf } from "./violations.ts"

const place = (country: string | null): string => (country === null ? "diesen Ort" : countryNameDe(country))
const inPlace = (country: string | null): string => (country === null ? "an diesem Ort" : inCountryDe(country))

const failureText = (failure: ProviderFailure, words: Words): string => {
  switch (failure.reason) {
    case "refused":
      return `PVGIS antwortete ${failure.status}: ${failure.text}`
    case "timeout":
      return `PVGIS antwortete nicht innerhalb von ${words.figure(failure.afterMs)} ms`
    case "unreachable":
      return `PVGIS war nicht erreichbar: ${failure.detail}`
    case "too-large":
      return `PVGIS sendete mehr als ${words.figure(failure.maxBytes)} Bytes`
    case "unreadable":
      return `die Antwort von PVGIS hat eine unbekannte Form: ${failure.detail}`
    case "incomplete-year":
      return "PVGIS lieferte kein vollständiges Kalenderjahr mit Stunden"
    case "other":
      return failure.detail
  }
}

/** `a`, `a und b`, `a, b und c`. */
const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} und ${names[names.length - 1]}`

const PARTS = {
  outlook: "der Ausblick",
  sensitivity: "die Sensitivität",
  savingsSpread: "die Streuung der Ersparnis",
  alternatives: "die Alternativen",
  contracts: "die Verträge",
}

/** Kinds of lines of an electricity bill. */
const BILL_LINES: Record<BillLine, string> = {
  fixedCosts: "Grundpreise",
  demandCharges: "Leistungspreise",
  gridFees: "Netzentgelte pro kWh",
  taxes: "Steuern pro kWh",
}

const COMPONENTS = {
  vat: "MwSt.",
  markUp: "der Aufschlag des Versorgers",
  feedInFee: "der Abzug des Versorgers bei Einspeisung",
  feedInShareOfBarePrice: "der Mindestanteil der Einspeisevergütung",
}

const componentText = (noted: NotedComponent): string => {
  if (noted.component === "levy" || noted.component === "gridFee") return noted.name
  if (noted.component !== "energyTax") return COMPONENTS[noted.component]
  const { fromKwh, toKwh } = noted
  return `Stromsteuer ab ${fromKwh.toLocaleString("de")}${toKwh ? ` bis ${toKwh.toLocaleString("de")}` : ""} kWh`
}

const ofYear = (noted: NotedComponent): string => `${componentText(noted)} (${noted.year})`

const YIELD_REASONS: Record<YieldReason, (isAbove: boolean) => string> = {
  "no-shade": () =>
    "das Modell kennt keine Verschattung, keine Verschmutzung über die Systemverluste hinaus und keine Störungen",
  "facing-sun": () => "die Module sind zur Sonne ausgerichtet",
  "low-losses": () => "die angegebenen Systemverluste sind niedrig",
  "turned-away": () => "die Module liegen flach, stehen steil oder zeigen von der Sonne weg",
  "high-losses": () => "die angegebenen Systemverluste sind hoch",
  "small-inverter": () => "der Wechselrichter kappt die Leistung in sonnigen Stunden",
  shade: () => "Schatten nimmt einen Teil des Lichts weg",
  place: isAbove => `der Ort ist ${isAbove ? "sonniger" : "weniger sonnig"} als das Land im Mittel`,
}

/** The unit of a value in the service, and the unit in which it was most likely given. */
const UNITS: Record<SuspectUnit, [counts: string, givenAs: string]> = {
  fraction: ["als Prozent", "als Anteil"],
  percent: ["als Anteil", "in Prozent"],
  kw: ["als W", "in kW"],
  wh: ["als kWh", "in Wh"],
  mwh: ["als kWh", "in MWh"],
  cents: ["pro kWh in ganzen Einheiten der Währung", "in Cent"],
  "per-watt": ["pro kWp", "pro Wp"],
  "per-watt-hour": ["pro kWh", "pro Wh"],
  radians: ["in Grad", "in Radiant"],
}

/** Assumptions that are amounts of money. */
const AMOUNTS: Readonly<Record<string, string>> = {
  panelPriceCurve: "Preise von Modulen",
  batteryPriceCurve: "Preise von Speichern",
  selfSufficiencyBatteryEurPerKwh: "Preise von Speichern",
  batteryEurPerKw: "Preise der Speicherleistung",
  inverterFixedEur: "Fixpreise von Wechselrichtern",
  inverterPurchaseEurPerKw: "Preise von Wechselrichtern",
  inverterEurPerKw: "Preise neuer Wechselrichter in späteren Jahren",
  pvMaintenanceEurPerKwYear: "Wartungskosten der Module",
  fixedCostEurPerMonth: "Grundpreise des Anschlusses",
  demandChargeEurPerKwMonth: "Leistungspreise",
}
const amountText = (name: string): string => AMOUNTS[name] ?? name

/** EUR/kWh, as exact as tariffs are published. */
const rateShown = (eurPerKwh: number): number => Math.round(eurPerKwh * 1e5) / 1e5
const hoursText = (hours: number): string => (hours === 1 ? "1 Stunde" : `${hours.toLocaleString("de")} Stunden`)
const kwhText = (kwh: number): string => `${Math.round(kwh).toLocaleString("de")} kWh`

/** The sentence of every note in German. */
export const notesDe: Catalogue<NoteParams> = {
  "value-of-other-unit": ({ path, value, meant, insteadOf }, { field, figure }) => {
    const [counts, givenAs] = UNITS[meant]
    return `Prüfen Sie ${field(path)}: ${figure(value)} wird ${counts} gelesen, ein Wert, den kaum ein Standort hat. Falls er ${givenAs} gemeint war, geben Sie ${figure(insteadOf)} an und führen Sie den Scan erneut aus.`
  },
  "place-exchanged": ({ lat, lon, country, exchangedCountry }, { number }) =>
    `Prüfen Sie den Standort: Breitengrad ${number(lat)}, Längengrad ${number(lon)} liegt ${country === null ? "in keinem Land" : inPlace(country)}, vertauscht ${inPlace(exchangedCountry)}. Falls die Werte vertauscht sind, geben Sie Breitengrad ${number(lon)} und Längengrad ${number(lat)} an und führen Sie den Scan erneut aus.`,
  "weather-measured": ({ station, year }) =>
    `Gemessene Stunden der KNMI-Station ${station} aus ${year}, skaliert auf die langjährige monatliche Sonneneinstrahlung des Ortes.`,
  "weather-synthetic": ({ year }) =>
    `Synthetische Stunden mit der monatlichen Einstrahlung und Temperatur der weltweiten Klimadaten (NASA SSE, NCEP), Sonne von ${year}. Die Jahreserträge weichen um höchstens 8 % von den für 40 Orte veröffentlichten Werten ab (PVGIS, PVWatts, Global Solar Atlas), meist um höchstens 6 %; an Küsten mit Nebel ist die Abweichung größer.`,
  "weather-pvgis": ({ database, year, years }) =>
    `PVGIS (${database}), Stunden von ${year}, Monate im Mittel von ${years === 1 ? "1 Jahr" : `${years} Jahren`}.`,
  "weather-paired": ({ weatherYear, priceYear, by, station }) => {
    const kind = {
      station: `gemessen an der KNMI-Station ${station}`,
      feedIn: "nach der Solareinspeisung in Deutschland",
      prices: "nach dem Preisrückgang am Mittag",
    }
    return `Sonnige Tage folgen dem Jahr der Preise, ${priceYear}, ${kind[by]}: Innerhalb jedes Monats stehen die Tage von ${weatherYear} in dieser Reihenfolge.`
  },
  "weather-of-other-year": ({ weatherYear, priceYear, worth }, { amount, figure }) => {
    const days = `Die Sonnendaten stammen aus ${weatherYear}, die Preise aus ${priceYear}: Sonnige Stunden und niedrige Preise fallen nicht auf dieselben Tage`
    if (worth === null) return `${days}.`
    if (worth === undefined)
      return `${days}, sodass Solarstrom am Markt zu viel erlöst. In 48 niederländischen Scans war der Kapitalwert dadurch im Median um 13 % bis 26 % zu hoch.`
    const eur = amount(Math.round(worth.eur), worth.currency)
    return `${days}, sodass Solarstrom am Markt zu viel erlöst (gemessen: ${figure(percentUp(worth.share))} %). Der Kapitalwert ist um ${worth.hasBattery ? "bis zu" : "etwa"} ${eur} zu hoch.`
  },
  "provider-failed": ({ failure }, words) =>
    `Der Anbieter der Ertragsdaten ist ausgefallen (${failureText(failure, words)}): Stattdessen wird das eingebaute Modell verwendet.`,
  "panels-added-to-profile": ({ name, powerKw, addedKwh, profileKwh }, { figure }) =>
    `Vorhandene Module mit ${figure(powerKw)} kWp (${kwhText(addedKwh)} pro Jahr) zählen zusätzlich zu ` +
    (profileKwh > 0
      ? `den Modulen des Profils "${name}" (${kwhText(profileKwh)} pro Jahr). Sind es dieselben Module, lassen Sie sie weg.`
      : `dem Profil "${name}", das keine Module enthält: Seine Stunden sind der Verbrauch des Standorts ohne diese Module.`),
  "meter-overlap": ({ kwh, hours }) =>
    `In ${hoursText(hours)} hat der Zähler Bezug und Einspeisung gezählt: je ${kwhText(kwh)} pro Jahr. Jede Rechnung enthält diese Energie wie gemessen. Die Anlage ändert sie nicht.`,
  "quarter-hours": () =>
    "Die Anlage ist viertelstündlich nach der Zählerdatei berechnet und abgerechnet: Spitzen sind Mittelwerte über 15 Minuten. Die Erzeugung innerhalb der Stunde ist aus Sonnenstand und wechselnder Bewölkung berechnet, zusätzlicher Verbrauch ist gleichmäßig verteilt. Diagramme zeigen Stunden.",
  "modelled-quarters": () =>
    "Die Anlage ist mit geschätzten Viertelstunden berechnet und abgerechnet, weil keine Zählerdatei sie enthält. Verbrauch über dem der benachbarten Stunden tritt in Blöcken ab 1 kW auf. Die Monatsspitzen von zehn gemessenen Haushalten werden auf 13 % genau getroffen. Die Erzeugung innerhalb der Stunde ist aus Sonnenstand und wechselnder Bewölkung berechnet. Diagramme zeigen Stunden.",
  "market-quarters": ({ hours, zone, year }) =>
    `Der Markt hat Viertelstundenpreise für ${hoursText(hours)} von ${year} (${zone}). Andere Stunden haben nur einen Preis: Ein Speicher spart weniger als mit Viertelstundenpreisen in allen Stunden.`,
  "production-raised-to-meter": ({ raisedKwh, darkKwh, modelledKwh, producedKwh }) =>
    `Die Einspeisung ist um ${kwhText(raisedKwh)} höher, als die berechneten Module erlauben, in Stunden mit anderem Wetter: Diese Stunden folgen dem Zähler. ` +
    (modelledKwh !== null
      ? `Die Module erzeugen dann ${kwhText(producedKwh)} pro Jahr statt ${kwhText(modelledKwh)}. Prüfen Sie die Zahl der Module.`
      : `Die Erzeugung der übrigen Stunden wird gesenkt, die Jahressumme bleibt ${kwhText(producedKwh)}.`) +
    (darkKwh > 0 ? ` Die Einspeisung ohne Sonne beträgt ${kwhText(darkKwh)}, zum Beispiel aus einem Speicher.` : ""),
  "export-nearest": ({ exportedKwh, nearestKwh, boughtKwh, producedKwh }) =>
    `Der Zähler hat eine Einspeisung von ${kwhText(exportedKwh)} gezählt: Bei ${kwhText(boughtKwh)} Netzbezug kommen vorhandene Module mit ${kwhText(producedKwh)} ` +
    `nicht näher heran als ${kwhText(nearestKwh)}; gerechnet wird mit dem Verbrauch, der sich daraus ergibt. Falls das nicht stimmt, korrigieren Sie die Module oder die Einspeisung.`,
  "yield-far-from-mean": ({ systems, country, basis, meanKwhPerKwp, isAbove, because, ...yields }) => {
    const [lowest, highest] = [
      yields.lowestKwhPerKwp.toLocaleString("de"),
      yields.highestKwhPerKwp.toLocaleString("de"),
    ]
    const plants =
      basis === "fleet" ? "der Anlagen in Betrieb, auf allen Dächern" : "berechneter Anlagen mit bester Neigung"
    return (
      `Module${systems ? ` (${systems.join(", ")})` : ""} liefern ${lowest === highest ? lowest : `${lowest} bis ${highest}`} kWh pro kWp und Jahr, mehr als ein Zehntel ` +
      `${isAbove ? "über" : "unter"} dem Mittel ${plants}, ${inPlace(country)} (${meanKwhPerKwp.toLocaleString("de")}): ` +
      `${because.map(reason => YIELD_REASONS[reason](isAbove)).join("; ")}.`
    )
  },
  "shade-counted": ({ leastShare, mostShare, byPvgis }, { figure }) =>
    `Horizont und Hindernisse kosten ${shareRange(leastShare, mostShare, "bis", figure)} % des Jahresertrags verschatteter Module${byPvgis ? ", nach dem eingebauten Modell. PVGIS rechnet mit ihnen statt mit dem eigenen Horizont" : ""}. Steht die Sonne dahinter, fehlt das direkte Licht, und die Module sehen weniger vom Himmel.`,
  "load-of-businesses": () =>
    "Der Verbrauch ist verteilt wie bei einem durchschnittlichen Gewerbe (business-g25). Öffnungszeiten und Maschinen verändern die Spitzen und den Wert eines Speichers: Wählen Sie ein passenderes Profil oder eine Zählerdatei.",
  "load-half-year-later": () =>
    "Das Lastprofil wurde nördlich des Äquators gemessen: Es ist um ein halbes Jahr verschoben, sodass der Winter in den Juli fällt.",
  "battery-capacity-limited": ({ capacityKwh, hours, powerKw }, { figure }) =>
    `Die Kapazität des Speichers ist auf ${figure(capacityKwh)} kWh begrenzt: ${hoursText(hours)} bei seiner Leistung von ${figure(powerKw)} kW.`,
  "connection-exceeded": ({ contractedPowerKw, importKw, exportKw }, { figure }) => {
    const peaks = [
      ...(importKw === null ? [] : [`Bezug bis zu ${figure(importKw)} kW`]),
      ...(exportKw === null ? [] : [`Einspeisung bis zu ${figure(exportKw)} kW`]),
    ]
    return `Heute überschreitet der Standort die Anschlussleistung von ${figure(contractedPowerKw)} kW (${peaks.join(", ")}): Die Anlage erhöht das nicht.`
  },
  "limits-exceeded": ({ importHours, exportHours }) => {
    const exceeded = [
      ...(importHours > 0 ? [`den Bezug in ${hoursText(importHours)} des Jahres`] : []),
      ...(exportHours > 0 ? [`die Einspeisung in ${hoursText(exportHours)}`] : []),
    ]
    return `Heute überschreitet der Standort die Grenze seines Vertrags für ${exceeded.join(" und für ")}: Die Anlage erhöht das in diesen Stunden nicht, außer durch den Standby-Verbrauch eines Speichers.`
  },
  "battery-priced-by-goal": ({ eurPerKwh }, { amount }) =>
    `Der Speicher kostet bei jeder Größe ${amount(eurPerKwh)} pro kWh, wie in jedem Scan mit dem Ziel Autarkie ohne eigenen Preis.`,
  "amounts-in-euro": ({ currency, assumptions }) =>
    `Beträge sind in ${currency}, aber ${listOf(assumptions.map(amountText))} sind nur in EUR bekannt und zählen ohne Umrechnung. Geben Sie für belastbare Zahlen Preise in ${currency} an.`,
  "prices-of-netherlands": ({ country }) =>
    `Alle Zahlen verwenden niederländische Preise oder Steuern, da Preise oder Steuern für ${place(country)} nicht bekannt sind: Geben Sie für belastbare Zahlen einen eigenen Tarif an.`,
  "day-ahead-of-netherlands": ({ country }) =>
    `Keine Day-Ahead-Preise für ${place(country)}: Verwendet werden die niederländischen.`,
  "day-ahead-of-part": ({ country, zone }) =>
    `Die Day-Ahead-Preise gelten für die Gebotszone ${zone}; ${inPlace(country)} haben andere Gebiete andere Preise.`,
  "day-ahead-of-other-year": ({ zone, year, usedYear }) =>
    `Keine Day-Ahead-Preise der Gebotszone ${zone} für ${year}: Verwendet werden Preise von ${usedYear}.`,
  "price-hours-filled": ({ hours, zone, year }, { figure }) =>
    `${hours === 1 ? "1 fehlende Stunde" : `${figure(hours)} fehlende Stunden`} der Preise der Gebotszone ${zone} von ${year} ${hours === 1 ? "ist" : "sind"} ergänzt: Mittel derselben Stunde am Tag davor und danach.`,
  "components-of-netherlands": ({ country }) =>
    `Preisbestandteile (Steuer, MwSt., Aufschlag) sind für ${place(country)} nicht bekannt: Verwendet werden die niederländischen.`,
  "components-least": ({ country }) =>
    `Für ${place(country)} sind nur MwSt. und die Mindeststromsteuer der Europäischen Union eingerechnet, keine Netzentgelte und keine nationalen Umlagen. Die Bezugspreise sind deshalb zu niedrig.`,
  "supplier-terms-of-netherlands": ({ country, components }) =>
    `Für ${place(country)} nicht bekannt: ${components.map(ofYear).join(", ")}. Verwendet werden die niederländischen Bedingungen.`,
  "components-of-other-years": ({ year, components }) => {
    const listed = components.map(ofYear)
    return `Für ${year} nicht bekannt, aus dem nächstliegenden Jahr übernommen: ${listed.join(", ")}.`
  },
  "components-provisional": ({ components }) => `Vorläufig: ${components.map(componentText).join(", ")}.`,
  "tax-by-block": ({ fromKwh, toKwh, eurPerKwh, isSettled, hasNear, hasVat }, { amount }) => {
    const block = toKwh === null ? `über ${kwhText(fromKwh)}` : `von ${kwhText(fromKwh)} bis ${kwhText(toKwh)}`
    const rest = isSettled
      ? `in der der Bezug der Anlage endet; die Untergrenze gilt für Anlagen, deren Bezug ebenfalls dort ${hasNear ? "oder in einer Stufe daneben " : ""}endet`
      : "obwohl ihr Bezug in einer anderen endet: Mit dem Satz jener Stufe wäre wieder eine andere Anlage die beste"
    return `Die Stromsteuer wird nach Stufen berechnet; die Anlage ist mit dem Satz der Stufe ${block} dimensioniert, ${amount(rateShown(eurPerKwh))}/kWh${hasVat ? " inkl. MwSt." : ""}, ${rest}.`
  },
  "feed-in-lowered": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "dem Bezugspreis abzüglich der Erstattung durch Saldierung" : "dem Bezugspreis"
    return `In ${hoursText(hours)} liegt die Einspeisevergütung über ${ceiling} und wird darauf gesenkt.`
  },
  "feed-in-counted-to-purchase": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "dem Bezugspreis abzüglich der Erstattung durch Saldierung" : "dem Bezugspreis"
    return `In ${hoursText(hours)} liegt die Einspeisevergütung über ${ceiling}. In den Rechnungen zählt sie voll, bei Auswahl und Betrieb der Anlage nur bis dorthin.`
  },
  "netting-beyond-law": ({ country, lastYear, law }) =>
    `Die Saldierung zählt auch in Jahren nach ${lastYear}, endet aber ${inPlace(country)} am 1. Januar ${lastYear + 1} (${law}): Rechnungen und Ersparnisse jener Jahre werden abweichen. Führen Sie den Scan für belastbare Zahlen erneut mit ${lastYear} als letztem Jahr der Saldierung aus.`,
  "carbon-of-netherlands": ({ country }) =>
    `Keine CO₂-Intensität für ${place(country)}: Verwendet wird die niederländische.`,
  "completed-by-other-version": ({ version }) =>
    `Die Größen hat Version ${version} des Dienstes gewählt und nachgewiesen. Alle anderen Zahlen hat eine spätere Version berechnet.`,
  "completed-with-other-data": () =>
    `Die Größen wurden mit anderen mitgelieferten Daten gewählt und nachgewiesen. Alle anderen Zahlen verwenden neuere Daten.`,
  "adjusts-other-version": ({ engineVersion }) => {
    const version = engineVersion === null ? "einer früheren Version" : `Version ${engineVersion}`
    return `Der ursprüngliche Scan wurde mit ${version} des Dienstes berechnet. Unterschiede können auch von neueren Berechnungen und Daten kommen.`
  },
  "negative-prices": ({ hours }) =>
    `In ${hoursText(hours)} mit negativen Bezugspreisen deckt der Speicher Verbrauch, speist aber nicht ins Netz ein; die Untergrenze gilt unter dieser Regel.`,
  "feed-in-above-purchase": ({ amount: eur, currency }, { amount }) =>
    `Im Lauf des Betrachtungszeitraums steigt die Einspeisevergütung in einigen Stunden über den Bezugspreis, abzüglich der Erstattung durch Saldierung. Die Rechnung zählt sie voll, die Auswahl der Anlage nur bis dorthin. Die Untergrenze liegt deshalb ${amount(eur, currency)} tiefer: Eine andere Anlage kann um höchstens diesen Betrag weniger kosten.`,
  "settled-monthly": ({ amount: eur, currency }, { amount }) =>
    `Die Einspeisung wird mit dem Bezug desselben Monats verrechnet. Die Rechnungen berücksichtigen das, und ${amount(eur, currency)} pro Jahr werden nicht ausgezahlt. Die Auswahl der Anlage rechnet jede kWh als vergütet: Eine kleinere Anlage kann mehr wert sein.`,
  "lower-grid-charges": ({ plant, baseline }) => {
    const named = (isOther: boolean) => (isOther ? "die zweite" : "die erste")
    return `Der Vertrag hat zwei Preisregelungen für das Netz, und ein Jahr wird nach der günstigeren berechnet: ${named(plant)} mit der Anlage, ${named(baseline)} ohne sie.`
  },
  "existing-sells-at-a-loss": ({ kwh }) =>
    `Die heutigen Module speisen ${kwhText(kwh)} pro Jahr ein, wenn das Geld kostet; mit der neuen Anlage stoppt der Wechselrichter bei solchen Preisen.`,
  "not-operated-anew": ({ because }) => {
    const reason = because === "netting" ? "Saldierung" : "dem Ziel Autarkie"
    return `Mit einem Leistungspreis und ${reason} werden anderer Verbrauch und andere Jahre nicht berechnet.`
  },
  "not-varied": ({ because }) => {
    const reason = because === "netting" ? "Saldierung" : "dem Ziel Autarkie"
    return `Mit einem Leistungspreis und ${reason} enthält der Ausblick keinen anderen Verbrauch und keinen anderen Ertrag.`
  },
  "payback-interrupted": ({ firstYear, lastingYear }) =>
    `Die Ersparnis übersteigt die Ausgaben erstmals im Jahr ${firstYear}; ein Ersatz senkt sie wieder darunter` +
    (lastingYear === null
      ? ", und am Ende liegt sie nicht darüber."
      : `, und ab dem Jahr ${lastingYear} bleibt sie darüber.`),
  "contract-lines-differ": ({ lines }) =>
    `Nicht alle verglichenen Verträge berechnen ${listOf(lines.map(line => BILL_LINES[line]))}. Die Rangfolge lässt diese Posten weg, und die Tabelle zeigt den Unterschied. Tragen Sie diese Kosten für jeden Vertrag ein, auch für den heutigen, und 0 für einen Vertrag ohne sie.`,
  "load-uncovered": ({ kwh }, { figure }) =>
    `In einigen Stunden reicht der Anschluss nicht für den Verbrauch und den Standby-Verbrauch des Speichers zusammen: ${figure(Number(kwh.toPrecision(3)))} kWh pro Jahr bleiben ungedeckt.`,
  "search-cut-short": ({ budgetMs, gap }, { figure }) =>
    `Der Rechenaufwand dieses Scans war auf ${figure(budgetMs)} ms begrenzt: Es kann eine bessere Anlage geben, um höchstens ${figure(percentUp(gap))} % günstiger.`,
  "wide-gap": ({ gap }, { figure }) =>
    `Die Anlage ist für ihre Steuerung gewählt. Die Untergrenze kennt das ganze Jahr im Voraus. Keine zulässige Anlage kostet weniger als diese Grenze, ${
      gap < SAYS_NOTHING
        ? `aber für diese Anlage ist nur ein Abstand von höchstens ${figure(percentUp(gap))} % nachgewiesen.`
        : "die aber zu tief liegt, um zu sagen, wie nahe diese Anlage der besten kommt."
    }`,
  "parts-left-out": ({ budgetMs, parts }, { figure }) => {
    const listed = listOf(parts.map(part => PARTS[part]))
    return `Der Rechenaufwand dieses Scans war auf ${figure(budgetMs)} ms begrenzt. Es ${parts.length > 1 ? "fehlen" : "fehlt"}: ${listed}.`
  },
  "limited-by-time": () =>
    "Die Grenze wurde nach Prozessorzeit erreicht: Dieselbe Anfrage kann eine andere Anlage ergeben.",
  "file-hours-estimated": ({ count }, { figure }) =>
    `geschätzte oder nur teilweise gemessene und hochgerechnete Stunden: ${figure(count)}`,
  "file-values-repeated": ({ count }, { figure }) =>
    `ausgelassene Werte, weil eine spätere Zeile dasselbe Zählwerk und denselben Zeitpunkt hat: ${figure(count)}`,
  "file-readings-broken": ({ count }, { figure }) =>
    `Zählerstände, die fielen oder sprangen (die Zeit davor und danach zählt als nicht gemessen): ${figure(count)}`,
  "file-readings-apart": ({ count }, { figure }) =>
    `Zählerstände mehr als zwei Stunden nach dem vorigen (die Zeit dazwischen zählt als nicht gemessen): ${figure(count)}`,
  "file-values-negative": ({ count }, { figure }) => `ausgelassene Bezugswerte unter 0: ${figure(count)}`,
  "file-rows-of-gas": ({ count }, { figure }) => `ausgelassene Zeilen mit Gas: ${figure(count)}`,
  "file-of-several-years": ({ years }) =>
    `die Stunden stammen aus ${years.join(", ")}, für jede Stunde des Jahres aus dem bevorzugten oder sonst dem neuesten Jahr`,
  "file-without-summer-time": () =>
    "die Uhr der Datei kennt keine Sommerzeit: Die Zeiten wurden als Normalzeit gelesen",
  "file-times-are-ends": () => "die Zeiten wurden als Enden der Intervalle gelesen, wie ihre Tage zeigen",
  "file-of-balance": () =>
    "eine Spalte enthält beide Richtungen: Positive Werte zählen als Bezug, negative als Einspeisung",
  "file-times-may-be-ends": () =>
    'Stunden von 1:00 bis 0:00 wurden als Beginn gelesen: Endzeiten brauchen den Spaltentitel "Ende"',
  "file-columns-not-read": ({ columns }) => `nicht gelesene Spalten mit Energie: ${columns.join(", ")}`,
  "file-last-row-left-out": ({ violation }) => `die letzte Zeile wurde ausgelassen: ${sentenceOf(violation, "de")}`,
}
