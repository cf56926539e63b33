import { expect } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChild } from "../support/child.ts"
import { embeddedTest, TEST_ENVIRONMENT } from "../support/service.ts"

/**
 * The creation of a database took 1,100 MB, and 750 until the process was idle; a start on an existing one takes 370.
 */
const MOST_MB = 600

embeddedTest("a first start on an empty folder takes hardly more memory than any other", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "solar-scan-first-"))
  const child = await startChild("start.ts", { ...TEST_ENVIRONMENT, PORT: "0", DATA_DIR: dataDir }, /listens on (\S+)/)
  expect((await fetch(`${child.said}/readyz`)).status).toBe(200)
  if (process.platform === "linux") {
    const [, peakKb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.processId}/status`, "utf8")) ?? []
    expect(Number(peakKb) / 1024).toBeLessThan(MOST_MB)
  }
  expect(await child.end("SIGTERM")).toBe(0)
  rmSync(dataDir, { recursive: true })
})
