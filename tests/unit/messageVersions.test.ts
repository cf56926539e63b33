import { expect, test } from "bun:test"
import { consumeResults } from "../../dispatcher/results.ts"
import { scanError } from "../../domain/base/scanError.ts"
import {
  decodeBroadcast,
  decodeMessage,
  encodeMessage,
  MESSAGE_VERSION,
  type ScanJob,
  type ScanProgress,
  type ScanResult,
  UnknownMessageVersion,
} from "../../domain/report/messages.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { databaseOver } from "../../store/database.ts"
import { withSentence } from "../../worker/failed.ts"
import { startWorker } from "../../worker/index.ts"
import type { ThreadPool } from "../../worker/pool.ts"

/** A job as version 0.1.0 put it on the bus: its head names no version. */
const OLD_JOB = Buffer.from(
  "9c0000007b226d657373616765223a7b227363616e4964223a2230313961346331652d376333612d376532312d396435622d336636663061386432623134222c2272756e4964223a2230313961346331652d376333612d376230662d386631612d363466306132623963336437222c22617474656d7074223a312c22696e707574223a7b7d7d2c227061727473223a5b5b226d6174657269616c222c335d5d7d010203",
  "hex",
)

/** The same frame with another version number. */
const ofVersion = (frame: Uint8Array, version: number): Uint8Array => {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true)
  const head = { ...JSON.parse(new TextDecoder().decode(frame.subarray(4, 4 + length))), version }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, json.length, true)
  return Buffer.concat([size, json, frame.subarray(4 + length)])
}

const log = createLog("test", "silent")

test("a message of before versions were written is read", () => {
  const job = decodeMessage<ScanJob>(OLD_JOB)
  expect([job.scanId, job.attempt]).toEqual(["019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14", 1])
  expect([...job.material!]).toEqual([1, 2, 3])
})

test("a message of a later version is refused by its version, with the scan and attempt that it is about", () => {
  const frame = ofVersion(encodeMessage({ scanId: "s", attempt: 3 }), MESSAGE_VERSION + 1)
  const refusal = (() => {
    try {
      return decodeMessage(frame)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(UnknownMessageVersion)
  expect(refusal).toMatchObject({ version: MESSAGE_VERSION + 1, scanId: "s", attempt: 3 })
})

test("a job of version 2 is read, and has nothing that 0.1 reads, which looks at no version", () => {
  const frame = encodeMessage({ scanId: "s", attempt: 3, material: new Uint8Array([1, 2, 3]) }, 2)
  expect([...decodeMessage<ScanJob>(frame).material!]).toEqual([1, 2, 3])
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(frame.subarray(4, 4 + length)))
  expect(head).toMatchObject({ version: 2, message: { scanId: "s", attempt: 3 } })
  expect("parts" in head).toBe(false)
})

test("a result is written so that 0.1 reads it, with the sentence of a failure", () => {
  const failed = withSentence({ kind: "failed", scanId: "s", attempt: 1, error: scanError("solver-broke", {}) })
  const frame = encodeMessage(failed)
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(frame.subarray(4, 4 + length)))
  expect(head).toMatchObject({
    version: 1,
    parts: [],
    message: { errorMessage: expect.stringContaining("calculation") },
  })
})

test("a worker gives a scan back whose job it does not know, and solves nothing", async () => {
  const bus = createMemoryBus()
  const results: ScanResult[] = []
  const returned = Promise.withResolvers<void>()
  await bus.consume("results", { slots: 1, maxDeliveries: 1 }, async ({ body }) => {
    results.push(decodeMessage<ScanResult>(body))
    returned.resolve()
  })
  const pool: ThreadPool = {
    solve: () => Promise.reject(new Error("nothing is to be solved")),
    cancel() {},
    interrupt() {},
    isWhole: () => true,
    close() {},
  }
  const worker = await startWorker({ bus, pool, threads: 1, log, metrics: createMetrics(), restMs: 1 })
  await bus.publish("jobs", "s.1", ofVersion(encodeMessage({ scanId: "s", attempt: 1 }), MESSAGE_VERSION + 1))
  await returned.promise
  await worker.stop()
  expect(results).toEqual([{ kind: "returned", scanId: "s", attempt: 1 }])
})

test("a dispatcher leaves a result that it does not know on the bus, for one that knows it", async () => {
  const bus = createMemoryBus()
  let statements = 0
  const database = databaseOver(
    () => ({
      ask: async () => {
        statements++
        return []
      },
      isBroken: () => false,
      close: async () => {},
    }),
    "postgres",
    1,
  )
  const warned = Promise.withResolvers<void>()
  const watching = createLog("test", "warn", {
    write: line => line.includes("upgrade this dispatcher") && warned.resolve(),
  })
  const consumer = await consumeResults({ database, bus, log: watching, metrics: createMetrics(), onEnded() {} })
  const scanId = newId()
  const frame = ofVersion(encodeMessage({ kind: "returned", scanId, attempt: 1 }), MESSAGE_VERSION + 1)
  await bus.publish("results", `${scanId}.1.returned`, frame)
  await warned.promise
  expect(statements).toBe(0)
  expect([...(await bus.held("results"))]).toEqual([`${scanId}.1.returned`])
  await consumer.stop()
  const upgraded = Promise.withResolvers<Uint8Array>()
  await bus.consume("results", { slots: 1, maxDeliveries: 100 }, async ({ body }) => upgraded.resolve(body))
  expect(await upgraded.promise).toEqual(frame)
  await bus.close()
})

test("a broadcast of a later version is passed over", () => {
  const frame = encodeMessage({ scanId: "s", status: "processing", progression: 5 })
  expect(decodeBroadcast<ScanProgress>(frame)?.progression).toBe(5)
  expect(decodeBroadcast(ofVersion(frame, MESSAGE_VERSION + 1))).toBeUndefined()
})
