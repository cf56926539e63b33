import { expect, test } from "bun:test"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { decodeMessage, encodeMessage, type ScanJob } from "../../domain/report/messages.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createLog } from "../../infra/log.ts"
import {
  builtFile,
  ENTRIES,
  isBuilt,
  type MadeOf,
  madeOfFile,
  type ScriptName,
  scriptOf,
} from "../../infra/scripts/index.ts"
import { compileCore, createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { createPool } from "../../worker/pool.ts"
import { ROOT } from "../support/child.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"

const TOLERANCE = 1e-4

const build = () => Bun.spawnSync([process.execPath, "infra/scripts/build.ts"], { cwd: ROOT })

test("a thread of the built script solves as the sources do, far from the weather, prices and loads beside them", async () => {
  expect(build().exitCode).toBe(0)
  for (const name of Object.keys(ENTRIES) as ScriptName[])
    expect(scriptOf(name)).toEndWith(`/infra/scripts/build/${name}.js`)
  const core = await compileCore()
  const log = createLog("test", "silent")
  const pool = await createPool({ threads: 1, sizingTolerance: TOLERANCE, budgetMs: 60_000, core, log })
  const input = parseEarlierRequest(houseRequest(), standardProfileKeys)
  const job: ScanJob = { scanId: "one", runId: "one", attempt: 1, input }
  const frame = await pool.solve(job, encodeMessage(job), () => {})
  pool.close()
  const solver = { optimiser: await createOptimiser(core), sizingTolerance: TOLERANCE }
  const withoutTime = (solved: unknown) => JSON.stringify(solved, (name, value) => (name === "solveMs" ? 0 : value))
  const expected = decodeMessage(encodeMessage(solveJob(job, solver, () => true)))
  expect(withoutTime(decodeMessage(frame!))).toBe(withoutTime(expected))
})

test("a built script counts only while its sources are as they were and its parts are there", () => {
  expect(build().exitCode).toBe(0)
  const built = builtFile("service")
  const { files, parts, hash }: MadeOf = JSON.parse(readFileSync(madeOfFile(built), "utf8"))
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-script-"))
  const script = join(folder, "service.js")
  expect(isBuilt(script)).toBe(false)
  copyFileSync(built, script)
  const withMadeOf = (madeOf: MadeOf) => {
    writeFileSync(madeOfFile(script), JSON.stringify(madeOf))
    return isBuilt(script)
  }
  expect(files).toContain("domain/request/input.ts")
  expect(files).toContain("package-lock.json")
  expect(withMadeOf({ files, parts: [], hash })).toBe(true)
  expect(withMadeOf({ files: files.slice(1), parts: [], hash })).toBe(false)
  expect(withMadeOf({ files: [...files, "worker/gone.ts"], parts: [], hash })).toBe(false)
  expect(parts.length).toBeGreaterThan(0)
  expect(withMadeOf({ files, parts, hash })).toBe(false)
  for (const part of parts) copyFileSync(join(dirname(built), part), join(folder, part))
  expect(withMadeOf({ files, parts, hash })).toBe(true)
  rmSync(folder, { recursive: true })
})
