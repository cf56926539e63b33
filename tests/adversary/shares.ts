/**
 * `npx bun tests/adversary/shares.ts [NAME...]`: one organization repeats costly calls for 20 s. Prints how long
 * another organization and /healthz wait, and the memory of the process. Each crowd has a service of its own.
 * `--soak=MINUTES` sends all crowds at once, with two ordinary organizations, and counts their accepted scans.
 * TEST_ENGINE=cluster measures an API on PostgreSQL and NATS. It needs `npm run build`.
 */
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memorySettings } from "../bench/memorySettings.ts"
import { ROOT } from "../support/child.ts"
import { credentialsOf, insertOrganizations } from "../support/organizations.ts"
import { farmRequest, smallestRequest } from "../support/requests.ts"
import { bootstrapIn, createClient, type ServiceOfOrganization, startProcess, until } from "../support/service.ts"
import { type Answers, CROWDS, type Crowd } from "./crowds.ts"

const CROWD_MS = 20_000
const REST_MS = 3_000
const PROBE_EVERY_MS = 50
const ORDINARY_EVERY_MS = 100
const SCAN_EVERY_MS = 2_000
const ENDED_LIMIT_MS = 300_000
const WINDOWS_OF_A_SOAK = 6
/** A refused connection calls again after this pause. */
const PAUSE_MS = 100

interface Waits {
  ordinaryMs: number[]
  healthMs: number[]
  peakMb: number
}

const memoryMb = (processId: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024)

const percentile = (values: readonly number[], fraction: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? NaN)

const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now()
  await call()
  return performance.now() - startMs
}

/** Repeats a step until `isOver`. */
const repeat = async (isOver: () => boolean, everyMs: number, step: () => Promise<void>): Promise<void> => {
  while (!isOver()) {
    await step()
    await Bun.sleep(everyMs)
  }
}

/** Starts a service with `count` organizations. */
const startWith = async (count: number): Promise<ServiceOfOrganization[]> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-shares-"))
  await bootstrapIn(folder)
  const all = Array.from({ length: count }, (_, index) => credentialsOf(index))
  await insertOrganizations(folder, all)
  const service = await startProcess(folder, { ...memorySettings(ROOT), TRUST_PROXY: "1" })
  return all.map(credentials => ({ ...service, ...credentials }))
}

const runCrowd = (
  crowd: Crowd,
  { hostile, isOver }: { hostile: ServiceOfOrganization; isOver(): boolean },
): Answers => {
  const answers: Answers = new Map()
  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1)
  const connection = async (index: number) => {
    while (!isOver()) {
      const answer = await crowd.call(hostile, index).catch(() => undefined)
      await answer?.bytes().catch(() => {})
      count(answer?.status ?? 0)
      if (!answer?.ok) await Bun.sleep(PAUSE_MS)
    }
  }
  for (let index = 0; index < crowd.connections; index++) connection(index)
  return answers
}

/** Reads and validations of an ordinary organization; all must be answered. */
const ordinaryCalls = (ordinary: ServiceOfOrganization) => {
  const client = createClient(ordinary)
  const calls = [
    () => client.get("/v1/usage"),
    () => client.get("/v1/scans?limit=20"),
    () => client.post("/v1/scans", { ...smallestRequest(), yearlyKwh: -1 }),
  ]
  let next = 0
  return async () => {
    const { status } = await calls[next++ % calls.length]!()
    if (status >= 500 || status === 429) throw new Error(`an ordinary call was answered ${status}`)
  }
}

const watch = (ordinary: readonly ServiceOfOrganization[], isOver: () => boolean) => {
  const [{ address, processId }] = ordinary as [ServiceOfOrganization]
  const waits: Waits = { ordinaryMs: [], healthMs: [], peakMb: 0 }
  const health = repeat(isOver, PROBE_EVERY_MS, async () => {
    waits.healthMs.push(await timed(() => fetch(`${address}/healthz`)))
    waits.peakMb = Math.max(waits.peakMb, memoryMb(processId))
  })
  const others = ordinary.map(one => {
    const call = ordinaryCalls(one)
    return repeat(isOver, ORDINARY_EVERY_MS, async () => void waits.ordinaryMs.push(await timed(call)))
  })
  return { waits, ended: Promise.all([health, ...others]) }
}

const figures = ({ ordinaryMs, healthMs, peakMb }: Waits): string =>
  [percentile(ordinaryMs, 0.5), percentile(ordinaryMs, 0.99), percentile(healthMs, 1), peakMb].join(" | ")
