/**
 * `npm run simulate -- --hours N --seed S`: N simulated hours from seed S on. The runs have 250 hours and a seed each;
 * `--jobs` sets the number of processes. With `--minutes M` no run begins after M minutes of real time. `--one` runs
 * the hours in this process, as one run. Exits with 1 if an invariant was violated.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createCopies, makeEngine } from "./database.ts"
import { type Outcome, simulate } from "./world.ts"

const HOURS_OF_RUN = 250
const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    jobs: { type: "string", default: "2" },
    one: { type: "boolean", default: false },
    /** Data of an engine that the parent process made: this process runs the seeds from its input. */
    engine: { type: "string" },
  },
})
const hours = Number(values.hours)
const firstSeed = Number(values.seed)

if (values.one) {
  const outcome = await simulate(await makeEngine(), firstSeed, hours)
  console.log(JSON.stringify(outcome))
  process.exit(outcome.violation ? 1 : 0)
}
if (values.engine) {
  const copy = await createCopies(Bun.file(values.engine))
  for await (const seed of console) console.log(JSON.stringify(await simulate(await copy(), Number(seed), hours)))
  process.exit()
}

const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000
const hoursOfRun = Math.min(HOURS_OF_RUN, hours)
const runs = Math.ceil(hours / hoursOfRun)
const folder = mkdtempSync(join(tmpdir(), "solar-scan-simulation-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const engineFile = join(folder, "engine.tar")
const made = await makeEngine()
await Bun.write(engineFile, await made.dumpDataDir("none"))
await made.close()
let next = 0
let processorSeconds = 0
const outcomes: Outcome[] = []
const note = (outcome: Outcome): void => {
  outcomes.push(outcome)
  const { seed, violation } = outcome
  if (violation) console.log(`seed ${seed}, hour ${violation.atHour.toFixed(2)}: ${violation.detail}`)
}
const startedMs = performance.now()
/** Starts a process that runs seeds one after the other. */
const work = async (): Promise<void> => {
  const given = [`--hours=${hoursOfRun}`, `--engine=${engineFile}`]
  const child = Bun.spawn([process.execPath, import.meta.path, ...given], { stdio: ["pipe", "pipe", "inherit"] })
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const ask = async (seed: number): Promise<Outcome> => {
    child.stdin.write(`${seed}\n`)
    child.stdin.flush()
    let answer = ""
    while (!answer.endsWith("\n")) {
      const { value, done } = await answers.read()
      if (done) throw new Error(`the process of seed ${seed} ended before its answer`)
      answer += value
    }
    return JSON.parse(answer)
  }
  while (next < runs && performance.now() - startedMs < limitMs) note(await ask(firstSeed + next++))
  child.stdin.end()
  await child.exited
  processorSeconds += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
}
await Promise.all(Array.from({ length: Math.min(runs, Number(values.jobs)) }, work))

const sumOf = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0)
const sum = (of: (outcome: Outcome) => number): string => Math.round(sumOf(of)).toLocaleString("en")
const perHour = (of: (outcome: Outcome) => number): string => (sumOf(of) / sumOf(each => each.hours)).toPrecision(3)
const failed = outcomes.filter(({ violation }) => violation)
console.log(
  `${sum(each => each.hours)} hours (${sumOf(each => each.steppedHours).toFixed(1)} step by step) in ${Math.round((performance.now() - startedMs) / 1000)} s, ${Math.round(processorSeconds)} s of processors: ` +
    `${sum(each => each.episodes)} episodes (${perHour(each => each.episodes)} an hour), ${sum(each => each.steps)} steps (${perHour(each => each.steps)} an hour), ${sum(each => each.transactions)} transactions, ` +
    `${sum(each => each.scans)} scans, ${sum(each => each.webhooks)} webhooks, ${sum(each => each.crashes)} crashes, ${failed.length} of ${outcomes.length} runs violated an invariant`,
)
if (outcomes.length < runs)
  console.log(
    `NOT REACHED: ${runs * hoursOfRun} hours were asked for; ${values.minutes} minutes ended before ${runs - outcomes.length} of ${runs} runs began`,
  )
process.exit(failed.length > 0 ? 1 : 0)
