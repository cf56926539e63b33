/** Work budget of a scan: at the limit the report has the best plant so far and states its gaps. */
import { expect, test } from "bun:test"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { workOf } from "../../search/model/knownYears.ts"
import type { Solver } from "../../search/model/solver.ts"
import { createOptimiser, SolveCancelled } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { hardRequest, houseRequest } from "../support/requests.ts"

const MS_OF_WORK = 1e6
/** Time after the budget's end for one master problem, one dispatch and the end of a sizing. */
const SLACK_MS = 300
/** A tolerance that needs seconds of work. */
const FINE = 1e-7
const optimiser = await createOptimiser()

const solve = (request: object, settings: Partial<Solver>): { report: ReportBody; workMs: number } => {
  const input = parseEarlierRequest(request, standardProfileKeys)
  const solver = { optimiser, sizingTolerance: 1e-3, ...settings }
  const before = workOf(solver.optimiser)
  const result = solveJob({ scanId: "s", runId: "r", attempt: 1, input }, solver, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), workMs: (workOf(solver.optimiser) - before) / MS_OF_WORK }
}
const withoutTimes = ({ optimisation: { solveMs: _, ...rest }, ...report }: ReportBody) => ({ ...report, rest })
const LIMITED = /work on this scan was limited/

test("a hard scan ends at its budget with its best plant, an honest gap and a note, alike on every thread", async () => {
  const request = { ...hardRequest(), includeSavingsSpread: true }
  const { report, workMs } = solve(request, { budgetMs: 400, sizingTolerance: FINE })
  expect(workMs).toBeLessThanOrEqual(400 + SLACK_MS)
  const { gap, lowerBoundTotalCost } = report.optimisation
  expect(gap).toBeGreaterThan(FINE)
  expect(lowerBoundTotalCost).toBeLessThan(report.financial.lifecycle.totalCost)
  expect(report.overview.kpi.selfSufficiency).toBeGreaterThanOrEqual(request.renewableElectricityMinFraction - 1e-6)
  const notes = report.notes.filter(note => LIMITED.test(note))
  expect(notes).toEqual([
    expect.stringContaining("better plant"),
    expect.stringContaining("the outlook and the alternatives are left out"),
  ])
  expect(report.outlook).toBeNull()

  const other = await createOptimiser()
  solve(houseRequest(), { optimiser: other })
  const again = solve(request, { optimiser: other, budgetMs: 400, sizingTolerance: FINE })
  expect(withoutTimes(again.report)).toEqual(withoutTimes(report))
  expect(again.workMs).toBe(workMs)
})

test("a budget that is not reached changes nothing", () => {
  const unbounded = solve(houseRequest(), {})
  const { report, workMs } = solve(houseRequest(), { budgetMs: 10_000 })
  expect(withoutTimes(report)).toEqual(withoutTimes(unbounded.report))
  expect(report.notes.some(note => LIMITED.test(note))).toBe(false)
  expect(workMs).toBeLessThan(1_000)
})

test("where only the other futures do not fit, only they are left out", () => {
  const request = { ...houseRequest(), includeSavingsSpread: true }
  const sized = solve({ ...houseRequest() }, {})
  const { report } = solve(request, { budgetMs: Math.ceil(sized.workMs) + 5 })
  expect(report.optimisation).toEqual({ ...sized.report.optimisation, solveMs: expect.any(Number) })
  expect([report.outlook, sized.report.outlook]).toEqual([null, expect.anything()])
  expect(report.notes).toContainEqual(expect.stringMatching(/limited to \d+ ms: the outlook is left out/))
})

test("contracts are ranked with their best plants, or left out with a note", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 6 }
  const peak = { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.05 } }
  const demand = [{ eurPerKwYear: 60, meanOfMonths: true }]
  const contracts = [
    { type: "dynamic", demandEurPerKwMonth: 7 },
    { ...peak, grid: { demand } },
  ]
  const request = { ...hardRequest(), goal: "cost-savings", tariff, contracts }
  const { renewableElectricityMinFraction: _, ...asked } = request
  const whole = solve(asked, {})
  const seen = [0.5, 0.6, 0.7, 0.8, 0.9].map(share => {
    const { report } = solve(asked, { budgetMs: Math.ceil(share * whole.workMs) })
    if (report.contracts) expect(report.contracts).toEqual(whole.report.contracts!)
    else expect(report.notes).toContainEqual(expect.stringMatching(/contracts .*left out/))
    return report.contracts !== undefined
  })
  expect(seen).toContain(false)
  expect(solve(asked, { budgetMs: Math.ceil(1.01 * whole.workMs) }).report.contracts).toEqual(whole.report.contracts!)
})

test("a scan that is cancelled while its contracts are sized is cancelled", () => {
  const contracts = [{ type: "dynamic", demandEurPerKwMonth: 7 }]
  const input = parseEarlierRequest({ ...houseRequest(), contracts }, standardProfileKeys)
  const run = (most: number) => {
    let asked = 0
    solveJob(
      { scanId: "s", runId: "r", attempt: 1, input },
      { optimiser, sizingTolerance: 1e-3 },
      () => ++asked <= most,
    )
    return asked
  }
  const asked = run(Number.POSITIVE_INFINITY)
  for (const most of [asked - 1, asked - 2, asked - 3]) expect(() => run(most)).toThrow(SolveCancelled)
})

test("processor time ends what takes far longer than its work should, and the report says that it did", () => {
  let cpuMs = 0
  const request = { ...hardRequest(), includeSavingsSpread: true }
  const { report, workMs } = solve(request, { budgetMs: 10_000, cpuMs: () => (cpuMs += 500) })
  expect(workMs).toBeLessThan(1_000)
  expect(report.outlook).toBeNull()
  expect(report.notes).toContainEqual(expect.stringContaining("the outlook and the alternatives are left out"))
  expect(report.notes).toContainEqual(expect.stringContaining("processor time"))
})
