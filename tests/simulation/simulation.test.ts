import { expect, test } from "bun:test"
import { fileURLToPath } from "node:url"
import { BUGS } from "./bugs.ts"
import type { Outcome } from "./world.ts"

const FOLDER = fileURLToPath(new URL(".", import.meta.url))
const LIMIT_MS = 600_000
/** Of a run with a planted bug, and the seeds that are tried where the first one finds nothing. */
const BUG_HOURS = 120
const OTHER_SEEDS = [11, 12, 13, 14, 15, 16]

/** Runs a seed in a process of its own, whose clock the simulation takes over. */
const run = async (seed: number, hours: number, planted?: string): Promise<Outcome> => {
  const preload = planted === undefined ? [] : ["--preload", `${FOLDER}plant.ts`]
  const given = ["--one", `--seed=${seed}`, `--hours=${hours}`]
  const child = Bun.spawn([process.execPath, ...preload, `${FOLDER}simulate.ts`, ...given], {
    env: { ...process.env, ...(planted === undefined ? {} : { PLANTED: planted }) },
    stdio: ["ignore", "pipe", "inherit"],
  })
  return JSON.parse(await new Response(child.stdout).text())
}

test(
  "a cluster and an embedded service keep the invariants through crashes, losses and jumps of clocks",
  async () => {
    for (const seed of [500, 501, 502]) {
      const { violation, scans, webhooks } = await run(seed, 40)
      expect(violation).toBeUndefined()
      expect(scans).toBeGreaterThan(0)
      expect(webhooks).toBeGreaterThan(0)
    }
  },
  LIMIT_MS,
)

test(
  "a seed happens again as it happened",
  async () => {
    const [first, second, other] = await Promise.all([run(7, 15), run(7, 15), run(8, 15)])
    expect(second).toEqual(first)
    expect(other.trace).not.toBe(first.trace)
  },
  LIMIT_MS,
)

for (const { name, seed, violates } of BUGS)
  test(
    `a planted bug is found: ${name}`,
    async () => {
      let found: string | undefined
      for (const each of [seed, ...OTHER_SEEDS]) {
        found = (await run(each, BUG_HOURS, name)).violation?.invariant
        if (found) break
      }
      expect(violates).toContain(found ?? "nothing")
    },
    LIMIT_MS,
  )
