/**
 * `npm run bench -- service`: what the embedded service takes for scans and answers, under load from another process
 * that checks every answer. SERVICE_SCANS sets the scans of a measurement; SERVICE_BASELINE names a built checkout of
 * another version, which is measured in turns with this one.
 */
import { parseScanRequest } from "../../domain/scan/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/solve.ts"
import { ROOT } from "../support/child.ts"
import { createClient, LIVE_KEY } from "../support/service.ts"
import { loadBare } from "./bareServer.ts"
import { BATTERY_EUR_PER_KWH, type Embedded, house, houses, solve, startEmbedded } from "./embedded.ts"
import { type Load, runLoad } from "./serviceLoad.ts"
import { type Row, report } from "./table.ts"

const SCANS = Number(process.env.SERVICE_SCANS ?? 100)
const BASELINE = process.env.SERVICE_BASELINE
const WARM_UP = 30
const TURNS = 2
const SIZINGS = 30
/** Relative gap of the sizings, as the worker's by default. */
const SIZING_TOLERANCE = 1e-4
const LOAD = { connections: 16, seconds: 5 }
const HEADERS = { "x-api-key": LIVE_KEY, "content-type": "application/json", "accept-encoding": "identity" }

/** Adjustments of a scan to other prices of its battery, each to another one. */
const adjustments = (copiedFromId: string, scans: number): object[] =>
  Array.from({ length: scans }, (_, i) => {
    const { electricBattery } = house(BATTERY_EUR_PER_KWH + (i + 1) / 4)
    return { copiedFromId, electricBattery }
  })

/**
 * Processor time of the sizings of a scan alone, in this process [ms]; each of a house that the optimiser does not
 * know.
 */
const sizingMs = async (): Promise<number> => {
  const optimiser = await createOptimiser()
  let spentMs = 0
  const timed =
    <Given extends unknown[], Answer>(call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      const before = process.threadCpuUsage()
      const answer = call(...given)
      const { user, system } = process.threadCpuUsage(before)
      spentMs += (user + system) / 1000
      return answer
    }
  const spied = { ...optimiser, size: timed(optimiser.size), resize: timed(optimiser.resize) }
  const solver = { optimiser: spied, sizingTolerance: SIZING_TOLERANCE }
  const solveAll = (requests: object[]) => {
    for (const request of requests) {
      const input = parseScanRequest(request, standardProfileKeys)
      solveJob({ scanId: "bench", runId: "bench", attempt: 1, input }, solver, () => true)
    }
  }
  solveAll(houses(WARM_UP))
  spentMs = 0
  solveAll(houses(SIZINGS))
  return spentMs / SIZINGS
}

/** Answers a second under a load, and processor time of the service for each [µs]. */
const loaded = async ({ seconds }: Embedded, load: Load) => {
  const before = seconds()
  const { perSecond, answersInAll } = await runLoad(load)
  return { perSecond, cpuUs: (1e6 * (seconds() - before)) / answersInAll }
}

/** One turn on one checkout. */
const turn = async (checkout: string) => {
  const service = await startEmbedded(checkout)
  const idleMb = service.residentMb()
  await solve(service, houses(WARM_UP))
  const { clock, spent, lastId } = await solve(service, houses(SCANS))
  const adjusted = await solve(service, adjustments(lastId, SCANS))
  const client = createClient(service.address)
  const read = async (path: string) => {
    const body = JSON.stringify((await client.get(path)).body)
    return {
      load: {
        ...LOAD,
        url: service.address + path,
        method: "GET",
        headers: HEADERS,
        status: 200,
        equals: body,
      } as Load,
      body,
    }
  }
  await client.get(`/v1/scans/${lastId}/result`)
  const [status, result] = [await read(`/v1/scans/${lastId}/status`), await read(`/v1/scans/${lastId}/result`)]
  const residentMb = service.residentMb()
  const ofStatus = await loaded(service, status.load)
  const ofReport = await loaded(service, result.load)
  const measured = {
    startMs: service.startMs,
    cpuMs: (1000 * spent) / SCANS,
    adjustmentShare: adjusted.spent / spent,
    perSecond: SCANS / clock,
    idleMb,
    residentMb,
    status: ofStatus.perSecond,
    statusUs: ofStatus.cpuUs,
    report: ofReport.perSecond,
    reportUs: ofReport.cpuUs,
  }
  await service.end()
  return { measured, status, result }
}

const ROWS: [key: keyof Awaited<ReturnType<typeof turn>>["measured"], what: string, digits: number][] = [
  ["startMs", "start to ready, an empty folder [ms]", 0],
  ["cpuMs", "processor time of a scan, all threads [ms]", 1],
  ["perSecond", "completed scans a second", 1],
  ["adjustmentShare", "processor time of an adjustment from kept cuts, share of a scan's", 2],
  ["idleMb", "resident before the first scan [MB]", 0],
  ["residentMb", `resident after ${WARM_UP + 2 * SCANS} scans [MB]`, 0],
  ["status", "GET status a second", 0],
  ["statusUs", "processor time of GET status [µs]", 0],
  ["report", "GET report a second", 0],
  ["reportUs", "processor time of GET report [µs]", 0],
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const bench = async (): Promise<void> => {
  const checkouts = [ROOT, ...(BASELINE ? [BASELINE] : [])]
  const turns: { checkout: string; turn: Awaited<ReturnType<typeof turn>> }[] = []
  for (let i = 0; i < TURNS; i++) for (const checkout of checkouts) turns.push({ checkout, turn: await turn(checkout) })
  const of = (checkout: string, key: (typeof ROWS)[number][0]) =>
    median(turns.filter(run => run.checkout === checkout).map(run => run.turn.measured[key]))
  const rows: Row[] = ROWS.map(([key, what, digits]) => {
    const [own, other] = [of(ROOT, key), BASELINE ? of(BASELINE, key) : undefined]
    const against = other === undefined ? "" : `baseline ${other.toFixed(digits)}, ${(own / other).toFixed(2)} ×`
    return { what, measured: own.toFixed(digits), bar: against }
  })
  const alone = await sizingMs()
  rows.push({
    what: "processor time of a scan against its sizing alone",
    measured: `${(of(ROOT, "cpuMs") / alone).toFixed(1)} ×`,
    bar: `of ${alone.toFixed(1)} ms`,
  })
  const { status, result } = turns[0]!.turn
  for (const [what, { load, body }] of Object.entries({ status, report: result })) {
    const { perSecond } = await loadBare(body, load)
    const share = of(ROOT, what as "status" | "report") / perSecond
    rows.push({
      what: `GET ${what} against bare Elysia`,
      measured: `${(100 * share).toFixed(1)} %`,
      bar: `of ${perSecond.toFixed(0)}`,
    })
  }
  report("service", [
    {
      title: `The embedded service, ${TURNS} turns of ${SCANS} scans`,
      rows,
      lost: [],
      data: turns.map(run => ({ checkout: run.checkout, ...run.turn.measured })),
    },
  ])
}
