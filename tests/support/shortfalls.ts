import type { Controller, Optimiser } from "../../wasm/index.ts"
import { type DrawnSite, drawnSite } from "./drawnSites.ts"

/** Shortfalls of the switching controller on drawn sites: against the rule, and of more freedom against less. */

export interface Shortfalls {
  name: string
  /** Extra cost of the switching controller over the rule, as a part of the baseline bill; negative: less. */
  ofRule: number
  /** Extra cost over the rule without permission to charge from the grid. */
  ofRuleWithoutGrid: number
  /** Part of the baseline bill that permission to charge from the grid adds; negative: saves. */
  ofFreedom: number
  /** Shortfalls of plans alone. */
  alone: { ofRule: number; ofRuleWithoutGrid: number; ofFreedom: number }
}

/** Limits of the shortfall of 99 % of sites, and of all sites. */
export const MOST_SITES = 0.99
export const MOST_SHORTFALL = 0.005
export const LARGEST_SHORTFALL = 0.02

const shortfallsOf = (optimiser: Optimiser, { year, plant, knowledge }: DrawnSite, controller: Controller) => {
  const baselineEur = optimiser.control(
    { ...year, roofs: year.roofs.map(({ productionKwhPerPanel }) => ({ productionKwhPerPanel })) },
    { panels: [0], capacityKwh: 0, powerKw: 0 },
    { kind: "selfConsumption" },
  ).costEur
  const targetImportKwh = year.demandCharges ? optimiser.dispatch(year, plant).years[0].importKwh : undefined
  const withTargets =
    "knowledge" in controller ? { ...controller, knowledge: { ...knowledge, targetImportKwh } } : controller
  const costEur = (gridCharging: boolean, by: Controller) =>
    optimiser.control({ ...year, gridCharging }, plant, by).costEur
  const ruledEur = costEur(true, { kind: "selfConsumption" })
  const [freeEur, boundEur] = [costEur(true, withTargets), costEur(false, withTargets)]
  return {
    ofRule: (freeEur - ruledEur) / baselineEur,
    ofRuleWithoutGrid: (boundEur - ruledEur) / baselineEur,
    ofFreedom: (freeEur - boundEur) / baselineEur,
  }
}

/** The shortfalls on the site of a seed. */
export const shortfalls = (optimiser: Optimiser, seed: number, isCharged = false): Shortfalls => {
  const site = drawnSite(seed, {}, isCharged)
  const { name, knowledge } = site
  return {
    name,
    ...shortfallsOf(optimiser, site, { kind: "switching", knowledge }),
    alone: shortfallsOf(optimiser, site, { kind: "forecast", knowledge }),
  }
}

/** All shortfalls of sites in one list. */
export const allOf = (sites: readonly Pick<Shortfalls, "ofRule" | "ofRuleWithoutGrid" | "ofFreedom">[]): number[] =>
  sites.flatMap(({ ofRule, ofRuleWithoutGrid, ofFreedom }) => [ofRule, ofRuleWithoutGrid, ofFreedom])
