import { sharedHours } from "../base/memo.ts"
import { type PriceYear, priceYearsOf } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import type { ExistingPvInput, NewPvInput } from "../request/request.ts"
import { type MeasuredYear, measuredYearsAt } from "../site/solar/production.ts"
import { hidingShade, shadeOf } from "../site/solar/shade.ts"
import { reorder } from "../site/solar/sunnyDays.ts"
import { stepsPerHour } from "../site/steps.ts"
import type { ExistingSystem, ScanCase } from "./case.ts"
import { heatingOrder, withHeatingIn } from "./heating.ts"
import { skyInShade, skyOf, sumOf } from "./siteProduction.ts"
import { inOrder, orderFor, sunOrdersOf } from "./sunOrders.ts"
import { existingOutputKwh, outputKwhPerPanel } from "./systemOutput.ts"
import { tariffsOf } from "./tariffs.ts"

/** Scan under the weather of one year and the prices of another or the same year. */
export interface OtherYear {
  /** Null: the weather of the scan. */
  weatherYear: number | null
  priceYear: number
  scan: ScanCase
}

/**
 * Cases under other years. Each price year has its own order of sunny days; of the load only heat pumps follow it.
 * - All-pairs spread: each pair of a measured weather year and an available price year, without duplicates.
 * - Otherwise: every price year with the weather of the scan.
 * - Outside the Netherlands and Belgium, and without panels, the weather is always the scan's.
 * - Prices that do not follow the market are always the tariff's own.
 */
export const otherYearsOf = (scan: ScanCase, imported: readonly PriceYear[] = []): OtherYear[] => {
  const underPrices = withPriceYears(scan, imported)
  const { lat, lon } = scan.input.location
  const hasPanels = scan.existing.length + scan.roofs.length > 0
  const measured = hasPanels && scan.input.savingsSpread === "all-pairs" ? measuredYearsAt(lat, lon) : []
  if (measured.length === 0)
    return underPrices.map(({ priceYear, ...priced }) => ({
      weatherYear: null,
      priceYear,
      scan: { ...inOrderOf(scan, priceYear), ...priced },
    }))
  return measured.flatMap(weather => {
    const orders = sunOrdersOf(
      { hours: weather.ghiWm2(), measuredYear: weather.year },
      { ...sunPlaceOf(scan), imported },
      underPrices.map(({ priceYear }) => priceYear),
    )
    return underPrices.map(({ priceYear, ...priced }) => ({
      weatherYear: weather.year,
      priceYear,
      scan: {
        ...withWeather(withHeating(scan, heatingOrder(scan.heating, priceYear)), weather, orderFor(orders, priceYear)),
        ...priced,
      },
    }))
  })
}

const sunPlaceOf = ({ tariffSite, input: { location }, calendarYear }: ScanCase) => ({
  ...tariffSite,
  ...location,
  calendarYear,
})

/** The scan's own production in the order of another price year. */
const inOrderOf = (scan: ScanCase, priceYear: number): ScanCase =>
  withDaysIn(scan, orderFor(scan.sun.orders, priceYear), heatingOrder(scan.heating, priceYear))

/** The scan with the days of its panels and heat pumps in other orders; unchanged without an order. */
export const withDaysIn = (scan: ScanCase, sun: Int16Array | undefined, heating: Int16Array | undefined): ScanCase =>
  withSunIn(withHeating(scan, heating), sun)

const withHeating = (scan: ScanCase, other: Int16Array | undefined): ScanCase => {
  const { heating, loadKwh, tariffs } = scan
  const ownOrder = heatingOrder(heating, tariffs[0].priceYear)
  if (!heating || !ownOrder || !other || ownOrder === other) return scan
  return { ...scan, loadKwh: sharedHours(withHeatingIn(loadKwh, heating, ownOrder, other)) }
}

const withSunIn = (scan: ScanCase, other: Int16Array | undefined): ScanCase => {
  const ownOrder = orderFor(scan.sun.orders, scan.tariffs[0].priceYear)
  if (!ownOrder || !other || ownOrder === other) return scan
  const order = reorder(ownOrder, other)
  const existing = scan.existing.map(system => ({ ...system, productionKwh: inOrder(system.productionKwh, order) }))
  const roofs = scan.roofs.map(roof => ({
    ...roof,
    productionKwhPerPanel: sharedHours(inOrder(roof.productionKwhPerPanel, order)),
  }))
  return { ...scan, existing, roofs, existingProductionKwh: sharedHours(existingProductionOf(scan, existing)) }
}

const existingProductionOf = (
  { profileProductionKwh, loadKwh }: ScanCase,
  existing: readonly ExistingSystem[],
): Float64Array => {
  const modelled = existing.map(({ productionKwh }) => productionKwh)
  return sumOf(profileProductionKwh ? [...modelled, profileProductionKwh] : modelled, loadKwh.length)
}

const withPriceYears = (
  { input, tariffs, tariffSite }: ScanCase,
  imported: readonly PriceYear[],
): (Pick<ScanCase, "tariffs"> & { priceYear: number })[] =>
  input.phases.some(({ terms }) => followsMarket(terms))
    ? priceYearsOf(tariffSite, imported).map(priceYear => ({
        priceYear,
        tariffs: tariffsOf(input, { ...tariffSite, priceYear }),
      }))
    : [{ priceYear: tariffs[0].priceYear, tariffs }]

const withWeather = (scan: ScanCase, weather: MeasuredYear, order: Int16Array | undefined): ScanCase => {
  const { location, horizon } = scan.input
  const sky = skyOf(location, scan.site, stepsPerHour(scan.loadKwh))
  const producedBy = ({ tiltAngle, orientationAngle, obstacles }: NewPvInput | ExistingPvInput) => {
    const shade = hidingShade(shadeOf(horizon, obstacles))
    const light = sky && shade ? skyInShade(sky, weather.quarterShade(tiltAngle, orientationAngle, shade)) : sky
    const hours = inOrder(weather.produce(tiltAngle, orientationAngle, shade), order)
    return [hours, { assumptions: scan.assumptions, sky: light && inOrder(light, order) }] as const
  }
  const existing = scan.existing.map(({ input }) => ({
    input,
    productionKwh: existingOutputKwh(input, ...producedBy(input)),
  }))
  const roofs = scan.roofs.map(({ input }) => ({
    input,
    productionKwhPerPanel: outputKwhPerPanel(input, ...producedBy(input)),
  }))
  return { ...scan, existing, roofs, existingProductionKwh: existingProductionOf(scan, existing) }
}