const answersOf = (answers: Answers): string =>
  [...answers].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")

const measure = async (crowd: Crowd): Promise<void> => {
  const [hostile, ordinary] = (await startWith(2)) as [ServiceOfOrganization, ServiceOfOrganization]
  await crowd.prepare?.(hostile)
  await createClient(ordinary).get("/v1/usage")
  await Bun.sleep(REST_MS)
  const restMb = memoryMb(hostile.processId)
  let isOver = false
  const { waits, ended } = watch([ordinary], () => isOver)
  const answers = runCrowd(crowd, { hostile, isOver: () => isOver })
  await Bun.sleep(CROWD_MS)
  isOver = true
  await ended
  await hostile.end("SIGKILL")
  console.log(`| ${crowd.name} | ${figures(waits)} | ${restMb} | ${answersOf(answers)} |`)
}

/** Posts a live scan every two seconds; resolves with their ids. */
const postScans = async (ordinary: ServiceOfOrganization, isOver: () => boolean): Promise<string[]> => {
  const client = createClient(ordinary)
  const ids: string[] = []
  await repeat(isOver, SCAN_EVERY_MS, async () => {
    const request = ids.length % 10 === 9 ? farmRequest() : smallestRequest()
    const { status, body } = await client.post("/v1/scans", { ...request, yearlyKwh: 2_000 + 7 * ids.length })
    if (status !== 201 && status !== 202) throw new Error(`an ordinary scan was answered ${status}`)
    ids.push(body.id)
  })
  return ids
}

const untilEnded = async (ordinary: ServiceOfOrganization, ids: readonly string[]): Promise<void> => {
  const client = createClient(ordinary)
  for (const id of ids)
    await until(async () => {
      const { status } = await client.get(`/v1/scans/${id}/report`)
      if (status !== 200) await Bun.sleep(PAUSE_MS)
      return status === 200 ? true : undefined
    }, ENDED_LIMIT_MS)
}

const soak = async (minutes: number): Promise<void> => {
  const [hostile, ...ordinary] = (await startWith(3)) as [ServiceOfOrganization, ...ServiceOfOrganization[]]
  for (const crowd of CROWDS) await crowd.prepare?.(hostile)
  let isSoakOver = false
  const crowds = CROWDS.map(crowd => runCrowd({ ...crowd, connections: 2 }, { hostile, isOver: () => isSoakOver }))
  const posting = ordinary.map(one => postScans(one, () => isSoakOver))
  console.log("| minutes | ordinary median ms | 99 % | /healthz at most | MB at most |\n|---|---|---|---|---|")
  for (let window = 1; window <= WINDOWS_OF_A_SOAK; window++) {
    let isOver = false
    const { waits, ended } = watch(ordinary, () => isOver)
    await Bun.sleep((minutes * 60_000) / WINDOWS_OF_A_SOAK)
    isOver = true
    await ended
    console.log(`| ${(window * minutes) / WINDOWS_OF_A_SOAK} | ${figures(waits)} |`)
  }
  isSoakOver = true
  const ids = await Promise.all(posting)
  await Promise.all(ordinary.map((one, n) => untilEnded(one, ids[n]!)))
  const accepted = ids.reduce((sum, all) => sum + all.length, 0)
  console.log(`${accepted} scans of ordinary organizations were accepted, and all ended in reports.`)
  await hostile.end("SIGKILL")
  CROWDS.forEach(({ name }, n) => void console.log(`- ${name}: ${answersOf(crowds[n]!)}`))
}

const HEAD_ROW = "| crowd | another waits: median ms | 99 % | /healthz at most | MB at most | MB at rest | answers |"
const options = Bun.argv.slice(2)
const minutes = options.map(option => /^--soak=(\d+)$/.exec(option)?.[1]).find(Boolean)
const chosen = CROWDS.filter(({ name }) => options.length === 0 || options.some(part => name.includes(part)))
if (minutes) await soak(Number(minutes))
else if (chosen.length === 1) await measure(chosen[0]!)
else {
  console.log(`${HEAD_ROW}\n|---|---|---|---|---|---|---|`)
  for (const { name } of chosen) {
    const child = Bun.spawn([process.execPath, import.meta.path, name], { stdout: "inherit", stderr: "inherit" })
    await child.exited
  }
}
process.exit(0)
