/** Products under a rule that loses by panels: each is ranked with panels for the rule, and the best is the answer. */
import { describe, expect, test } from "bun:test"
import type { StoredReport } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
/** Allowed loss of value: the other products have the best product's panels, or the best panels with foresight. */
const NEARLY = 0.05

const product = (id: string, capacityKwh: number, eur: number) => ({
  ...{ id, capacityKwh, eur, powerKw: capacityKwh / 2, maxCount: 2 },
})

const solved = (tariff: object, control: string, products: object[]): StoredReport => {
  const request = {
    ...{ location: { lat: 52.1, lon: 5.18 }, inputMethod: "known", yearlyKwh: 4500, tariff, control },
    newPv: [{ maxPanelCount: 24, panelPowerWatts: 430, orientationAngle: 180 }],
    electricBattery: { products, minCapacityKwh: 1, capacityKwh: 40, powerRatingKw: 40 },
  }
  const input = parseEarlierRequest(request, standardProfileKeys)
  const answer = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  if (answer.kind !== "solved") throw new Error(JSON.stringify(answer.error))
  return answer.report
}

const FLAT = { type: "flat", flatEurPerKwh: 0.28 }

describe.each([
  ["selfConsumption", { ...FLAT, limits: { exportKw: 0 } }],
  ["selfConsumption", { type: "dynamic" }],
  ["selfConsumption", { ...FLAT, feedInEurPerKwh: -0.03 }],
] as const)("%s, %o", (control, tariff) => {
  const products = [product("small", 3, 600), product("next", 3.6, 930), product("large", 7, 3900)]
  const { products: ranking, financial } = solved(tariff, control, products)
  test("the answer is the product whose own scan is worth most", () => {
    const alone = products.map(one => solved(tariff, control, [one]).financial.netPresentValue)
    expect(financial.netPresentValue).toBeCloseTo(Math.max(...alone), 0)
  })

  test("each product is nearly worth what its own scan is", () => {
    for (const { id, netPresentValue } of ranking!.ranked) {
      const { financial: own } = solved(tariff, control, [products.find(one => one.id === id)!])
      expect(netPresentValue).toBeGreaterThan(own.netPresentValue - NEARLY * financial.netPresentValue)
    }
  })
})
