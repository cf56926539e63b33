/**
 * Writes tests/oracle/optima.json: `npx bun tests/oracle/writeOptima.ts` runs the tests that use HiGHS, and stores each
 * program's optimum under its hash. Optima of programs that no test uses any more are dropped.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const FOLDER = fileURLToPath(new URL(".", import.meta.url))
const TIMEOUT_MS = 600_000

const folder = mkdtempSync(join(tmpdir(), "optima-"))
const solved = join(folder, "solved")
writeFileSync(solved, "")
const files = [...new Bun.Glob("*.test.ts").scanSync(FOLDER)]
  .filter(name => readFileSync(join(FOLDER, name), "utf8").includes("./highs.ts"))
  .sort()
const { exitCode } = Bun.spawnSync(
  [process.execPath, "test", `--timeout=${TIMEOUT_MS}`, ...files.map(name => `./tests/oracle/${name}`)],
  { cwd: join(FOLDER, "../.."), env: { ...process.env, TEST_OPTIMA: solved }, stdio: ["ignore", "inherit", "inherit"] },
)
const lines = readFileSync(solved, "utf8").split("\n").filter(Boolean).sort()
rmSync(folder, { recursive: true })
if (exitCode !== 0) process.exit(1)
const rows = [...new Set(lines)].map(line => {
  const [hash, optimum] = JSON.parse(line) as [string, number | string]
  return `  ${JSON.stringify(hash)}: ${JSON.stringify(optimum)}`
})
writeFileSync(join(FOLDER, "optima.json"), `{\n${rows.join(",\n")}\n}\n`)
console.log(`tests/oracle/optima.json: ${rows.length} optima`)
