import { sendRaw } from "../support/rawHttp.ts"
import { smallestRequest } from "../support/requests.ts"
import type { ServiceOfOrganization } from "../support/service.ts"
import { repeated } from "../support/worstBodies.ts"
import { largeScan } from "./hostileBodies.ts"

/** Costly calls that one organization, or one address without a credential, repeats within its limits of calls. */

/** Counts of answers by status. */
export type Answers = Map<number, number>

export interface Crowd {
  name: string
  /** Prepares data of the hostile organization. */
  prepare?: (hostile: ServiceOfOrganization) => Promise<void>
  /** Number of scans that `prepare` has accepted. */
  prepared?: number
  /** Number of scans that an answer without an error has accepted. */
  accepts?: number
  /** True for a crowd that is measured alone, and is not in the soak. */
  isAlone?: boolean
  /** Number of connections that repeat the call. */
  connections: number
  /** Sends a call and reads its answer; `index` is the connection. */
  call(hostile: ServiceOfOrganization, index: number): Promise<Response>
}

const MIB = 1024 * 1024
const LISTED_SCANS = 13_000
const BULK_LINES = 64
const BATCH_SCANS = 100
const METER_COLUMNS = 8
const QUARTERS = 35_136
const LARGE_LINES = 200
const CHUNKS = 4 * MIB
const SHARED = JSON.stringify({ enabled: true })
const NDJSON = "application/x-ndjson"

const HEAD = JSON.stringify(smallestRequest()).slice(0, -1)
const refusedBody = `${HEAD},"newPv":[${repeated("1", MIB - 300)}]}`
const bulkBody = `${refusedBody}\n`.repeat(BULK_LINES)

