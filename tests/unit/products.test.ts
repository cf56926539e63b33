/** Battery products of a request: the best product is the answer, each is ranked by its own best plant. */
import { expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import type { PricedProduct } from "../../domain/market/batteryProduct.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { messageOf } from "../../domain/texts/violations.ts"
import type { Solver } from "../../search/model/solver.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { violationsIn } from "../support/sentences.ts"

const optimiser = await createOptimiser()
const TOLERANCE = 1e-6

const solve = (
  request: object,
  { assumptions, ...settings }: Partial<Solver> & { assumptions?: AssumptionOverrides } = {},
): ReportBody => {
  const input = parseEarlierRequest(structuredClone(request), standardProfileKeys)
  const job = {
    scanId: "s",
    runId: "r",
    attempt: 1,
    input,
    ...(assumptions && { material: packJobInputs({ assumptions }) }),
  }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE, ...settings }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const small: PricedProduct = {
  ...{ id: "small", brand: "Volta", model: "5", capacityKwh: 5.12, powerKw: 2.5, eur: 2400 },
  ...{ roundtripEfficiency: 90, maxCount: 4, warrantyYears: 10 },
}
const medium: PricedProduct = { id: "medium", capacityKwh: 9.6, powerKw: 6, eur: 5200, roundtripEfficiency: 94 }
const large: PricedProduct = { id: "large", capacityKwh: 15, powerKw: 10, eur: 12_000 }
const house = { ...houseRequest(), control: "ideal" }
const limits = { capacityKwh: 25, powerRatingKw: 20 }
const request = { ...house, electricBattery: { ...limits, products: [large, small, medium] } }

const rankedOf = ({ products }: ReportBody) => {
  if (!products) throw new Error("the report compares no products")
  return products
}

/** The request held at `count` pieces of a product. */
const heldAt = (product: PricedProduct, count: number) => ({
  ...request,
  electricBattery: {
    ...{ capacityKwh: count * product.capacityKwh, minCapacityKwh: count * product.capacityKwh },
    ...{ powerRatingKw: count * product.powerKw, minPowerRatingKw: count * product.powerKw },
    ...(product.roundtripEfficiency === undefined ? {} : { roundtripEfficiency: product.roundtripEfficiency }),
    costPerKwh: product.eur / product.capacityKwh,
  },
})

test("the answer is the best product with its count, and every product is ranked by its own best plant", () => {
  const report = solve(request)
  const { chosen, ranked, withoutBattery } = rankedOf(report)
  expect(ranked.map(({ id }) => id).sort()).toEqual(["large", "medium", "small"])
  const values = ranked.map(({ netPresentValue }) => netPresentValue)
  expect(values).toEqual([...values].sort((a, b) => b - a))
  const [first] = ranked
  expect(chosen).toBe(first!.id)
  expect(first!.netPresentValue).toBeGreaterThan(withoutBattery!.netPresentValue)
  expect(first!.netPresentValue).toBeCloseTo(report.financial.netPresentValue, 0)
  expect(first!.returnPeriod).toBeCloseTo(report.overview.kpi.returnPeriod!, 2)
  expect(first!.firstYearSavings).toBeCloseTo(report.overview.kpi.yearlySavings, 1)
  expect(report.battery.specs.capacityKwh).toBeCloseTo(first!.batteryCapacityKwh, 9)
  expect(report.battery.specs.powerKw).toBeCloseTo(first!.batteryPowerKw, 9)
  expect(report.battery.costs.purchaseCost).toBeCloseTo(
    first!.investment - report.financial.investment.solarInvestment,
    6,
  )
  expect(report.battery.specs.brandName).toBe(first!.brand)
  for (const row of ranked) {
    const product = [small, medium, large].find(({ id }) => id === row.id)!
    const held = solve(heldAt(product, row.count))
    expect(row.netPresentValue).toBeCloseTo(held.financial.netPresentValue, 0)
    expect(row.gap).toBeLessThan(1.5e-3)
  }
})

test("products are chosen and shown as the controller operates them, and the first is the plant of the report", () => {
  const { control: _, ...planned } = request
  const report = solve(planned)
  expect(report.control?.chosen).toBe("forecast")
  const { chosen, ranked, withoutBattery } = rankedOf(report)
  const [first, ...others] = ranked
  expect(chosen).toBe(first!.id)
  expect(first!.isCeiling).toBe(false)
  expect(first!.netPresentValue).toBeCloseTo(report.financial.netPresentValue, 0)
  expect(first!.firstYearSavings).toBeCloseTo(report.overview.kpi.yearlySavings, 1)
  expect(first!.netPresentValue).toBeLessThan(report.control!.netPresentValue.ideal - 10)
  for (const { netPresentValue } of [...others, withoutBattery!])
    expect(netPresentValue).toBeLessThanOrEqual(first!.netPresentValue)
})

test("every product that may be worth more than the best as it is operated is operated too", () => {
  const { control: _, ...planned } = request
  const products = Array.from({ length: 8 }, (_, i) => {
    const capacityKwh = 5 + i
    return { id: `p${i}`, capacityKwh, powerKw: capacityKwh / 2, eur: 900 + 420 * capacityKwh }
  })
  const alike = (list: object[]) => ({ ...planned, electricBattery: { ...limits, minCapacityKwh: 5, products: list } })
  const { ranked } = rankedOf(solve(alike(products)))
  const best = ranked[0]!.netPresentValue
  for (const row of ranked.filter(({ isCeiling }) => isCeiling)) expect(row.netPresentValue).toBeLessThanOrEqual(best)
  for (const product of products) {
    const [alone] = rankedOf(solve(alike([product]))).ranked
    expect(alone!.netPresentValue).toBeLessThanOrEqual(best + 1)
  }
})

test("under a demand charge the row of the answer has the figures of the report", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 8 }
  const report = solve({ ...request, yearlyKwh: 30_000, tariff }, { sizingTolerance: 1e-4 })
  const [first] = rankedOf(report).ranked
  expect(first!.netPresentValue).toBe(report.financial.netPresentValue)
  expect(first!.firstYearSavings).toBe(report.overview.kpi.yearlySavings)
  expect(first!.returnPeriod).toBe(report.overview.kpi.returnPeriod)
  expect(first!.panels).toEqual(report.alternatives![0]!.panels)
})

