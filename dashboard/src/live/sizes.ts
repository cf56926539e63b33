import type { AdjustableStep } from "../../../domain/request/adjustableSteps.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import type { FullReport } from "../report/data.ts"
import { flatTermsOf, type Ranges } from "./ranges.ts"
import { modulesOf, type Sizes } from "./variant.ts"

/** Step of the request that each slider changes. */
export const STEPS: Readonly<Record<keyof Sizes, AdjustableStep>> = {
  panels: "new-pv",
  modules: "new-pv",
  batteryKwh: "battery",
  years: "financial",
  growth: "financial",
  priceEurPerKwh: "tariff",
}

/** Growth of all parts of a kWh's price, if the report has a single growth. */
const growthOf = ({ financial: { parameters } }: FullReport): Pick<Sizes, "growth"> => {
  const { energyPriceGrowth, gridFeeGrowth, taxGrowth, electricityPriceGrowth } = parameters
  const isApart = [energyPriceGrowth, gridFeeGrowth, taxGrowth].some(growth => growth !== undefined)
  return isApart ? {} : { growth: electricityPriceGrowth }
}

/** Positions of the sliders for the plant of a report, before its case is loaded too. */
export const sizesOf = (report: FullReport, input?: Pick<FilledRequest, "tariff">): Sizes => {
  const priceEurPerKwh = flatTermsOf(report, input).flatEurPerKwh
  return {
    panels: report.solar.newSystems.map(({ panelCount }) => panelCount),
    modules: modulesOf(report).map((id, roof) => (report.solar.newSystems[roof]!.panelCount > 0 ? id : undefined)),
    batteryKwh: report.battery.specs.capacityKwh,
    years: report.financial.parameters.evaluationPeriod,
    ...growthOf(report),
    ...(priceEurPerKwh === undefined ? {} : { priceEurPerKwh }),
  }
}

/** Moves of the reader that the organization allows: it may have locked a step after the page was read. */
export const allowedMoves = (moved: Partial<Sizes>, steps: readonly AdjustableStep[]): Partial<Sizes> =>
  Object.fromEntries(Object.entries(moved).filter(([name]) => steps.includes(STEPS[name as keyof Sizes])))

/** Positions after moves. If the scan has products, the battery has a capacity of one. */
export const movedSizes = (first: Sizes, moved: Partial<Sizes>, { capacities }: Ranges): Sizes => {
  const sizes: Sizes = { ...first, ...moved }
  const apart = (kwh: number) => Math.abs(kwh - sizes.batteryKwh)
  const batteryKwh = capacities?.reduce((best, kwh) => (apart(kwh) < apart(best) ? kwh : best))
  return batteryKwh === undefined ? sizes : { ...sizes, batteryKwh }
}
