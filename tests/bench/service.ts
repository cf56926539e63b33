/**
 * `npm run bench -- service`: what the embedded service takes for scans and answers, under load from another process that
 * checks every answer. SERVICE_SCANS sets the scans of a measurement; SERVICE_BASELINE names a built checkout of another
 * version, which is measured in turns with this one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/solve.ts"
import { ROOT, until } from "../support/child.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { processSeconds } from "./processorTime.ts"
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
/** Price of the battery [EUR/kWh]. */
const BATTERY_EUR_PER_KWH = 250
const LIMIT_MS = 20 * 60_000
/** Most calls a minute that a key may be given. */
const CALLS_PER_MINUTE = "10000000"
const HEADERS = { "x-api-key": LIVE_KEY, "content-type": "application/json", "accept-encoding": "identity" }

type Running = Awaited<ReturnType<typeof start>>

/** The embedded service of a checkout, on an empty folder; how long it took until it listened. */
const start = async (checkout: string) => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-bench-"))
  const startedMs = performance.now()
  const child = Bun.spawn([process.execPath, "start.ts"], {
    cwd: checkout,
    env: { ...process.env, ...TEST_ENVIRONMENT, DATA_DIR: folder, PORT: "0", CALLS_PER_MINUTE },
    stdout: "pipe",
    stderr: "inherit",
  })
  let output = ""
  const reading = (async () => {
    for await (const chunk of child.stdout) output += new TextDecoder().decode(chunk)
  })()
  const address = await until(() => {
    if (child.exitCode !== null) throw new Error(`${checkout} ended at its start: ${output}`)
    return /listens on (\S+)/.exec(output)?.[1]
  }, 60_000)
  return {
    address,
    startMs: performance.now() - startedMs,
    seconds: () => processSeconds(child.pid),
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    async end() {
      child.kill("SIGTERM")
      await child.exited
      await reading
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Posts scans and waits until each has a report; seconds by the clock and of processor time. */
const solve = async ({ address, seconds }: Running, requests: object[]) => {
  const client = createClient(address)
  const totalOf = async (status: string) =>
    (await client.get(`/v1/scans?limit=1&status=${status}`)).body.total as number
  const [before, spentBefore, startedMs] = [await totalOf("completed"), seconds(), performance.now()]
  const { body } = await client.post("/v1/scans/batch", { scans: requests })
  if (!body.items.every((item: { id?: string }) => item.id)) throw new Error("a scan was not accepted")
  const isOver = async () => {
    if ((await totalOf("error")) > 0) throw new Error("a scan failed")
    if ((await totalOf("completed")) === before + requests.length) return true
    await Bun.sleep(100)
  }
  await until(isOver, LIMIT_MS)
  return { clock: (performance.now() - startedMs) / 1000, spent: seconds() - spentBefore, lastId: body.items[0].id }
}

/** A house whose battery has a price at which it pays: without a battery no year is run under plans, which take the most. */
const house = (costPerKwh: number): object => {
  const { electricBattery, ...request } = houseRequest()
  return { ...request, electricBattery: { ...electricBattery, costPerKwh } }
}

const houses = (scans: number): object[] => Array.from({ length: scans }, () => house(BATTERY_EUR_PER_KWH))

/** Adjustments of a scan to other prices of its battery, each to another one. */
const adjustments = (copiedFromId: string, scans: number): object[] =>
  Array.from({ length: scans }, (_, i) => ({ ...house(BATTERY_EUR_PER_KWH + (i + 1) / 4), copiedFromId }))

/** Processor time of the sizings of a scan alone, in this process [ms]. */
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
  const input = parseScanRequest(house(BATTERY_EUR_PER_KWH), standardProfileKeys)
  const solver = { optimiser: spied, sizingTolerance: SIZING_TOLERANCE }
  const solveOnce = () => solveJob({ scanId: "bench", runId: "bench", attempt: 1, input }, solver, () => true)
  for (let i = 0; i < WARM_UP; i++) solveOnce()
  spentMs = 0
  for (let i = 0; i < SIZINGS; i++) solveOnce()
  return spentMs / SIZINGS
}

/** What bare Elysia gives for the same bytes, in a process of its own. */
const bare = async (body: string, load: Load) => {
  const script = `
    import { Elysia } from "elysia"
    const body = ${JSON.stringify(body)}
    const app = new Elysia().get("/", () => new Response(body, { headers: { "content-type": "application/json" } }))
    app.listen({ port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log("port " + port))`
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: ROOT, stdout: "pipe", stderr: "inherit" })
  const said = await child.stdout.getReader().read()
  const port = /port (\d+)/.exec(new TextDecoder().decode(said.value))?.[1]
  const result = await runLoad({ ...load, url: `http://127.0.0.1:${port}/`, equals: body })
  child.kill()
  await child.exited
  return result
}

/** Answers a second under a load, and processor time of the service for each [µs]. */
const loaded = async ({ seconds }: Running, load: Load) => {
  const before = seconds()
  const { perSecond, answersInAll } = await runLoad(load)
  return { perSecond, cpuUs: (1e6 * (seconds() - before)) / answersInAll }
}

/** One turn on one checkout. */
const turn = async (checkout: string) => {
  const service = await start(checkout)
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
    const { perSecond } = await bare(body, load)
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
