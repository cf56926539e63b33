import { mapped } from "../../domain/base/nonEmpty.ts"
import type {
  Operation,
  OtherYearBills,
  ScanCase,
  Variation,
  VariedParameter,
  VariedSolution,
} from "../../domain/case/case.ts"
import { areBillsApart, givenKwh, needsPhases } from "../../domain/case/phases.ts"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { isInPricedBlock } from "../../domain/case/taxBlock.ts"
import { variationsOf, variedCase } from "../../domain/case/variations.ts"
import { lifecycleOffset } from "../../domain/finance/objective.ts"
import { timesFactor, totalOf } from "../../domain/site/profiles/hours.ts"
import type { Plant, Repriced, Sized, Sizing, Year } from "../../wasm/index.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import { createPool, lifeEurIn, lifeOf } from "../choose/pool.ts"
import { losesByPanels } from "../choose/ruleChoice.ts"
import type { Solving } from "../model/budget.ts"
import { billsOfPhases, inEachPhase } from "../model/phases.ts"
import { newPanels, sizesOf, sizingOf } from "../model/sizing.ts"
import { yearOfPlant } from "../model/standby.ts"
import { emptySchedule, operateAsIs, operateBy } from "../operate/control.ts"
import { isAsMetered, isWorn, operatePlant } from "../operate/operate.ts"
import { nearSized } from "../size/feedInCap.ts"

type MoneyVariation = Variation & { parameter: Exclude<VariedParameter, "consumption" | "yield"> }

const isOfMoney = (variation: Variation): variation is MoneyVariation =>
  variation.parameter !== "consumption" && variation.parameter !== "yield"

/**
 * Effort for the best plant of a variation, so that the variations add at most 40 % to a scan: a relative gap, or a
 * number of dispatches; the report shows the gap. Other growth moves the plant little, a cheaper battery most.
 */
const effortOf = ({ parameter, change }: MoneyVariation): Pick<Sizing, "tolerance" | "maxDispatches"> =>
  parameter === "batteryCost"
    ? { tolerance: 5e-3, maxDispatches: change < 0 ? 3 : 2 }
    : { tolerance: 1e-2, maxDispatches: 1 }

/** Start of the variations: the scan's sizing and the year of the baseline. */
export interface VariationsBase {
  sizing: Sizing
  sized: Sized
  baseline: Operation
  /** The plant under the controller of the scan. */
  operated: Operation
  /** First-year cost of the controller above the cost with foresight [EUR]. */
  foresightEur: number
}

/**
 * The plant under each variation. Other money keeps the cuts, so that the best plant costs hardly a dispatch; another
 * consumption or yield is another year, in which only the plant that was found is operated. Throws SolveCancelled if
 * the scan has to end.
 * @param parameters varied parameters; absent: all
 */
export const solveVariations = (
  scanCase: ScanCase,
  base: VariationsBase,
  solving: Solving,
  parameters?: readonly VariedParameter[],
): VariedSolution[] => {
  const variations = variationsOf(scanCase).filter(({ parameter }) => parameters?.includes(parameter) ?? true)
  return [
    ...ofMoney(scanCase, variations.filter(isOfMoney), base, solving),
    ...variations
      .filter(variation => !isOfMoney(variation))
      .map(variation => ofAnotherYear(scanCase, variation, base, solving)),
  ]
}

const ofMoney = (
  scanCase: ScanCase,
  variations: MoneyVariation[],
  base: VariationsBase,
  solving: Solving,
): VariedSolution[] => {
  const { sizing, sized } = base
  const cases = variations.map(variation => variedCase(scanCase, variation))
  const changes = cases.map((scan, i) => {
    const effort = effortOf(variations[i]!)
    const { presentWorthFactor, panels, panelCurve, battery } = sizingOf(scan, effort.tolerance)
    return { presentWorthFactor, panels, panelCurve, battery, ...effort }
  })
  const best =
    variations.length > 0 && sizing.goal?.kind !== "maxShare"
      ? solving.optimiser.reprice(sizing, sized.cuts, changes, solving.goOn)
      : []
  return variations.map((variation, i) => {
    // Other growth weighs the years of later terms otherwise: the cuts are of other prices.
    const isOfCuts = !needsPhases(scanCase) || variation.parameter === "batteryCost"
    // The cuts do not include losses of a rule by panels: their best plant may be far from the best plant under the
    // rule.
    const isKnown = isOfCuts && !losesByPanels(scanCase)
    const repriced = isKnown && best[i] ? nearSized(scanCase, { sizing, sized }, best[i]) : undefined
    const scan = cases[i]!
    const { presentWorthFactor } = changes[i]!
    const optimum = repriced ? optimumOf({ scan, presentWorthFactor, repriced }, base, solving) : null
    return { ...variation, scan, optimum }
  })
}

/**
 * The best plant with foresight under a change, with its life cost. The cost under the controller is estimated in
 * proportion to the battery. If the plant may be worth more than the scan's plant, it is operated.
 */
