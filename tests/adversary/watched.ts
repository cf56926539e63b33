import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memorySettings } from "../bench/memorySettings.ts"
import { ROOT } from "../support/child.ts"
import { credentialsOf, insertOrganizations } from "../support/organizations.ts"
import { smallestRequest } from "../support/requests.ts"
import { bootstrapIn, createClient, type ServiceOfOrganization, startProcess } from "../support/service.ts"
import type { Answers, Crowd } from "./crowds.ts"

/** Calls of a hostile organization, and waits of others meanwhile. */

const PROBE_EVERY_MS = 50
const ORDINARY_EVERY_MS = 100
/** A refused connection calls again after this pause. */
const PAUSE_MS = 100

export interface Waits {
  ordinaryMs: number[]
  healthMs: number[]
  peakMb: number
}

export const memoryMb = (processId: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024)

const percentile = (values: readonly number[], fraction: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? NaN)

const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now()
  await call()
  return performance.now() - startMs
}

/** Repeats a step until `isOver`. */
export const repeat = async (isOver: () => boolean, everyMs: number, step: () => Promise<void>): Promise<void> => {
  while (!isOver()) {
    await step()
    await Bun.sleep(everyMs)
  }
}

/** Starts a service with `count` organizations. */
export const startWith = async (count: number): Promise<ServiceOfOrganization[]> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-shares-"))
  await bootstrapIn(folder)
  const all = Array.from({ length: count }, (_, index) => credentialsOf(index))
  await insertOrganizations(folder, all)
  const service = await startProcess(folder, { ...memorySettings(ROOT), TRUST_PROXY: "1" })
  return all.map(credentials => ({ ...service, ...credentials }))
}

/** Repeats the calls of a crowd until `isOver`; `ended` resolves after their last answers. */
export const runCrowd = (
  crowd: Crowd,
  { hostile, isOver }: { hostile: ServiceOfOrganization; isOver(): boolean },
): { answers: Answers; ended: Promise<unknown> } => {
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
  const ended = Promise.all(Array.from({ length: crowd.connections }, (_, index) => connection(index)))
  return { answers, ended }
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

export const watch = (ordinary: readonly ServiceOfOrganization[], isOver: () => boolean) => {
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

export const figures = ({ ordinaryMs, healthMs, peakMb }: Waits): string =>
  [percentile(ordinaryMs, 0.5), percentile(ordinaryMs, 0.99), percentile(healthMs, 1), peakMb].join(" | ")
export const answersOf = (answers: Answers): string =>
  [...answers].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")
