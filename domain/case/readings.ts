/**
 * Other usual readings of a scan's assumptions: the same site and plant with one assumption changed. The report shows
 * the value of the plant under each, so that no assumption decides a purchase in silence.
 *
 * - A reading changes one assumption and keeps the plant, its controller's kind and the load.
 * - Values that the request or the organization set have no other reading. Control of inverters and maintenance are
 *   exceptions: their default and the same value in a request look alike.
 * - Contracts in other currencies and years that cannot be operated again have no reading.
 */
import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import { controllerFor } from "../control/controller.ts"
import { SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import { withGrowthTimes } from "../market/partGrowth.ts"
import { countryPack } from "../market/tariff/countryPacks.ts"
import { zoneOf } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import type { TariffTerms } from "../market/tariff/terms.ts"
import { type TermsPhase, termsPhases } from "../market/tariff/termsPhases.ts"
import type { InverterControl } from "../request/request.ts"
import { usualFlatTerms } from "../request/usualContract.ts"
import { totalOf } from "../site/profiles/hours.ts"
import { DAYS_PER_YEAR } from "../site/year.ts"
import type { ReadPlant, ScanCase } from "./case.ts"
import { inHours } from "./inHours.ts"
import { isExistingMustRun } from "./inverterControl.ts"
import { withDaysIn } from "./otherYears.ts"
import { tariffsOf } from "./tariffs.ts"
import { canSimulateOtherYears, withYield } from "./variations.ts"

/** One assumption of a scan in another usual reading. */
export interface Reading extends Omit<ReadPlant, "otherYear"> {
  /** True if the hours of the plant may differ from the scan's. */
  isOtherYear: boolean
}

/** Share of a mean of whole bills that the next kWh costs, in the careful reading. */
const SHARE_OF_AVERAGE = 0.8
const PRICE_DIGITS = 5

/** Other readings of a scan's assumptions; empty for requests before usual contracts. */
export const readingsOf = (scan: ScanCase): Reading[] => {
  if (!canSimulateOtherYears(scan)) return []
  const ofAny = [...ofMeasures(scan), ...ofQuarters(scan)]
  if (!scan.request.tariff.usual) return ofAny
  const isEuro = scan.input.currency === SHIPPED_CURRENCY
  return [
    ...ofAny,
    ...(isEuro ? [...ofKind(scan), ...ofAverage(scan)] : []),
    ...ofFeedInEnd(scan),
    ...ofInverters(scan),
    ...ofGrowth(scan),
    ...ofMaintenance(scan),
    ...ofInverterLife(scan),
    ...ofEquipmentPrices(scan),
    ...ofYield(scan),
    ...ofSun(scan),
  ]
}

/** True if the market prices of a scan's place are needed for its readings. */
export const readsMarket = ({ request, tariffSite }: Pick<ScanCase, "request" | "tariffSite">): boolean =>
  (request.tariff.usual?.fields.includes("type") ?? false) && zoneOf(tariffSite) !== undefined

/** The scan under other terms from its first year, with the controller that they would have. */
const underTerms = (scan: ScanCase, terms: TariffTerms): ScanCase => {
  const { phases, analysisYears } = scan.input
  return underPhases(scan, termsPhases(terms, { firstYear: phases[0].calendarYear }, analysisYears))
}

const underPhases = (scan: ScanCase, phases: NonEmpty<TermsPhase>): ScanCase => {
  const { input, assumptions, control, controlOrigin } = scan
  const phased = { ...input, phases }
  const tariffs = tariffsOf(phased, scan.tariffSite)
  const organization = controlOrigin === "organization" ? control : undefined
  return {
    ...scan,
    input: phased,
    tariffs,
    ...controllerFor({ goal: input.goal.kind, request: input.control, organization }, { tariffs, assumptions }),
  }
}

/** A dynamic contract in place of the usual one, and the usual one in place of a dynamic contract. */
const ofKind = (scan: ScanCase): Reading[] => {
  const { request, input } = scan
  if (readsMarket(scan)) {
    const terms = { type: "dynamic", taxesIncluded: true } as const
    return [{ code: "usual-contract", reading: "dynamic", scan: underTerms(scan, terms), isOtherYear: true }]
  }
  const [{ terms: current, calendarYear }] = input.phases
  if (current.type !== "dynamic" || !current.taxesIncluded || current.netting) return []
  const terms = usualFlatTerms(request.tariff.usual!.country, input.customer, calendarYear)
  return [{ code: "dynamic-additions", reading: "flat", scan: underTerms(scan, terms), isOtherYear: true }]
}

/** Terms at another flat price, which feed-in does not exceed. */
const atMost = (terms: TariffTerms, flatEurPerKwh: number): TariffTerms => {
  if (terms.type !== "flat") return terms
  const { feedInEurPerKwh: paid } = terms
  return { ...terms, flatEurPerKwh, ...(paid === undefined ? {} : { feedInEurPerKwh: Math.min(paid, flatEurPerKwh) }) }
}

/** A lower price of the next kWh, if the assumed price is a mean of whole bills. */
const ofAverage = (scan: ScanCase): Reading[] => {
  const { usual } = scan.request.tariff
  const { phases, customer } = scan.input
  const [{ terms: tariff }] = phases
  const isAssumed = usual!.fields.includes("flatEurPerKwh") && countryPack(usual!.country)[customer].isAverageOfBills
  if (!isAssumed || tariff.type !== "flat") return []
  const flatEurPerKwh = Number((SHARE_OF_AVERAGE * tariff.flatEurPerKwh).toFixed(PRICE_DIGITS))
  const lowered = mapped(phases, phase => ({ ...phase, terms: atMost(phase.terms, flatEurPerKwh) }))
  return [{ code: "average-of-bills", reading: flatEurPerKwh, scan: underPhases(scan, lowered), isOtherYear: true }]
}

/** A usual feed-in price that is paid to the end of the analysis, if law ends it before. */
const ofFeedInEnd = (scan: ScanCase): Reading[] => {
  const { phases, endings } = scan.input
  const isUsual = scan.request.tariff.usual!.fields.includes("feedInEurPerKwh")
  if (!isUsual || endings?.feedInUntil === undefined) return []
  const [{ terms, calendarYear }] = phases
  const reading = calendarYear + scan.input.analysisYears - 1
  return [{ code: "usual-feed-in-end", reading, scan: underTerms(scan, terms), isOtherYear: true }]
}

/** True if feed-in costs money in some hours. */
const costsToFeedIn = ({ tariffs }: ScanCase): boolean =>
  tariffs.some(({ sellEurPerKwh, nettingEurPerKwh }) => sellEurPerKwh.some(price => price + nettingEurPerKwh < 0))

/** Existing plain inverters that stop feeding in while it costs money; new panels keep their inverters. */
const ofMeasures = (scan: ScanCase): Reading[] => {
  const { input } = scan
  const hasPlain =
    input.existingPv.some(pv => isExistingMustRun(input, pv)) ||
    (scan.profileProductionKwh !== undefined && isExistingMustRun(input))
  if (!hasPlain || !costsToFeedIn(scan)) return []
  const withControl = <System extends { inverterControl?: InverterControl }>(system: System): System => ({
    ...system,
    inverterControl: system.inverterControl ?? input.inverterControl!,
  })
  const stopping = input.existingPv.map(pv => ({ ...pv, inverterControl: "exportLimit" as const }))
  const changed: ScanCase = {
    ...scan,
    input: { ...input, inverterControl: "exportLimit", existingPv: stopping, newPv: input.newPv.map(withControl) },
    existing: scan.existing.map((system, index) => ({ ...system, input: stopping[index]! })),
    roofs: scan.roofs.map(roof => ({ ...roof, input: withControl(roof.input) })),
  }
  return [{ code: "free-measures", reading: "exportLimit", scan: changed, isOtherYear: true }]
}

/** Hours in place of modelled quarters. */
const ofQuarters = (scan: ScanCase): Reading[] =>
  scan.hasModelledQuarters
    ? [{ code: "modelled-quarters", reading: "hour", scan: inHours(scan), isOtherYear: true }]
    : []

/** Inverters that stop feeding in while it costs money. */
const ofInverters = (scan: ScanCase): Reading[] => {
  const { input } = scan
  if (input.inverterControl !== "none" || !costsToFeedIn(scan)) return []
  const controlled = { ...scan, input: { ...input, inverterControl: "exportLimit" as const } }
  return [{ code: "plain-inverter", reading: "exportLimit", scan: controlled, isOtherYear: true }]
}

/** Prices that do not grow. */
const ofGrowth = (scan: ScanCase): Reading[] => {
  const { assumptions, assumptionOrigins } = scan
  const isSet = assumptionOrigins?.electricityPriceGrowth !== undefined
  if (isSet || assumptions.electricityPriceGrowth <= 0) return []
  const steady = { ...scan, assumptions: withGrowthTimes(assumptions, 0) }
  return [{ code: "price-growth", reading: 0, scan: steady, isOtherYear: false }]
}

/** Maintenance of panels and battery at its usual cost. */
const ofMaintenance = (scan: ScanCase): Reading[] => {
  const { input } = scan
  if (input.includePvMaintenanceCosts && input.includeBatteryMaintenanceCosts) return []
  const included = { ...input, includePvMaintenanceCosts: true, includeBatteryMaintenanceCosts: true }
  return [{ code: "maintenance", reading: "included", scan: { ...scan, input: included }, isOtherYear: false }]
}

/** Years of the analysis with the first panels and their inverters. */
export const panelYearsOf = ({ input, assumptions }: ScanCase): number =>
  Math.min(input.analysisYears, assumptions.pvLifeYears)

/** Year in which an inverter is replaced, in the careful reading: 10 to 15 years are usual. */
const INVERTER_LIFE_YEARS = 15

/** One replacement of the inverters of new panels. */
const ofInverterLife = (scan: ScanCase): Reading[] => {
  const { assumptions, assumptionOrigins } = scan
  const isSet = assumptionOrigins?.inverterReplacementYear !== undefined
  if (isSet || assumptions.inverterReplacementYear > 0 || panelYearsOf(scan) <= INVERTER_LIFE_YEARS) return []
  const replaced = { ...assumptions, inverterReplacementYear: INVERTER_LIFE_YEARS }
  const reading = INVERTER_LIFE_YEARS
  return [{ code: "inverter-life", reading, scan: { ...scan, assumptions: replaced }, isOtherYear: false }]
}

/** Part by which an offer may exceed the shipped prices, in the careful reading. */
const DEARER = 0.2

/** Assumptions by which a scan prices panels and battery, if they are the shipped ones. */
export const shippedPricesOf = ({
  input,
  assumptionOrigins,
}: ScanCase): ("panelPriceCurve" | "batteryPriceCurve")[] => {
  const { newPv, electricBattery: battery } = input
  const isShipped = (name: "panelPriceCurve" | "batteryPriceCurve") => assumptionOrigins?.[name] === undefined
  return [
    ...(newPv.some(({ costPerKwp }) => costPerKwp === undefined) ? (["panelPriceCurve"] as const) : []),
    ...(battery && battery.costPerKwh === undefined ? (["batteryPriceCurve"] as const) : []),
  ].filter(isShipped)
}

/** Panels and battery above the shipped prices. */
const ofEquipmentPrices = (scan: ScanCase): Reading[] => {
  const { assumptions } = scan
  const names = shippedPricesOf(scan)
  if (names.length === 0) return []
  const dearer = <Point extends { eur: number }>(points: readonly Point[]): Point[] =>
    points.map(point => ({ ...point, eur: (1 + DEARER) * point.eur }))
  const { panelPriceCurve: panels, batteryPriceCurve: battery } = assumptions
  const priced = {
    ...assumptions,
    panelPriceCurve: names.includes("panelPriceCurve") ? dearer(panels) : panels,
    batteryPriceCurve: names.includes("batteryPriceCurve") ? dearer(battery) : battery,
  }
  return [{ code: "equipment-prices", reading: DEARER, scan: { ...scan, assumptions: priced }, isOtherYear: false }]
}

/** Mean yield of all panels of a scan [kWh/kWp]; null without panels. */
export const meanYieldOf = ({ existing, roofs }: ScanCase): number | null => {
  let kwh = 0
  let kwp = 0
  const add = (panels: number, watts: number, panelKwh: number) => {
    kwh += panels * panelKwh
    kwp += (panels * watts) / 1000
  }
  for (const { input, productionKwh } of existing)
    add(1, input.panelCount * input.panelPowerWatts, totalOf(productionKwh))
  for (const { input, productionKwhPerPanel } of roofs)
    add(input.maxPanelCount, input.panelPowerWatts, totalOf(productionKwhPerPanel))
  return kwp > 0 ? kwh / kwp : null
}

/** Mean yield of panels in use in the country, if the model expects more. */
const ofYield = (scan: ScanCase): Reading[] => {
  const modelled = meanYieldOf(scan)
  const { meanYield } = scan
  if (modelled === null || meanYield?.basis !== "fleet" || meanYield.kwhPerKwp >= modelled) return []
  const { kwhPerKwp } = meanYield
  return [{ code: "plants-in-use", reading: kwhPerKwp, scan: withYield(scan, kwhPerKwp / modelled), isOtherYear: true }]
}

/** Days of the weather year as they came, for contracts at the market. */
const ofSun = (scan: ScanCase): Reading[] => {
  const [weatherYear] = scan.sun.notes.flatMap(each =>
    each.code === "weather-paired" ? [each.params.weatherYear] : [],
  )
  if (weatherYear === undefined || !followsMarket(scan.input.phases[0].terms)) return []
  const ownDays = Int16Array.from({ length: DAYS_PER_YEAR }, (_, day) => day)
  const asTheyCame = withDaysIn(scan, ownDays, ownDays)
  return [{ code: "sun-of-prices", reading: weatherYear, scan: asTheyCame, isOtherYear: true }]
}