test("panels of today without a battery save nothing, also under a demand charge and at negative prices", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 8 }
  const existingPv = [{ panelCount: 20, panelPowerWatts: 430 }]
  const { chosen, withoutBattery } = rankedOf(solve({ ...request, newPv: [], existingPv, tariff }))
  expect(chosen).not.toBeNull()
  expect(withoutBattery!.netPresentValue).toBeCloseTo(0, 0)
})

test("the savings of a row that is a ceiling hold no residual value", () => {
  const dear = { ...small, eur: 9000, maxCount: 1 }
  const asked = { ...request, electricBattery: { ...limits, products: [medium, dear] } }
  const savingsOf = (residualValueFraction: number) => {
    const roofs = asked.newPv!.map(roof => ({ ...roof, minPanelCount: roof.maxPanelCount }))
    const report = solve({ ...asked, newPv: roofs }, { assumptions: { residualValueFraction, pvLifeYears: 50 } })
    const row = rankedOf(report).ranked.find(({ id }) => id === "small")!
    expect(row.isCeiling).toBe(true)
    return row.firstYearSavings!
  }
  expect(savingsOf(1)).toBeCloseTo(savingsOf(0), 1)
})

test.each([
  ["terms end", { tariff: { type: "dynamic", netting: true, nettingUntil: 2029 } }],
  ["parts of the price grow apart", { tariff: { type: "dynamic" }, taxGrowth: -0.05 }],
])("where %s, a row that is a ceiling has a value but no savings of the first year and no payback", (_, terms) => {
  const dear = { ...small, eur: 9000, maxCount: 1 }
  const report = solve({ ...request, ...terms, electricBattery: { ...limits, products: [medium, dear] } })
  const { ranked, chosen, withoutBattery } = rankedOf(report)
  const row = ranked.find(({ id }) => id === "small")!
  expect(row).toMatchObject({ isCeiling: true, firstYearSavings: null, returnPeriod: null })
  expect(row.netPresentValue).toBeLessThan(report.financial.netPresentValue)
  const own = chosen === null ? withoutBattery! : ranked[0]!
  expect(own.firstYearSavings).toBeCloseTo(report.overview.kpi.yearlySavings, 6)
})

