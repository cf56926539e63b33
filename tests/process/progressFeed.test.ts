import { expect, test } from "bun:test"
import { createProgressFeed } from "../../api/v1/scans/progressFeed.ts"
import type { ScanProgress } from "../../domain/report/messages.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { createLog } from "../../infra/log.ts"

test("one question every two seconds serves all who watch, and sends them what the bus lost", async () => {
  const asked: string[][] = []
  const statuses = new Map([
    ["a", "processing"],
    ["b", "completed"],
  ] as const)
  const ask = async (ids: string[]) => {
    asked.push([...ids].sort())
    return ids.flatMap(id => {
      const status = statuses.get(id as "a" | "b")
      return status ? [{ id, status }] : []
    })
  }
  const feed = createProgressFeed(createMemoryBus(), ask, createLog("test", "silent"))
  const received: Record<string, (ScanProgress | undefined)[]> = { a: [], b: [], gone: [] }
  for (const id of ["a", "b", "gone"])
    for (let i = 0; i < 100; i++) feed.watch(id, progress => received[id]!.push(progress))
  while (asked.length === 0) await Bun.sleep(50)
  await Bun.sleep(0)
  expect(asked).toEqual([["a", "b", "gone"]])
  expect(received.a).toEqual(new Array(100).fill({ scanId: "a", status: "processing", progression: 0 }))
  expect(received.b).toEqual(new Array(100).fill({ scanId: "b", status: "completed", progression: 100 }))
  expect(received.gone).toEqual(new Array(100).fill(undefined))
  feed.close()
})
