import { afterAll, beforeAll, expect, test } from "bun:test"
import { encodeMessage, type ScanJob } from "../../domain/report/messages.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { withShippedFiles } from "../../fixtures/folder.ts"
import { createLog } from "../../infra/log.ts"
import { compileCore } from "../../wasm/index.ts"
import { createPool, SolveInterrupted, type ThreadPool } from "../../worker/pool.ts"
import { farmRequest, hardRequest, smallestRequest } from "../support/requests.ts"

let pool: ThreadPool
/** Options that the threads were started with. */
const options: WorkerOptions[] = []

beforeAll(async () => {
  const { Worker } = globalThis
  globalThis.Worker = new Proxy(Worker, {
    construct(target, given) {
      options.push(given[1])
      return Reflect.construct(target, given)
    },
  })
  pool = await createPool({
    threads: 1,
    sizingTolerance: 1e-3,
    budgetMs: 10_000,
    core: await compileCore(),
    log: createLog("test", "silent"),
  })
  globalThis.Worker = Worker
})
afterAll(() => pool.close())

const job = (scanId: string, request: object): ScanJob => ({
  scanId,
  runId: scanId,
  attempt: 1,
  input: parseScanRequest(request, standardProfileKeys),
})
const solve = (scanId: string, request: object) => {
  const made = job(scanId, request)
  return pool.solve(made, encodeMessage(made), () => {})
}

test("a thread is given the shipped files that the process has read", () => {
  const given = withShippedFiles()
  expect(given.shippedFiles.size).toBeGreaterThan(0)
  expect(options).toEqual([{ type: "module", workerData: given } as WorkerOptions])
})

test("a running scan that is cancelled stops, and its thread goes on with the next", async () => {
  const running = solve("running", farmRequest())
  await Bun.sleep(0)
  pool.cancel("running")
  expect(await running).toBeUndefined()
  expect(await solve("next", smallestRequest())).toBeInstanceOf(Uint8Array)
})

test("a scan that was cancelled before its job came is not solved", async () => {
  pool.cancel("early")
  expect(await solve("early", smallestRequest())).toBeUndefined()
  expect(await solve("other", smallestRequest())).toBeInstanceOf(Uint8Array)
})

test("an interrupt ends the running scan and those that would come, and says that they were not solved", async () => {
  const stopping = await createPool({
    threads: 1,
    sizingTolerance: 1e-7,
    budgetMs: 60_000,
    core: await compileCore(),
    log: createLog("test", "silent"),
  })
  const made = job("long", hardRequest())
  const begun = Promise.withResolvers<void>()
  const running = stopping.solve(made, encodeMessage(made), () => begun.resolve())
  await begun.promise
  stopping.interrupt()
  await expect(running).rejects.toBeInstanceOf(SolveInterrupted)
  await expect(stopping.solve(made, encodeMessage(made), () => {})).rejects.toBeInstanceOf(SolveInterrupted)
  stopping.close()
})
