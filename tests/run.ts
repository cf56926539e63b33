import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sharedServers, whyNoCluster } from "./support/cluster.ts"
import { readJunit, type TestFile, type TestTotals, type UnpassedTest } from "./support/junit.ts"
import { type Group, groupsOf, type Part, type Program, programsOf } from "./support/plan.ts"
import { changedSince, reaches, reachOf } from "./support/reach.ts"

interface Run {
  title: string
  totals: TestTotals
  unpassed: UnpassedTest[]
  files: TestFile[]
  /** Processor time of the group's process and its ended children. */
  processorSeconds: number
}

/** A run with its time of the clock. */
type Timed = Run & { seconds: number }

/** Runs a group or a program; `atOnce` prints its output while it runs. */
type Task = (atOnce: boolean) => Promise<Run>

/** Tests in these folders start the service, which needs every build. */
const STARTS_SERVICE = /^tests\/(http|cluster|browser)\//

/**
 * Runs tests. Ends with a list of failed and skipped tests, the processor time of each group, and one line,
 * `N passed, N failed, N skipped`. Builds and starts only dependencies of the chosen tests.
 *
 *     npm test                      tests of at most eight minutes (support/plan.ts).
 *     npm test -- --change          tests of a change before its merge, at most forty minutes.
 *     npm run test:all              everything.
 *     npm test -- unit/solar        tests whose path contains unit/solar, on every engine and with all cases.
 *     npm test -- --changed [BASE]  files of npm test that depend on a file changed since a commit, HEAD by default.
 */
const { part, base, filters, options } = readArguments(Bun.argv.slice(2))
const files = chosenFiles()
const needsService = files.some(file => STARTS_SERVICE.test(file))
if (needsService || reachOf(files).files.has("wasm/index.ts")) build("wasm/build.ts")
if (needsService) build("dashboard/build.ts")
if (needsService) build("store/build.ts")
if (needsService) build("infra/scripts/build.ts")
const reason = whyNoCluster()
/**
 * Folder of all files of the tests, mainly databases: it is removed when the run ends, also by a signal. Names are
 * short because paths of sockets are limited.
 */
const allFolders = newFolder(join(tmpdir(), "tests-"))
process.on("exit", () => rmSync(allFolders, { recursive: true, force: true }))
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1))
const needsServers = files.some(file => /^tests\/(http|cluster)\//.test(file))
const servers = reason || !needsServers ? undefined : await sharedServers()
const environment: Record<string, string> = {
  TEST_TEMPLATES: allFolders,
  ...(servers ? { TEST_DATABASE_URL: servers.databaseUrl, TEST_NATS_URL: servers.natsUrl } : {}),
}

/**
 * Rows of groups at the same time: one more than the two processors of the CI machine. The tests wait for a third of
 * their time (for a scan of the sandbox, a retry, a page).
 */
const ROWS = 3
/** Number of files in the list of the slowest. */
const SLOWEST_FILES = 30
/** Smaller groups are not split, because each part starts the servers that its files share. */
const FILES_OF_PARTS = 20
/** Parts of a group: one for each row, more if the group has more files than this for each. */
const MAX_FILES_OF_PART = 45
const [longest, ...others] = groupsOf(files, part, environment)
  .flatMap(inParts)
  .map(
    (group): Task =>
      (atOnce: boolean) =>
        runGroup(group, atOnce),
  )
const programs = filters.length === 0 ? programsOf(part) : []
const runs = await inRows([
  ...(longest ? [longest] : []),
  ...programs.map(
    (program): Task =>
      () =>
        runProgram(program),
  ),
  ...others,
])
for (const { outcome, place, name, message } of runs.flatMap(({ unpassed }) => unpassed)) {
  console.log(`\n${outcome}: ${place} ${name}${message && `\n${message}`}`)
}
console.log("\nTime of the processor and of the clock, s:")
for (const { title, processorSeconds, seconds } of runs)
  console.log(`${[processorSeconds, seconds].map(time => Math.round(time).toString().padStart(6)).join("")} ${title}`)
console.log("\nSlowest files, time of the clock, s:")
for (const { title, file, seconds } of slowestOf(runs))
  console.log(`${Math.round(seconds).toString().padStart(6)} ${file}, ${title}`)
const totals = sumOf(runs.map(({ totals }) => totals))
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 || (totals.passed === 0 && base === undefined) ? 1 : 0)

function readArguments(given: readonly string[]) {
  const at = given.indexOf("--changed")
  const next = at < 0 ? undefined : given[at + 1]
  const named = next === undefined || next.startsWith("-") ? undefined : next
  const others = given.filter((_, i) => at < 0 || (i !== at && (named === undefined || i !== at + 1)))
  const filters = others.filter(argument => !argument.startsWith("-"))
  const isAll = others.includes("--all") || filters.length > 0
  const part: Part = isAll ? "all" : others.includes("--change") ? "change" : "first"
  return {
    part,
    base: at < 0 ? undefined : (named ?? "HEAD"),
    filters,
    options: others.filter(argument => argument.startsWith("-") && !["--all", "--change"].includes(argument)),
  }
}