const send = (hostile: ServiceOfOrganization, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${hostile.address}${path}`, {
    ...init,
    headers: { "x-api-key": hostile.testKey, "content-type": "application/json", ...init.headers },
  })
const postLines = (hostile: ServiceOfOrganization, body: string): Promise<Response> =>
  send(hostile, "/v1/scans/bulk", { method: "POST", body, headers: { "content-type": NDJSON } })

const largeLines = `${largeScan()}\n`.repeat(LARGE_LINES)
const byteChunks = "1\r\n1\r\n".repeat(CHUNKS)
const sendByteChunks = async (hostile: ServiceOfOrganization): Promise<Response> => {
  const head = `POST /v1/scans/batch HTTP/1.1\r\nHost: a\r\nx-api-key: ${hostile.testKey}\r\nContent-Type: application/json\r\n`
  const body = `Transfer-Encoding: chunked\r\n\r\n${byteChunks}0\r\n\r\n`
  return new Response(null, { status: (await sendRaw(hostile.address, head + body)).status })
}

const manyScans = async (hostile: ServiceOfOrganization): Promise<void> => {
  const line = `${JSON.stringify(smallestRequest())}\n`
  const answer = await postLines(hostile, line.repeat(LISTED_SCANS))
  if (!answer.ok) throw new Error(`the bulk was answered ${answer.status}`)
  await answer.bytes()
}

/** A year of quarter-hours with many columns, which takes a second to read. */
const meterFile = (): string => {
  const row = (n: number) => {
    const at = new Date(Date.UTC(2023, 11, 31, 23) + n * 900_000).toISOString()
    return `${at},${(n % 40) / 100},0.01${",1.234".repeat(METER_COLUMNS)}`
  }
  const head = `timestamp,import kWh,export kWh${Array.from({ length: METER_COLUMNS }, (_, n) => `,column ${n}`).join("")}`
  return [head, ...Array.from({ length: QUARTERS }, (_, n) => row(n))].join("\n")
}

let meterFileOnce: File | undefined
const sendMeterFile = async (hostile: ServiceOfOrganization): Promise<Response> => {
  const headers = { "x-api-key": hostile.liveKey }
  const made = await send(hostile, "/v1/studio-profiles", { method: "POST", body: '{"year":2024}', headers })
  if (!made.ok) return made
  const { id } = (await made.json()) as { id: string }
  const body = new FormData()
  // Made once: a measurement of waits runs in this process as well.
  meterFileOnce ??= new File([meterFile()], "x.csv")
  body.append("file", meterFileOnce)
  return fetch(`${hostile.address}/v1/studio-profiles/${id}/base/upload`, { method: "POST", body, headers })
}

/** Scans whose check models a year of panels. */
const checkedScans = (count: number, index: number): string => {
  const scan = (n: number) => ({
    ...{ location: { lat: 50 + index / 100 + n / 10_000, lon: 5 }, inputMethod: "known", yearlyKwh: 3000 },
    ...{ yearlyExportKwh: 1500, existingPv: [{ panelCount: 10, panelPowerWatts: 400, orientationAngle: n % 360 }] },
    newPv: [{ maxPanelCount: 4, panelPowerWatts: 430 }],
  })
  return JSON.stringify({ scans: Array.from({ length: count }, (_, n) => scan(n)) })
}

const shared: { token?: string } = {}
const shareReport = async (hostile: ServiceOfOrganization): Promise<void> => {
  const answer = await send(hostile, "/v1/scans", {
    ...{ method: "POST", body: JSON.stringify(smallestRequest()) },
    headers: { "x-api-key": hostile.liveKey, prefer: "wait=25" },
  })
  const { id } = (await answer.json()) as { id: string }
  const headers = { "x-api-key": hostile.liveKey }
  const made = await send(hostile, `/v1/scans/${id}/share`, { method: "PUT", body: SHARED, headers })
  shared.token = ((await made.json()) as { shareToken: string }).shareToken
}

const anonymous = (path: string) => (hostile: ServiceOfOrganization, index: number) =>
  fetch(`${hostile.address}${path.replace("{token}", shared.token ?? "")}`, {
    headers: { "x-forwarded-for": `198.51.100.${index}` },
  })

export const CROWDS: readonly Crowd[] = [
  {
    name: "refused bodies of 1 MiB",
    connections: 8,
    call: hostile => send(hostile, "/v1/scans", { method: "POST", body: refusedBody }),
  },
  {
    name: `bulks of ${BULK_LINES} refused lines of 1 MiB`,
    connections: 4,
    call: hostile => postLines(hostile, bulkBody),
  },
  {
    name: "sorted lists over 13,000 scans",
    prepare: manyScans,
    prepared: LISTED_SCANS,
    connections: 8,
    call: (hostile, index) => send(hostile, `/v1/scans?sort=yearlySavings&search=a&page=${index + 1}`),
  },
  { name: "meter files of a year", connections: 18, call: sendMeterFile },
  {
    name: `batches of ${BATCH_SCANS} scans with a yearly check`,
    accepts: BATCH_SCANS,
    connections: 4,
    call: (hostile, index) =>
      send(hostile, "/v1/scans/batch", { method: "POST", body: checkedScans(BATCH_SCANS, index) }),
  },
  { name: "/metrics without a credential", connections: 16, call: anonymous("/metrics") },
  {
    name: "a shared report without a credential",
    prepare: shareReport,
    prepared: 1,
    connections: 16,
    call: anonymous("/v1/scans/shared/{token}"),
  },
  {
    name: `bulks of ${LARGE_LINES} valid lines of 0.3 MiB`,
    isAlone: true,
    connections: 2,
    call: hostile => postLines(hostile, largeLines),
  },
  {
    name: "bodies of 4 MiB in chunks of one byte",
    isAlone: true,
    connections: 2,
    call: sendByteChunks,
  },
  {
    name: "sliders of a shared report",
    isAlone: true,
    prepare: shareReport,
    connections: 16,
    call: anonymous("/shared/{token}/live"),
  },
  {
    name: "exports",
    prepare: manyScans,
    prepared: LISTED_SCANS,
    connections: 8,
    call: hostile => send(hostile, "/v1/scans/export?format=csv"),
  },
]
