import { heapStats } from "bun:jsc"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createAdmission } from "../../api/http/admission.ts"
import { readBytes } from "../../api/http/body.ts"
import { BodyTooLarge, InvalidJson } from "../../api/http/errors.ts"
import { parseJson } from "../../api/http/json.ts"
import { linesOf } from "../../api/http/lines.ts"
import { createTasks } from "../../api/tasks/index.ts"
import { createBulk } from "../../api/v1/scans/bulk.ts"
import type { InsertScans } from "../../api/v1/scans/insert.ts"
import { createLog } from "../../infra/log.ts"
import { BODIES, contractScan } from "../adversary/hostileBodies.ts"
import { TRIES_ALL } from "../support/cases.ts"
import { smallestRequest } from "../support/requests.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

/** Bounds on the thread time and memory of one body. */

/** Processor time between two turns of other requests [ms]; a body of 16 lines took 9,000 ms at once. */
const MOST_BETWEEN_TURNS_MS = 500
/** Bytes of lines whose scans are written together, and one more line. */
const MOST_BYTES_AT_ONCE = 2 * 1024 * 1024

let harness: WebhookHarness
const log = createLog("test", "silent")
const tasks = createTasks(log, createAdmission(1))

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(async () => {
  tasks.close()
  await harness.close()
})

/** Longest processor time of the thread between two turns of the event loop during `work` [ms]. */
const longestTurnMs = async (work: Promise<unknown>): Promise<number> => {
  let isOver = false
  work.finally(() => {
    isOver = true
  })
  let longestUs = 0
  let last = process.threadCpuUsage()
  while (!isOver) {
    await new Promise(setImmediate)
    const now = process.threadCpuUsage()
    longestUs = Math.max(longestUs, now.user + now.system - last.user - last.system)
    last = now
  }
  return longestUs / 1000
}

const complete = async () => {}

const bulkOf = async (body: Uint8Array | string, insert: InsertScans) => {
  const { queries } = harness.database
  const owner = { ...(await harness.newOrganization()), mode: "sandbox" as const, language: "en" as const }
  const request = new Request("http://localhost/v1/scans/bulk", { method: "POST", body: body as BodyInit })
  const hold = () => ({ signal: new AbortController().signal, assert() {}, release() {} })
  const context = { queries, tasks, findCurrency: async () => undefined, insert, complete, bus: harness.bus, log }
  return createBulk(context, { reader: owner, request, requestId: "r", id: undefined, detail: undefined, hold })
}
const acceptAll: InsertScans = async drafts => drafts.map(scan => ({ scan }))

const LINES = BODIES.filter(({ name }) => name.startsWith("bulk: 16 lines"))
const HOSTILE = LINES.filter((_, i) => TRIES_ALL || i % 3 === 0)
for (const { name, body } of HOSTILE)
  test(`other requests have their turn during a ${name}`, async () => {
    const refused = bulkOf(body(), acceptAll)
    expect(await longestTurnMs(refused)).toBeLessThan(MOST_BETWEEN_TURNS_MS)
    expect(await refused).toMatchObject({ lines: 16, accepted: 0, refused: 16 })
  }, 60_000)

test("of large lines that are valid, other requests have their turn between any two, and few are held at once", async () => {
  const line = contractScan()
  const heldBytes: number[] = []
  const accepted = bulkOf(`${line}\n`.repeat(12), async drafts => {
    heldBytes.push(drafts.length * line.length)
    return acceptAll(drafts)
  })
  expect(await longestTurnMs(accepted)).toBeLessThan(MOST_BETWEEN_TURNS_MS)
  expect(await accepted).toMatchObject({ lines: 12, accepted: 12 })
  expect(Math.max(...heldBytes)).toBeLessThan(MOST_BYTES_AT_ONCE)
}, 60_000)

test("small lines are written together, at most 200 of them", async () => {
  const sizes: number[] = []
  const line = `${JSON.stringify(smallestRequest())}\n`
  const { accepted } = await bulkOf(line.repeat(450), async drafts => {
    sizes.push(drafts.length)
    return acceptAll(drafts)
  })
  expect({ accepted, sizes }).toEqual({ accepted: 450, sizes: [200, 200, 50] })
})

/** A body of one-byte chunks; `atEnd` is called after the last. */
const oneByteChunks = (bytes: number, atEnd: () => void): Request => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ < bytes) return controller.enqueue(new Uint8Array([0x31]))
      atEnd()
      controller.close()
    },
  })
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit)
}
const arraysAlive = (): number => {
  Bun.gc(true)
  return heapStats().objectTypeCounts.Uint8Array ?? 0
}
const CHUNKS = 300_000
/** Other arrays: of the runtime, and chunks in progress. */
const FEW = 5_000

test("a body in chunks of one byte is held in one array", async () => {
  let alive = 0
  const request = oneByteChunks(CHUNKS, () => {
    alive = arraysAlive()
  })
  expect(await readBytes(request, CHUNKS)).toEqual(new Uint8Array(CHUNKS).fill(0x31))
  expect(alive).toBeLessThan(FEW)
  expect(
    readBytes(
      oneByteChunks(CHUNKS, () => {}),
      CHUNKS - 1,
    ),
  ).rejects.toBeInstanceOf(BodyTooLarge)
})

test("a line in chunks of one byte is held in one array, and of one that is too long nothing is", async () => {
  const lines = async (maxBytes: number) => {
    let alive = 0
    const request = oneByteChunks(CHUNKS, () => {
      alive = arraysAlive()
    })
    const sizes: (number | undefined)[] = []
    for await (const { bytes } of linesOf(request, maxBytes)) sizes.push(bytes?.length)
    expect(alive).toBeLessThan(FEW)
    return sizes
  }
  expect(await lines(CHUNKS)).toEqual([CHUNKS])
  expect(await lines(CHUNKS - 1)).toEqual([undefined])
})

test("every value of a body counts, of whatever kind", () => {
  const read = (value: string, count: number) => () =>
    parseJson(new TextEncoder().encode(`[${new Array(count).fill(value).join(",")}]`))
  for (const value of ["1", "null", "true", '"a"', '{"a":1}', "[1]"]) {
    // The outer list is a value, and so is the content of an entry.
    const within = value.startsWith("{") || value === "[1]" ? 2 : 1
    const most = Math.floor((500_000 - 1) / within)
    expect(read(value, most - 1)).not.toThrow()
    expect(read(value, most + 1)).toThrow(InvalidJson)
  }
})

test("a name that is there twice is found behind half a million others, also where one is escaped", () => {
  const names = Array.from({ length: 400_000 }, (_, n) => `"${n.toString(36)}é":1`).join(",")
  const read = (more: string) => () => parseJson(new TextEncoder().encode(`{${names},"B\\u00e9":1,${more}}`))
  expect(read('"\\u0061x":1')).not.toThrow()
  try {
    read('"Bé":1')()
    expect.unreachable()
  } catch (error) {
    expect((error as InvalidJson).refusal).toMatchObject({ params: { name: "Bé" } })
  }
})
