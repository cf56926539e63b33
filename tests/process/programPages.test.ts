import { expect, test } from "bun:test"
import { join } from "node:path"
import { rangesOfProgram } from "../../infra/programPages.ts"

/** Ranges of memory in the format of /proc/PID/smaps: addresses and permissions, path, and written memory [kB]. */
const smapsOf = (ranges: [string, string, number][]): string =>
  ranges
    .map(([range, path, writtenKb]) => {
      const head = `${range} 00000000 fe:00 5038103`.padEnd(72)
      return `${head} ${path}\nSize: 24 kB\nRss: 24 kB\nAnonymous: ${writtenKb} kB\nTHPeligible: 0\nVmFlags: rd mr\n`
    })
    .join("")

const rangesOf = (constantsKb: number, codeKb: number) =>
  rangesOfProgram(
    smapsOf([
      ["00200000-01a39000 r--p", "/app/bun", constantsKb],
      ["01a40000-0684a000 r-xp", "/app/bun", codeKb],
      ["0684a000-0685f000 rw-p", "/app/bun", 84],
      ["0685f000-06867000 r--p", "/app/bun", 0],
      ["7f1c5c0c9000-7f1c5c21f000 r-xp", "/usr/lib/libc.so.6", 0],
      ["7f1c5c272000-7f1c5c276000 rw-p", "", 16],
    ]),
    "/app/bun",
  )
const CONSTANTS = { start: 0x200000, length: 0x1839000 }
const CODE = { start: 0x1a40000, length: 0x4e0a000 }

test("of a program in memory its constants and its code are found, not the data after them", () => {
  expect(rangesOf(0, 0)).toEqual([CONSTANTS, CODE])
  expect(rangesOfProgram(smapsOf([["00200000-01a39000 r-xp", "/app/bun", 0]]), "/app/node")).toEqual([])
})

test("what the process wrote into its program stays", () => {
  expect(rangesOf(4, 0)).toEqual([CODE])
  expect(rangesOf(0, 4)).toEqual([CONSTANTS])
})

test.if(process.platform === "linux")(
  "a process of the service lets go of its program's pages once it has started, and runs on",
  () => {
    const script = join(import.meta.dir, "../support/programPages.ts")
    const { stdout } = Bun.spawnSync([process.execPath, script])
    const { before, after } = JSON.parse(stdout.toString())
    expect(after).toBeGreaterThan(0)
    expect(after).toBeLessThan(0.7 * before)
  },
)
