import { smallestRequest } from "../support/requests.ts"
import { LIVE_KEY } from "../support/service.ts"
import { numbered, repeated } from "../support/worstBodies.ts"

/** Bodies that are small or valid by their limits but cost far more than their size suggests. */

export interface HostileBody {
  name: string
  /** Method and path; `{id}` is replaced by `prepare`. */
  place: string
  body(): Uint8Array
  type?: string
  /** API key; default: a sandbox key. */
  key?: string
  /** Creates the object of the path. Returns the path with its id. */
  prepare?: (address: string, path: string) => Promise<string>
  /** Sent in chunks of one byte. */
  isChunked?: boolean
}

const NDJSON = "application/x-ndjson"
const MIB = 1024 * 1024
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)
const [HEAD] = JSON.stringify(smallestRequest()).split(/\}$/)

/** A scan with a field of a repeated part, cut below `bytes`. */
const scanWith = (field: string, part: string, bytes = MIB - 100): string =>
  `${HEAD},"${field}":[${repeated(part, bytes - HEAD!.length - field.length)}]}`
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)
const manyNames = (bytes: number): string => `{${numbered(bytes - 2, n => `"${n.toString(36)}x":1`)}}`
const manyTexts = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}x":"${n.toString(36)}y"`).join(",")}}`
const lines = (line: string, count: number) => () => encoded(`${line}\n`.repeat(count))

/** A valid scan of about 318 KB: a hundred products with long texts of characters that JSON escapes. */
export const largeScan = (): string => {
  const wide = "\\u00e9"
  const product = (n: number) =>
    `{"id":"${wide.repeat(95)}${n}","brand":"${wide.repeat(200)}","model":"${wide.repeat(200)}","capacityKwh":${n + 1},"powerKw":${n + 1}}`
  const products = Array.from({ length: 100 }, (_, n) => product(n)).join(",")
  return `${HEAD},"electricBattery":{"capacityKwh":200,"powerRatingKw":200,"products":[${products}]}}`
}

/** A valid scan of about 318 KB: twenty contracts of 48 windows each, every window with its months, days and hours. */
export const contractScan = (): string => {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holidays"]
  const hours = Array.from({ length: 10 }, (_, n) => [2 * n, 2 * n + 1])
  const months = Array.from({ length: 12 }, (_, n) => n + 1)
  const windows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ eurPerKwh: 0.2 + n / 1000, months, days, hours }))
  const energy = [...windows(47), { eurPerKwh: 0.3 }]
  const contracts = Array.from({ length: 20 }, (_, n) => ({
    ...{ type: "custom", name: `Contract ${n} ${"x".repeat(150)}` },
    buy: { energy, taxed: false },
    sell: { energy: 0.05 },
    grid: { buyEurPerKwh: windows(27) },
  }))
  return `${HEAD},"contracts":${JSON.stringify(contracts)}}`
}

const bulk = (name: string, line: () => string, count: number): HostileBody => ({
  name: `bulk: ${count} lines of ${name}`,
  place: "POST /v1/scans/bulk",
  type: NDJSON,
  body: () => lines(line(), count)(),
})
const batchOf = (name: string, scans: () => string): HostileBody => ({
  name: `batch: 16 MiB of ${name}`,
  place: "POST /v1/scans/batch",
  body: () => encoded(`{"scans":[${scans()}]}`),
})
const BATCH_BYTES = 16 * MIB - 100
const json = (name: string, place: string, body: () => string, more: Partial<HostileBody> = {}): HostileBody => ({
  name: `${place}: ${name}`,
  place,
  body: () => encoded(body()),
  key: LIVE_KEY,
  ...more,
})

const newProfile = async (address: string, path: string): Promise<string> => {
  const made = await fetch(`${address}/v1/studio-profiles`, {
    method: "POST",
    headers: { "x-api-key": LIVE_KEY, "content-type": "application/json" },
    body: "{}",
  })
  const { id } = (await made.json()) as { id: string }
  return path.replace("{id}", id)
}

const form = (field: string, content: string): { type: string; body: () => Uint8Array } => ({
  type: "multipart/form-data; boundary=b",
  body: () =>
    encoded(`--b\r\ncontent-disposition: form-data; name="${field}"; filename="x.csv"\r\n\r\n${content}\r\n--b--\r\n`),
})

