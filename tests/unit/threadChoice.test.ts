import { expect, test } from "bun:test"
import { type Experienced, noteTaken, takeIdle } from "../../worker/threadChoice.ts"

const job = (scanId: string, copiedFromId?: string) => ({
  scanId,
  input: copiedFromId === undefined ? {} : { copiedFromId },
})
const threads = () => {
  const [first, second]: [Experienced, Experienced] = [{ solved: [] }, { solved: [] }]
  noteTaken(first, job("house"))
  noteTaken(second, job("farm"))
  return { first, second }
}

test("an adjustment goes to the idle thread that solved its scan", () => {
  const { first, second } = threads()
  const idle = [first, second]
  expect(takeIdle(idle, job("house 2", "house"))).toBe(first)
  expect(idle).toEqual([second])
})

test("the adjustment of an adjustment, and another one of the same scan, go there too", () => {
  const { first, second } = threads()
  noteTaken(first, job("house 2", "house"))
  expect(takeIdle([first, second], job("house 3", "house 2"))).toBe(first)
  const other: Experienced = { solved: [] }
  noteTaken(other, job("house 2", "house"))
  expect(takeIdle([other, second], job("house 3", "house"))).toBe(other)
})

test("another scan goes to the thread that was busy last, and so does an adjustment whose thread is busy", () => {
  const { first, second } = threads()
  expect(takeIdle([first, second], job("shop"))).toBe(second)
  expect(takeIdle([second], job("house 2", "house"))).toBe(second)
  expect(takeIdle([], job("house 2", "house"))).toBeUndefined()
})

test("a thread remembers its last sixteen scans, and those that are adjusted longest", () => {
  const thread: Experienced = { solved: [] }
  for (let scan = 0; scan < 40; scan++) {
    noteTaken(thread, job(`${scan}`))
    noteTaken(thread, job("adjusted", "house"))
  }
  expect(thread.solved).toHaveLength(16)
  expect(thread.solved).toContain("house")
  expect(thread.solved).toContain("39")
  expect(thread.solved).not.toContain("20")
})