const optimumOf = (
  { scan, presentWorthFactor, repriced }: { scan: ScanCase; presentWorthFactor: number; repriced: Repriced },
  { sizing, sized, baseline, operated, foresightEur }: VariationsBase,
  solving: Solving,
): VariedSolution["optimum"] => {
  const { plant, wearEurPerKwh, peaksKw, totalEur, gap } = repriced
  const ownKwh = sized.plant.capacityKwh
  const lostEur = ownKwh > 0 ? presentWorthFactor * (foresightEur / ownKwh) * plant.capacityKwh : 0
  const optimum = { panels: newPanels(scan, plant.panels), capacityKwh: plant.capacityKwh, gap }
  const estimated = { ...optimum, objectiveEur: totalEur + lostEur }
  const isOwn = plant.capacityKwh === ownKwh && plant.panels.every((count, roof) => count === sized.plant.panels[roof])
  if (scan.control === "ideal" || isOwn) return estimated
  const beyondObjectiveEur = lifecycleOffset(scan, billsOfPhases(underPlant(scan), baseline))
  const ownEur = lifeOf(scan, sized.plant, operated, baseline).money.totalCostEur
  if (estimated.objectiveEur + beyondObjectiveEur >= ownEur) return estimated
  const pool = createPool(scan, { sizing, baseline }, solving.optimiser)
  const realEur = lifeEurIn(scan, { pool, sizing, wearEurPerKwh, peaksKw }, solving)(plant)
  return { ...optimum, objectiveEur: realEur - beyondObjectiveEur }
}

/** Another consumption or yield: the plant and the baseline in that year. */
const ofAnotherYear = (
  scanCase: ScanCase,
  variation: Variation,
  { sizing, sized, baseline }: VariationsBase,
  solving: Solving,
): VariedSolution => {
  const scan = variedCase(scanCase, variation)
  const varied = { ...sizing, year: yearUnder(scan, sizing, variation) }
  const { existing, profileProductionKwh, input } = scan
  const produces = existing.length > 0 || profileProductionKwh !== undefined || input.existingBattery !== undefined
  const alone = variation.parameter === "yield" ? baseline : grown(baseline, 1 + variation.change)
  const otherYear = billsIn(scan, varied, sized, solving, produces ? undefined : alone)
  return { ...variation, scan, otherYear, optimum: null }
}

/**
 * Bills of a plant and of the baseline in another year.
 * @param baseline year of the baseline, if it is not to be operated
 */
export const billsIn = (
  scan: ScanCase,
  sizing: Sizing,
  sized: Sized,
  solving: Solving,
  baseline?: Operation,
): OtherYearBills => {
  const plant = plantBills(scan, sizing, sized, solving)
  const asIs = baseline ?? operateAsIs(scan, sizing.year, solving.optimiser)
  return { ...plant, baselineBills: billsOfPhases(underPlant(scan), asIs) }
}

const yearUnder = (scan: ScanCase, { year, tolerance }: Sizing, { parameter }: Variation): Year =>
  parameter === "yield"
    ? sizingOf(scan, tolerance).year
    : { ...year, loadKwh: inEachPhase(scan.loadKwh, year.phases?.length ?? 1) }

/** Bills of the plant; a year at least cost without charges, within the first tax block, needs no schedule for them. */
const plantBills = (scan: ScanCase, sizing: Sizing, { plant, wearEurPerKwh }: Sized, solving: Solving) => {
  const { optimiser, goOn } = solving
  if (!goOn()) throw new SolveCancelled()
  const { year } = sizing
  if (scan.control !== "ideal") {
    const ideal = () => operatePlant(scan, sizing, plant, solving)
    return billsOfYear(
      scan,
      plant,
      operateBy(scan.control, scan, { year, plant, wearEurPerKwh, ideal, into: emptySchedule(scan) }, optimiser),
    )
  }
  const isTaxedAlike = isInPricedBlock(scan.tariffs[0], totalOf(scan.loadKwh)) && isInPricedBlock(scan.tariffs[0], 0)
  const isCharged = year.demandCharges !== undefined || year.nettingEurPerKwh || scan.overlapKwh !== undefined
  const isPlain = !areBillsApart(scan) && !isCharged && !isAsMetered(scan, plant)
  if (scan.input.goal.kind !== "self-sufficiency" && isPlain && isTaxedAlike) {
    const { costEur, unservedKwh, dischargeKwh } = optimiser.cost(yearOfPlant(scan, year, plant), plant)
    const billEur = costEur + 12 * scan.assumptions.fixedCostEurPerMonth
    if (!isWorn(sizing, plant, dischargeKwh))
      return {
        bills: [{ energyBillEur: billEur, feedInRevenueEur: 0 }] as const,
        unservedKwh,
        dischargedKwh: dischargeKwh,
      }
  }
  return billsOfYear(scan, plant, operatePlant(scan, sizing, plant, solving))
}

const billsOfYear = (scan: ScanCase, plant: Plant, operation: Operation) => ({
  bills: billsOfPhases(underPlant(scan, sizesOf(scan, plant)), operation),
  unservedKwh: operation.unservedKwh,
  dischargedKwh: givenKwh(scan, operation),
})

/** A baseline year without production: all flows grow with the consumption. */
const grown = (baseline: Operation, factor: number): Operation => ({
  ...baseline,
  years: mapped(baseline.years, year => ({ ...year, importKwh: timesFactor(year.importKwh, factor) })),
})