function chosenFiles(): string[] {
  const named = [...new Bun.Glob("tests/**/*.test.ts").scanSync()]
    .filter(file => filters.length === 0 || filters.some(filter => file.includes(filter)))
    .sort()
  if (base === undefined) return named
  const changed = changedSince(base)
  const reached = named.filter(file => reaches(reachOf(dependsOn(file)), changed))
  console.log(
    `${changed.length} files differ from ${base}; ${reached.length} of ${named.length} test files depend on them`,
  )
  return reached
}

/** Files that a test file depends on: itself, and the build if it starts the service. */
function dependsOn(file: string): string[] {
  return STARTS_SERVICE.test(file) ? [file, "build.ts"] : [file]
}

function sumOf(all: readonly TestTotals[]): TestTotals {
  const sum = (name: keyof TestTotals) => all.reduce((total, each) => total + each[name], 0)
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }
}

function slowestOf(all: readonly Run[]) {
  return all
    .flatMap(({ title, files }) => files.map(each => ({ ...each, title })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES)
}

/** A folder that the user of a PostgreSQL server can reach, too. */
function newFolder(prefix: string): string {
  const folder = mkdtempSync(prefix)
  chmodSync(folder, 0o755)
  return folder
}

function build(script: string): void {
  const { exitCode } = Bun.spawnSync([process.execPath, script], { stdio: ["ignore", "ignore", "inherit"] })
  if (exitCode !== 0) process.exit(1)
}

/**
 * Splits a group of many files, with neighbouring files in different parts, so that the rows end at nearly the same
 * time.
 */
function inParts(group: Group): Group[] {
  if (group.files.length < FILES_OF_PARTS) return [group]
  const parts = Math.max(ROWS, Math.ceil(group.files.length / MAX_FILES_OF_PART))
  return Array.from({ length: parts }, (_, part) => ({
    ...group,
    title: `${group.title}, part ${part + 1} of ${parts}`,
    files: group.files.filter((_, i) => i % parts === part),
  }))
}

/**
 * Runs tasks in rows at the same time: a row takes the next task when it is free. The first task prints at once, the
 * others when they have ended.
 */
async function inRows(all: readonly Task[]): Promise<Timed[]> {
  const open = [...all]
  const runs: Timed[] = []
  const row = async () => {
    for (let task = open.shift(); task; task = open.shift()) {
      const startedMs = performance.now()
      const run = await task(task === all[0])
      runs.push({ ...run, seconds: (performance.now() - startedMs) / 1000 })
    }
  }
  await Promise.all(Array.from({ length: ROWS }, row))
  return runs
}

async function runGroup({ title, files: some, env }: Group, atOnce: boolean): Promise<Run> {
  if (env.TEST_ENGINE === "cluster" && reason) {
    console.log(`\nskipped on the cluster engine (${reason}):\n${some.map(file => `  ${file}`).join("\n")}`)
    return {
      title,
      totals: { passed: 0, failed: 0, skipped: some.length },
      unpassed: [],
      files: [],
      processorSeconds: 0,
    }
  }
  return run([...options, ...some.map(file => `./${file}`)], { title, env, isKept: !atOnce })
}

/** Runs a program as one test: exit code 0 is a pass. */
async function runProgram({ title, command }: Program): Promise<Run> {
  const child = Bun.spawn([process.execPath, ...command], { stdio: ["ignore", "pipe", "inherit"] })
  const [output, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited])
  console.log(`\n${title}:\n${output}`)
  const failure = { outcome: "failed" as const, place: command[0]!, name: title, message: `ended with ${exitCode}` }
  return {
    title,
    totals: exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
    unpassed: exitCode === 0 ? [] : [failure],
    files: [],
    processorSeconds: processorSecondsOf(child),
  }
}

function processorSecondsOf(ended: Bun.Subprocess): number {
  return Number(ended.resourceUsage()?.cpuTime.total ?? 0) / 1e6
}

interface Running {
  title: string
  env: Record<string, string>
  /** True if the output is printed at the end, under the title. */
  isKept: boolean
}

async function run(testArguments: string[], { title, env, isKept }: Running): Promise<Run> {
  const folder = newFolder(join(allFolders, "g-"))
  const report = join(folder, "junit.xml")
  const kept = openSync(join(folder, "output"), "w+")
  const output = isKept ? kept : "inherit"
  const bunArguments = ["test", "--reporter=junit", `--reporter-outfile=${report}`, "--timeout=120000"]
  const child = Bun.spawn([process.execPath, ...bunArguments, ...testArguments], {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env, FORCE_COLOR: "0", TMPDIR: folder },
  })
  const exitCode = await child.exited
  closeSync(kept)
  if (isKept) console.log(`\n${title}:\n${readFileSync(join(folder, "output"), "utf8")}`)
  const read = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : undefined
  rmSync(folder, { recursive: true, force: true })
  const { totals, unpassed, files } = read ?? {
    totals: { passed: 0, failed: 0, skipped: 0 },
    unpassed: [],
    files: [],
  }
  const outcome = { title, files, processorSeconds: processorSecondsOf(child) }
  if (exitCode === 0 || totals.failed > 0) return { ...outcome, totals, unpassed }
  const message = "A test file could not be loaded, or an error came after the tests: see the output above."
  const whole: UnpassedTest = { outcome: "failed", place: "bun test", name: `ended with ${exitCode}`, message }
  return { ...outcome, totals: { ...totals, failed: 1 }, unpassed: [...unpassed, whole] }
}