test("products of one round-trip efficiency that lose otherwise on the way in than on the way out are each ranked as they are", () => {
  const oneWay = { chargeEfficiency: 99, dischargeEfficiency: 70 }
  const own: PricedProduct = { ...medium, id: "own", roundtripEfficiency: 69.3 }
  const { roundtripEfficiency: _, ...usual } = { ...medium, id: "usual" }
  const rowOf = (id: string, products: PricedProduct[]) => {
    const battery = { ...limits, ...oneWay, minCapacityKwh: 5, products }
    return rankedOf(solve({ ...request, electricBattery: battery })).ranked.find(row => row.id === id)!
  }
  for (const product of [own, usual]) {
    const alone = rowOf(product.id, [product]).netPresentValue
    expect(rowOf(product.id, [own, usual]).netPresentValue).toBeCloseTo(alone, 0)
  }
})

test("a product without a price costs what the curve says of one of its size, times its count, and says so", () => {
  const { eur: _, ...unpriced } = { ...medium, id: "unpriced", capacityKwh: 10, maxCount: 2 }
  const battery = (products: object[], minCapacityKwh: number) => ({ ...limits, minCapacityKwh, products })
  for (const count of [1, 2]) {
    const priced = { ...unpriced, id: "priced", eur: 9250 }
    const { ranked } = rankedOf(solve({ ...request, electricBattery: battery([unpriced, priced], 10 * count) }))
    const rowOf = (id: string) => ranked.find(row => row.id === id)!
    expect(rowOf("unpriced")).toMatchObject({ count, isPricedByCurve: true, investment: rowOf("priced").investment })
    expect(rowOf("unpriced").netPresentValue).toBeCloseTo(rowOf("priced").netPresentValue, 0)
    expect(rowOf("priced")).not.toHaveProperty("isPricedByCurve")
  }
})

test("a product is used down to its own lowest level, beside one that is not", () => {
  const usable = { ...medium, id: "usable", minimumChargeLevel: 0 }
  const products = [medium, usable]
  const ranked = (battery: object) => rankedOf(solve({ ...request, electricBattery: { ...limits, ...battery } })).ranked
  const together = ranked({ products })
  expect(together[0]!.id).toBe("usable")
  for (const [product, minimumChargeLevel] of [
    [medium, 10],
    [usable, 0],
  ] as const) {
    const { minimumChargeLevel: _, ...plain } = { minimumChargeLevel: 0, ...product }
    const [alone] = ranked({ minimumChargeLevel, products: [plain] })
    expect(together.find(({ id }) => id === product.id)!.netPresentValue).toBeCloseTo(alone!.netPresentValue, 0)
  }
})

test("without a product that pays there is no battery, and the ranking says by how much each misses", () => {
  const dear = { ...small, eur: 9000, maxCount: 1 }
  const report = solve({ ...request, electricBattery: { ...limits, products: [dear] } })
  const { chosen, ranked, withoutBattery } = rankedOf(report)
  expect(chosen).toBeNull()
  expect(report.battery.specs.capacityKwh).toBe(0)
  expect(report.battery.wasRequested).toBe(true)
  expect(withoutBattery!.netPresentValue).toBeCloseTo(report.financial.netPresentValue, 0)
  expect(ranked[0]!.netPresentValue).toBeLessThan(withoutBattery!.netPresentValue)
})

