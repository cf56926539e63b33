import type { BillLine } from "../base/billLines.ts"
import type { NotedComponent, NoteParams, ProviderFailure, SuspectUnit, YieldReason } from "../base/note.ts"
import { countryName } from "./countries.ts"
import { type Catalogue, percentUp, SAYS_NOTHING, shareRange, type Words } from "./render.ts"
import { sentenceOf } from "./violations.ts"

const place = (country: string | null): string => (country === null ? "this place" : countryName(country, "en"))

const failureText = (failure: ProviderFailure, words: Words): string => {
  switch (failure.reason) {
    case "refused":
      return `PVGIS answered ${failure.status}: ${failure.text}`
    case "timeout":
      return `PVGIS did not answer within ${words.figure(failure.afterMs)} ms`
    case "unreachable":
      return `PVGIS could not be reached: ${failure.detail}`
    case "too-large":
      return `PVGIS sent more than ${words.figure(failure.maxBytes)} bytes`
    case "unreadable":
      return `PVGIS answered in a form that is not understood: ${failure.detail}`
    case "incomplete-year":
      return "PVGIS gave no complete calendar year of hours"
    case "other":
      return failure.detail
  }
}

/** `a`, `a and b`, `a, b and c`. */
const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`

const PARTS = {
  outlook: "the outlook",
  sensitivity: "the sensitivity",
  savingsSpread: "the spread of the savings",
  alternatives: "the alternatives",
  contracts: "the contracts",
}

/** Kinds of lines of an electricity bill. */
const BILL_LINES: Record<BillLine, string> = {
  fixedCosts: "fixed costs",
  demandCharges: "charges for the highest power",
  gridFees: "grid fees per kWh",
  taxes: "taxes per kWh",
}

const COMPONENTS = {
  vat: "VAT",
  markUp: "the supplier's mark-up",
  feedInFee: "the supplier's feed-in fee",
  feedInShareOfBarePrice: "the least feed-in share",
}

const componentText = (noted: NotedComponent): string => {
  if (noted.component === "levy" || noted.component === "gridFee") return noted.name
  if (noted.component !== "energyTax") return COMPONENTS[noted.component]
  const { fromKwh, toKwh } = noted
  return `energy tax from ${fromKwh.toLocaleString("en")}${toKwh ? ` to ${toKwh.toLocaleString("en")}` : ""} kWh`
}

const ofYear = (noted: NotedComponent): string => `${componentText(noted)} (${noted.year})`

const YIELD_REASONS: Record<YieldReason, (isAbove: boolean) => string> = {
  "no-shade": () => "the model knows no shade, dirt beyond the system losses, or faults",
  "facing-sun": () => "the panels face the sun",
  "low-losses": () => "the system losses asked for are low",
  "turned-away": () => "the panels are flat, steep or face away from the sun",
  "high-losses": () => "the system losses asked for are high",
  "small-inverter": () => "the inverter cuts the bright hours",
  shade: () => "shade takes a part of the light",
  place: isAbove => `the place is ${isAbove ? "sunnier" : "less sunny"} than the country in the mean`,
}

/** The unit of a value in the service, and the unit in which it was most likely given. */
const UNITS: Record<SuspectUnit, [counts: string, givenAs: string]> = {
  fraction: ["as percent", "as a fraction"],
  percent: ["as a fraction", "in percent"],
  kw: ["as W", "in kW"],
  wh: ["as kWh", "in Wh"],
  mwh: ["as kWh", "in MWh"],
  cents: ["per kWh in whole units of the currency", "in cents"],
  "per-watt": ["per kWp", "per Wp"],
  "per-watt-hour": ["per kWh", "per Wh"],
  radians: ["as degrees", "in radians"],
}

/** Assumptions that are amounts of money. */
const AMOUNTS: Readonly<Record<string, string>> = {
  panelPriceCurve: "prices of panels",
  batteryPriceCurve: "prices of batteries",
  selfSufficiencyBatteryEurPerKwh: "prices of batteries",
  batteryEurPerKw: "prices of battery power",
  inverterFixedEur: "fixed prices of inverters",
  inverterPurchaseEurPerKw: "prices of inverters",
  inverterEurPerKw: "prices of new inverters in later years",
  pvMaintenanceEurPerKwYear: "costs of maintenance of panels",
  fixedCostEurPerMonth: "fixed costs of the connection",
  demandChargeEurPerKwMonth: "demand charges",
}
const amountText = (name: string): string => AMOUNTS[name] ?? name

/** EUR/kWh, as exact as tariffs are published. */
const rateShown = (eurPerKwh: number): number => Math.round(eurPerKwh * 1e5) / 1e5
const hoursText = (hours: number): string => (hours === 1 ? "1 hour" : `${hours.toLocaleString("en")} hours`)
const kwhText = (kwh: number): string => `${Math.round(kwh).toLocaleString("en")} kWh`

/** The sentence of every note in English. */
export const notesEn: Catalogue<NoteParams> = {
  "value-of-other-unit": ({ path, value, meant, insteadOf }, { field, figure }) => {
    const [counts, givenAs] = UNITS[meant]
    return `Check ${field(path)}: ${figure(value)} counts ${counts}, which hardly any site has. If it was given ${givenAs}, give ${figure(insteadOf)} and scan again.`
  },
  "place-exchanged": ({ lat, lon, country, exchangedCountry }, { number }) =>
    `Check location: latitude ${number(lat)}, longitude ${number(lon)} lies ${country === null ? "in no country" : `in ${place(country)}`}, exchanged they lie in ${place(exchangedCountry)}. If they were exchanged, give lat ${number(lon)} and lon ${number(lat)} and scan again.`,
  "weather-measured": ({ station, year }) =>
    `Measured hours of KNMI station ${station} in ${year}, scaled to the long-term monthly sunlight of the place.`,
  "weather-synthetic": ({ year }) =>
    `Synthetic hours with the monthly sunlight and temperature of the world climatology (NASA SSE, NCEP), sun of ${year}. Their yearly yields are within 8 % of those published for 40 places (PVGIS, PVWatts, Global Solar Atlas), mostly within 6 %; at coasts of fog they are further off.`,
  "weather-pvgis": ({ database, year, years }) =>
    `PVGIS (${database}), hours of ${year}, months at the mean of ${years === 1 ? "1 year" : `${years} years`}.`,
  "weather-paired": ({ weatherYear, priceYear, by, station }) => {
    const kind = {
      station: `measured at KNMI station ${station}`,
      feedIn: "by the solar feed-in of Germany",
      prices: "by the fall of prices at midday",
    }
    return `Sunny days follow the year of the prices, ${priceYear}, ${kind[by]}: within each month the days of ${weatherYear} are put in this order.`
  },
  "weather-of-other-year": ({ weatherYear, priceYear, worth }, { amount, figure }) => {
    const days = `Sunlight is of ${weatherYear} and prices are of ${priceYear}: sunny hours and low prices are not of the same days`
    if (worth === null) return `${days}.`
    if (worth === undefined)
      return `${days}, so that solar earns too much at the market. In 48 Dutch scans this made the net present value too high by 13 % to 26 % at the median.`
    const eur = amount(Math.round(worth.eur), worth.currency)
    return `${days}, so that solar earns too much at the market (measured: ${figure(percentUp(worth.share))} %). The net present value is too high by ${worth.hasBattery ? "up to" : "about"} ${eur}.`
  },
  "provider-failed": ({ failure }, words) =>
    `The production provider failed (${failureText(failure, words)}): the built-in model is used in its place.`,
  "panels-added-to-profile": ({ name, powerKw, addedKwh, profileKwh }, { figure }) =>
    `Existing panels of ${figure(powerKw)} kWp (${kwhText(addedKwh)} a year) are counted in addition to ` +
    (profileKwh > 0
      ? `the panels of the profile "${name}" (${kwhText(profileKwh)} a year). If they are the same panels, leave them out.`
      : `the profile "${name}", which has no panels: its hours are the use of the site, before these panels.`),
  "meter-overlap": ({ kwh, hours }) =>
    `In ${hoursText(hours)} the meter counted purchase and feed-in: ${kwhText(kwh)} of each a year. Every bill has this energy as measured. The system does not change it.`,
  "quarter-hours": () =>
    "The system is operated and billed in the quarter-hours of the meter file: peaks are means of 15 minutes. Production within the hour is calculated from the sun and passing clouds, and added use is even. Charts show hours.",
  "modelled-quarters": () =>
    "The system is operated and billed in modelled quarter-hours, because no meter file has them. Extra use, compared with the hours before and after, comes in blocks of 1 kW and more. Monthly peaks of ten measured homes are met within 13 %. Production within the hour is calculated from the sun and passing clouds. Charts show hours.",
  "market-quarters": ({ hours, zone, year }) =>
    `The market has quarter-hour prices for ${hoursText(hours)} of ${year} (${zone}). Other hours have one price: a battery earns less than with quarter-hours in all hours.`,
  "production-raised-to-meter": ({ raisedKwh, darkKwh, modelledKwh, producedKwh }) =>
    `Feed-in is ${kwhText(raisedKwh)} higher than the modelled panels allow, in hours with other weather: these hours follow the meter. ` +
    (modelledKwh !== null
      ? `The panels then produce ${kwhText(producedKwh)} a year in place of ${kwhText(modelledKwh)}. Check the number of panels.`
      : `The other hours are lowered, and the year keeps ${kwhText(producedKwh)}.`) +
    (darkKwh > 0 ? ` Feed-in without sun is ${kwhText(darkKwh)}, for instance from a battery.` : ""),
  "export-nearest": ({ exportedKwh, nearestKwh, boughtKwh, producedKwh }) =>
    `The meter counted an export of ${kwhText(exportedKwh)}: with ${kwhText(boughtKwh)} bought, existing panels of ${kwhText(producedKwh)} come no ` +
    `closer than ${kwhText(nearestKwh)}, and the load that gives this is taken. If they are wrong, correct the panels or their feed-in.`,
  "yield-far-from-mean": ({ systems, country, basis, meanKwhPerKwp, isAbove, because, ...yields }) => {
    const [lowest, highest] = [
      yields.lowestKwhPerKwp.toLocaleString("en"),
      yields.highestKwhPerKwp.toLocaleString("en"),
    ]
    const plants = basis === "fleet" ? "plants in use, of all roofs" : "modelled plants at the best tilt"
    return (
      `Panels${systems ? ` (${systems.join(", ")})` : ""} give ${lowest === highest ? lowest : `${lowest} to ${highest}`} kWh per kWp a year, more than a tenth ` +
      `${isAbove ? "above" : "below"} the mean of ${plants}, in ${place(country)} (${meanKwhPerKwp.toLocaleString("en")}): ` +
      `${because.map(reason => YIELD_REASONS[reason](isAbove)).join("; ")}.`
    )
  },
  "shade-counted": ({ leastShare, mostShare, byPvgis }, { figure }) =>
    `Horizon and obstacles take ${shareRange(leastShare, mostShare, "to", figure)} % of the yearly production of systems in shade${byPvgis ? ", by the built-in model. PVGIS counts them in place of its own horizon" : ""}. The sun behind them gives no direct light, and the panels see less of the sky.`,
  "load-of-businesses": () =>
    "The consumption has the shape of an average business (business-g25). Opening hours and machines change the peaks and the value of a battery: choose a closer profile or a meter file.",
  "load-half-year-later": () =>
    "The load profile was measured north of the equator: it is moved by half a year, so that winter falls in July.",
  "battery-capacity-limited": ({ capacityKwh, hours, powerKw }, { figure }) =>
    `The battery's capacity is limited to ${figure(capacityKwh)} kWh: ${hoursText(hours)} at its power of ${figure(powerKw)} kW.`,
  "connection-exceeded": ({ contractedPowerKw, importKw, exportKw }, { figure }) => {
    const peaks = [
      ...(importKw === null ? [] : [`draws up to ${figure(importKw)} kW`]),
      ...(exportKw === null ? [] : [`feeds in up to ${figure(exportKw)} kW`]),
    ]
    return `Today the site ${peaks.join(" and ")}, above the contracted power of ${figure(contractedPowerKw)} kW: with the system this does not grow.`
  },
  "limits-exceeded": ({ importHours, exportHours }) => {
    const exceeded = [
      ...(importHours > 0
        ? [`draws more than the limit of its contract in ${hoursText(importHours)} of the year`]
        : []),
      ...(exportHours > 0 ? [`feeds in more than the limit of its contract in ${hoursText(exportHours)}`] : []),
    ]
    return `Today the site ${exceeded.join(" and ")}: with the system this does not grow in these hours, except by the standby of a battery.`
  },
  "battery-priced-by-goal": ({ eurPerKwh }, { amount }) =>
    `The battery is priced at ${amount(eurPerKwh)} per kWh of any size, as for every scan for self-sufficiency without a price of its own.`,
  "amounts-in-euro": ({ currency, assumptions }) =>
    `Amounts are in ${currency}, but ${listOf(assumptions.map(amountText))} are known in EUR and count without an exchange rate. Give prices in ${currency} for figures that hold.`,
  "prices-of-netherlands": ({ country }) =>
    `All figures use Dutch prices or taxes, because prices or taxes of ${place(country)} are unknown: give your own tariff for valid figures.`,
  "day-ahead-of-netherlands": ({ country }) => `No day-ahead prices of ${place(country)}: the Dutch ones are used.`,
  "day-ahead-of-part": ({ country, zone }) =>
    `The day-ahead prices belong to the zone ${zone}; other parts of ${place(country)} have other prices.`,
  "day-ahead-of-other-year": ({ zone, year, usedYear }) =>
    `No day-ahead prices of the zone ${zone} in ${year}: prices of ${usedYear} are used.`,
  "price-hours-filled": ({ hours, zone, year }, { figure }) =>
    `${hours === 1 ? "1 missing hour" : `${figure(hours)} missing hours`} of the prices of the zone ${zone} of ${year} ${hours === 1 ? "is" : "are"} the mean of the same hour of the day before and after.`,
  "components-of-netherlands": ({ country }) =>
    `Tariff components (tax, VAT, mark-up) of ${place(country)} are not known: the Dutch ones are used.`,
  "components-least": ({ country }) =>
    `For ${place(country)} only VAT and the least energy tax of the European Union are counted, no grid fees and national levies. Purchase prices are therefore too low.`,
  "supplier-terms-of-netherlands": ({ country, components }) =>
    `Not known for ${place(country)}: ${components.map(ofYear).join(", ")}. The Dutch terms are used.`,
  "components-of-other-years": ({ year, components }) => {
    const listed = components.map(ofYear)
    return `Not known for ${year}, taken from the nearest year: ${listed.join(", ")}.`
  },
  "components-provisional": ({ components }) => `Provisional: ${components.map(componentText).join(", ")}.`,
  "tax-by-block": ({ fromKwh, toKwh, eurPerKwh, isSettled, hasNear, hasVat }, { amount }) => {
    const block = toKwh === null ? `above ${kwhText(fromKwh)}` : `from ${kwhText(fromKwh)} to ${kwhText(toKwh)}`
    const rest = isSettled
      ? `in which the import of the plant ends; the lower bound is of plants whose import ends there ${hasNear ? "or in a block near it" : "too"}`
      : "although its import ends in another: with the rate of that one the best plant would be another still"
    return `Energy tax is billed by its blocks; the plant is sized with the rate of the block ${block}, ${amount(rateShown(eurPerKwh))}/kWh${hasVat ? " with VAT" : ""}, ${rest}.`
  },
  "feed-in-lowered": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "the purchase price less the refund by netting" : "the purchase price"
    return `In ${hoursText(hours)} the feed-in price lies above ${ceiling} and is lowered to it.`
  },
  "feed-in-counted-to-purchase": ({ hours, hasNetting }) => {
    const ceiling = hasNetting ? "the purchase price less the refund by netting" : "the purchase price"
    return `In ${hoursText(hours)} the feed-in price lies above ${ceiling}. Bills count the full price; the plant is chosen and operated as if it ended there.`
  },
  "netting-beyond-law": ({ country, lastYear, law }) =>
    `Netting counts in years after ${lastYear}, but ends in ${place(country)} on 1 January ${lastYear + 1} (${law}): bills and savings of those years will be others. For figures that hold, scan again with ${lastYear} as the last year of netting.`,
  "carbon-of-netherlands": ({ country }) => `No carbon intensity of ${place(country)}: the Dutch one is used.`,
  "completed-by-other-version": ({ version }) =>
    `Version ${version} of the service chose the sizes and proved them. A later version computed all other figures.`,
  "completed-with-other-data": () =>
    `The sizes were chosen and proved with other shipped data. All other figures use newer data.`,
  "adjusts-other-version": ({ engineVersion }) => {
    const version = engineVersion === null ? "an earlier version" : `version ${engineVersion}`
    return `The original scan was calculated by ${version} of the service. Differences from it may also come from newer calculations and data.`
  },
  "negative-prices": ({ hours }) =>
    `In ${hoursText(hours)} of negative purchase prices the battery covers load but does not discharge into the grid; the lower bound holds within this rule.`,
  "feed-in-above-purchase": ({ amount: eur, currency }, { amount }) =>
    `Over the years of the analysis the feed-in price of some hours rises above their purchase price, less the refund by netting. The bill counts the full price; the choice of the plant counts it up to there. The lower bound is therefore ${amount(eur, currency)} lower: another plant may cost up to that much less.`,
  "settled-monthly": ({ amount: eur, currency }, { amount }) =>
    `Feed-in is set off against the purchases of its month. The bills count this, and ${amount(eur, currency)} a year are not paid. The choice of the plant counts every kWh as paid: a smaller plant may be worth more.`,
  "lower-grid-charges": ({ plant, baseline }) => {
    const named = (isOther: boolean) => (isOther ? "the other charges" : "the first charges")
    return `The contract has two charges of the grid, and a year is billed under the lower: ${named(plant)} with the plant, ${named(baseline)} without it.`
  },
  "existing-sells-at-a-loss": ({ kwh }) =>
    `Today's panels feed in ${kwhText(kwh)} a year while that costs money; with the plant the inverter stops at such prices.`,
  "not-operated-anew": ({ because }) => {
    const reason = because === "netting" ? "netting" : "the goal self-sufficiency"
    return `With a demand charge and ${reason}, other consumption and other years are not worked out.`
  },
  "not-varied": ({ because }) => {
    const reason = because === "netting" ? "netting" : "the goal self-sufficiency"
    return `With a demand charge and ${reason}, the outlook has no other consumption and no other yield.`
  },
  "payback-interrupted": ({ firstYear, lastingYear }) =>
    `The savings exceed the spending for the first time in year ${firstYear}; a replacement takes them below it again` +
    (lastingYear === null
      ? ", and they do not end above it."
      : `, and from year ${lastingYear} on they stay above it.`),
  "contract-lines-differ": ({ lines }) =>
    `The compared contracts do not all bill ${listOf(lines.map(line => BILL_LINES[line]))}. They are ranked without these, and the table shows the difference. Enter these costs for every contract, also the current one, and 0 for a contract without them.`,
  "load-uncovered": ({ kwh }, { figure }) =>
    `In some hours the connection does not carry the load and the standby of the battery together: ${figure(Number(kwh.toPrecision(3)))} kWh a year stay uncovered.`,
  "search-cut-short": ({ budgetMs, gap }, { figure }) =>
    `The work on this scan was limited to ${figure(budgetMs)} ms: a better plant may exist, within the gap of ${figure(percentUp(gap))} %.`,
  "wide-gap": ({ gap }, { figure }) =>
    `The plant is chosen for its controller. The lower bound has foresight of the whole year. No allowed plant costs less than the bound, ${
      gap < SAYS_NOTHING
        ? `but this plant is proven only within ${figure(percentUp(gap))} % of that bound.`
        : "which lies too far below to say how near the best this plant is."
    }`,
  "parts-left-out": ({ budgetMs, parts }, { figure }) => {
    const listed = listOf(parts.map(part => PARTS[part]))
    return `The work on this scan was limited to ${figure(budgetMs)} ms: ${listed} ${parts.length > 1 ? "are" : "is"} left out.`
  },
  "limited-by-time": () => "The limit was reached by processor time: the same request may give another plant.",
  "file-hours-estimated": ({ count }, { figure }) =>
    `hours that are estimated, or measured in part and scaled to the whole: ${figure(count)}`,
  "file-values-repeated": ({ count }, { figure }) =>
    `values left out because a later row has the same register and moment: ${figure(count)}`,
  "file-readings-broken": ({ count }, { figure }) =>
    `readings that fell or jumped, the time around them counts as not measured: ${figure(count)}`,
  "file-readings-apart": ({ count }, { figure }) =>
    `readings more than two hours after the previous reading, the time between counts as not measured: ${figure(count)}`,
  "file-values-negative": ({ count }, { figure }) => `values of bought energy below 0 left out: ${figure(count)}`,
  "file-rows-of-gas": ({ count }, { figure }) => `rows of gas left out: ${figure(count)}`,
  "file-of-several-years": ({ years }) =>
    `the hours come from ${years.join(", ")}: of each hour of the year the preferred year's or else the most recent`,
  "file-without-summer-time": () => "the file's clock has no summer time: its times were read as standard time",
  "file-times-are-ends": () => "times were read as the ends of intervals, as their days show",
  "file-of-balance": () => "one column has both directions: positive values count as purchase, negative as feed-in",
  "file-times-may-be-ends": () => 'hours from 1:00 to 0:00 were read as beginnings: title ends "End"',
  "file-columns-not-read": ({ columns }) => `columns of energy that were not read: ${columns.join(", ")}`,
  "file-last-row-left-out": ({ violation }) => `the last row was left out: ${sentenceOf(violation, "en")}`,
}
