import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Runs the tests and ends with one line, `N passed, N failed, N skipped`.
 * Arguments choose files by a part of their path, as `bun test` does: `npm test -- unit/solar`.
 */
const folder = mkdtempSync(join(tmpdir(), "solar-scan-tests-"))
const report = join(folder, "junit.xml")
const run = Bun.spawn(
  [
    process.execPath,
    "test",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
    "--timeout=120000",
    ...Bun.argv.slice(2),
  ],
  { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, FORCE_COLOR: "0" } },
)
const exitCode = await run.exited
const totals = existsSync(report) ? readTotals(readFileSync(report, "utf8")) : undefined
rmSync(folder, { recursive: true, force: true })
if (!totals) {
  console.log("0 passed, 1 failed, 0 skipped")
  process.exit(exitCode || 1)
}
const { passed, failed, skipped } = totals
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(exitCode !== 0 || failed > 0 || passed === 0 ? 1 : 0)

function readTotals(xml: string): { passed: number; failed: number; skipped: number } {
  const root = /<testsuites[^>]*>/.exec(xml)?.[0] ?? ""
  const read = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0)
  const [failed, skipped] = [read("failures") + read("errors"), read("skipped")]
  return { passed: read("tests") - failed - skipped, failed, skipped }
}
