import { ALTERNATIVE_KINDS } from "../../domain/case/alternatives.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import type { unpackSeries } from "../../domain/report/series/pack.ts"
import type { FilledRequest } from "../../domain/request/request.ts"

type Series = ReturnType<typeof unpackSeries>
type ContractRow = NonNullable<ReportBody["contracts"]>["ranked"][number]

/** Rounding of sums, relative to their terms; and rounding of hours, which are stored to 1 Wh and as f32. */
const ROUNDING = 1e-6
const STORED_ROUNDING = 4e-6
const STORED_KWH = 0.003
const CENT = 0.01

/** Broken identities that must hold for every report, as texts. */
export const brokenIdentities = (input: FilledRequest, report: ReportBody, series: Series): string[] => [
  ...brokenHours(series),
  ...brokenMoney(report, series),
  ...brokenBill(report, series),
  ...brokenProducts(input, report),
  ...brokenModules(input, report),
  ...brokenContracts(input, report),
  ...brokenAlternatives(report),
  ...worthMore(input, report),
]

const isNear = (a: number, b: number, scale: number): boolean =>
  Math.abs(a - b) <= CENT + ROUNDING * Math.max(Math.abs(a), Math.abs(b), scale)

const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault])

/** Hours with a broken balance of consumption or production. */
const brokenHours = ({ hours }: Series): string[] => {
  const most = (values: ArrayLike<number>) => Array.from(values).reduce((peak, value) => Math.max(peak, value), 0)
  const peak = Math.max(most(hours.consumption), most(hours.solarProduction), most(hours.gridUsedOnsite))
  const at = Array.from(hours.consumption).findIndex((consumed, hour) => {
    const used = hours.solarUsedOnsite[hour]! + hours.batteryUsedOnsite[hour]! + hours.gridUsedOnsite[hour]!
    const went =
      hours.solarUsedOnsite[hour]! + hours.solarStored[hour]! + hours.solarExported[hour]! + hours.solarWasted[hour]!
    const wrong = Math.max(Math.abs(consumed - used), Math.abs(hours.solarProduction[hour]! - went))
    return wrong > STORED_KWH + STORED_ROUNDING * peak
  })
  return unless(at < 0, `the balance of hour ${at} is broken`)
}

const brokenMoney = ({ financial, overview, optimisation, goal }: ReportBody, { figures }: Series): string[] => {
  const { costComparison, investment, parameters, netPresentValue } = financial
  const { lifecycleCostBreakdown: costs, kpi } = overview
  const spent = Object.values(costs).reduce<number>((sum, eur) => sum + Math.abs(eur ?? 0), 0)
  const flows = figures.yearlyCashflows
  const turnover = Array.from(flows).reduce((sum, flow) => sum + Math.abs(flow), 0)
  const scale = Math.abs(costComparison.projectedBaseline) + investment.totalInvestment + spent + turnover
  const present = Array.from(flows).reduce((sum, flow, year) => sum + flow / (1 + parameters.discountRate) ** year, 0)
  const { totalCost, feedInRevenue, residualValue = 0, ...rest } = costs
  const { energyBill, solarInvestment, batteryInvestment, replacementCost, solarReplacementCost = 0 } = rest
  const bought = energyBill + solarInvestment + batteryInvestment + replacementCost + solarReplacementCost
  const parts = bought + rest.solarMaintenanceCost + rest.batteryMaintenanceCost - feedInRevenue - residualValue
  return [
    ...unless(isNear(present, netPresentValue, scale), `cash flows are worth ${present}, not ${netPresentValue}`),
    ...unless(isNear(parts, totalCost, scale), `parts of the cost are ${parts}, not ${totalCost}`),
    ...unless(
      isNear(costComparison.firstYearBaseline - costComparison.firstYearOptimized, kpi.yearlySavings, scale),
      "savings are not the difference of the bills",
    ),
    ...unless(
      goal !== "cost-savings" || optimisation.lowerBoundTotalCost <= totalCost + CENT + ROUNDING * scale,
      `the cost ${totalCost} is below its bound ${optimisation.lowerBoundTotalCost}`,
    ),
  ]
}

/** Lines of the first year's bills that do not add up to its figures. */
const brokenBill = ({ financial }: ReportBody, { figures: { billLines = [] } }: Series): string[] => {
  const { firstYearBaseline, firstYearOptimized } = financial.costComparison
  const sumOf = (side: "baseline" | "plant", lines = billLines) =>
    lines.flatMap(line => line[side]).reduce((sum, eur) => sum + eur, 0)
  const paid = billLines.filter(({ line }) => line === "feedIn" || line === "netting")
  const { feedInRevenue } = financial.yearOne
  const scale = billLines.flatMap(line => line.plant).reduce((sum, eur) => sum + Math.abs(eur), 0)
  return [
    ...unless(isNear(sumOf("baseline"), firstYearBaseline, scale), "lines of the bill without the plant do not add up"),
    ...unless(isNear(sumOf("plant"), firstYearOptimized, scale), "lines of the bill with the plant do not add up"),
    ...unless(isNear(sumOf("plant", paid), -feedInRevenue, scale), "lines of feed-in do not add up"),
  ]
}

