import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { contractMoney } from "../../domain/report/contractMoney.ts"
import { type Plant, type Sizing, SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { newPanels } from "../model/sizing.ts"
import { operateBy } from "../operate/control.ts"
import { operatePlant } from "../operate/operate.ts"
import { cheapestByRule, MAX_OPERATED_COMPARED } from "./ruleChoice.ts"

/** What plants of a sizing are operated with, and beside what. */
export interface Ruled {
  sizing: Sizing
  /** The site as it is. */
  baseline: Operation
  wearEurPerKwh: number
  /** The highest imports of the plant under demand charges with foresight, where they are known without its year. */
  peaksKw?: readonly number[] | undefined
}

/** What a plant and its energy cost over its life, as it is operated. */
export const lifeOf = (
  scanCase: ScanCase,
  { panels, capacityKwh, powerKw }: Plant,
  operated: Operation,
  baseline: Operation,
) =>
  contractMoney({ scan: scanCase, panels: newPanels(scanCase, panels), capacityKwh, powerKw, operated, baseline }).money

/**
 * What a plant costs over its life under the controller of the scan [EUR]. Throws SolveCancelled where the scan has to
 * end.
 */
export const realEurUnder =
  (scanCase: ScanCase, { sizing, baseline, wearEurPerKwh, peaksKw }: Ruled, solving: Solving) =>
  (plant: Plant): number => {
    if (!solving.goOn()) throw new SolveCancelled()
    const ideal = () => operatePlant(scanCase, sizing, plant, solving)
    const operated = operateBy(
      scanCase.control,
      scanCase,
      { year: sizing.year, plant, wearEurPerKwh, peaksKw, ideal, isPassing: true },
      solving.optimiser,
    )
    return lifeOf(scanCase, plant, operated, baseline).totalCostEur
  }

/**
 * The plant near one that is compared with the report's which costs least under the rule of the scan: chosen as the
 * report's is, by fewer steps.
 */
export const comparedByRule = (scanCase: ScanCase, ruled: Ruled, plant: Plant, solving: Solving): Plant => {
  const realEurOf = realEurUnder(scanCase, ruled, solving)
  const first = { plant, realEur: realEurOf(plant) }
  return cheapestByRule(ruled.sizing, first, realEurOf, MAX_OPERATED_COMPARED).plant
}
