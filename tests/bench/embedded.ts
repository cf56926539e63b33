/**
 * The embedded service under measurement: it starts on an empty folder, gets scans, and reports its time and memory.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { until } from "../support/child.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"
import { createOnce, type Draws } from "./draws.ts"
import { memorySettings } from "./memorySettings.ts"
import { processSeconds, residentMb } from "./processorTime.ts"

/** Price of the battery [EUR/kWh]. */
export const BATTERY_EUR_PER_KWH = 250
const LIMIT_MS = 20 * 60_000
/** Maximum calls a minute of a key. */
const CALLS_PER_MINUTE = "10000000"

export type Embedded = Awaited<ReturnType<typeof startEmbedded>>

/** Starts the embedded service of a checkout on an empty folder, and measures the time until it listens. */
export const startEmbedded = async (checkout: string, settings: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-bench-"))
  const startedMs = performance.now()
  const child = Bun.spawn([process.execPath, "start.ts"], {
    cwd: checkout,
    env: {
      ...process.env,
      ...memorySettings(checkout),
      ...TEST_ENVIRONMENT,
      ...{ DATA_DIR: folder, PORT: "0", CALLS_PER_MINUTE },
      ...settings,
    },
    stdout: "pipe",
    stderr: "inherit",
  })
  const once = createOnce()
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
    /** Throws if the service got the same request before. */
    once,
    startMs: performance.now() - startedMs,
    seconds: () => processSeconds(child.pid),
    residentMb: () => residentMb(child.pid),
    /** Ends the service; `read` may open its folder before it is deleted. */
    async end(read: (folder: string) => Promise<void> = async () => {}) {
      child.kill("SIGTERM")
      await child.exited
      await reading
      await read(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Posts different scans, and waits until each has a report. Returns wall-clock and processor time [s]. */
export const solve = async ({ address, seconds, once }: Embedded, requests: object[]) => {
  requests.forEach(once)
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
  const ids: string[] = body.items.map((item: { id: string }) => item.id)
  return { clock: (performance.now() - startedMs) / 1000, spent: seconds() - spentBefore, ids }
}

/**
 * A house whose battery price pays back: without a battery no year is operated under plans, which take most of the
 * time.
 */
export const house = (costPerKwh = BATTERY_EUR_PER_KWH) => {
  const { electricBattery, ...request } = houseRequest()
  return { ...request, electricBattery: { ...electricBattery, costPerKwh } }
}

/** Houses with a battery, each of another consumption. */
export const houses = (draws: Draws, scans: number) => Array.from({ length: scans }, () => draws.request(house()))
