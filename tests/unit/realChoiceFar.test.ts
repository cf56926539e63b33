import { expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/** Sites at which demand charges make the best battery under plans differ much from the best battery with foresight. */
const solver = { optimiser: await createOptimiser(), sizingTolerance: 1e-4 }

const weekdays = ["mon", "tue", "wed", "thu", "fri"]
const evening = [[15, 20]]
const SITES = {
  "a house that pays for its evening power, with a battery as fast as it may be": {
    location: { lat: 33.45, lon: -112.07 },
    yearlyKwh: 14_000,
    tariff: {
      type: "custom",
      buy: {
        energy: [{ eurPerKwh: 0.3, months: [5, 6, 7, 8, 9, 10], days: weekdays, hours: evening }, { eurPerKwh: 0.12 }],
        taxed: false,
      },
      sell: { energy: 0.06 },
      grid: { demand: [{ eurPerKwMonth: 12, hours: evening }], fixedEurPerMonth: 20 },
    },
    newPv: [{ maxPanelCount: 30, panelPowerWatts: 450 }],
    electricBattery: { capacityKwh: 27, powerRatingKw: 11 },
  },
  "a school that pays for the power of its winter": {
    location: { lat: 52.1, lon: 5.1 },
    yearlyKwh: 60_000,
    loadProfile: "school-small-measured",
    customer: "business",
    tariff: {
      type: "custom",
      buy: { energy: [{ eurPerKwh: 0.12, hours: [[7, 23]], days: weekdays }, { eurPerKwh: 0.09 }], taxed: true },
      sell: { energy: "dayAhead", feeEurPerKwh: 0.01 },
      grid: { demand: [{ eurPerKwYear: 60, months: [11, 12, 1, 2] }] },
      limits: { importKw: 60, exportKw: 30 },
    },
    newPv: [{ maxPanelCount: 120, panelPowerWatts: 450, tiltAngle: 12, orientationAngle: 170 }],
    electricBattery: { capacityKwh: 80, powerRatingKw: 40, costPerKwh: 350 },
  },
}

test.each(Object.entries(SITES))("no alternative is worth more than the plant: %s", (_, site) => {
  const input = parseEarlierRequest({ inputMethod: "known", ...site }, standardProfileKeys)
  const answer = solveJob({ scanId: "scan", runId: "run", attempt: 1, input }, solver, () => true)
  if (answer.kind !== "solved") throw new Error(JSON.stringify(answer.error))
  const [plant, ...others] = answer.report.alternatives ?? []
  expect(others.length).toBeGreaterThan(2)
  for (const { netPresentValue } of others) expect(netPresentValue).toBeLessThanOrEqual(plant!.netPresentValue + 0.01)
})
