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
/** Runs tasks of a pool. Resolves with their answers. */
const runner =
  (pool: ReturnType<typeof createPool>, timeLimitMs = AMPLE_MS) =>
  async (task: Behaviour) =>
    (await pool.run(task, timeLimitMs)).answer
const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
const ended = (processId: unknown) => until(() => (isAlive(Number(processId)) ? undefined : true))

test("tasks run in one child after the other, which is kept warm", async () => {
  const run = runner(createPool())
  const first = await run("processId")
  expect(first).not.toBe(process.pid)
  expect(await run("processId")).toBe(first)
})

test.each<Behaviour>(["loop", "pattern"])(
  "a child that is inside a %s is killed at its limit, and replaced",
  async task => {
    const pool = createPool()
    const run = runner(pool)
    const runShort = runner(pool, SHORT_MS)
    const processId = await run("processId")
    await expect(runShort(task)).rejects.toMatchObject({ code: "TASK_TOOK_TOO_LONG" })
    await ended(processId)
    expect(await run("processId")).not.toBe(processId)
  },
)

test("a child that takes too much memory ends, and the next task has another", async () => {
  const run = runner(createPool())
  const processId = await run("processId")
  await expect(run("grow")).rejects.toMatchObject({ code: "TASK_TOOK_TOO_MUCH_MEMORY" })
  expect(await run("processId")).not.toBe(processId)
})

test("a child that throws or exits fails its own task alone", async () => {
  const run = runner(createPool())
  await expect(run("throw")).rejects.toThrow("as asked")
  await expect(run("exit")).rejects.toThrow("exit code 3")
  expect(await run("processId")).toBeNumber()
})

test("tasks at once have children of their own, which end with the pool", async () => {
  const pool = createPool()
  const run = runner(pool)
  const busy = run("loop").catch(error => error.code)
  expect(await run("processId")).toBeNumber()
  pool.close()
  expect(await busy).toBe("TASK_BROKEN")
})

test("a child without a task ends after a while, and all end with the pool", async () => {
  await ended(await runner(createPool(1))("processId"))
  const pool = createPool()
  const processId = await runner(pool)("processId")
  pool.close()
  await ended(processId)
})

test("a child has no secrets of its parent", async () => {
  process.env.JWT_SECRET_OF_A_TEST = "secret"
  expect(JSON.stringify(await runner(createPool())("environment"))).not.toContain("secret")
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
