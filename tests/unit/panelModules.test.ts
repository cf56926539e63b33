/**
 * Panel modules of a request: each roof gets the best module of its list. Every choice, solved alone, is the reference.
 */
import { expect, test } from "bun:test"
import { InvalidInput } from "../../domain/base/errors.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import type { PanelModule } from "../../domain/request/panelModules.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { messageOf } from "../../domain/texts/violations.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { randomNumbers } from "../support/solvedCase.ts"

const optimiser = await createOptimiser()
const TOLERANCE = 1e-6

const solve = (request: object): ReportBody => {
  const input = parseEarlierRequest(structuredClone(request), standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

const roof = { maxPanelCount: 12, panelPowerWatts: 400 }
const cheap: PanelModule = { id: "cheap", watts: 400, eur: 260 }
const strong: PanelModule = { id: "strong", brand: "Helio", model: "S", watts: 480, eur: 380, maxPanelCount: 10 }
const large: PanelModule = { id: "large", watts: 700, eur: 500, maxPanelCount: 6 }
const house = { ...houseRequest(), control: "ideal" }
const battery = { capacityKwh: 8, powerRatingKw: 4 }

/** A roof held at one of its modules, in the form of a request without modules. */
const heldAt = (
  own: object & { maxPanelCount: number },
  { watts, eur, maxPanelCount = own.maxPanelCount }: PanelModule,
) => ({
  ...own,
  ...{ panelPowerWatts: watts, costPerKwp: (1000 * eur) / watts },
  maxPanelCount: Math.min(own.maxPanelCount, maxPanelCount),
})

const totalOf = (report: ReportBody) => report.financial.lifecycle.totalCost

test.each(Array.from({ length: 10 }, (_, seed) => seed))(
  "choice %d of modules for two roofs is the one that trying all finds",
  seed => {
    const random = randomNumbers(seed + 7)
    const between = (low: number, high: number) => low + (high - low) * random()
    const roofs = [0, 1].map(() => ({ ...roof, orientationAngle: Math.round(between(90, 270)) }))
    const modulesOf = (count: number): PanelModule[] =>
      Array.from({ length: count }, (_, i) => {
        const watts = Math.round(between(330, 620))
        return {
          id: `m${i}`,
          watts,
          eur: Math.round(watts * between(0.5, 1.3)),
          maxPanelCount: Math.round(between(4, 12)),
        }
      })
    const lists = [modulesOf(3), modulesOf(2)] as const
    const request = {
      ...house,
      yearlyKwh: Math.round(between(2500, 9000)),
      ...(seed % 2 ? { electricBattery: battery } : {}),
    }
    const found = solve({ ...request, newPv: roofs.map((own, i) => ({ ...own, modules: lists[i] })) })
    const tried = lists[0].flatMap(first =>
      lists[1].map(second => ({
        ids: [first.id, second.id],
        report: solve({ ...request, newPv: [heldAt(roofs[0]!, first), heldAt(roofs[1]!, second)] }),
      })),
    )
    const best = tried.reduce((least, one) => (totalOf(one.report) < totalOf(least.report) ? one : least))
    const rounding = 2 * TOLERANCE * Math.abs(totalOf(best.report)) + 0.5
    expect(Math.abs(totalOf(found) - totalOf(best.report))).toBeLessThanOrEqual(rounding)
    expect(found.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalOf(best.report) + rounding)
    const ids = found.solar.newSystems.map(({ module }) => module!.id)
    const chosen = tried.find(one => one.ids.join() === ids.join())!
    expect(totalOf(chosen.report) - totalOf(best.report)).toBeLessThanOrEqual(rounding)
    expect(found.financial.investment).toEqual(chosen.report.financial.investment)
  },
)

/** One roof with four modules, and a battery, in a house with drawn consumption. */
const operatedRequest = (seed: number) => {
  const random = randomNumbers(seed)
  const between = (low: number, high: number) => Math.round(low + (high - low) * random())
  const own = { ...roof, orientationAngle: between(90, 270) }
  const modules = Array.from({ length: 4 }, (_, i): PanelModule => {
    const watts = between(330, 620)
    return { id: `m${i}`, watts, eur: Math.round((watts * between(45, 60)) / 100), maxPanelCount: between(4, 14) }
  })
  const battery = { capacityKwh: 12, powerRatingKw: 6, costPerKwh: 250 }
  return { request: { ...house, yearlyKwh: between(2500, 9000), electricBattery: battery }, own, modules }
}

test.each(["selfConsumption", "forecast"].flatMap(control => [8, 9, 28, 51].map(seed => [control, seed] as const)))(
  "under %s control no module is worth more than the chosen one, house %d",
  (control, seed) => {
    const { request, own, modules } = operatedRequest(seed)
    const chosen = solve({ ...request, control, newPv: [{ ...own, modules }] })
    const tried = modules.map(module => solve({ ...request, control, newPv: [heldAt(own, module)] }))
    expect(totalOf(chosen)).toBeLessThanOrEqual(Math.min(...tried.map(totalOf)) + 0.5)
    const bounds = tried.map(({ optimisation }) => optimisation.lowerBoundTotalCost)
    expect(chosen.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(Math.min(...bounds) + 0.5)
  },
)

test("the report names the module of each roof, at its power and its price a panel", () => {
  const newPv = [{ ...roof, minPanelCount: 4, modules: [strong] }, roof]
  const { solar } = solve({ ...house, newPv })
  const [first, second] = solar.newSystems
  expect(first).toMatchObject({ module: { id: "strong", brand: "Helio", model: "S" }, panelPowerRatedWatts: 480 })
  expect(first!.panelCount).toBeLessThanOrEqual(10)
  expect(second).not.toHaveProperty("module")
  expect(second!.panelPowerRatedWatts).toBe(400)
})

test("modules, products and contracts on offer are chosen together", () => {
  const products = [{ id: "b5", capacityKwh: 5, powerKw: 2.5, eur: 1500 }]
  const contracts = [{ type: "flat", flatEurPerKwh: 0.5, feedInEurPerKwh: 0.01 }]
  const newPv = [{ ...roof, modules: [large, cheap] }]
  const request = { ...house, electricBattery: { ...battery, products }, contracts }
  const found = solve({ ...request, newPv })
  const tried = [large, cheap].map(module => solve({ ...request, newPv: [heldAt(roof, module)] }))
  expect(totalOf(found)).toBeCloseTo(Math.min(...tried.map(totalOf)), 0)
  expect(found.products!.chosen).toBe("b5")
  const costsOf = ({ contracts: compared }: ReportBody) =>
    compared!.ranked.toSorted((a, b) => (a.contract ?? -1) - (b.contract ?? -1)).map(({ totalCost }) => totalCost)
  const [first, second] = tried.map(costsOf) as [number[], number[]]
  for (const [i, cost] of costsOf(found).entries()) expect(cost).toBeCloseTo(Math.min(first[i]!, second[i]!), 0)
})

test("a contract whose plant differs by its product alone, or by its module alone, is of another plant", () => {
  const products = [
    { id: "b5", capacityKwh: 5, powerKw: 2.5, eur: 1500, roundtripEfficiency: 80 },
    { id: "b5-best", capacityKwh: 5, powerKw: 2.5, eur: 2600, roundtripEfficiency: 98 },
  ]
  const held = { ...roof, minPanelCount: 8, maxPanelCount: 8 }
  const contracts = [{ type: "flat", flatEurPerKwh: 1.2, feedInEurPerKwh: 0.6 }]
  const offerOf = (changed: object) =>
    solve({ ...house, contracts, ...changed }).contracts!.ranked.find(({ contract }) => contract === 0)
  const electricBattery = { ...battery, products, minCapacityKwh: 5 }
  expect(offerOf({ newPv: [held], electricBattery })).toMatchObject({
    ...{ newPanelCount: 8, batteryCapacityKwh: 5, isOtherPlant: true },
    product: { id: "b5-best" },
  })
  const modules = [cheap, { ...strong, eur: 500 }]
  const offer = offerOf({ newPv: [{ ...held, modules }], electricBattery: undefined })
  expect(offer).toMatchObject({ newPanelCount: 8, isOtherPlant: true, modules: [{ id: "strong" }] })
  expect(offer).not.toHaveProperty("product")
})

test("a compared contract names no module of a roof without new panels", () => {
  const newPv = [
    { ...roof, minPanelCount: 8, maxPanelCount: 8, modules: [cheap] },
    { ...roof, modules: [{ ...strong, eur: 50_000 }] },
  ]
  const contracts = [{ type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }]
  const { ranked } = solve({ ...house, newPv, contracts }).contracts!
  expect(ranked).toHaveLength(2)
  for (const { panels, modules } of ranked)
    expect([panels, modules]).toEqual([
      [8, 0],
      [{ id: "cheap", brand: null, model: null }, null],
    ])
})

test("a contract whose plant differs by its module or its product alone says so, and names them", () => {
  const dear = { ...strong, eur: 500 }
  const products = [
    { id: "b5", brand: "Store", model: "Five", capacityKwh: 5, powerKw: 2.5, eur: 1500, roundtripEfficiency: 80 },
    { id: "b5-best", capacityKwh: 5, powerKw: 2.5, eur: 2600, roundtripEfficiency: 98 },
  ]
  const newPv = [{ ...roof, minPanelCount: 8, maxPanelCount: 8, modules: [cheap, dear] }]
  const electricBattery = { ...battery, products, minCapacityKwh: 5 }
  const contracts = [{ type: "flat", flatEurPerKwh: 1.2, feedInEurPerKwh: 0.6 }]
  const request = { ...house, newPv, electricBattery }
  const [today, offer] = solve({ ...request, contracts }).contracts!.ranked.toSorted(
    (a, b) => (a.contract ?? -1) - (b.contract ?? -1),
  )
  const alone = solve({ ...request, tariff: contracts[0] })
  expect(today).toMatchObject({ newPanelCount: 8, batteryCapacityKwh: 5, isOtherPlant: false })
  expect(today!.modules).toEqual([{ id: "cheap", brand: null, model: null }])
  expect(today!.product).toEqual({ id: "b5", brand: "Store", model: "Five", count: 1 })
  expect(offer).toMatchObject({ newPanelCount: 8, batteryCapacityKwh: 5, isOtherPlant: true })
  expect(offer!.modules!.map(module => module!.id)).toEqual([alone.solar.newSystems[0]!.module!.id])
  expect(offer!.modules![0]!.id).toBe("strong")
  expect(offer!.product!.id).toBe(alone.products!.chosen!)
})

test.each([
  ["another goal", { goal: "self-sufficiency" }, [cheap], "newPv[0].modules must be left out"],
  ["an id twice", {}, [cheap, { ...strong, id: "cheap" }], "newPv[0].modules[1].id"],
  ["fewer panels than the least", {}, [{ ...cheap, maxPanelCount: 2 }], "newPv[0].minPanelCount must be at most"],
  ["too many", {}, Array.from({ length: 5 }, (_, i) => ({ ...cheap, id: `m${i}` })), "25 ways"],
])("%s is refused", (_, changed, modules, message) => {
  const roofs = [0, 1].map(() => ({ ...roof, minPanelCount: 3, modules }))
  const refusal = () => {
    try {
      parseEarlierRequest({ ...house, ...changed, newPv: roofs }, standardProfileKeys)
    } catch (error) {
      if (error instanceof InvalidInput) return messageOf(error.violations, "en")
      throw error
    }
    return ""
  }
  expect(refusal()).toContain(message)
})

test("a price of the roof has no place beside modules", () => {
  const request = { ...house, newPv: [{ ...roof, costPerKwp: 900, modules: [cheap] }] }
  expect(() => parseEarlierRequest(request, standardProfileKeys)).toThrow("newPv.0.costPerKwp: either-or")
})
