import type { BillLine } from "../../domain/base/billLines.ts"
import type { ContractCase, ContractPlant, Operation, Ranking, ScanCase } from "../../domain/case/case.ts"
import { differingLines } from "../../domain/case/differingLines.ts"
import { lifecycleOffset } from "../../domain/finance/objective.ts"
import { contractMoney, type OperatedPlant } from "../../domain/report/contractMoney.ts"
import { moneyInCommon } from "../../domain/report/contractsInCommon.ts"
import { type Optimiser, SolveCancelled } from "../../wasm/index.ts"
import { tournament } from "../choose/tournament.ts"
import { newPanels } from "../model/sizing.ts"
import { operateBy } from "../operate/control.ts"
import { isAsMetered } from "../operate/operate.ts"
import type { SizedFrom } from "../size/cuts.ts"

/** Relative gap of the first sizing of a contract: small enough to rule out most contracts. */
const FIRST_TOLERANCE = 1e-2

/** A contract's own sizing, as a scan with it as its tariff would do it. */
export interface ContractSizing extends SizedFrom {
  scanCase: ScanCase
  /** Year of the baseline. */
  baseline: Operation
  ranking: Ranking | null
  /** The year of its plant under the controller, where that was worked out. */
  underControl?: Operation | undefined
}

/** Optimiser and sizing of contracts. `size` takes a relative gap, by default the scan's. */
export interface ContractSolver {
  optimiser: Optimiser
  size: (scan: ScanCase, tolerance?: number) => ContractSizing
}

/**
 * A contract with its plant, and their cost over the analysis period without lines of the bill that not all contracts
 * have: as operated, and at least [EUR].
 */
interface Solved {
  plant: ContractPlant
  totalEur: number
  leastEur: number
}

/**
 * The best plant of each contract, operated by the controller that it would have. All are sized roughly first. Then,
 * best bound first, those whose bound is below the cheapest pair yet are sized as a scan of their own is; the rest
 * cannot be the cheapest, and keep the plant they have, with its gap. Throws SolveCancelled when `goOn` answers false.
 * @param today the contract of today with the plant of the scan
 */
export const solveContracts = (
  contracts: readonly ContractCase[],
  today: OperatedPlant,
  solver: ContractSolver,
  goOn: () => boolean,
): ContractPlant[] => {
  const differing = differingLines([today.scan, ...contracts.map(({ scan }) => scan)])
  const solveOne = (contract: ContractCase, tolerance?: number): Solved => {
    if (!goOn()) throw new SolveCancelled()
    return solvedContract(contract, differing, solver, tolerance)
  }
  const solved = contracts.map(contract => solveOne(contract, FIRST_TOLERANCE))
  const branches = solved.map(({ plant, leastEur }) => ({
    leastEur,
    judge: () => {
      solved[plant.index] = solveOne(contracts[plant.index]!)
      return solved[plant.index]!.totalEur
    },
  }))
  tournament(branches, moneyInCommon(today, differing).totalCostEur, () => false)
  return solved.map(({ plant }) => plant)
}

const solvedContract = (
  contract: ContractCase,
  differing: readonly BillLine[],
  { size, optimiser }: ContractSolver,
  tolerance?: number,
): Solved => {
  const { scanCase, sizing, sized, baseline, ranking, underControl } = size(contract.scan, tolerance)
  const ideal = () => (isAsMetered(scanCase, sized.plant) ? baseline : sized.dispatch)
  const operated =
    underControl ?? operateBy(scanCase.control, scanCase, { ...sized, year: sizing.year, ideal }, optimiser)
  const plant: ContractPlant = {
    ...contract,
    scan: scanCase,
    panels: newPanels(scanCase, sized.plant.panels),
    capacityKwh: sized.plant.capacityKwh,
    powerKw: sized.plant.powerKw,
    control: scanCase.control,
    products: ranking,
    operated,
    baseline,
    lowerBoundEur: sized.lowerBoundEur,
    gap: sized.gap,
  }
  const { money, baselineBills } = contractMoney(plant)
  const totalEur = moneyInCommon(plant, differing).totalCostEur
  const leastEur = sized.lowerBoundEur + lifecycleOffset(scanCase, baselineBills) - (money.totalCostEur - totalEur)
  return { plant, totalEur, leastEur }
}
