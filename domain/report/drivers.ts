import type { AlternativePlant, VariedSolution } from "../case/case.ts"
import { isServed } from "../case/reach.ts"
import { lifecycle, type PhaseAmounts } from "../finance/lifecycle.ts"
import { horizonOf, lifecycleOffset } from "../finance/objective.ts"
import type { ControlComparison } from "./control.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { isAllowed, type ListedPlant, worthIn } from "./listedPlants.ts"
import type { Outlook } from "./outlookSchema.ts"
import { rebilled } from "./rebilled.ts"

type Driver = Outlook["drivers"][number]

/** Result at one end of a driver. */
interface End {
  name: Driver["name"]
  change: number
  npv: number | null
  payback: number | null
  optimum: Driver["optimumLow"]
}

/**
 * Results at less and more of each assumption. First come the operated variations, then the report's plant under other
 * prices and costs, billed again for the same hours. The controllers without and with foresight are the last.
 */
export const outlookDrivers = (
  figures: Figures,
  variations: readonly VariedSolution[],
  compared: ControlComparison | null,
  listed: readonly ListedPlant[],
): Pick<Outlook, "drivers" | "breakEven"> => {
  const allowed = listed.filter(plant => isAllowed(figures, plant))
  const ends = [
    ...variations.map(varied => endOf(figures, varied, allowed)),
    ...rebilledEnds(figures),
    ...ofForesight(compared),
  ]
  const drivers = [...new Set(ends.map(({ name }) => name))].map(name => {
    const [low, high] = ends.filter(end => end.name === name) as [End, End]
    return {
      ...{ name, low: low.change, high: high.change },
      ...{ npvLow: low.npv, npvHigh: high.npv },
      ...{ paybackLow: low.payback, paybackHigh: high.payback },
      ...{ optimumLow: low.optimum, optimumHigh: high.optimum },
    }
  })
  return { drivers, breakEven: ends.flatMap(end => breakEven(end, figures.money.netPresentValueEur)) }
}

/** Change at which the net present value is zero, linear from no change to the end. Controllers are no amounts. */
const breakEven = ({ name, change, npv }: End, ownNpv: number): Outlook["breakEven"] =>
  name !== "foresight" && npv !== null && npv * ownNpv < 0
    ? [{ driver: name, value: (change * ownNpv) / (ownNpv - npv) }]
    : []

const endOf = (
  { solution, year, dischargedKwh }: Figures,
  varied: VariedSolution,
  allowed: readonly ListedPlant[],
): End => {
  const { parameter, change, scan, otherYear } = varied
  const { baselineBills, bills } = otherYear ?? year
  const costs = plantCosts(scan, solution, otherYear?.dischargedKwh ?? dischargedKwh)
  const money = lifecycle(baselineBills, bills, costs, horizonOf(scan))
  const isCarried = !otherYear || isServed(scan, otherYear.unservedKwh)
  return {
    name: parameter,
    change,
    npv: isCarried ? money.netPresentValueEur : null,
    payback: isCarried ? money.returnPeriodYears : null,
    optimum: bestOf(optimumOf(varied, money.baselineCostEur, baselineBills), [
      { plant: solution, npv: money.netPresentValueEur },
      ...(varied.optimum ? allowed : []).map(listed => ({
        plant: listed.plant,
        npv: worthIn(scan, listed, baselineBills),
      })),
    ]),
  }
}

/**
 * Best plant of a variation. The scan's plant and its alternatives are allowed too. Operated by the controller, each
 * can be worth more than the plant that is best with foresight.
 */
const bestOf = (
  optimum: End["optimum"],
  candidates: readonly { plant: Pick<AlternativePlant, "panels" | "capacityKwh">; npv: number }[],
): End["optimum"] => {
  const [best] = candidates.toSorted((a, b) => b.npv - a.npv)
  if (!optimum || !best || optimum.npv >= best.npv) return optimum
  const { panels, capacityKwh } = best.plant
  const newPanelCount = panels.reduce((sum, count) => sum + count, 0)
  return { ...optimum, newPanelCount, batteryCapacityKwh: capacityKwh, npv: best.npv }
}

const optimumOf = (
  { scan, optimum }: VariedSolution,
  baselineLifecycleEur: number,
  baseline: PhaseAmounts,
): End["optimum"] =>
  optimum && {
    newPanelCount: optimum.panels.reduce((sum, count) => sum + count, 0),
    batteryCapacityKwh: optimum.capacityKwh,
    npv: baselineLifecycleEur - optimum.objectiveEur - lifecycleOffset(scan, baseline),
    gap: optimum.gap,
  }

const rebilledEnds = (figures: Figures): End[] =>
  rebilled(figures).map(({ parameter, change, baselineBills, bills, costs }) => {
    const { netPresentValueEur, returnPeriodYears } = lifecycle(baselineBills, bills, costs, horizonOf(figures.scan))
    return { name: parameter, change, npv: netPresentValueEur, payback: returnPeriodYears, optimum: null }
  })

/** Self-consumption control, and foresight of the whole year. */
const ofForesight = (compared: ControlComparison | null): End[] => {
  if (!compared) return []
  const { part, returnPeriods } = compared
  const end = (change: number, control: keyof typeof returnPeriods): End => ({
    ...{ name: "foresight", change, optimum: null },
    ...{ npv: part.netPresentValue[control], payback: returnPeriods[control] },
  })
  return [end(-1, "selfConsumption"), end(1, "ideal")]
}
