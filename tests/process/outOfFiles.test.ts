import { expect, test } from "bun:test"
import { join } from "node:path"
import { CANNOT_WRITE } from "../../infra/database/writes.ts"
import { isLackOfSystem } from "../../infra/system.ts"

const MAX_OPEN = 256
/** JSON output of a script of tests/support that runs with a low limit of open files. */
const printedBy = async (script: string) => {
  const path = join(import.meta.dir, "../support", script)
  const child = Bun.spawn(["sh", "-c", `ulimit -n ${MAX_OPEN}; exec "$0" "$1"`, process.execPath, path])
  return JSON.parse(await new Response(child.stdout).text())
}

test("a process without a file descriptor left still solves every kind of scan: shipped data was read at its start", async () => {
  const { code, results } = await printedBy("outOfFiles.ts")
  expect(code).toBe("EMFILE")
  expect(results.length).toBeGreaterThan(40)
  expect(results.filter(([, outcome]: string[]) => outcome !== "solved")).toEqual([])
})

test("a file is answered 503 while no process can be started to read it, and read once one can", async () => {
  expect(await printedBy("outOfFilesForTasks.ts")).toEqual({
    without: [503, "the system is short of resources; try again in a moment", { "retry-after": "2" }],
    after: 8760,
  })
})

test("a database that had no file descriptor left writes again once there are some", async () => {
  const { without, after } = await printedBy("outOfFilesForDatabase.ts")
  expect(CANNOT_WRITE).toContain(without)
  expect(after.at(-1)).toBe("written")
})

test("a lack of system resources is distinguished from other errors, also as the cause of another error", () => {
  const lacking = Object.assign(new Error("too many open files"), { code: "EMFILE" })
  expect(isLackOfSystem(lacking)).toBe(true)
  expect(isLackOfSystem(new Error("a report was not written", { cause: lacking }))).toBe(true)
  expect(isLackOfSystem(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe(false)
  expect(isLackOfSystem(new RangeError("no price at all"))).toBe(false)
})
