/** Listed plants of a report: none is worth more than the plant that the report calls the best. */
import { describe, expect, test } from "bun:test"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { createRandom, oneOf } from "../support/generate.ts"
import { driverEnds } from "../support/outlook.ts"

const optimiser = await checkedOptimiser()
const SEED = 4711
const DRAWN = 14
/** Amounts of reports are rounded to cents. */
const CENT = 0.01
/** Least gain at which an alternative replaces the plant. */
const LEAST_GAIN_EUR = 1

const solve = (request: object): ReportBody => {
  const input = parseEarlierRequest({ inputMethod: "known", ...request } as never, standardProfileKeys)
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

/** A dairy farm with roofs to the east and the west, and a battery that hardly pays back. */
const dairy = await Bun.file(new URL("../../examples/requests/farm-east-west.json", import.meta.url)).json()

const TARIFFS = [
  { type: "dynamic" },
  { type: "dynamic", netting: true, nettingUntil: 2027 },
  { type: "flat", flatEurPerKwh: 0.28 },
  { type: "dynamic", demandEurPerKwMonth: 4 },
  {
    type: "custom",
    buy: { energy: [{ eurPerKwh: 0.33, hours: [[7, 22]] }, { eurPerKwh: 0.21 }], taxed: false },
    sell: { energy: 0.06 },
  },
]

const random = createRandom(SEED)
const drawn = Array.from({ length: DRAWN }, (_, i) => {
  const yearlyKwh = oneOf(random, [2500, 4500, 9000, 30_000, 85_000])
  const panels = Math.ceil((yearlyKwh / 420) * (0.5 + 2 * random()))
  const capacityKwh = Math.ceil((yearlyKwh / 400) * (0.3 + random()))
  return {
    name: `drawn ${i + 1}`,
    request: {
      location: { lat: 51 + 2 * random(), lon: 4.5 + random() },
      yearlyKwh,
      loadProfile: oneOf(random, ["standard", "dairy-farm-l1", "bakery-g5"]),
      newPv: [{ maxPanelCount: panels, panelPowerWatts: 430, orientationAngle: oneOf(random, [90, 180, 270]) }],
      electricBattery: {
        ...{ capacityKwh, powerRatingKw: Math.ceil(capacityKwh / 2) },
        costPerKwh: oneOf(random, [180, 260, 320, 360]),
      },
      tariff: TARIFFS[i % TARIFFS.length],
      includeSavingsSpread: false,
    },
  }
})

const dairyAt = (yearlyKwh: number, costPerKwh: number) => ({
  name: `the dairy farm of ${yearlyKwh} kWh, ${costPerKwh} EUR/kWh`,
  request: {
    ...dairy,
    yearlyKwh,
    electricBattery: { ...dairy.electricBattery, costPerKwh },
    includeSavingsSpread: false,
  },
})

const cases = [
  ...[dairyAt(85_000, 350), dairyAt(85_000, 520), dairyAt(60_000, 520), dairyAt(30_000, 350), dairyAt(20_000, 560)],
  ...drawn,
]

describe.each(cases)("$name", ({ request }) => {
  const report = solve(request)
  const rows = report.alternatives!

  test("no alternative is worth more than the plant of the report, but for what nobody would see", () => {
    const [own, ...others] = rows
    for (const { netPresentValue, meetsGoal } of others)
      if (meetsGoal) expect(netPresentValue).toBeLessThanOrEqual(own!.netPresentValue + LEAST_GAIN_EUR + CENT)
    expect(report.optimisation.gap).toBeGreaterThanOrEqual(0)
  })

  test("the best plant under another price of batteries is worth no less than any listed plant", () => {
    for (const { name, change, optimum, npv } of driverEnds(report)) {
      if (!optimum) continue
      expect(optimum.npv).toBeGreaterThanOrEqual(npv! - CENT)
      if (name !== "batteryCost") continue
      // A plant without a battery has the same value at any battery price; a plant with a battery gains if batteries
      // get cheaper.
      const comparable = rows.filter(row => row.meetsGoal && (change < 0 || row.batteryCapacityKwh === 0))
      for (const row of comparable) expect(optimum.npv).toBeGreaterThanOrEqual(row.netPresentValue - CENT)
    }
  })
})
