import { type Static, Type } from "@sinclair/typebox"
import { BILL_LINES, type BillLine } from "../base/billLines.ts"
import { CONTROLLERS } from "../base/controllers.ts"
import { type Note, note } from "../base/note.ts"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import type { ContractPlant, ScanCase, Solution } from "../case/case.ts"
import { differingLines } from "../case/differingLines.ts"
import { lifecycleOffset } from "../finance/objective.ts"
import { contractMoney } from "./contractMoney.ts"
import { type MoneyInCommon, moneyInCommon } from "./contractsInCommon.ts"
import { ContractValidity, contractValidity } from "./contractValidity.ts"
import type { Figures } from "./figures.ts"
import { PanelModuleShown } from "./panelModuleSchema.ts"
import { count, eur, flag, fraction, kw, kwh, presentValueEur, text } from "./schemaParts.ts"

const BillLineName = StringEnum(BILL_LINES, {
  description:
    "fixedCosts: of connection and contract; demandCharges: by the highest power, such as a capacity tariff; gridFees: by the kWh; taxes: energy tax, levies and VAT",
})

const Comparable = Strict(
  {
    totalCost: presentValueEur("totalCost without the lines of bills, which ranked is ordered by"),
    savings: presentValueEur(
      "Life-cycle cost of the baseline under the current contract less totalCost, both without these lines",
    ),
    firstYearCost: eur("firstYearCost without these lines"),
    differingCost: presentValueEur("totalCost of the row less this totalCost"),
    bills: Type.Array(
      Strict(
        {
          line: BillLineName,
          isOnlyHere: flag("No other contract has the line"),
          firstYearCost: eur(
            "In the first year; the part of a price that holds all is estimated from the country's rates",
          ),
        },
        { description: "A line that another contract lacks" },
      ),
      { description: "Lines of the bill that another contract lacks" },
    ),
    lacks: Type.Array(BillLineName, { description: "Lines of the bill that another contract has" }),
  },
  {
    description:
      "Figures without the lines that not all contracts have, as the plant is operated under the whole contract; absent if all contracts have the same lines",
  },
)

const RankedContract = Strict(
  {
    contract: orNull(
      Type.Integer({ minimum: 0, description: "Which of the request's contracts, from 0" }),
      "for tariff, the contract of today",
    ),
    name: orNull(text("As requested"), "when it has none"),
    type: StringEnum(["flat", "dynamic", "custom"], { description: "As requested" }),
    validity: Type.Optional(ContractValidity),
    totalCost: presentValueEur("Life-cycle cost with the contract and its plant"),
    savings: presentValueEur("Life-cycle cost of the baseline under the current contract less totalCost"),
    siteAsIsTotalCost: presentValueEur("Life-cycle cost of the baseline under this contract"),
    firstYearCost: eur("Year-one electricity cost with the contract and its plant"),
    comparable: Type.Optional(Comparable),
    investment: eur("Purchase of the new panels and the battery"),
    panels: Type.Array(count("New panels"), { description: "Panels of each roof, in the order of solar.newSystems" }),
    newPanelCount: count("New panels of all roofs"),
    batteryCapacityKwh: kwh("Capacity of the battery; 0 without one"),
    batteryPowerKw: kw("Power of the battery; 0 without one"),
    modules: Type.Optional(
      Type.Array(orNull(PanelModuleShown, "on a roof that gets no panels, or has no modules to choose from"), {
        description:
          "The module of each roof, in the order of solar.newSystems; absent if the request compares no contracts",
      }),
    ),
    product: Type.Optional(
      orNull(
        Strict(
          {
            id: text("As requested"),
            brand: orNull(text("As requested"), "when the request has none"),
            model: orNull(text("As requested"), "when the request has none"),
            count: count("Number of this product"),
          },
          { description: "The battery product of its plant" },
        ),
        "if its plant has no battery; absent if the request has no products",
      ),
    ),
    isOtherPlant: flag("Its plant differs from the report's plant: in sizes, in a module or in the battery product"),
    control: StringEnum(CONTROLLERS, { description: "Controller of its plant" }),
    lowerBoundTotalCost: presentValueEur(
      "Proven: no plant that the request allows costs less under this contract; with an energy tax by blocks of those whose import ends in the same block or in one near it",
    ),
    gap: fraction(
      "Proven bound on the distance of its cost, with foresight of the whole year, above the best plant under this contract",
    ),
  },
  { description: "A contract with its plant" },
)

