/** The bytes are not arrays that this version packed. */
export class MalformedSeries extends Error {
  readonly code = "MALFORMED_SERIES"
  constructor(reason: string) {
    super(`malformed series: ${reason}`)
    this.name = "MalformedSeries"
  }
}

/** Contents of a block: named float32 arrays and a JSON value. */
export interface Packed {
  arrays: Record<string, Float32Array>
  meta: unknown
}

interface Head {
  /** Name and length of each array, in the order of the body. */
  arrays: [string, number][]
  meta: unknown
}

const MAGIC = 0x31_53_53_5a // "ZSS1", little endian
const HEAD_START_BYTES = 8
const ZSTD_LEVEL = 3
/** Suffix of the name of an array of rounding remainders. */
const REST = ".rest"

/** Longest block in the shared buffer: a load profile takes 35 KB. Longer blocks have a buffer of their own. */
const PASSING_BYTES_MAX = 1 << 20
let passedOn = new Uint8Array(0)

/** Buffer that is written and compressed before the next call; calls share its memory. */
const passingBytes = (count: number): Uint8Array => {
  if (count > PASSING_BYTES_MAX) return new Uint8Array(count)
  if (passedOn.length < count) passedOn = new Uint8Array(count)
  return passedOn.subarray(0, count)
}

/**
 * Packs arrays into one compact block: magic, u32 length of the JSON head (little endian), the head, and the zstd body.
 * The body has four planes, one for each byte of the values: zstd then nearly halves the size of floats.
 */
export const pack = ({ arrays, meta }: Packed): Uint8Array => {
  const body = compressed(Object.values(arrays))
  const head: Head = { arrays: Object.entries(arrays).map(([name, values]) => [name, values.length]), meta }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const packed = new Uint8Array(HEAD_START_BYTES + json.length + body.length)
  const view = new DataView(packed.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, json.length, true)
  packed.set(json, HEAD_START_BYTES)
  packed.set(body, HEAD_START_BYTES + json.length)
  return packed
}

const compressed = (arrays: readonly Float32Array[]): Uint8Array => {
  const planes = passingBytes(arrays.reduce((sum, values) => sum + values.byteLength, 0))
  let offset = 0
  for (const values of arrays) {
    toPlanes(values, planes.subarray(offset, offset + values.byteLength))
    offset += values.byteLength
  }
  return Bun.zstdCompressSync(planes, { level: ZSTD_LEVEL })
}

/** Unpacks a block. Throws MalformedSeries. */
export const unpack = (packed: Uint8Array): Packed => {
  const { head, bodyStart } = readHead(packed)
  const planes = decompress(packed.subarray(bodyStart))
  const expected = head.arrays.reduce((sum, [, length]) => sum + 4 * length, 0)
  if (planes.length !== expected) throw new MalformedSeries(`${planes.length} bytes instead of ${expected}`)
  let offset = 0
  const arrays: Record<string, Float32Array> = {}
  for (const [name, length] of head.arrays) {
    arrays[name] = fromPlanes(planes.subarray(offset, offset + 4 * length))
    offset += 4 * length
  }
  return { arrays, meta: head.meta }
}

/**
 * Splits doubles into two named arrays: nearest float32 and rounding remainder, so that prices of large consumers keep
 * their cents. Earlier versions read only the first array.
 */
export const withRest = (name: string, values: Float64Array): Packed["arrays"] => {
  const nearest = Float32Array.from(values)
  return { [name]: nearest, [`${name}${REST}`]: Float32Array.from(values, (value, i) => value - nearest[i]!) }
}

/** Doubles from `withRest`, within 1e-15 of their size, or from a block with float32 alone. */
export const doublesOf = (arrays: Packed["arrays"], name: string): Float64Array => {
  const rest = arrays[`${name}${REST}`]
  return Float64Array.from(arrays[name]!, (value, i) => value + (rest?.[i] ?? 0))
}

const readHead = (packed: Uint8Array): { head: Head; bodyStart: number } => {
  if (packed.length < HEAD_START_BYTES) throw new MalformedSeries("shorter than its head")
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  if (view.getUint32(0, true) !== MAGIC) throw new MalformedSeries("not a block of series")
  const bodyStart = HEAD_START_BYTES + view.getUint32(4, true)
  try {
    const json = new TextDecoder().decode(packed.subarray(HEAD_START_BYTES, bodyStart))
    return { head: JSON.parse(json) as Head, bodyStart }
  } catch {
    throw new MalformedSeries("its head is not JSON")
  }
}

const decompress = (body: Uint8Array): Uint8Array => {
  try {
    return Bun.zstdDecompressSync(body)
  } catch {
    throw new MalformedSeries("its body is not zstd")
  }
}

const toPlanes = (values: Float32Array, planes: Uint8Array): void => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const count = values.length
  for (let i = 0; i < count; i++) {
    const word = bits[i]!
    planes[i] = word & 0xff
    planes[count + i] = (word >>> 8) & 0xff
    planes[2 * count + i] = (word >>> 16) & 0xff
    planes[3 * count + i] = word >>> 24
  }
}

const fromPlanes = (planes: Uint8Array): Float32Array => {
  const count = planes.length / 4
  const values = new Float32Array(count)
  const bits = new Uint32Array(values.buffer)
  for (let i = 0; i < count; i++) {
    bits[i] = planes[i]! | (planes[count + i]! << 8) | (planes[2 * count + i]! << 16) | (planes[3 * count + i]! << 24)
  }
  return values
}