const brokenProducts = ({ electricBattery }: FilledRequest, { products, battery }: ReportBody): string[] => {
  if (!products) return unless(!electricBattery?.products, "the products are not ranked")
  const asked = electricBattery?.products ?? []
  const { ranked, chosen, withoutBattery } = products
  const isInOrder = ranked.every((row, i) => {
    const before = ranked[i - 1]
    if (!before || before.meetsGoal !== row.meetsGoal) return !before || before.meetsGoal
    return before.isCeiling === row.isCeiling ? true : row.isCeiling
  })
  const operated = ranked.filter(({ isCeiling, meetsGoal }) => meetsGoal && !isCeiling).slice(1)
  const sizes = ranked.flatMap(({ id, count, batteryCapacityKwh, batteryPowerKw }) => {
    const product = asked.find(one => one.id === id)
    if (!product) return [`product ${id} was not asked for`]
    const isMultiple =
      Math.abs(batteryCapacityKwh - count * product.capacityKwh) <= 1e-12 * batteryCapacityKwh &&
      Math.abs(batteryPowerKw - count * product.powerKw) <= 1e-12 * batteryPowerKw
    return [
      ...unless(isMultiple, `${count} of ${id} are ${batteryCapacityKwh} kWh and ${batteryPowerKw} kW`),
      ...unless(count >= 1 && count <= (product.maxCount ?? 1), `${count} of ${id} are more than may be`),
    ]
  })
  const { capacityKwh } = battery.specs
  const own = chosen === null ? 0 : (ranked[0]?.batteryCapacityKwh ?? Number.NaN)
  return [
    ...sizes,
    ...unless(isInOrder, "products are not in their order"),
    ...unless(
      operated.every((row, i) => i === 0 || row.netPresentValue <= operated[i - 1]!.netPresentValue + CENT),
      "products are not in the order of their worth",
    ),
    ...unless(chosen === null || chosen === ranked[0]?.id, `${chosen} is chosen and ${ranked[0]?.id} is first`),
    ...unless(chosen !== null || withoutBattery !== null, "no product is chosen where a battery is asked for"),
    ...unless(Math.abs(capacityKwh - own) <= 1e-12 * own, `the battery has ${capacityKwh} kWh, its product ${own}`),
  ]
}

const brokenModules = ({ newPv }: FilledRequest, { solar }: ReportBody): string[] =>
  solar.newSystems.flatMap(({ module, panelCount }, i) => {
    const roof = newPv[i]!
    if (!roof.modules || panelCount === 0) return []
    const chosen = roof.modules.find(({ id }) => id === module?.id)
    if (!chosen) return [`roof ${i} has module ${module?.id}`]
    const most = Math.min(roof.maxPanelCount, chosen.maxPanelCount ?? roof.maxPanelCount)
    return unless(panelCount <= most, `roof ${i} has ${panelCount} of ${chosen.id}, of which ${most} fit`)
  })

/** Cost that ranks contracts: of their common lines, if their lines differ. */
const rankedBy = ({ comparable, totalCost }: ContractRow): number => comparable?.totalCost ?? totalCost

const brokenContracts = ({ contracts }: FilledRequest, { contracts: part }: ReportBody): string[] => {
  if (!part) return []
  const { ranked } = part
  const numbers = ranked.map(({ contract }) => contract ?? -1).sort((a, b) => a - b)
  const expected = [-1, ...(contracts ?? []).map((_, i) => i)]
  return [
    ...unless(numbers.join() === expected.join(), `contracts ${numbers} are ranked, not ${expected}`),
    ...ranked.flatMap(({ totalCost, lowerBoundTotalCost, contract, investment }, i) => {
      const slack = CENT + ROUNDING * (Math.abs(totalCost) + investment)
      return [
        ...unless(
          i === 0 || rankedBy(ranked[i - 1]!) <= rankedBy(ranked[i]!) + slack,
          `contract ${contract} is out of order`,
        ),
        ...unless(lowerBoundTotalCost <= totalCost + slack, `contract ${contract} costs less than its bound`),
      ]
    }),
  ]
}

const brokenAlternatives = ({ alternatives = [] }: ReportBody): string[] => {
  const place = ({ kind }: { kind: (typeof ALTERNATIVE_KINDS)[number] }) => ALTERNATIVE_KINDS.indexOf(kind)
  return [
    ...unless(alternatives[0]?.kind === "optimum", "the plant of the report is not the first alternative"),
    ...unless(
      alternatives.every((row, i) => {
        const before = alternatives[i - 1]
        if (!before || place(before) < place(row)) return true
        return place(before) === place(row) && before.batteryCapacityKwh <= row.batteryCapacityKwh
      }),
      "alternatives are not in their order",
    ),
  ]
}

/** Allowed advantage of another plant: the smallest gain for which it becomes the plant, and rounding [EUR]. */
const MOST_ADVANTAGE_EUR = 1.05

/**
 * Plants of the report that are worth more than its plant although the request allows them: alternatives, and products
 * that were operated. Only for the goal cost-savings: other goals promise a share or a limit. A search that was cut
 * short may miss a plant.
 */
const worthMore = (input: FilledRequest, report: ReportBody): string[] => {
  const { alternatives = [], products, financial, goal, notes } = report
  if (goal !== "cost-savings" || JSON.stringify(notes).includes("search-cut-short")) return []
  const { netPresentValue, costComparison } = financial
  const slack = MOST_ADVANTAGE_EUR + ROUNDING * Math.abs(costComparison.projectedBaseline)
  const isAllowed = ({ kind, batteryCapacityKwh, meetsGoal }: (typeof alternatives)[number]) =>
    kind !== "optimum" && meetsGoal && (batteryCapacityKwh > 0 || (input.electricBattery?.minCapacityKwh ?? 0) === 0)
  const ranked = products ? [...products.ranked, ...(products.withoutBattery ? [products.withoutBattery] : [])] : []
  const rows = [
    ...alternatives.filter(isAllowed).map(row => [row.kind, row.netPresentValue] as const),
    ...ranked.filter(row => row.meetsGoal && !row.isCeiling).map(row => ["a product", row.netPresentValue] as const),
  ]
  return rows
    .filter(([, eur]) => eur > netPresentValue + slack)
    .map(([name, eur]) => `${name} is worth ${eur}, the plant ${netPresentValue}`)
}