/** Part `contracts` of the report. */
export const ContractsPart = Type.Optional(
  Strict(
    {
      provenWithin: orNull(
        fraction(
          "No pair of a contract and a plant, however operated, costs less than the first of ranked by more than this share of its cost",
        ),
        "if it costs nothing, or if the contracts differ in lines that go by the plant (comparable)",
      ),
      ranked: Type.Array(RankedContract, {
        description:
          "The current contract and the contracts on offer, cheapest first, without bill lines that some contracts lack",
      }),
    },
    {
      description:
        "The contracts of the request, each with the best plant for it, all in the price year of the scan; the rest of the report is of the contract of today. Absent without contracts in the request, and if the scan reached its work limit first",
    },
  ),
)
export type ContractsPart = Exclude<Static<typeof ContractsPart>, undefined>

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

const termsOf = (scan: ScanCase): Pick<Ranked, "name" | "type" | "validity"> => {
  const { tariffName, phases } = scan.input
  const validity = contractValidity(scan)
  return { name: tariffName, type: phases[0].terms.type, ...(validity ? { validity } : {}) }
}

/** Row of the current contract with the report's plant, with the same figures as in the other parts of the report. */
const today = ({ scan, solution, year, money, costs }: Figures): Ranked => ({
  contract: null,
  ...termsOf(scan),
  totalCost: money.totalCostEur,
  savings: money.netPresentValueEur,
  siteAsIsTotalCost: money.baselineCostEur,
  firstYearCost: year.bills[0].costEur,
  investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
  ...sizesOf(solution),
  ...namedParts(scan, solution, solution.products),
  isOtherPlant: false,
  control: solution.control.chosen,
  lowerBoundTotalCost: solution.optimisation.lowerBoundTotalCost + lifecycleOffset(scan, year.baselineBills),
  gap: solution.optimisation.gap,
})

const offered = ({ scan, solution, money: currentMoney }: Figures, plant: ContractPlant): Ranked => {
  const { bills, baselineBills, costs, money } = contractMoney(plant)
  const named = namedParts(plant.scan, plant, plant.products)
  return {
    contract: plant.index,
    ...termsOf(plant.scan),
    totalCost: money.totalCostEur,
    savings: currentMoney.baselineCostEur - money.totalCostEur,
    siteAsIsTotalCost: money.baselineCostEur,
    firstYearCost: bills[0].costEur,
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    ...sizesOf(plant),
    ...named,
    isOtherPlant: isOtherPlant(
      { ...plant, ...named },
      { ...solution, ...namedParts(scan, solution, solution.products) },
    ),
    control: plant.control,
    lowerBoundTotalCost: plant.lowerBoundEur + lifecycleOffset(plant.scan, baselineBills),
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
  const currentPlant = { scan, ...solution, operated: solution.optimised }
  const inCommonToday = moneyInCommon(currentPlant, differing)
  const all: Compared[] = [
    { row: today(figures), inCommon: inCommonToday },
    ...plants.map(plant => ({ row: offered(figures, plant), inCommon: moneyInCommon(plant, differing) })),
  ]
  const rows =
    differing.length > 0
      ? all.map(compared => comparable(compared, all, inCommonToday.baselineCostEur))
      : all.map(compared => compared.row)
  const ranked = rows.sort((a, b) => rankedBy(a) - rankedBy(b))
  const totalCost = rankedBy(ranked[0]!)
  const leastEur = Math.min(...ranked.map(row => row.lowerBoundTotalCost - (row.comparable?.differingCost ?? 0)))
  const isProven = totalCost > 0 && isBoundKnown(differing)
  return { provenWithin: isProven ? Math.max(0, totalCost - leastEur) / totalCost : null, ranked }
}
