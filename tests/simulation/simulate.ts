/**
 * `npm run simulate -- --hours N --seed S`: N simulated hours from seed S on, in runs of some hundred hours, each of a seed of its
 * own and in a process of its own. With `--minutes M` no run begins after M minutes of real time. `--one` runs the hours in this process, as one run. Exits with 1 where an invariant was violated.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { copyEngine, makeEngine } from "./database.ts"
import { type Outcome, simulate } from "./world.ts"

/** Of a run; one under a limit of real time may end after it, by what a run takes. */
const HOURS_OF_RUN = 250
const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    jobs: { type: "string", default: "2" },
    one: { type: "boolean", default: false },
    /** Files of an engine that was made before, for `--one`. */
    engine: { type: "string" },
  },
})
const hours = Number(values.hours)
const firstSeed = Number(values.seed)

if (values.one) {
  const outcome = await simulate(
    values.engine ? await copyEngine(Bun.file(values.engine)) : await makeEngine(),
    firstSeed,
    hours,
  )
  console.log(JSON.stringify(outcome))
  process.exit(outcome.violation ? 1 : 0)
}

const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000
const runs = Math.ceil(hours / HOURS_OF_RUN)
const folder = mkdtempSync(join(tmpdir(), "solar-scan-simulation-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const engineFile = join(folder, "engine.tar")
const made = await makeEngine()
await Bun.write(engineFile, await made.dumpDataDir("none"))
await made.close()
let next = 0
let processorSeconds = 0
const outcomes: Outcome[] = []
const runOne = async (seed: number): Promise<void> => {
  const given = ["--one", `--seed=${seed}`, `--hours=${Math.min(HOURS_OF_RUN, hours)}`, `--engine=${engineFile}`]
  const child = Bun.spawn([process.execPath, import.meta.path, ...given], { stdio: ["ignore", "pipe", "inherit"] })
  const outcome: Outcome = JSON.parse(await new Response(child.stdout).text())
  await child.exited
  processorSeconds += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
  outcomes.push(outcome)
  if (outcome.violation)
    console.log(`seed ${seed}, hour ${outcome.violation.atHour.toFixed(2)}: ${outcome.violation.detail}`)
}
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    while (next < runs && performance.now() - startedMs < limitMs) await runOne(firstSeed + next++)
  }),
)
const sum = (of: (outcome: Outcome) => number): string =>
  Math.round(outcomes.reduce((all, each) => all + of(each), 0)).toLocaleString("en")
const failed = outcomes.filter(({ violation }) => violation)
console.log(
  `${sum(each => each.hours)} hours (${sum(each => each.steppedHours)} step by step) in ${Math.round((performance.now() - startedMs) / 1000)} s, ${Math.round(processorSeconds)} s of processors: ` +
    `${sum(each => each.episodes)} episodes, ${sum(each => each.steps)} steps, ${sum(each => each.transactions)} transactions, ` +
    `${sum(each => each.scans)} scans, ${sum(each => each.webhooks)} webhooks, ${sum(each => each.crashes)} crashes, ${failed.length} of ${outcomes.length} runs violated an invariant`,
)
process.exit(failed.length > 0 ? 1 : 0)
