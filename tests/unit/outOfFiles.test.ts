import { expect, test } from "bun:test"
import { join } from "node:path"
import { isLackOfSystem } from "../../infra/system.ts"

const SCRIPT = join(import.meta.dir, "../support/outOfFiles.ts")
const MAX_OPEN = 256

test("a process without a file descriptor left still solves every kind of scan: shipped data was read at its start", async () => {
  const child = Bun.spawn(["sh", "-c", `ulimit -n ${MAX_OPEN}; exec "$0" "$1"`, process.execPath, SCRIPT])
  const { code, results } = JSON.parse(await new Response(child.stdout).text())
  expect(code).toBe("EMFILE")
  expect(results.length).toBeGreaterThan(40)
  expect(results.filter(([, outcome]: string[]) => outcome !== "solved")).toEqual([])
})

test("a lack of system resources is distinguished from other errors, also as the cause of another error", () => {
  const lacking = Object.assign(new Error("too many open files"), { code: "EMFILE" })
  expect(isLackOfSystem(lacking)).toBe(true)
  expect(isLackOfSystem(new Error("a report was not written", { cause: lacking }))).toBe(true)
  expect(isLackOfSystem(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe(false)
  expect(isLackOfSystem(new RangeError("no price at all"))).toBe(false)
})
