/**
 * `npm run bench -- service`: time and memory of the embedded service for scans and answers, under load from another
 * process that checks every answer. SERVICE_SCANS sets the scans of a measurement. SERVICE_BASELINE names a built
 * checkout of another version, which is measured alternately.
 */

import { join } from "node:path"
import { sql } from "drizzle-orm"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { openEmbeddedDatabase } from "../../store/database.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { ROOT } from "../support/child.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { createClient, LIVE_KEY } from "../support/service.ts"
import { loadBare } from "./bareServer.ts"
import { median, threadMs } from "./cpu.ts"
import { createDraws, type Draws } from "./draws.ts"
import { BATTERY_EUR_PER_KWH, type Embedded, house, houses, solve, startEmbedded } from "./embedded.ts"
import { createScans } from "./scans.ts"
import { type Load, runLoad } from "./serviceLoad.ts"
import { type Row, report } from "./table.ts"

const SCANS = Number(process.env.SERVICE_SCANS ?? 100)
const BASELINE = process.env.SERVICE_BASELINE
const WARM_UP = 30
const TURNS = 2
const SIZINGS = 30
/** Battery prices of the adjustments, relative to the scan's. */
const PRICES = [0.8, 1.2] as const
/** Seed of the houses: each turn and each checkout solves the same ones. */
const SEED = 1
const LOAD = { connections: 16, seconds: 5 }
const HEADERS = { "x-api-key": LIVE_KEY, "content-type": "application/json", "accept-encoding": "identity" }

/** An adjustment of each scan to another price of its battery. */
const adjustments = (draws: Draws, ids: string[]): object[] =>
  ids.map(copiedFromId => {
    const { electricBattery } = house(BATTERY_EUR_PER_KWH * draws.between(...PRICES))
    return { copiedFromId, electricBattery }
  })

/**
 * Processor time of a scan's searches on one thread, in this process [ms]: for the plant, and again from its cuts for
 * the controller's choice and the alternatives.
 */
const searchMs = async (): Promise<{ plant: number; resized: number }> => {
  const optimiser = await createOptimiser()
  const spent = { plant: 0, resized: 0 }
  const timed =
    <Given extends unknown[], Answer>(name: keyof typeof spent, call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      const { ms, answer } = threadMs(() => call(...given))
      spent[name] += ms
      return answer
    }
  const spied = {
    ...optimiser,
    size: timed("plant", optimiser.size),
    resize: timed("resized", optimiser.resize),
  }
  const [solveOne, draws] = [createScans(spied), createDraws(SEED)]
  const solveAll = (requests: object[]) => {
    for (const request of requests) solveOne(parseEarlierRequest(request, standardProfileKeys))
  }
  solveAll(houses(draws, WARM_UP))
  Object.assign(spent, { plant: 0, resized: 0 })
  solveAll(houses(draws, SIZINGS))
  return { plant: spent.plant / SIZINGS, resized: spent.resized / SIZINGS }
}

/** Answers a second under a load, and processor time of the service for each [µs]. */
const loaded = async ({ seconds }: Embedded, load: Load) => {
  const before = seconds()
  const { perSecond, answersInAll } = await runLoad(load)
  return { perSecond, cpuUs: (1e6 * (seconds() - before)) / answersInAll }
}

/** Processor time of scans with `detail: "plant"`, and of their first reads, measured on half of the scans [s]. */
const plantFigures = async (service: Embedded, requests: object[]) => {
  const { spent, ids } = await solve(
    service,
    requests.map(request => ({ ...request, detail: "plant" })),
  )
  const [client, before, read] = [createClient(service.address), service.seconds(), ids.slice(0, ids.length / 2)]
  for (const id of read) await client.get(`/v1/scans/${id}/result`)
  return { solved: spent, completed: ((service.seconds() - before) * ids.length) / read.length }
}

const NO_BYTES = { fullKb: Number.NaN, plantKb: Number.NaN }

/** Stored size of full reports and of reports of the plant, mean [kB]. */
const storedBytes = async (folder: string) => {
  const database = await openEmbeddedDatabase(join(folder, "database"))
  const rows = await database.queries.execute<{ isPlant: boolean; kb: number }>(sql`
    select is_plant as "isPlant", avg(pg_column_size(scan_reports.*))::float / 1000 as kb
    from scan_reports join scans on scans.id = scan_id group by is_plant`)
  await database.close()
  const kbOf = (isPlant: boolean) => [...rows].find(row => row.isPlant === isPlant)?.kb ?? Number.NaN
  return { fullKb: kbOf(false), plantKb: kbOf(true) }
}

