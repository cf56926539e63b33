import type { Operation, ScanCase, Schedule } from "../../domain/case/case.ts"
import { isServed } from "../../domain/case/reach.ts"
import { type ContractMoney, contractMoney } from "../../domain/report/contractMoney.ts"
import type { Optimiser, Plant, Sized, Sizing } from "../../wasm/index.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { newPanels } from "../model/sizing.ts"
import { emptySchedule, operateBy } from "../operate/control.ts"
import { foreseenYear, isAsMetered, operatePlant } from "../operate/operate.ts"

/**
 * The pool of a case: every plant that its controller operated, with the cost of its life.
 *
 * - A plant is operated once, however many searches meet it.
 * - The best allowed plant so far keeps its year. Other plants keep their cost, unless the caller asks for the year.
 * - All costs are under one contract, one set of prices and one controller, so that they compare.
 */
export interface Pool {
  judge(plant: PlantToJudge): Candidate
  /** The cheapest plant that the request allows; undefined before the first. */
  best(): Candidate | undefined
}

/** A plant that competes. */
export interface Candidate {
  plant: Plant
  /** Cost of its life as its controller operates it [EUR]. */
  lifeEur: number
  /** Bills and money of that life. */
  life: ContractMoney
  /** Its year under the controller: of the best plant, and of plants judged with keepsYear. */
  year?: Operation
}

export interface PlantToJudge {
  plant: Plant
  wearEurPerKwh: number
  /** The year with foresight, for controllers that need it. */
  ideal: () => Operation
  /** The highest imports under demand charges with foresight, if known. */
  peaksKw?: readonly number[] | undefined
  keepsYear?: boolean
}

/** Sizing and baseline of the plants of a pool. */
export interface PoolBase {
  sizing: Sizing
  baseline: Operation
}

/** A pool without plants. */
export const createPool = (scanCase: ScanCase, { sizing, baseline }: PoolBase, optimiser: Optimiser): Pool => {
  const judged = new Map<string, Candidate>()
  let best: Candidate | undefined
  let spare: Schedule | undefined
  const operate = ({ keepsYear, ...plant }: PlantToJudge): Operation => {
    if (!keepsYear) spare ??= emptySchedule(scanCase)
    const into = keepsYear || !spare ? {} : { into: spare }
    return operateBy(scanCase.control, scanCase, { ...plant, ...into, year: sizing.year }, optimiser)
  }
  return {
    judge(toJudge) {
      const { plant, keepsYear = false } = toJudge
      const name = plantName(plant)
      const earlier = judged.get(name)
      if (earlier && (!keepsYear || earlier.year)) return earlier
      const year = operate(toJudge)
      const life = lifeOf(scanCase, plant, year, baseline)
      const candidate = { plant, life, lifeEur: life.money.totalCostEur }
      const isBest = isAllowed(scanCase, sizing, plant, year) && !(best && best.lifeEur <= candidate.lifeEur)
      const kept = isBest || keepsYear ? { ...candidate, year } : candidate
      judged.set(name, kept)
      if (!isBest) return kept
      best = kept
      // The arrays hold the year of the best plant from now on.
      if (!keepsYear) spare = undefined
      return kept
    },
    best: () => best,
  }
}

const plantName = ({ panels, capacityKwh, powerKw }: Plant): string => [...panels, capacityKwh, powerKw].join()

/** True if a plant is within the bounds of its sizing and its year is served. */
const isAllowed = (scanCase: ScanCase, sizing: Sizing, plant: Plant, year: Operation): boolean =>
  isWithin(sizing, plant) && isServed(scanCase, year.unservedKwh)

/** Relative rounding of a capacity and a power. */
const ROUNDING = 1e-9

const isWithin = ({ panels: roofs, battery }: Sizing, { panels, capacityKwh, powerKw }: Plant): boolean => {
  if (!panels.every((count, roof) => count >= roofs[roof]!.min && count <= roofs[roof]!.max)) return false
  if (capacityKwh === 0) return (battery?.minKwh ?? 0) === 0
  const isIn = (value: number, least: number, most: number) =>
    value >= least * (1 - ROUNDING) && value <= most * (1 + ROUNDING)
  return (
    battery !== undefined &&
    isIn(capacityKwh, battery.minKwh, battery.maxKwh) &&
    isIn(powerKw, battery.minKw, battery.maxKw)
  )
}

/** Cost of a plant's life by the pool of its case [EUR]. Throws SolveCancelled if the scan has to end. */
export const lifeEurIn =
  (
    scanCase: ScanCase,
    { pool, sizing, ...wearAndPeaks }: { pool: Pool; sizing: Sizing } & Pick<PlantToJudge, "wearEurPerKwh" | "peaksKw">,
    solving: Solving,
  ) =>
  (plant: Plant): number => {
    if (!solving.goOn()) throw new SolveCancelled()
    return pool.judge({ ...wearAndPeaks, plant, ideal: () => operatePlant(scanCase, sizing, plant, solving) }).lifeEur
  }

/** Bills and money of an operated plant over its life. */
export const lifeOf = (
  scan: ScanCase,
  { panels, capacityKwh, powerKw }: Plant,
  operated: Operation,
  baseline: Operation,
): ContractMoney => contractMoney({ scan, panels: newPanels(scan, panels), capacityKwh, powerKw, operated, baseline })

/** The year of a sized plant with foresight. Panels of today alone feed in at any price, as the report counts them. */
export const foresightOf = (
  scanCase: ScanCase,
  sized: Sized,
  { sizing, baseline }: PoolBase,
  optimiser: Optimiser,
): Operation => (isAsMetered(scanCase, sized.plant) ? baseline : foreseenYear(scanCase, sized, sizing.year, optimiser))
