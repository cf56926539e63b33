/**
 * Measured losses of batteries beyond the round-trip efficiency, and their effect on six sites: `bun
 * tests/bench/batteryLosses.ts`.
 *
 * The loss while discharging is fitted by a constant and a proportional part: out/efficiency − out = idle + share ·
 * out. Each site is sized and operated without a constant loss and with the assumed loss. The table has hours in
 * operation, battery, savings, net present value and dispatches of both.
 */

import { unpackSeries } from "../../domain/report/series/pack.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/**
 * Source: HTW Berlin and aquu, Stromspeicher-Inspektion 2026. Discharging efficiency by power, with half of the cells'
 * loss.
 */
const MEASURED: Record<string, [kw: number, efficiency: number][]> = {
  "RCT Power Storage DC 10, Battery 11.5": [
    [0.05, 0.784],
    [0.1, 0.843],
    [0.2, 0.901],
    [0.5, 0.941],
    [10, 0.958],
  ],
  "Fox ESS PQ-H3-Ultra-10, EQ3300-5": [
    [0.05, 0.562],
    [0.1, 0.729],
    [0.2, 0.838],
    [0.5, 0.916],
    [10, 0.962],
  ],
  "Energy Depot Centurio 10, DOMUS 2.5": [
    [0.05, 0.616],
    [0.1, 0.763],
    [0.2, 0.832],
    [0.5, 0.89],
    [10, 0.947],
  ],
  "Fronius GEN24 10 Plus SC, Reserva 12.6": [
    [0.05, 0.556],
    [0.1, 0.722],
    [0.2, 0.829],
    [0.5, 0.897],
    [10, 0.946],
  ],
  "KOSTAL PLENTICORE G3 M 10, BYD HVS 12.8": [
    [0.05, 0.48],
    [0.1, 0.666],
    [0.2, 0.794],
    [0.5, 0.892],
    [10, 0.949],
  ],
  "SAX Power Home Plus": [
    [0.025, 0.568],
    [0.05, 0.734],
    [0.1, 0.822],
    [0.2, 0.891],
    [0.4, 0.93],
    [4.6, 0.956],
  ],
  "SMA Sunny Boy Smart Energy 5.0, Storage 6.5": [
    [0.05, 0.594],
    [0.1, 0.74],
    [0.2, 0.837],
    [0.4, 0.896],
    [5, 0.937],
  ],
  "KOSTAL PLENTICORE MP G3 M 4.6, BYD HVS+ 7.7": [
    [0.05, 0.595],
    [0.1, 0.732],
    [0.2, 0.829],
    [0.4, 0.888],
    [4.6, 0.928],
  ],
}

interface Fit {
  idleKw: number
  share: number
  /** The largest difference from a measured efficiency. */
  worst: number
}

/** Least squares of the lost power, relative to the delivered power. */
const fit = (points: [kw: number, efficiency: number][]): Fit => {
  const sum = (of: (kw: number, lostKw: number) => number) =>
    points.reduce((total, [kw, efficiency]) => total + of(kw, kw / efficiency - kw) / kw ** 2, 0)
  const [one, x, y, xx, xy] = [
    sum(() => 1),
    sum(kw => kw),
    sum((_, lost) => lost),
    sum(kw => kw * kw),
    sum((kw, lost) => kw * lost),
  ]
  const share = (one * xy - x * y) / (one * xx - x * x)
  const idleKw = (y - share * x) / one
  const worst = Math.max(...points.map(([kw, efficiency]) => Math.abs(kw / (kw + idleKw + share * kw) - efficiency)))
  return { idleKw, share, worst }
}

const home = {
  location: { lat: 52.1, lon: 5.2 },
  inputMethod: "known",
  goal: "cost-savings",
  tariff: { type: "dynamic" },
}
const roof = (maxPanelCount: number) => [{ maxPanelCount, panelPowerWatts: 430 }]
const battery = (capacityKwh: number) => ({ capacityKwh, powerRatingKw: capacityKwh / 2, costPerKwh: 350 })
const SITES: Record<string, object> = {
  "terraced house, 3,500 kWh": { ...home, yearlyKwh: 3500, newPv: roof(10), electricBattery: battery(10) },
  "house with panels, 4,500 kWh": {
    ...home,
    yearlyKwh: 4500,
    existingPv: [{ panelCount: 14, panelPowerWatts: 330 }],
    electricBattery: battery(10),
  },
  "apartment, 800 kWh": { ...home, yearlyKwh: 800, newPv: roof(3), electricBattery: battery(3) },
  "heat-pump house, 9,000 kWh": { ...home, yearlyKwh: 9000, newPv: roof(24), electricBattery: battery(15) },
  "farm, 30,000 kWh": { ...home, yearlyKwh: 30_000, newPv: roof(80), electricBattery: battery(40) },
  "dairy farm, 60,000 kWh": {
    ...home,
    yearlyKwh: 60_000,
    loadProfile: "dairy-farm-l1",
    newPv: roof(150),
    electricBattery: battery(100),
  },
}

const fits = Object.entries(MEASURED).map(([name, points]) => ({ name, ...fit(points) }))
for (const { name, idleKw, share, worst } of fits)
  console.log(`| ${name} | ${(1000 * idleKw).toFixed(0)} | ${(100 * share).toFixed(1)} | ${(100 * worst).toFixed(1)} |`)

const optimiser = await createOptimiser()

/** Solves a site whose battery has a given standby use [W], or the assumed one by default. */
const solve = (request: Record<string, unknown>, standby: { standbyWatts?: number }) => {
  const electricBattery = { ...(request.electricBattery as object), ...standby }
  const input = parseEarlierRequest({ ...request, electricBattery }, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-4 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  const { hours } = unpackSeries(result.series)
  let works = 0
  for (let hour = 0; hour < hours.batteryLevel.length; hour++)
    if (Math.abs(hours.batteryLevel[hour]! - (hour > 0 ? hours.batteryLevel[hour - 1]! : 0)) > 1e-6) works++
  const { battery, financial, optimisation } = result.report
  return {
    works,
    capacityKwh: battery.specs.capacityKwh.toFixed(1),
    savings: battery.performance.annualSavings.toFixed(0),
    worth: financial.netPresentValue.toFixed(0),
    dispatches: optimisation.dispatches,
  }
}

for (const [name, request] of Object.entries(SITES)) {
  const without = solve(request as Record<string, unknown>, { standbyWatts: 0 })
  const counted = solve(request as Record<string, unknown>, {})
  const both = (of: "capacityKwh" | "savings" | "worth" | "dispatches") => `${without[of]} → ${counted[of]}`
  console.log(
    `| ${name} | ${without.works} | ${both("capacityKwh")} | ${both("savings")} | ${both("worth")} | ${both("dispatches")} |`,
  )
}
