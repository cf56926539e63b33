import { afterEach, expect, test } from "bun:test"
import { join } from "node:path"
import { type ChildPool, createChildPool } from "../../infra/children/pool.ts"
import { createLog } from "../../infra/log.ts"
import { ROOT, until } from "../support/child.ts"
import type { Behaviour } from "../support/taskChild.ts"

/** A limit for busy machines to start a child and answer; tests of endless tasks use a short limit. */
const AMPLE_MS = 60_000
const SHORT_MS = 500
const LIMIT_BYTES = 300_000_000

const pools: ChildPool<Behaviour, unknown>[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
})
const createPool = (warmMs = AMPLE_MS) => {
  const pool = createChildPool<Behaviour, unknown>({
    entry: new URL("../support/taskChild.ts", import.meta.url),
    memoryLimitBytes: LIMIT_BYTES,
    warmMs,
    log: createLog("test", "silent"),
  })
  pools.push(pool)
  return pool
}
const lane = (timeLimitMs = AMPLE_MS, maxRunning = 1, maxWaiting = 8) =>
  createPool().lane({ timeLimitMs, maxRunning, maxWaiting })
const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
const ended = (processId: unknown) => until(() => (isAlive(Number(processId)) ? undefined : true))

test("tasks run in one child after the other, which is kept warm", async () => {
  const run = lane()
  const [first, second] = await Promise.all([run("processId"), run("processId")])
  expect(first).not.toBe(process.pid)
  expect(second).toBe(first)
})

test.each<Behaviour>(["loop", "pattern"])(
  "a child that is inside a %s is killed at its limit, and replaced",
  async task => {
    const pool = createPool()
    const run = pool.lane({ timeLimitMs: AMPLE_MS, maxRunning: 1, maxWaiting: 1 })
    const runShort = pool.lane({ timeLimitMs: SHORT_MS, maxRunning: 1, maxWaiting: 1 })
    const processId = await run("processId")
    await expect(runShort(task)).rejects.toMatchObject({ code: "TASK_TOOK_TOO_LONG" })
    await ended(processId)
    expect(await run("processId")).not.toBe(processId)
  },
)

test("a child that takes too much memory ends, and the next task has another", async () => {
  const run = lane()
  const processId = await run("processId")
  await expect(run("grow")).rejects.toMatchObject({ code: "TASK_TOOK_TOO_MUCH_MEMORY" })
  expect(await run("processId")).not.toBe(processId)
})

test("a child that throws or exits fails its own task alone", async () => {
  const run = lane()
  await expect(run("throw")).rejects.toThrow("as asked")
  await expect(run("exit")).rejects.toThrow("exit code 3")
  expect(await run("processId")).toBeNumber()
})

test("a lane refuses more than may wait, and does not hold up another", async () => {
  const pool = createPool()
  const slow = pool.lane({ timeLimitMs: AMPLE_MS, maxRunning: 1, maxWaiting: 1 })
  const other = pool.lane({ timeLimitMs: AMPLE_MS, maxRunning: 1, maxWaiting: 1 })
  const busy = [slow("loop"), slow("loop")].map(task => task.catch(error => error.code))
  await expect(slow("processId")).rejects.toMatchObject({ code: "LANE_FULL" })
  expect(await other("processId")).toBeNumber()
  pool.close()
  expect(await Promise.all(busy)).toEqual(["TASK_BROKEN", "TASK_BROKEN"])
})

test("a child without a task ends after a while, and all end with the pool", async () => {
  await ended(await createPool(1).lane({ timeLimitMs: AMPLE_MS, maxRunning: 1, maxWaiting: 1 })("processId"))
  const pool = createPool()
  const processId = await pool.lane({ timeLimitMs: AMPLE_MS, maxRunning: 1, maxWaiting: 1 })("processId")
  pool.close()
  await ended(processId)
})

test("a child has no secrets of its parent", async () => {
  process.env.JWT_SECRET_OF_A_TEST = "secret"
  expect(JSON.stringify(await lane()("environment"))).not.toContain("secret")
})

test("a busy child does not outlive a parent that was killed", async () => {
  const parent = Bun.spawn([process.execPath, join(ROOT, "tests/support/parentOfBusyChild.ts")], { stdout: "pipe" })
  const reader = parent.stdout.getReader()
  const said = new TextDecoder().decode((await reader.read()).value)
  const processId = Number(/child (\d+)/.exec(said)?.[1])
  expect(isAlive(processId)).toBe(true)
  parent.kill("SIGKILL")
  await parent.exited
  await ended(processId)
})
