import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { sharedServers, whyNoCluster } from "./support/cluster.ts"
import { readJunit, type TestTotals, type UnpassedTest } from "./support/junit.ts"

interface Run {
  totals: TestTotals
  unpassed: UnpassedTest[]
}

/**
 * Runs the tests, those of the HTTP interface on both engines, and ends with a list of the tests that failed or were skipped and
 * one line, `N passed, N failed, N skipped`.
 * Arguments choose files by a part of their path, as `bun test` does: `npm test -- unit/solar`. Only what the chosen tests need
 * is built and started.
 */
const chosen = Bun.argv.slice(2)
const options = chosen.filter(argument => argument.startsWith("-"))
const filters = chosen.filter(argument => !argument.startsWith("-"))
const files = [...new Bun.Glob("tests/**/*.test.ts").scanSync()]
  .filter(file => filters.length === 0 || filters.some(filter => file.includes(filter)))
  .sort()
/** Tests in these folders start the service: they need all that is built. */
const STARTS_SERVICE = /^tests\/(http|cluster|browser)\//
/** Tests in these folders start no process. */
const COMPUTES = /^tests\/(unit|oracle)\//
const needsService = files.some(file => STARTS_SERVICE.test(file))
if (needsService || importsCore(files)) build("wasm/build.ts")
if (needsService) build("dashboard/build.ts")
if (needsService) build("store/build.ts")
const httpFiles = files.filter(file => file.startsWith("tests/http/"))
const reason = whyNoCluster()
const needsServers = files.some(file => /^tests\/(http|cluster)\//.test(file))
const servers = reason || !needsServers ? undefined : await sharedServers()
const environment: Record<string, string> = servers
  ? { TEST_DATABASE_URL: servers.databaseUrl, TEST_NATS_URL: servers.natsUrl }
  : {}

// Two rows at the same time, one for each of two processors: what starts the service often waits, the rest computes.
const computing = files.filter(file => COMPUTES.test(file))
const serving = files.filter(file => !COMPUTES.test(file))
const runs = (await Promise.all([runAll(serving), runComputingAndCluster()])).flat()
const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map(name =>
  runs.reduce((sum, { totals }) => sum + totals[name], 0),
)
for (const { outcome, place, name, message } of runs.flatMap(({ unpassed }) => unpassed)) {
  console.log(`\n${outcome}: ${place} ${name}${message && `\n${message}`}`)
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed! > 0 || passed === 0 ? 1 : 0)

function build(script: string): void {
  const { exitCode } = Bun.spawnSync([process.execPath, script], { stdio: ["ignore", "ignore", "inherit"] })
  if (exitCode !== 0) process.exit(1)
}

/** Whether one of the files, or what they import in turn, loads the optimiser. */
function importsCore(entries: readonly string[]): boolean {
  const [plain, withTags] = (["ts", "tsx"] as const).map(loader => new Bun.Transpiler({ loader }))
  const seen = new Set<string>()
  const open = entries.map(file => resolve(file))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue
    if (file === resolve("wasm/index.ts")) return true
    seen.add(file)
    const imports = (file.endsWith("x") ? withTags : plain)?.scanImports(readFileSync(file)) ?? []
    const folder = dirname(file)
    open.push(...imports.filter(({ path }) => path.startsWith(".")).map(({ path }) => resolve(folder, path)))
  }
  return false
}

/** The row of what computes, then of the HTTP tests on the cluster engine. What it prints is kept while the other row prints. */
async function runComputingAndCluster(): Promise<Run[]> {
  const first = await runAll(computing, serving.length > 0 ? "The tests that start no process:" : undefined)
  return [...first, await runOnCluster()]
}

async function runAll(some: readonly string[], keptUnder?: string): Promise<Run[]> {
  if (some.length === 0) return []
  return [await run([...options, ...some.map(file => `./${file}`)], environment, keptUnder)]
}

/** The HTTP tests once more, on PostgreSQL, NATS and a process for each service; what they print comes when all have ended. */
async function runOnCluster(): Promise<Run> {
  if (httpFiles.length === 0) return { totals: { passed: 0, failed: 0, skipped: 0 }, unpassed: [] }
  if (reason) {
    console.log(`\nskipped on the cluster engine (${reason}):\n${httpFiles.map(file => `  ${file}`).join("\n")}`)
    return { totals: { passed: 0, failed: 0, skipped: httpFiles.length }, unpassed: [] }
  }
  const own = [...options, ...httpFiles.map(file => `./${file}`)]
  return run(own, { ...environment, TEST_ENGINE: "cluster" }, "The HTTP tests on the cluster engine:")
}

/** @param keptUnder title under which all output is printed at the end; without one it is printed as it comes */
async function run(testArguments: string[], env: Record<string, string>, keptUnder?: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-tests-"))
  const report = join(folder, "junit.xml")
  const kept = openSync(join(folder, "output"), "w+")
  const output = keptUnder ? kept : "inherit"
  const bunArguments = ["test", "--reporter=junit", `--reporter-outfile=${report}`, "--timeout=120000"]
  const child = Bun.spawn([process.execPath, ...bunArguments, ...testArguments], {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env, FORCE_COLOR: "0" },
  })
  const exitCode = await child.exited
  closeSync(kept)
  if (keptUnder) console.log(`\n${keptUnder}\n${readFileSync(join(folder, "output"), "utf8")}`)
  const read = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : undefined
  rmSync(folder, { recursive: true, force: true })
  const { totals, unpassed } = read ?? { totals: { passed: 0, failed: 0, skipped: 0 }, unpassed: [] }
  if (exitCode === 0 || totals.failed > 0) return { totals, unpassed }
  const message = "A test file could not be loaded, or an error came after the tests: see the output above."
  const whole: UnpassedTest = { outcome: "failed", place: "bun test", name: `ended with ${exitCode}`, message }
  return { totals: { ...totals, failed: 1 }, unpassed: [...unpassed, whole] }
}
