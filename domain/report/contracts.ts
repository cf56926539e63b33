import type { BillLine } from "../base/billLines.ts"
import { type Note, note } from "../base/note.ts"
import type { ContractPlant, ScanCase, Solution } from "../case/case.ts"
import { differingLines } from "../case/differingLines.ts"
import { lifecycleOffset } from "../finance/objective.ts"
import { contractMoney } from "./contractMoney.ts"
import { type MoneyInCommon, moneyInCommon } from "./contractsInCommon.ts"
import type { ContractsPart } from "./contractsSchema.ts"
import type { Figures } from "./figures.ts"

type Ranked = ContractsPart["ranked"][number]
type Sizes = Pick<ContractPlant, "panels" | "capacityKwh" | "powerKw">
type Named = Pick<Ranked, "modules" | "product">

const sizesOf = ({ panels, capacityKwh, powerKw }: Sizes) => ({
  panels,
  newPanelCount: panels.reduce((count, each) => count + each, 0),
  batteryCapacityKwh: capacityKwh,
  batteryPowerKw: capacityKwh > 0 ? powerKw : 0,
})

/** Modules and battery product of a plant, for requests that name them. A roof without new panels has no module. */
const namedParts = ({ roofs }: ScanCase, { panels, capacityKwh }: Sizes, ranking: Solution["products"]): Named => {
  const modules = roofs.map(({ module }, roof) =>
    module && panels[roof]! > 0 ? { id: module.id, brand: module.brand ?? null, model: module.model ?? null } : null,
  )
  const [best] = ranking?.products ?? []
  const { id, brand = null, model = null } = best?.product ?? {}
  return {
    ...(roofs.some(({ module }) => module) ? { modules } : {}),
    ...(ranking
      ? { product: best && id !== undefined && capacityKwh > 0 ? { id, brand, model, count: best.count } : null }
      : {}),
  }
}

const isOtherPlant = (a: Sizes & Named, b: Sizes & Named): boolean =>
  a.capacityKwh !== b.capacityKwh ||
  (a.capacityKwh > 0 && a.powerKw !== b.powerKw) ||
  a.panels.some((count, roof) => count !== b.panels[roof]) ||
  a.product?.id !== b.product?.id ||
  (a.modules ?? []).some((module, roof) => module?.id !== b.modules?.[roof]?.id)

/** Row of the current contract with the report's plant, with the same figures as in the other parts of the report. */
const today = ({ scan, solution, year, money, costs }: Figures): Ranked => ({
  contract: null,
  name: scan.input.tariffName,
  type: scan.input.tariff.type,
  totalCost: money.totalCostEur,
  savings: money.netPresentValueEur,
  siteAsIsTotalCost: money.baselineCostEur,
  firstYearCost: year.bill.costEur,
  investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
  ...sizesOf(solution),
  ...namedParts(scan, solution, solution.products),
  isOtherPlant: false,
  control: solution.control.chosen,
  lowerBoundTotalCost: solution.optimisation.lowerBoundTotalCost + lifecycleOffset(scan, year.baselineBill),
  gap: solution.optimisation.gap,
})

const offered = ({ scan, solution, money: own }: Figures, plant: ContractPlant): Ranked => {
  const { bill, baselineBill, costs, money } = contractMoney(plant)
  const named = namedParts(plant.scan, plant, plant.products)
  return {
    contract: plant.index,
    name: plant.scan.input.tariffName,
    type: plant.scan.input.tariff.type,
    totalCost: money.totalCostEur,
    savings: own.baselineCostEur - money.totalCostEur,
    siteAsIsTotalCost: money.baselineCostEur,
    firstYearCost: bill.costEur,
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    ...sizesOf(plant),
    ...named,
    isOtherPlant: isOtherPlant(
      { ...plant, ...named },
      { ...solution, ...namedParts(scan, solution, solution.products) },
    ),
    control: plant.control,
    lowerBoundTotalCost: plant.lowerBoundEur + lifecycleOffset(plant.scan, baselineBill),
    gap: plant.gap,
  }
}

/** Lines of the bill that differ between the compared contracts; empty without contracts. */
const differingIn = ({ scan, solution: { contracts = [] } }: Figures): BillLine[] =>
  differingLines([scan, ...contracts.map(plant => plant.scan)])

/** Note that contracts are ranked without the lines of the bill that differ. */
export const contractNotes = (figures: Figures): Note[] => {
  const lines = differingIn(figures)
  return lines.length > 0 ? [note("contract-lines-differ", { lines })] : []
}

interface Compared {
  row: Ranked
  inCommon: MoneyInCommon
}

/** Adds figures without the differing lines to a row. */
const comparable = ({ row, inCommon }: Compared, all: readonly Compared[], asIsTodayEur: number): Ranked => {
  const { has, lacks, totalCostEur, firstYearEur } = inCommon
  const isOnlyHere = (line: BillLine) =>
    all.filter(other => other.inCommon.has.some(each => each.line === line)).length === 1
  return {
    ...row,
    comparable: {
      totalCost: totalCostEur,
      savings: asIsTodayEur - totalCostEur,
      firstYearCost: firstYearEur,
      differingCost: row.totalCost - totalCostEur,
      bills: has.map(({ line, firstYearEur: eur }) => ({ line, isOnlyHere: isOnlyHere(line), firstYearCost: eur })),
      lacks,
    },
  }
}

/** Cost that decides the order of the rows [EUR]. */
const rankedBy = (row: Ranked): number => row.comparable?.totalCost ?? row.totalCost

/**
 * True if the bound stays proven without the differing lines. Fixed costs are the same for every plant; other lines
 * depend on the plant.
 */
const isBoundKnown = (differing: readonly BillLine[]): boolean => differing.every(line => line === "fixedCosts")

/** Part `contracts` of the report; undefined without contracts to compare. */
export const contracts = (figures: Figures): ContractsPart | undefined => {
  const { scan, solution } = figures
  const plants = solution.contracts
  if (!plants) return undefined
  const differing = differingIn(figures)
  const own = { scan, ...solution, operated: solution.optimised }
  const inCommonToday = moneyInCommon(own, differing)
  const all: Compared[] = [
    { row: today(figures), inCommon: inCommonToday },
    ...plants.map(plant => ({ row: offered(figures, plant), inCommon: moneyInCommon(plant, differing) })),
  ]
  const rows =
    differing.length > 0 ? all.map(one => comparable(one, all, inCommonToday.baselineCostEur)) : all.map(one => one.row)
  const ranked = rows.sort((a, b) => rankedBy(a) - rankedBy(b))
  const totalCost = rankedBy(ranked[0]!)
  const leastEur = Math.min(...ranked.map(row => row.lowerBoundTotalCost - (row.comparable?.differingCost ?? 0)))
  const isProven = totalCost > 0 && isBoundKnown(differing)
  return { provenWithin: isProven ? Math.max(0, totalCost - leastEur) / totalCost : null, ranked }
}
