import type { BillLine } from "../base/billLines.ts"
import type { NotedComponent, NoteParams, ProviderFailure, SuspectUnit, YieldReason } from "../base/note.ts"
import { countryName } from "./countries.ts"
import { type Catalogue, percentUp, SAYS_NOTHING, shareRange, type Words } from "./render.ts"
import { sentenceOf } from "./violations.ts"

const place = (country: string | null): string => (country === null ? "deze plaats" : countryName(country, "nl"))

const failureText = (failure: ProviderFailure, words: Words): string => {
  switch (failure.reason) {
    case "refused":
      return `PVGIS antwoordde ${failure.status}: ${failure.text}`
    case "timeout":
      return `PVGIS antwoordde niet binnen ${words.figure(failure.afterMs)} ms`
    case "unreachable":
      return `PVGIS is niet te bereiken: ${failure.detail}`
    case "too-large":
      return `PVGIS stuurde meer dan ${words.figure(failure.maxBytes)} bytes`
    case "unreadable":
      return `het antwoord van PVGIS heeft een onbekende vorm: ${failure.detail}`
    case "incomplete-year":
      return "PVGIS gaf geen volledig kalenderjaar aan uren"
    case "other":
      return failure.detail
  }
}

/** `a`, `a en b`, `a, b en c`. */
const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} en ${names[names.length - 1]}`

const PARTS = {
  outlook: "de vooruitblik",
  sensitivity: "de gevoeligheid",
  savingsSpread: "de spreiding van de besparing",
  alternatives: "de alternatieven",
  contracts: "de contracten",
}

/** Kinds of lines of an electricity bill. */
const BILL_LINES: Record<BillLine, string> = {
  fixedCosts: "vaste kosten",
  demandCharges: "vermogenstarieven",
  gridFees: "netkosten per kWh",
  taxes: "belastingen per kWh",
}

const COMPONENTS = {
  vat: "btw",
  markUp: "de opslag van de leverancier",
  feedInFee: "de terugleverkosten van de leverancier",
  feedInShareOfBarePrice: "de minimale terugleververgoeding",
}

const componentText = (noted: NotedComponent): string => {
  if (noted.component === "levy" || noted.component === "gridFee") return noted.name
  if (noted.component !== "energyTax") return COMPONENTS[noted.component]
  const { fromKwh, toKwh } = noted
  return `energiebelasting vanaf ${fromKwh.toLocaleString("nl")}${toKwh ? ` tot ${toKwh.toLocaleString("nl")}` : ""} kWh`
}

const ofYear = (noted: NotedComponent): string => `${componentText(noted)} (${noted.year})`

const YIELD_REASONS: Record<YieldReason, (isAbove: boolean) => string> = {
  "no-shade": () => "het model kent geen schaduw, geen vuil buiten de systeemverliezen en geen storingen",
  "facing-sun": () => "de panelen liggen naar de zon gericht",
  "low-losses": () => "de gevraagde systeemverliezen zijn laag",
  "turned-away": () => "de panelen liggen vlak, staan steil of zijn van de zon af gericht",
  "high-losses": () => "de gevraagde systeemverliezen zijn hoog",
  "small-inverter": () => "de omvormer topt de zonnige uren af",
  shade: () => "schaduw neemt een deel van het licht weg",
  place: isAbove => `de plaats is ${isAbove ? "zonniger" : "minder zonnig"} dan het land gemiddeld`,
}

/** The unit of a value in the service, and the unit in which it was most likely given. */
const UNITS: Record<SuspectUnit, [counts: string, givenAs: string]> = {
  fraction: ["als procenten", "als fractie"],
  percent: ["als fractie", "in procenten"],
  kw: ["als W", "in kW"],
  wh: ["als kWh", "in Wh"],
  mwh: ["als kWh", "in MWh"],
  cents: ["per kWh in hele eenheden van de valuta", "in centen"],
  "per-watt": ["per kWp", "per Wp"],
  "per-watt-hour": ["per kWh", "per Wh"],
  radians: ["als graden", "in radialen"],
}

/** Assumptions that are amounts of money. */
const AMOUNTS: Readonly<Record<string, string>> = {
  panelPriceCurve: "prijzen van panelen",
  batteryPriceCurve: "prijzen van batterijen",
  selfSufficiencyBatteryEurPerKwh: "prijzen van batterijen",
  batteryEurPerKw: "prijzen van batterijvermogen",
  inverterFixedEur: "vaste prijzen van omvormers",
  inverterPurchaseEurPerKw: "prijzen van omvormers",
  inverterEurPerKw: "prijzen van nieuwe omvormers in latere jaren",
  pvMaintenanceEurPerKwYear: "kosten van onderhoud van panelen",
  fixedCostEurPerMonth: "vaste kosten van de aansluiting",
  demandChargeEurPerKwMonth: "vermogenstarieven",
}
const amountText = (name: string): string => AMOUNTS[name] ?? name

/** EUR/kWh, as exact as tariffs are published. */
const rateShown = (eurPerKwh: number): number => Math.round(eurPerKwh * 1e5) / 1e5
const hoursText = (hours: number): string => (hours === 1 ? "1 uur" : `${hours.toLocaleString("nl")} uren`)
const kwhText = (kwh: number): string => `${Math.round(kwh).toLocaleString("nl")} kWh`

/** The sentence of every note in Dutch. */
export const notesNl: Catalogue<NoteParams> = {
  "value-of-other-unit": ({ path, value, meant, insteadOf }, { field, figure }) => {
    const [counts, givenAs] = UNITS[meant]
    return `Controleer ${field(path)}: ${figure(value)} telt ${counts}, en zo'n waarde komt bijna nergens voor. Is die ${givenAs} ingevuld, vul dan ${figure(insteadOf)} in en scan opnieuw.`
  },
  "place-exchanged": ({ lat, lon, country, exchangedCountry }, { number }) =>
    `Controleer de locatie: breedtegraad ${number(lat)}, lengtegraad ${number(lon)} ligt ${country === null ? "in geen land" : `in ${place(country)}`}, omgewisseld in ${place(exchangedCountry)}. Zijn ze verwisseld, vul dan breedtegraad ${number(lon)} en lengtegraad ${number(lat)} in en scan opnieuw.`,
  "weather-measured": ({ station, year }) =>
    `Gemeten uren van KNMI-station ${station} in ${year}, geschaald naar de langjarige maandelijkse zonnestraling van de plaats.`,
  "weather-synthetic": ({ year }) =>
    `Berekende uren met de maandelijkse zonnestraling en temperatuur van de wereldklimatologie (NASA SSE, NCEP), zon van ${year}. De jaaropbrengst ligt binnen 8 % van de gepubliceerde waarden voor 40 plaatsen (PVGIS, PVWatts, Global Solar Atlas), meestal binnen 6 %; aan mistige kusten is het verschil groter.`,
  "weather-pvgis": ({ database, year, years }) =>
    `PVGIS (${database}), uren van ${year}, maanden op het gemiddelde van ${years} jaar.`,
  "weather-paired": ({ weatherYear, priceYear, by, station }) => {
    const kind = {
      station: `zoals gemeten op KNMI-station ${station}`,
      feedIn: "naar de teruglevering van zonnestroom in Duitsland",
      prices: "naar de prijsdaling rond het middaguur",
    }
    return `De zonnige dagen volgen het prijsjaar ${priceYear}, ${kind[by]}: per maand staan de dagen van ${weatherYear} in die volgorde.`
  },
  "weather-of-other-year": ({ weatherYear, priceYear, worth }, { amount, figure }) => {
    const days = `Het zonlicht is van ${weatherYear} en de prijzen zijn van ${priceYear}: zonnige uren en lage prijzen vallen niet op dezelfde dagen`
    if (worth === null) return `${days}.`
    if (worth === undefined)
      return `${days}, zodat zonnestroom op de markt te veel opbrengt. In 48 Nederlandse scans was de netto contante waarde daardoor 13 % tot 26 % te hoog (mediaan).`
    const eur = amount(Math.round(worth.eur), worth.currency)
    return `${days}, zodat zonnestroom op de markt te veel opbrengt (gemeten: ${figure(percentUp(worth.share))} %). De netto contante waarde is daardoor ${worth.hasBattery ? "tot" : "ongeveer"} ${eur} te hoog.`
  },
  "provider-failed": ({ failure }, words) =>
    `De bron van de zonneproductie gaf geen uren (${failureText(failure, words)}): in plaats daarvan is het ingebouwde model gebruikt.`,
  "panels-added-to-profile": ({ name, powerKw, addedKwh, profileKwh }, { figure }) =>
    `Bestaande panelen van ${figure(powerKw)} kWp (${kwhText(addedKwh)} per jaar) tellen mee naast ` +
    (profileKwh > 0
      ? `die van het profiel "${name}" (${kwhText(profileKwh)} per jaar). Zijn het dezelfde panelen, laat ze dan weg.`
      : `het profiel "${name}", dat geen panelen heeft: de uren daarvan zijn het verbruik, vóór deze panelen.`),
  "meter-overlap": ({ kwh, hours }) =>
    `In ${hoursText(hours)} telde de meter zowel afname als teruglevering: van elk ${kwhText(kwh)} per jaar. Deze energie staat zoals gemeten op elke rekening. De installatie verandert er niets aan.`,
  "quarter-hours": () =>
    "De installatie is doorgerekend en afgerekend in de kwartieren van het meterbestand: pieken zijn gemiddelden over 15 minuten. De opwek binnen het uur is berekend met de zonnestand en wisselende bewolking, toegevoegd verbruik is gelijkmatig verdeeld. Grafieken tonen uren.",
  "modelled-quarters": () =>
    "De installatie is doorgerekend en afgerekend in berekende kwartieren, omdat er geen meterbestand met kwartieren is. Verbruik boven dat van de uren ernaast komt in blokken van 1 kW en meer. De maandpieken van tien gemeten woningen kloppen op 13 % na. De opwek binnen het uur is berekend met de zonnestand en wisselende bewolking. Grafieken tonen uren.",
  "market-quarters": ({ hours, zone, year }) =>
    `De markt heeft kwartierprijzen voor ${hoursText(hours)} van ${year} (${zone}). Andere uren hebben één prijs: een batterij verdient minder dan met kwartierprijzen in alle uren.`,
  "production-raised-to-meter": ({ raisedKwh, darkKwh, modelledKwh, producedKwh }) =>
    `De meter leverde ${kwhText(raisedKwh)} meer terug dan de berekende panelen, in uren met ander weer: die uren volgen de meter. ` +
    (modelledKwh !== null
      ? `De panelen wekken dan ${kwhText(producedKwh)} per jaar op in plaats van ${kwhText(modelledKwh)}. Controleer het aantal panelen.`
      : `De andere uren zijn verlaagd, zodat het jaar op ${kwhText(producedKwh)} blijft.`) +
    (darkKwh > 0 ? ` Zonder zon is ${kwhText(darkKwh)} teruggeleverd, bijvoorbeeld door een batterij.` : ""),
  "export-nearest": ({ exportedKwh, nearestKwh, boughtKwh, producedKwh }) =>
    `De meter leverde ${kwhText(exportedKwh)} terug: met ${kwhText(boughtKwh)} inkoop komen bestaande panelen van ${kwhText(producedKwh)} niet ` +
    `dichterbij dan ${kwhText(nearestKwh)}, en met het verbruik dat daarbij hoort is gerekend. Corrigeer de panelen of hun teruglevering als die niet kloppen.`,
  "yield-far-from-mean": ({ systems, country, basis, meanKwhPerKwp, isAbove, because, ...yields }) => {
    const [lowest, highest] = [
      yields.lowestKwhPerKwp.toLocaleString("nl"),
      yields.highestKwhPerKwp.toLocaleString("nl"),
    ]
    const plants =
      basis === "fleet" ? "installaties in gebruik, van alle daken" : "berekende installaties op de beste helling"
    return (
      `Panelen${systems ? ` (${systems.join(", ")})` : ""} geven ${lowest === highest ? lowest : `${lowest} tot ${highest}`} kWh per kWp per jaar, meer dan een tiende ` +
      `${isAbove ? "boven" : "onder"} het gemiddelde van ${plants}, in ${place(country)} (${meanKwhPerKwp.toLocaleString("nl")}): ` +
      `${because.map(reason => YIELD_REASONS[reason](isAbove)).join("; ")}.`
    )
  },
  "shade-counted": ({ leastShare, mostShare, byPvgis }, { figure }) =>
    `Horizon en obstakels kosten ${shareRange(leastShare, mostShare, "tot", figure)} % van de jaaropbrengst van panelen in de schaduw${byPvgis ? ", volgens het ingebouwde model. PVGIS rekent ermee in plaats van met zijn eigen horizon" : ""}. Staat de zon erachter, dan is er geen direct licht, en de panelen zien minder van de hemel.`,
  "load-of-businesses": () =>
    "Het verbruik is verdeeld zoals bij een gemiddeld bedrijf (business-g25). Openingstijden en machines veranderen de pieken en de waarde van een batterij: kies een passender profiel of een meterbestand.",
  "load-half-year-later": () =>
    "Het verbruiksprofiel is gemeten op het noordelijk halfrond: het is een half jaar verschoven, zodat de winter in juli valt.",
  "battery-capacity-limited": ({ capacityKwh, hours, powerKw }, { figure }) =>
    `De capaciteit van de batterij is begrensd op ${figure(capacityKwh)} kWh: ${hours} uur op het vermogen van ${figure(powerKw)} kW.`,
  "connection-exceeded": ({ contractedPowerKw, importKw, exportKw }, { figure }) => {
    const peaks = [
      ...(importKw === null ? [] : [`neemt tot ${figure(importKw)} kW af`]),
      ...(exportKw === null ? [] : [`levert tot ${figure(exportKw)} kW terug`]),
    ]
    return `De locatie ${peaks.join(" en ")} in de huidige situatie, meer dan het gecontracteerde vermogen van ${figure(contractedPowerKw)} kW: met de installatie wordt dat niet meer dan nu.`
  },
  "limits-exceeded": ({ importHours, exportHours }) => {
    const exceeded = [
      ...(importHours > 0 ? [`neemt in ${hoursText(importHours)} van het jaar meer af dan het contract toestaat`] : []),
      ...(exportHours > 0 ? [`levert in ${hoursText(exportHours)} meer terug dan het contract toestaat`] : []),
    ]
    return `De locatie ${exceeded.join(" en ")} in de huidige situatie: met de installatie wordt dat in deze uren niet meer dan nu, op het stand-byverbruik van een batterij na.`
  },
  "battery-priced-by-goal": ({ eurPerKwh }, { amount }) =>
    `De batterij kost ${amount(eurPerKwh)} per kWh, ongeacht de grootte, zoals bij elke scan voor zelfvoorziening zonder eigen prijs.`,
  "amounts-in-euro": ({ currency, assumptions }) =>
    `Bedragen zijn in ${currency}, maar ${listOf(assumptions.map(amountText))} zijn bekend in EUR en tellen ongewijzigd mee, zonder wisselkoers. Geef prijzen in ${currency} voor cijfers die kloppen.`,
  "prices-of-netherlands": ({ country }) =>
    `Alle cijfers gelden bij Nederlandse prijzen of belastingen, want die van ${place(country)} zijn niet bekend: geef een eigen tarief voor cijfers die daar kloppen.`,
  "day-ahead-of-netherlands": ({ country }) =>
    `Geen day-aheadprijzen van ${place(country)}: de Nederlandse zijn gebruikt.`,
  "day-ahead-of-part": ({ country, zone }) =>
    `De day-aheadprijzen zijn die van de zone ${zone}; andere delen van ${place(country)} hebben andere prijzen.`,
  "day-ahead-of-other-year": ({ zone, year, usedYear }) =>
    `Geen day-aheadprijzen van de zone ${zone} in ${year}: die van ${usedYear} zijn gebruikt.`,
  "price-hours-filled": ({ hours, zone, year }, { figure }) =>
    `${hours === 1 ? "1 ontbrekend uur" : `${figure(hours)} ontbrekende uren`} van de prijzen van de zone ${zone} in ${year} ${hours === 1 ? "is" : "zijn"} het gemiddelde van hetzelfde uur van de dag ervoor en erna.`,
  "components-of-netherlands": ({ country }) =>
    `De tariefonderdelen (belasting, btw, opslag) van ${place(country)} zijn niet bekend: de Nederlandse zijn gebruikt.`,
  "components-least": ({ country }) =>
    `Van de belastingen en heffingen van ${place(country)} tellen alleen de btw en de laagste energiebelasting van de Europese Unie mee: nettarieven en nationale heffingen niet, dus de inkoopprijzen zijn te laag.`,
  "supplier-terms-of-netherlands": ({ country, components }) =>
    `Niet bekend voor ${place(country)}: ${components.map(ofYear).join(", ")}. De Nederlandse voorwaarden zijn gebruikt.`,
  "components-of-other-years": ({ year, components }) => {
    const listed = components.map(ofYear)
    return `Niet bekend voor ${year}, overgenomen van het dichtstbijzijnde jaar: ${listed.join(", ")}.`
  },
  "components-provisional": ({ components }) => `Voorlopig: ${components.map(componentText).join(", ")}.`,
  "tax-by-block": ({ fromKwh, toKwh, eurPerKwh, isSettled, hasNear, hasVat }, { amount }) => {
    const block = toKwh === null ? `boven ${kwhText(fromKwh)}` : `van ${kwhText(fromKwh)} tot ${kwhText(toKwh)}`
    const rest = isSettled
      ? `waarin de inkoop van de installatie eindigt; de ondergrens geldt voor installaties waarvan de inkoop daar ${hasNear ? "of in een schijf daarnaast" : "ook"} eindigt`
      : "hoewel haar inkoop in een andere eindigt: met het tarief daarvan zou weer een andere installatie de beste zijn"
    return `Energiebelasting wordt per schijf berekend; de installatie is bepaald met het tarief van de schijf ${block}, ${amount(rateShown(eurPerKwh))}/kWh${hasVat ? " met btw" : ""}, ${rest}.`
  },
  "feed-in-lowered": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "de inkoopprijs min wat het salderen teruggeeft" : "de inkoopprijs"
    return `In ${hoursText(hours)} ligt de terugleververgoeding boven ${ceiling}; daar is die tot dat bedrag verlaagd.`
  },
  "feed-in-counted-to-purchase": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "de inkoopprijs min wat het salderen teruggeeft" : "de inkoopprijs"
    return `In ${hoursText(hours)} ligt de terugleververgoeding boven ${ceiling}. De rekeningen tellen die helemaal mee; bij de keuze en sturing van de installatie telt alleen het deel tot die grens.`
  },
  "netting-beyond-law": ({ country, lastYear, law }) =>
    `Salderen telt mee in jaren na ${lastYear}, maar eindigt in ${place(country)} op 1 januari ${lastYear + 1} (${law}): rekeningen en besparing van die jaren worden anders. Scan opnieuw met ${lastYear} als laatste jaar met salderen voor cijfers die kloppen.`,
  "carbon-of-netherlands": ({ country }) => `Geen CO₂-intensiteit van ${place(country)}: de Nederlandse is gebruikt.`,
  "completed-by-other-version": ({ version }) =>
    `De groottes zijn gekozen en bewezen met versie ${version} van de dienst. Alle andere cijfers zijn met een latere versie berekend.`,
  "completed-with-other-data": () =>
    `De groottes zijn gekozen en bewezen met andere meegeleverde gegevens. Alle andere cijfers gebruiken nieuwere gegevens.`,
  "adjusts-other-version": ({ engineVersion }) => {
    const version = engineVersion === null ? "een eerdere versie" : `versie ${engineVersion}`
    return `De oorspronkelijke scan is berekend met ${version} van de dienst. Verschillen kunnen ook komen door nieuwere berekeningen en gegevens.`
  },
  "negative-prices": ({ hours }) =>
    `In ${hoursText(hours)} met een negatieve inkoopprijs dekt de batterij het verbruik, maar ontlaadt ze niet naar het net; de ondergrens geldt binnen deze regel.`,
  "feed-in-above-purchase": ({ amount: eur, currency }, { amount }) =>
    `Over de jaren van de analyse komt de terugleververgoeding in sommige uren boven de inkoopprijs, na aftrek van wat salderen daarvan teruggeeft. De rekening telt die helemaal mee, de keuze van de installatie alleen tot die grens. De ondergrens ligt daarom ${amount(eur, currency)} lager: een andere installatie kan tot zoveel goedkoper zijn.`,
  "settled-monthly": ({ amount: eur, currency }, { amount }) =>
    `Teruglevering wordt per maand verrekend met de inkoop. De rekeningen tellen dat mee; per jaar wordt ${amount(eur, currency)} niet uitbetaald. Bij de keuze van de installatie telt elke kWh als betaald: een kleinere installatie kan meer waard zijn.`,
  "lower-grid-charges": ({ plant, baseline }) => {
    const named = (isOther: boolean) => (isOther ? "het tweede tarief" : "het eerste tarief")
    return `Het contract heeft twee nettarieven en per jaar geldt het laagste: ${named(plant)} met de installatie, ${named(baseline)} zonder.`
  },
  "existing-sells-at-a-loss": ({ kwh }) =>
    `De huidige panelen leveren per jaar ${kwhText(kwh)} terug terwijl dat geld kost; met de installatie stopt de omvormer bij zulke prijzen.`,
  "not-operated-anew": ({ because }) => {
    const reason = because === "netting" ? "salderen" : "het doel zelfvoorziening"
    return `Met een vermogenstarief en ${reason} zijn een ander verbruik en andere jaren niet doorgerekend.`
  },
  "not-varied": ({ because }) => {
    const reason = because === "netting" ? "salderen" : "het doel zelfvoorziening"
    return `Met een vermogenstarief en ${reason} staan een ander verbruik en een andere opbrengst niet in de vooruitblik.`
  },
  "payback-interrupted": ({ firstYear, lastingYear }) =>
    `De besparing tot dan toe is in jaar ${firstYear} voor het eerst hoger dan de uitgaven; door een vervanging komt ze daar weer onder` +
    (lastingYear === null ? " en komt ze er niet meer boven." : ` en vanaf jaar ${lastingYear} blijft ze erboven.`),
  "contract-lines-differ": ({ lines }) =>
    `Niet alle vergeleken contracten rekenen ${listOf(lines.map(line => BILL_LINES[line]))}. De volgorde is zonder deze kosten; de tabel toont het verschil. Vul ze in bij elk contract, ook het huidige, en vul 0 in als ze er niet zijn.`,
  "load-uncovered": ({ kwh }, { figure }) =>
    `In sommige uren kan de aansluiting het verbruik en het stand-byverbruik van de batterij samen niet leveren: per jaar blijft ${figure(Number(kwh.toPrecision(3)))} kWh ongedekt.`,
  "search-cut-short": ({ budgetMs, gap }, { figure }) =>
    `Het rekenwerk voor deze scan was begrensd op ${figure(budgetMs)} ms: er kan een betere installatie bestaan, binnen de marge van ${figure(percentUp(gap))} %.`,
  "wide-gap": ({ gap }, { figure }) =>
    `De installatie is gekozen voor deze sturing, en de ondergrens rekent met voorkennis van het hele jaar: geen toegestane installatie kost minder dan de ondergrens, ${
      gap < SAYS_NOTHING
        ? `maar van deze installatie is alleen bewezen dat ze daar hoogstens ${figure(percentUp(gap))} % vandaan ligt.`
        : "die zo ver eronder ligt dat ze niets zegt over hoe dicht deze installatie bij de beste zit."
    }`,
  "parts-left-out": ({ budgetMs, parts }, { figure }) => {
    const listed = listOf(parts.map(part => PARTS[part]))
    return `Het rekenwerk voor deze scan was begrensd op ${figure(budgetMs)} ms: ${listed} ${parts.length > 1 ? "zijn" : "is"} weggelaten.`
  },
  "limited-by-time": () => "De grens is bereikt door rekentijd: dezelfde aanvraag kan een andere installatie geven.",
  "file-hours-estimated": ({ count }, { figure }) =>
    `uren die geschat zijn, of deels gemeten en naar het hele uur geschaald: ${figure(count)}`,
  "file-values-repeated": ({ count }, { figure }) =>
    `waarden weggelaten omdat een latere rij hetzelfde telwerk en moment heeft: ${figure(count)}`,
  "file-readings-broken": ({ count }, { figure }) =>
    `meterstanden die daalden of sprongen, de tijd eromheen telt als niet gemeten: ${figure(count)}`,
  "file-readings-apart": ({ count }, { figure }) =>
    `meterstanden meer dan twee uur na de vorige, de tijd ertussen telt als niet gemeten: ${figure(count)}`,
  "file-values-negative": ({ count }, { figure }) =>
    `waarden van afgenomen energie onder 0 weggelaten: ${figure(count)}`,
  "file-rows-of-gas": ({ count }, { figure }) => `rijen van gas weggelaten: ${figure(count)}`,
  "file-of-several-years": ({ years }) =>
    `de uren komen uit ${years.join(", ")}: elk uur is van het gewenste jaar, of anders van het laatste jaar met dat uur`,
  "file-without-summer-time": () =>
    "de klok van het bestand kent geen zomertijd: de tijden zijn als standaardtijd gelezen",
  "file-times-are-ends": () => "tijden zijn als het einde van intervallen gelezen, zoals hun dagen laten zien",
  "file-of-balance": () => "één kolom heeft beide richtingen: boven 0 is afgenomen, onder 0 teruggeleverd",
  "file-times-may-be-ends": () => 'uren van 1:00 tot 0:00 zijn als begin gelezen: noem de kolom van een einde "Einde"',
  "file-columns-not-read": ({ columns }) => `kolommen met energie die niet zijn gelezen: ${columns.join(", ")}`,
  "file-last-row-left-out": ({ violation }) => `de laatste rij is weggelaten: ${sentenceOf(violation, "nl")}`,
}
