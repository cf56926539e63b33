/**
 * The load of the bench `service`, in a process of its own: `bun tests/bench/serviceLoad.ts JSON`. It requests the same
 * path over a number of connections, checks every answer, and prints its measurements as JSON.
 */
import { parseArgs } from "node:util"

/** Requests of the load. */
export interface Load {
  url: string
  method: "GET" | "POST"
  headers: Record<string, string>
  body?: string
  /** Status that each answer must have. */
  status: number
  /** Expected body of each answer, if all are equal; otherwise it must contain `holds`. */
  equals?: string
  holds?: string
  connections: number
  seconds: number
}

/** Measured load. */
export interface LoadResult {
  answers: number
  /** Includes the warm-up. */
  answersInAll: number
  perSecond: number
  medianMs: number
  p99Ms: number
}

const WARM_UP_SECONDS = 1

/** Sends requests until the time is over. Returns the time of each answer [ms]. Throws at the first wrong answer. */
const ask = async (load: Load, seconds: number): Promise<number[]> => {
  const { url, method, headers, body } = load
  const times: number[] = []
  const endMs = performance.now() + 1000 * seconds
  const connection = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now()
      const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const text = await response.text()
      const isRight =
        response.status === load.status &&
        (load.equals === undefined || text === load.equals) &&
        (load.holds === undefined || text.includes(load.holds))
      if (!isRight) throw new Error(`${method} ${url} answered ${response.status}: ${text.slice(0, 300)}`)
      times.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, connection))
  return times
}

const measure = async (load: Load): Promise<LoadResult> => {
  const warmUp = await ask(load, Math.min(WARM_UP_SECONDS, load.seconds))
  const startedMs = performance.now()
  const times = (await ask(load, load.seconds)).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  const perSecond = (1000 * times.length) / (performance.now() - startedMs)
  return {
    answers: times.length,
    answersInAll: warmUp.length + times.length,
    perSecond,
    medianMs: at(0.5),
    p99Ms: at(0.99),
  }
}

/** Runs a load in another process. Throws when an answer was wrong. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(load)], {
    stdout: "pipe",
    stderr: "pipe",
  })
  const [text, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`the load failed: ${problem}`)
  return JSON.parse(text)
}

if (import.meta.main) {
  const [given = ""] = parseArgs({ allowPositionals: true }).positionals
  console.log(JSON.stringify(await measure(JSON.parse(given))))
}