/** One turn on one checkout. */
const turn = async (checkout: string) => {
  const service = await startEmbedded(checkout)
  const idleMb = service.residentMb()
  const draws = createDraws(SEED)
  await solve(service, houses(draws, WARM_UP))
  const { clock, spent, ids } = await solve(service, houses(draws, SCANS))
  const adjusted = await solve(service, adjustments(draws, ids))
  const plants = checkout === ROOT ? await plantFigures(service, houses(draws, SCANS)) : undefined
  const [scanId] = ids
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
  await client.get(`/v1/scans/${scanId}/result`)
  const [status, result] = [await read(`/v1/scans/${scanId}/status`), await read(`/v1/scans/${scanId}/result`)]
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
    plantShare: (plants?.solved ?? Number.NaN) / spent,
    completionShare: (plants?.completed ?? Number.NaN) / spent,
    ...NO_BYTES,
  }
  await service.end(async folder => {
    if (plants) Object.assign(measured, await storedBytes(folder))
  })
  return { measured, status, result }
}

/** Bars: least shares of bare Elysia's answers, and maximum ratio to the processor time of a scan's searches. */
const GOALS = { status: 0.3, report: 0.2, searches: 2 } as const

/** Figures by their names, with a bound for some. */
const ROWS: [key: keyof Awaited<ReturnType<typeof turn>>["measured"], what: string, digits: number, most?: number][] = [
  ["startMs", "start to ready, an empty folder [ms]", 0, 1500],
  ["cpuMs", "processor time of a scan, all threads [ms]", 1],
  ["perSecond", "completed scans a second", 1],
  [
    "adjustmentShare",
    "processor time of an adjustment of each scan to a price of its battery within 20 %, share of a scan's",
    2,
    0.35,
  ],
  ["plantShare", "processor time of a scan with detail plant, share of a full scan's", 2, 0.58],
  ["completionShare", "processor time of its first read, share of a full scan's", 2],
  ["fullKb", "stored report, full [kB]", 1],
  ["plantKb", "stored report of the plant [kB]", 1, 12],
  ["idleMb", "resident before the first scan [MB]", 0],
  ["residentMb", `resident after ${WARM_UP + 2 * SCANS} scans [MB]`, 0],
  ["status", "GET status a second", 0],
  ["statusUs", "processor time of GET status [µs]", 0],
  ["report", "GET report a second", 0],
  ["reportUs", "processor time of GET report [µs]", 0],
]

export const bench = async (): Promise<void> => {
  const checkouts = [ROOT, ...(BASELINE ? [BASELINE] : [])]
  const turns: { checkout: string; turn: Awaited<ReturnType<typeof turn>> }[] = []
  for (let i = 0; i < TURNS; i++) for (const checkout of checkouts) turns.push({ checkout, turn: await turn(checkout) })
  const of = (checkout: string, key: (typeof ROWS)[number][0]) =>
    median(turns.filter(run => run.checkout === checkout).map(run => run.turn.measured[key]))
  const rows: Row[] = ROWS.map(([key, what, digits, most]) => {
    const [own, other] = [of(ROOT, key), BASELINE ? of(BASELINE, key) : undefined]
    const against = other === undefined ? "" : `baseline ${other.toFixed(digits)}, ${(own / other).toFixed(2)} ×`
    const row = { what, measured: own.toFixed(digits), bar: against }
    if (most === undefined) return row
    return { ...row, bar: [`at most ${most}`, against].filter(Boolean).join("; "), holds: own <= most }
  })
  const { plant, resized } = await searchMs()
  const againstRow = (what: string, ms: number): Row => ({
    what: `processor time of a scan against ${what} (${ms.toFixed(1)} ms)`,
    ...{ measured: `${(of(ROOT, "cpuMs") / ms).toFixed(1)} ×`, bar: "" },
  })
  rows.push(againstRow("its search for the plant alone", plant), {
    ...againstRow("that search and its resizings for the controller's choice and alternatives", plant + resized),
    ...{ bar: `at most ${GOALS.searches} ×`, holds: of(ROOT, "cpuMs") <= GOALS.searches * (plant + resized) },
  })
  const { status, result } = turns[0]!.turn
  for (const [what, { load, body }] of [
    ["status", status],
    ["report", result],
  ] as const) {
    const { perSecond } = await loadBare(body, load)
    const share = of(ROOT, what) / perSecond
    rows.push({
      what: `GET ${what} against bare Elysia (${perSecond.toFixed(0)} a second)`,
      measured: `${(100 * share).toFixed(1)} %`,
      bar: `at least ${100 * GOALS[what]} %`,
      holds: share >= GOALS[what],
    })
  }
  report("service", [
    {
      title: `The embedded service, ${TURNS} turns of ${SCANS} scans`,
      rows,

      data: turns.map(run => ({ checkout: run.checkout, ...run.turn.measured })),
    },
  ])
}
