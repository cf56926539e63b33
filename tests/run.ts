import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sharedServers, whyNoCluster } from "./support/cluster.ts"

/**
 * Runs the tests, those of the HTTP interface on both engines, and ends with one line, `N passed, N failed, N skipped`.
 * Arguments choose files by a part of their path, as `bun test` does: `npm test -- unit/solar`.
 */
interface Totals {
  passed: number
  failed: number
  skipped: number
}

const chosen = Bun.argv.slice(2)
const filters = chosen.filter(argument => !argument.startsWith("-"))
const httpFiles = [...new Bun.Glob("tests/http/*.test.ts").scanSync()]
  .filter(file => filters.length === 0 || filters.some(filter => file.includes(filter)))
  .sort()
const reason = whyNoCluster()
const servers = reason ? undefined : await sharedServers()
const environment: Record<string, string> = servers
  ? { TEST_DATABASE_URL: servers.databaseUrl, TEST_NATS_URL: servers.natsUrl }
  : {}

const embedded = await run(chosen, environment)
const cluster = await runOnCluster()
const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map(name => embedded[name] + cluster[name])
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** The HTTP tests once more, on PostgreSQL, NATS and a process for each service. */
async function runOnCluster(): Promise<Totals> {
  if (httpFiles.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  if (reason) {
    console.log(`\nskipped on the cluster engine (${reason}):\n${httpFiles.map(file => `  ${file}`).join("\n")}`)
    return { passed: 0, failed: 0, skipped: httpFiles.length }
  }
  console.log("\nThe HTTP tests on the cluster engine:")
  const options = chosen.filter(argument => argument.startsWith("-"))
  return run([...options, ...httpFiles.map(file => `./${file}`)], { ...environment, TEST_ENGINE: "cluster" })
}

async function run(testArguments: string[], env: Record<string, string>): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-tests-"))
  const report = join(folder, "junit.xml")
  const bunArguments = ["test", "--reporter=junit", `--reporter-outfile=${report}`, "--timeout=120000"]
  const child = Bun.spawn([process.execPath, ...bunArguments, ...testArguments], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env, FORCE_COLOR: "0" },
  })
  const exitCode = await child.exited
  const totals = existsSync(report) ? readTotals(readFileSync(report, "utf8")) : { passed: 0, failed: 1, skipped: 0 }
  rmSync(folder, { recursive: true, force: true })
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

function readTotals(xml: string): Totals {
  const root = /<testsuites[^>]*>/.exec(xml)?.[0] ?? ""
  const read = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0)
  const [failed, skipped] = [read("failures") + read("errors"), read("skipped")]
  return { passed: read("tests") - failed - skipped, failed, skipped }
}