const SHAPES: readonly [name: string, value: (bytes: number) => string][] = [
  ["null and ones", bytes => `[null,${repeated("1", bytes)}]`],
  ["true", bytes => `[${repeated("true", bytes)}]`],
  ["short texts", bytes => `[${numbered(bytes, n => `"${n.toString(36)}"`)}]`],
  ["empty lists", bytes => `[${repeated("[]", bytes)}]`],
  ["empty objects", bytes => `[${repeated("{}", bytes)}]`],
  ["lists of lists of numbers", bytes => `[${repeated("[1,[1,1]]", bytes)}]`],
  ["many names", manyNames],
  ["names twice", bytes => `{${repeated('"a":1', bytes)}}`],
  ["escapes", bytes => `["${"\\ud83d\\ude00".repeat(Math.floor(bytes / 12))}"]`],
  ["one text", bytes => `"${"x".repeat(bytes)}"`],
  ["long digits", bytes => `[${"7".repeat(bytes)}]`],
  ["levels", bytes => deep(Math.floor(bytes / 2))],
  ["levels within the limit", bytes => `[${repeated(deep(60), bytes)}]`],
]

const ALL_SHAPES = (place: string, wrap: (value: string) => string, bytes: number, more: Partial<HostileBody> = {}) =>
  SHAPES.map(([name, value]) => json(name, place, () => wrap(value(bytes - 300)), more))

const fromHead = (field: string) => (value: string) => `${HEAD},"${field}":${value}}`

export const BODIES: readonly HostileBody[] = [
  bulk("1 MB of null and ones", () => scanWith("newPv", "1").replace("[1", "[null"), 16),
  bulk("1 MB of null and ones", () => scanWith("newPv", "1").replace("[1", "[null"), 64),
  bulk("318 KB, valid with products", largeScan, 200),
  bulk("318 KB, valid with contracts", contractScan, 200),
  { ...bulk("318 KB, live, valid with contracts", contractScan, 200), key: LIVE_KEY },
  ...SHAPES.map(([name, value]) => bulk(`1 MB of ${name}`, () => fromHead("newPv")(value(MIB - 300)), 16)),
  bulk("2 bytes", () => "{}", 90_000),
  batchOf("valid scans with products", () => numbered(BATCH_BYTES, () => largeScan())),
  batchOf("valid scans with contracts", () => numbered(BATCH_BYTES, () => contractScan())),
  { ...batchOf("live, valid scans with contracts", () => numbered(BATCH_BYTES, () => contractScan())), key: LIVE_KEY },
  batchOf("small valid scans with a long name", () =>
    new Array(1000)
      .fill(
        `${HEAD},"newPv":[${repeated(`{"name":"${"é".repeat(190)}","maxPanelCount":10,"panelPowerWatts":400}`, 4000)}]}`,
      )
      .join(","),
  ),
  ...SHAPES.map(([name, value]) => batchOf(name, () => value(BATCH_BYTES))),
  ...SHAPES.map(([name, value]) =>
    batchOf(`a thousand scans of ${name}`, () => new Array(1000).fill(fromHead("newPv")(value(16_000))).join(",")),
  ),
  batchOf("a scan of as many names as there may be", () => manyTexts(480_000)),
  batchOf("a thousand scans of 480 unknown names", () => new Array(1000).fill(manyTexts(480)).join(",")),
  batchOf("as many empty scans as there may be", () => new Array(240_000).fill("{}").join(",")),
  batchOf("a thousand scans with a wrong value in every place", () =>
    new Array(1000).fill(fromHead("newPv")(`[${repeated("{}", 20 * 3)}]`)).join(","),
  ),
  { ...batchOf("spaces in chunks of one byte", () => " ".repeat(BATCH_BYTES)), isChunked: true },
  { ...batchOf("one text in chunks of one byte", () => `"${"x".repeat(BATCH_BYTES)}"`), isChunked: true },
  {
    name: "bulk: a line of 16 MiB in chunks of one byte",
    place: "POST /v1/scans/bulk",
    type: NDJSON,
    body: () => encoded("x".repeat(16 * MIB)),
    isChunked: true,
  },
  {
    name: "load profile of 16 MiB in chunks of one byte",
    place: "POST /v1/studio-profiles/{id}/base/upload",
    key: LIVE_KEY,
    prepare: newProfile,
    ...form("file", "1\n".repeat(8 * MIB)),
    isChunked: true,
  },
  ...ALL_SHAPES("POST /v1/scans", fromHead("newPv"), MIB),
  ...ALL_SHAPES("POST /v1/price-series", value => `{"name":"x","year":2027,"values":${value}}`, MIB),
  ...ALL_SHAPES(
    "PUT /v1/studio-profiles/{id}",
    value => `{"studioState":{"layers":[{"type":"custom","config":${value}}]}}`,
    4 * MIB,
    {
      prepare: newProfile,
    },
  ),
  ...ALL_SHAPES(
    "POST /mcp",
    value =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scan","arguments":${fromHead("newPv")(value)}}}`,
    MIB,
  ),
  json(
    "10 messages",
    "POST /mcp",
    () =>
      `[${new Array(10).fill(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scan","arguments":${scanWith("newPv", "1", 100_000)}}}`).join(",")}]`,
  ),
]
