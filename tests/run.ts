import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { sharedServers, whyNoCluster } from "./support/cluster.ts"
import { readJunit, type TestTotals, type UnpassedTest } from "./support/junit.ts"

interface Group {
  title: string
  files: readonly string[]
  env: Record<string, string>
}

interface Run {
  totals: TestTotals
  unpassed: UnpassedTest[]
}

/**
 * Runs the tests, those of the HTTP interface on both engines, and ends with a list of the tests that failed or were
 * skipped and one line, `N passed, N failed, N skipped`. Arguments choose files by a part of their path, as `bun test`
 * does: `npm test -- unit/solar`. Only what the chosen tests need is built and started.
 */
const chosen = Bun.argv.slice(2)
const options = chosen.filter(argument => argument.startsWith("-"))
const filters = chosen.filter(argument => !argument.startsWith("-"))
const files = [...new Bun.Glob("tests/**/*.test.ts").scanSync()]
  .filter(file => filters.length === 0 || filters.some(filter => file.includes(filter)))
  .sort()
/** Tests in these folders start the service: they need all that is built. */
const STARTS_SERVICE = /^tests\/(http|cluster|browser)\//
const needsService = files.some(file => STARTS_SERVICE.test(file))
if (needsService || importsCore(files)) build("wasm/build.ts")
if (needsService) build("dashboard/build.ts")
if (needsService) build("store/build.ts")
if (needsService) build("infra/scripts/build.ts")
const httpFiles = files.filter(file => file.startsWith("tests/http/"))
const reason = whyNoCluster()
/**
 * All files of the tests, databases above all: they are removed when the run ends, also by a signal. Names are short
 * since paths of sockets are.
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
 * Rows of groups at the same time: one more than the two processors of the machine that CI runs on, as the tests wait
 * for a third of their time (for a scan of the sandbox, a retry, a page).
 */
const ROWS = 3
/** Fewer than these are not cut: each part starts what its files share. */
const FILES_OF_PARTS = 20
const PARTS = 3
const runs = await inRows(groups().flatMap(inParts))
const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map(name =>
  runs.reduce((sum, { totals }) => sum + totals[name], 0),
)
for (const { outcome, place, name, message } of runs.flatMap(({ unpassed }) => unpassed)) {
  console.log(`\n${outcome}: ${place} ${name}${message && `\n${message}`}`)
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed! > 0 || passed === 0 ? 1 : 0)

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

/** Groups of the chosen files, the ones that take longest first. The HTTP tests are in two, once for each engine. */
function groups(): Group[] {
  const inFolders = (pattern: RegExp) => files.filter(file => pattern.test(file))
  const computing = /^tests\/(unit|oracle)\//
  const separate = /^tests\/(browser|http|unit|oracle)\//
  const all: Group[] = [
    { title: "The tests of processes", files: files.filter(file => !separate.test(file)), env: environment },
    {
      title: "The HTTP tests on the cluster engine",
      files: httpFiles,
      env: { ...environment, TEST_ENGINE: "cluster" },
    },
    { title: "The tests in a browser", files: inFolders(/^tests\/browser\//), env: environment },
    { title: "The tests that start no process", files: inFolders(computing), env: environment },
    { title: "The HTTP tests on the embedded engine", files: httpFiles, env: environment },
  ]
  return all.filter(group => group.files.length > 0)
}

/** A group of many files is cut in parts, each with every third file, so that the rows end at nearly the same time. */
function inParts(group: Group): Group[] {
  if (group.files.length < FILES_OF_PARTS) return [group]
  return Array.from({ length: PARTS }, (_, part) => ({
    ...group,
    title: `${group.title}, part ${part + 1} of ${PARTS}`,
    files: group.files.filter((_, i) => i % PARTS === part),
  }))
}

/**
 * Runs groups in rows at the same time: a row takes the next group when it is free.
 * What the first one prints comes at once, what another prints when it has ended.
 */
async function inRows(all: readonly Group[]): Promise<Run[]> {
  const open = [...all]
  const runs: Run[] = []
  const row = async () => {
    for (let group = open.shift(); group; group = open.shift()) runs.push(await runGroup(group, group === all[0]))
  }
  await Promise.all(Array.from({ length: ROWS }, row))
  return runs
}

async function runGroup({ title, files: some, env }: Group, atOnce: boolean): Promise<Run> {
  if (env.TEST_ENGINE === "cluster" && reason) {
    console.log(`\nskipped on the cluster engine (${reason}):\n${some.map(file => `  ${file}`).join("\n")}`)
    return { totals: { passed: 0, failed: 0, skipped: some.length }, unpassed: [] }
  }
  return run([...options, ...some.map(file => `./${file}`)], env, atOnce ? undefined : title)
}

/**
 * @param keptUnder title under which all output is printed when the tests have ended; without one it is printed as it
 * comes
 */
async function run(testArguments: string[], env: Record<string, string>, keptUnder?: string): Promise<Run> {
  const folder = newFolder(join(allFolders, "g-"))
  const report = join(folder, "junit.xml")
  const kept = openSync(join(folder, "output"), "w+")
  const output = keptUnder ? kept : "inherit"
  const bunArguments = ["test", "--reporter=junit", `--reporter-outfile=${report}`, "--timeout=120000"]
  const child = Bun.spawn([process.execPath, ...bunArguments, ...testArguments], {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env, FORCE_COLOR: "0", TMPDIR: folder },
  })
  const exitCode = await child.exited
  closeSync(kept)
  if (keptUnder) console.log(`\n${keptUnder}:\n${readFileSync(join(folder, "output"), "utf8")}`)
  const read = existsSync(report) ? readJunit(readFileSync(report, "utf8")) : undefined
  rmSync(folder, { recursive: true, force: true })
  const { totals, unpassed } = read ?? { totals: { passed: 0, failed: 0, skipped: 0 }, unpassed: [] }
  if (exitCode === 0 || totals.failed > 0) return { totals, unpassed }
  const message = "A test file could not be loaded, or an error came after the tests: see the output above."
  const whole: UnpassedTest = { outcome: "failed", place: "bun test", name: `ended with ${exitCode}`, message }
  return { totals: { ...totals, failed: 1 }, unpassed: [...unpassed, whole] }
}
