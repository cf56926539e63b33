/**
 * Ranges of the sliders of a report.
 *
 * - The report gives them before anything is loaded, so sliders are shown at once. Reports of earlier versions lack
 *   them: their sliders follow after the live case is loaded.
 * - The request of the live case gives the same ranges, and all numbers of each product.
 * - Panels are counted one by one. A battery of products has the capacity of a number of one product, or none.
 */
import { mostPanels } from "../../../domain/request/mostPanels.ts"
import { countsWithin } from "../../../domain/request/productCounts.ts"
import type { FilledBattery, FilledRequest } from "../../../domain/request/request.ts"
import type { FullReport } from "../report/data.ts"

export interface Ranges {
  /** Maximum panel count of each candidate roof. */
  panels: number[]
  /** Maximum capacity of the battery; 0 if the scan has none to size. */
  batteryKwh: number
  /** Capacities of a battery of products [kWh], ascending from 0; absent without products. */
  capacities?: number[]
  /** Range of a flat price [EUR/kWh]. */
  price: { min: number; max: number }
}

interface FlatTerms {
  /** EUR/kWh. */
  flatEurPerKwh?: number | undefined
  feedInEurPerKwh?: number | undefined
}

/** Terms of a flat tariff, of the request or as the report shows them; empty for other tariffs. */
export const flatTermsOf = (
  { tariffType, financial: { tariffTerms = [] } }: Pick<FullReport, "tariffType" | "financial">,
  input?: Pick<FilledRequest, "tariff">,
): FlatTerms => {
  if (input) return input.tariff.type === "flat" ? input.tariff : {}
  const termAt = (name: keyof FlatTerms): FlatTerms => {
    const value = tariffTerms.find(({ path }) => path === name)?.value
    return typeof value === "number" ? { [name]: value } : {}
  }
  return tariffType === "flat" ? { ...termAt("flatEurPerKwh"), ...termAt("feedInEurPerKwh") } : {}
}

/** Maximum price of contracts [EUR/kWh]. */
const HIGHEST_PRICE = 10
/** Usual maximum of the price slider [EUR/kWh]; a contract's price above half this maximum raises it. */
const USUAL_HIGHEST_PRICE = 1

/**
 * Range of the price slider [EUR/kWh], which includes the contract's own price; in some currencies a kWh costs several
 * units.
 */
export const priceRange = ({ flatEurPerKwh: price = 0, feedInEurPerKwh: feedIn = 0 }: FlatTerms): Ranges["price"] => ({
  min: Math.min(feedIn, price),
  max: Math.min(HIGHEST_PRICE, Math.max(USUAL_HIGHEST_PRICE, 2 * price)),
})

const capacitiesIn = (capacities: readonly number[] | undefined): Pick<Ranges, "capacities"> =>
  capacities ? { capacities: [...new Set([0, ...capacities])].sort((a, b) => a - b) } : {}

/** Capacities of every allowed number of each product. */
const capacitiesOf = (battery: FilledBattery): number[] | undefined =>
  battery.products?.flatMap(product => {
    const { least, most } = countsWithin(product, battery) ?? { least: 1, most: 0 }
    return Array.from({ length: most - least + 1 }, (_, more) => (least + more) * product.capacityKwh)
  })

/** Ranges by a report; undefined for reports of earlier versions. */
export const rangesOf = (report: FullReport): Ranges | undefined => {
  const { solar, battery, products } = report
  const panels = solar.newSystems.flatMap(({ maxPanelCount }) => maxPanelCount ?? [])
  const { maxCapacityKwh: batteryKwh } = battery
  if (batteryKwh === undefined || panels.length < solar.newSystems.length) return undefined
  return {
    panels,
    batteryKwh,
    ...capacitiesIn(products?.ranked.map(({ batteryCapacityKwh }) => batteryCapacityKwh)),
    price: priceRange(flatTermsOf(report)),
  }
}

/** Ranges by the request of a live case. */
export const rangesIn = ({ newPv, electricBattery: battery, tariff }: FilledRequest): Ranges => ({
  panels: newPv.map(mostPanels),
  batteryKwh: battery?.capacityKwh ?? 0,
  ...capacitiesIn(battery && capacitiesOf(battery)),
  price: priceRange(tariff),
})