test("a least capacity leaves no plant without a battery, and products that do not fit are not ranked", () => {
  const bounds = { ...limits, minCapacityKwh: 6, capacityKwh: 12 }
  const { chosen, ranked, withoutBattery } = rankedOf(
    solve({ ...request, electricBattery: { ...bounds, products: [small, medium, large] } }),
  )
  expect(withoutBattery).toBeNull()
  expect(ranked.map(({ id }) => id).sort()).toEqual(["medium", "small"])
  expect(ranked.find(({ id }) => id === "small")!.count).toBe(2)
  expect(chosen).toBe(ranked[0]!.id)
})

test("a product that misses the share asked for is ranked last and never chosen", () => {
  const tiny: PricedProduct = { id: "tiny", capacityKwh: 1, powerKw: 1, eur: 100 }
  const asked = { ...request, goal: "renewable-minimum", renewableElectricityMinFraction: 0.6 }
  const report = solve({ ...asked, electricBattery: { ...limits, products: [tiny, medium, small] } })
  const { chosen, ranked } = rankedOf(report)
  expect(ranked.at(-1)).toMatchObject({ id: "tiny", meetsGoal: false })
  expect(chosen).not.toBe("tiny")
  expect(report.overview.kpi.selfSufficiency).toBeGreaterThanOrEqual(0.6 - 1e-3)
})

test("a scan without products says nothing of them", () => {
  expect(solve(house).products).toBeUndefined()
})

test("at its budget a scan ranks fewer products, and its bound still covers those left out", () => {
  const products = Array.from({ length: 60 }, (_, i) => {
    const capacityKwh = 1 + 0.2 * i
    return { id: `p${i}`, capacityKwh, powerKw: capacityKwh / 2, eur: 800 + 350 * capacityKwh }
  })
  const asked = { ...request, electricBattery: { ...limits, products } }
  const whole = solve(asked, { sizingTolerance: 1e-4 })
  const cut = solve(asked, { sizingTolerance: 1e-4, budgetMs: 60 })
  expect(rankedOf(whole).ranked).toHaveLength(60)
  expect(rankedOf(cut).ranked.length).toBeLessThan(60)
  expect(cut.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(whole.financial.lifecycle.totalCost)
  expect(cut.notes).toContainEqual(expect.stringContaining("a better plant may exist"))
})

test.each([
  ["the goal self-sufficiency", { goal: "self-sufficiency" }, {}, "must be left out"],
  ["a price beside products", {}, { costPerKwh: 500 }, "must be left out: electricBattery.products"],
  ["an id twice", {}, { products: [small, { ...medium, id: "small" }] }, "electricBattery.products[1].id"],
  [
    "a battery slower than a day",
    {},
    { products: [{ ...small, powerKw: 0.1 }] },
    "electricBattery.products[0].powerKw",
  ],
  ["none that fits", {}, { capacityKwh: 4 }, "has no product that fits the bounds"],
])("%s is refused", (_, changed, battery, message) => {
  const asked = { ...request, ...changed, electricBattery: { ...request.electricBattery, ...battery } }
  expect(
    messageOf(
      violationsIn(() => parseEarlierRequest(asked, standardProfileKeys)),
      "en",
    ),
  ).toContain(message)
})

test("a least capacity is kept also where the budget ends at once", () => {
  const battery = { ...limits, minCapacityKwh: 6, products: [large, medium] }
  const report = solve({ ...request, electricBattery: battery }, { budgetMs: 1 })
  const { chosen, ranked } = rankedOf(report)
  expect(report.battery.specs.capacityKwh).toBeGreaterThanOrEqual(6)
  expect(chosen).toBe(ranked[0]!.id)
})

test("the plant without a battery is the same among the products and among the alternatives", () => {
  const report = solve({
    ...{ location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 },
    newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
    electricBattery: {
      ...{ capacityKwh: 30, powerRatingKw: 15 },
      products: [{ id: "b", capacityKwh: 10, powerKw: 5, eur: 3000 }],
    },
  })
  const { panels, netPresentValue } = report.products!.withoutBattery!
  const row = report.alternatives!.find(({ kind }) => kind === "withoutBattery")
  expect(row).toMatchObject({ panels, netPresentValue: expect.closeTo(netPresentValue, 6) })
})
