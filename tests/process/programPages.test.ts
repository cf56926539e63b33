import { expect, test } from "bun:test"
import { join } from "node:path"
import { rangesOfProgram } from "../../infra/programPages.ts"

const MAPS = `00200000-01a39000 r--p 00000000 fe:00 5038103                            /app/bun
01a40000-0684a000 r-xp 01838000 fe:00 5038103                            /app/bun
0684a000-0685f000 rw-p 06641000 fe:00 5038103                            /app/bun
0685f000-06867000 r--p 06656000 fe:00 5038103                            /app/bun
7f1c5c0c9000-7f1c5c21f000 r-xp 00026000 fe:00 339380                     /usr/lib/libc.so.6
7f1c5c272000-7f1c5c276000 rw-p 00000000 00:00 0
`

test("of a program in memory its constants and its code are found, not the data after them, written once and read since", () => {
  expect(rangesOfProgram(MAPS, "/app/bun")).toEqual([
    { start: 0x200000, length: 0x1839000 },
    { start: 0x1a40000, length: 0x4e0a000 },
  ])
  expect(rangesOfProgram(MAPS, "/app/node")).toEqual([])
})

test.if(process.platform === "linux")("a process that lets go of its program's pages holds less, and runs on", () => {
  const script = join(import.meta.dir, "../support/programPages.ts")
  const { stdout } = Bun.spawnSync([process.execPath, script])
  const { before, after } = JSON.parse(stdout.toString())
  expect(after).toBeGreaterThan(0)
  expect(after).toBeLessThan(0.7 * before)
})
