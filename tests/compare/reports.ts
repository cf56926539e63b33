import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import fc from "fast-check"
import { anyRequest } from "../support/anyRequest.ts"
import type { Outcome } from "./solveIn.ts"

/**
 * `bun tests/compare/reports.ts CHECKOUT OTHER_CHECKOUT [REQUESTS] [SEED]`: solves the same random requests with the
 * code of two checkouts and compares the reports field by field: exact values, hourly series to the bit. Prints added
 * and different fields. Exits with 1 on any difference that is not declared below. Both need their dependencies and
 * `npm run build`.
 */

/** Paths of fields that the newer checkout may have and the older may lack, with the version that added them. */
const DECLARED_ADDITIONS: readonly RegExp[] = []

const DEFAULT_REQUESTS = 200
const DEFAULT_SEED = 16
const MAX_PRINTED = 40

interface Difference {
  kind: "added" | "gone" | "changed"
  path: string
  text: string
}

/** Differences of two JSON values; numbers must match to the bit. */
const differences = (before: unknown, after: unknown, path: string): Difference[] => {
  if (Object.is(before, after)) return []
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null)
    return [{ kind: "changed", path, text: `${JSON.stringify(before)} is now ${JSON.stringify(after)}` }]
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key): Difference[] => {
    const at = `${path}.${key}`
    if (!left.has(key)) return [{ kind: "added", path: at, text: JSON.stringify(right.get(key)) }]
    if (!right.has(key)) return [{ kind: "gone", path: at, text: JSON.stringify(left.get(key)) }]
    return differences(left.get(key), right.get(key), at)
  })
}

const isDeclared = ({ kind, path }: Difference): boolean =>
  kind === "added" && DECLARED_ADDITIONS.some(pattern => pattern.test(path))

const solveIn = async (folder: string, checkout: string, name: string, requestsFile: string): Promise<Outcome[]> => {
  const outcomesFile = join(folder, `${name}.json`)
  const script = join(import.meta.dir, "solveIn.ts")
  const child = Bun.spawn([process.execPath, script, resolve(checkout), requestsFile, outcomesFile], {
    cwd: resolve(checkout),
    stdout: "inherit",
    stderr: "inherit",
  })
  if ((await child.exited) !== 0) throw new Error(`the code of ${checkout} did not solve the requests`)
  return (await Bun.file(outcomesFile).json()) as Outcome[]
}

const compare = async (first: string, second: string, numRuns: number, seed: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-compare-"))
  try {
    const requestsFile = join(folder, "requests.json")
    await Bun.write(requestsFile, JSON.stringify(fc.sample(anyRequest, { numRuns, seed })))
    const [before, after] = await Promise.all([
      solveIn(folder, first, "before", requestsFile),
      solveIn(folder, second, "after", requestsFile),
    ])
    const found = before.flatMap((outcome, i) => differences(outcome, after[i], `request ${i}`))
    const open = found.filter(difference => !isDeclared(difference))
    for (const { kind, path, text } of open.slice(0, MAX_PRINTED)) console.log(`${kind}: ${path}: ${text}`)
    const counts = [...Map.groupBy(before, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`)
    console.log(
      `${numRuns} requests, seed ${seed} (${counts.join(", ")}): ${open.length} differences, ` +
        `${found.length - open.length} declared additions`,
    )
    return open.length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [first, second, requests = DEFAULT_REQUESTS, seed = DEFAULT_SEED] = Bun.argv.slice(2)
if (!first || !second) throw new Error("bun tests/compare/reports.ts CHECKOUT OTHER_CHECKOUT [REQUESTS] [SEED]")
process.exit((await compare(first, second, Number(requests), Number(seed))) > 0 ? 1 : 0)
