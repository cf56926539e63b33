import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { casesOf, TRIES_ALL } from "../support/cases.ts"
import { BUGS } from "./bugs.ts"
import { makeEngine } from "./database.ts"
import type { Outcome } from "./world.ts"

const FOLDER = fileURLToPath(new URL(".", import.meta.url))
const LIMIT_MS = 600_000
/** Hours of a run with a planted bug, and further seeds for bugs that the first seed does not find. */
const BUG_HOURS = 120
const OTHER_SEEDS = [11, 12, 13, 14, 15, 16]

let folder: string
const engineFile = () => join(folder, "engine.tar")
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "solar-scan-simulation-"))
  const engine = await makeEngine()
  await Bun.write(engineFile(), await engine.dumpDataDir("none"))
  await engine.close()
}, LIMIT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Runs seeds one after the other in a process of their own, because the simulation replaces its clock. Yields the
 * outcomes.
 */
async function* outcomesOf(seeds: readonly number[], hours: number, planted?: string): AsyncGenerator<Outcome> {
  const preload = planted === undefined ? [] : ["--preload", `${FOLDER}plant.ts`]
  const given = [`--hours=${hours}`, `--engine=${engineFile()}`]
  const child = Bun.spawn([process.execPath, ...preload, `${FOLDER}simulate.ts`, ...given], {
    env: { ...process.env, ...(planted === undefined ? {} : { PLANTED: planted }) },
    stdio: [new Blob([seeds.map(seed => `${seed}\n`).join("")]), "pipe", "inherit"],
  })
  try {
    let rest = ""
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line)
    }
  } finally {
    child.kill()
  }
}
const runAll = (seeds: readonly number[], hours: number) => Array.fromAsync(outcomesOf(seeds, hours))

test(
  "a cluster and an embedded service keep the invariants through crashes, losses and jumps of clocks",
  async () => {
    for (const { violation, scans, webhooks } of await runAll([500, 501, 502].slice(0, casesOf(3, 1)), 40)) {
      expect(violation).toBeUndefined()
      expect(scans).toBeGreaterThan(0)
      expect(webhooks).toBeGreaterThan(0)
    }
  },
  LIMIT_MS,
)

test(
  "a seed happens again as it happened, whatever ran before it in its process",
  async () => {
    const [[alone], [other, second]] = await Promise.all([runAll([7], 15), runAll([8, 7], 15)])
    expect(second).toEqual(alone!)
    expect(other!.trace).not.toBe(alone!.trace)
  },
  LIMIT_MS,
)

for (const { name, seed, violates } of TRIES_ALL ? BUGS : [])
  test(
    `a planted bug is found: ${name}`,
    async () => {
      const seeds = [seed, ...OTHER_SEEDS.filter(other => other !== seed)]
      let found = "nothing"
      for await (const { violation } of outcomesOf(seeds, BUG_HOURS, name)) {
        if (!violation) continue
        found = violation.invariant
        break
      }
      expect(violates).toContain(found)
    },
    LIMIT_MS,
  )
