import type { StoredReport } from "../../domain/report/schema.ts"
import type { FilledRequest, FilledTariff } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"
import { randomNumbers } from "./solvedCase.ts"

/** Figures of the report are rounded. */
const RELATIVE = 1e-6

const between = (random: () => number, low: number, high: number) => low + (high - low) * random()

const contract = (random: () => number): FilledTariff => {
  const kind = random()
  // All contracts name the same lines of the bill, so they are ranked by the whole bill.
  const named = { fixedEurPerMonth: between(random, 0, 12), demandEurPerKwMonth: 0 }
  if (kind < 0.4) {
    const flatEurPerKwh = between(random, 0.2, 0.32)
    return { type: "flat", flatEurPerKwh, feedInEurPerKwh: between(random, 0, 0.1), ...named }
  }
  if (kind < 0.7) return { type: "dynamic", ...named, ...(random() < 0.3 ? { netting: true } : {}) }
  return {
    type: "custom",
    name: "Night and day",
    buy: {
      energy: [
        { eurPerKwh: between(random, 0.12, 0.22), hours: [[22, 6]] },
        { eurPerKwh: between(random, 0.24, 0.36) },
      ],
      taxed: false,
    },
    sell: { energy: between(random, 0, 0.08) },
    grid: {
      fixedEurPerMonth: named.fixedEurPerMonth,
      demand: random() < 0.3 ? [{ eurPerKwYear: 50, meanOfMonths: true, floorKw: 2.5 }] : [],
    },
    ...(random() < 0.3 ? { limits: { feedInShareOfKwp: 0.5, gridCharging: false } } : {}),
  }
}

/** A site with contracts to choose from; everything follows from `seed`. */
export const contractChoice = (seed: number): FilledRequest => {
  const random = randomNumbers(seed)
  const count = 2 + Math.floor(4 * random())
  return parseEarlierRequest(
    {
      location: { lat: 52.1, lon: 5.18 },
      inputMethod: "known",
      yearlyKwh: between(random, 2000, 9000),
      newPv: [{ maxPanelCount: 4 + Math.floor(20 * random()), panelPowerWatts: 430 }],
      ...(random() < 0.8
        ? {
            electricBattery: {
              capacityKwh: between(random, 4, 15),
              powerRatingKw: 5,
              costPerKwh: between(random, 120, 500),
            },
          }
        : {}),
      tariff: contract(random),
      contracts: Array.from({ length: count }, () => contract(random)),
      ...(random() < 0.2 ? { control: "ideal" } : {}),
    },
    standardProfileKeys,
  )
}

export const reportOf = (input: FilledRequest, optimiser: Optimiser, sizingTolerance = 1e-4): StoredReport => {
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return result.report
}

const isSame = (a: number, b: number) => Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(a))

/** Differences between a scan's choice of contract and scans of each contract alone; empty if there are none. */
export const wrongChoices = (seed: number, optimiser: Optimiser): string[] => {
  const { contracts = [], ...alone } = contractChoice(seed)
  const { contracts: part, financial } = reportOf({ ...alone, contracts }, optimiser)
  if (!part) return ["nothing is ranked"]
  const single = [alone.tariff, ...contracts].map(tariff => reportOf({ ...alone, tariff }, optimiser).financial)
  const costOf = (index: number | null) => single[index === null ? 0 : index + 1]!.lifecycle.totalCost
  const cheapest = Math.min(...single.map(({ lifecycle }) => lifecycle.totalCost))
  const [first] = part.ranked
  const found: string[] = []
  if (!isSame(first!.totalCost, cheapest)) found.push(`${first!.totalCost} is first, ${cheapest} is the cheapest`)
  if (!isSame(costOf(first!.contract), cheapest)) found.push(`contract ${first!.contract} is not the cheapest`)
  for (const row of part.ranked) {
    const { baselineTotalCost } = single[row.contract === null ? 0 : row.contract + 1]!.parameters
    if (!isSame(row.siteAsIsTotalCost, baselineTotalCost))
      found.push(`as is ${row.siteAsIsTotalCost}, not ${baselineTotalCost}`)
    // A contract that cannot be the cheapest is sized to 1 %.
    if (row.totalCost < costOf(row.contract) * (1 - 0.02) - 1) found.push(`contract ${row.contract} is too cheap`)
    if (row.lowerBoundTotalCost > row.totalCost + 1e-6 * Math.abs(row.totalCost))
      found.push(`${row.contract}: bound above its cost`)
    if (!isSame(row.savings, financial.parameters.baselineTotalCost - row.totalCost))
      found.push(`${row.contract}: savings`)
  }
  return found
}
