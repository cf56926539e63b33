/**
 * `npm run bench -- results`: reads the results of a batch of sandbox scans in one request, as NDJSON, compressed and
 * as CSV: time, bytes and resident memory of the embedded service. LINES sets how many.
 */

import { gunzipSync } from "node:zlib"
import { ROOT, until } from "../support/child.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, TEST_KEY } from "../support/service.ts"
import { startEmbedded } from "./embedded.ts"
import { type Row, report } from "./table.ts"

const LINES = Number(process.env.LINES ?? 20_000)
const BATCH_ID = "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"
const ATTEMPTS = 5
const WAIT_MS = 1_200_000

interface Read {
  ms: number
  firstByteMs: number
  bytes: number
  rows: number
}

/** Reads results to their end; the rows are counted in the decoded text. */
const read = async (url: string, encoding: string): Promise<Read> => {
  const began = performance.now()
  const answer = await fetch(url, {
    headers: { "x-api-key": TEST_KEY, "accept-encoding": encoding },
    decompress: false,
  })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  const chunks: Uint8Array[] = []
  let firstByteMs = 0
  for await (const chunk of answer.body!) {
    firstByteMs ||= performance.now() - began
    chunks.push(chunk)
  }
  const ms = performance.now() - began
  const content = Buffer.concat(chunks)
  const text = (answer.headers.get("content-encoding") === "gzip" ? gunzipSync(content) : content).toString()
  return { ms, firstByteMs, bytes: content.length, rows: text.trimEnd().split("\n").length }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Largest resident memory of the service during some work [MB]. */
const peakMb = async (residentMb: () => number, work: () => Promise<void>): Promise<number> => {
  let most = residentMb()
  const timer = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 20)
  await work().finally(() => clearInterval(timer))
  return most
}

export const bench = async (): Promise<void> => {
  const service = await startEmbedded(ROOT, { SANDBOX_SCANS_PER_DAY: "1000000" })
  const client = createClient(service.address, TEST_KEY)
  const line = `${JSON.stringify({ ...smallestRequest(), dossierId: "sandbox:instant" })}\n`
  const sentAt = performance.now()
  const sent = await fetch(`${service.address}/v1/scans/bulk?batchId=${BATCH_ID}`, {
    method: "POST",
    headers: { "x-api-key": TEST_KEY, "content-type": "application/x-ndjson" },
    body: line.repeat(LINES),
  })
  if (sent.status !== 201) throw new Error(`${sent.status}: ${await sent.text()}`)
  await until(async () => ((await client.get(`/v1/batches/${BATCH_ID}`)).body.isOver ? true : undefined), WAIT_MS)
  const makingMs = performance.now() - sentAt
  const url = `${service.address}/v1/batches/${BATCH_ID}/results`
  const beforeMb = service.residentMb()
  const rows: Row[] = [
    { what: `${LINES} lines accepted and ended`, measured: `${(makingMs / 1000).toFixed(1)} s`, bar: "" },
    { what: "resident memory before", measured: `${beforeMb.toFixed(0)} MB`, bar: "" },
  ]
  const data: Record<string, Read[]> = {}
  for (const [what, query, encoding] of [
    ["NDJSON", "", "identity"],
    ["NDJSON, gzip", "", "gzip"],
    ["CSV", "?format=csv", "identity"],
  ] as const) {
    const reads: Read[] = []
    const most = await peakMb(service.residentMb, async () => {
      for (let i = 0; i < ATTEMPTS; i++) reads.push(await read(url + query, encoding))
    })
    data[what] = reads
    const [{ bytes, rows: count }] = reads as [Read]
    const figures = [
      `${(median(reads.map(({ ms }) => ms)) / 1000).toFixed(2)} s (median of ${ATTEMPTS})`,
      `first byte ${median(reads.map(({ firstByteMs }) => firstByteMs)).toFixed(0)} ms`,
      `${(bytes / 1e6).toFixed(2)} MB`,
      `${most.toFixed(0)} MB at most`,
    ]
    const expected = LINES + (query ? 1 : 0)
    rows.push({ what, measured: figures.join(", "), bar: `${expected} rows`, holds: count === expected })
  }
  await service.end()
  report("results", [{ title: "Results of a batch in one request", rows, data }])
}
