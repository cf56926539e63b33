import { lifecycleOffset } from "../finance/objective.ts"
import type { ContractPlant, ScanCase, Solution } from "../scan/case.ts"
import { contractMoney } from "./contractMoney.ts"
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

/** What the plant is made of where the request names modules or products; nothing of roofs without new panels. */
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

/** The contract of today with the plant of the report: its figures as they stand elsewhere. */
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

/** Part `contracts` of the report; undefined without contracts to compare. */
export const contracts = (figures: Figures): ContractsPart | undefined => {
  const plants = figures.solution.contracts
  if (!plants) return undefined
  const rows = [today(figures), ...plants.map(plant => offered(figures, plant))]
  const ranked = rows.sort((a, b) => a.totalCost - b.totalCost)
  const { totalCost } = ranked[0]!
  const leastEur = Math.min(...ranked.map(row => row.lowerBoundTotalCost))
  return { provenWithin: totalCost > 0 ? Math.max(0, totalCost - leastEur) / totalCost : null, ranked }
}
