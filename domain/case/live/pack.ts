/** The bytes are no value that this version packed. */
export class MalformedPack extends Error {
  readonly code = "MALFORMED_PACK"
  constructor(reason: string) {
    super(`malformed pack: ${reason}`)
    this.name = "MalformedPack"
  }
}

const KINDS = { f64: Float64Array, f32: Float32Array, u8: Uint8Array } as const
type Kind = keyof typeof KINDS
type Numbers = Float64Array | Float32Array | Uint8Array

/** Stands in the JSON for an array of numbers, or for a map by its entries; no other object has this name. */
const PLACE = "$packed"
type Place = { [PLACE]: Kind; at: number; length: number } | { [PLACE]: "map"; entries: [string, unknown][] }

/** Bytes of the length of the JSON head. */
const LENGTH_BYTES = 4
/** Arrays begin where any of them may. */
const ALIGNMENT = 8

const kindOf = (value: unknown): Kind | undefined => {
  if (value instanceof Float64Array) return "f64"
  if (value instanceof Uint8Array) return "u8"
  return value instanceof Float32Array ? "f32" : undefined
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/**
 * Plain data with arrays of numbers and maps by text as bytes: u32 length of the JSON head (little endian), the head,
 * and the arrays as they lie in memory. An array that comes twice is packed once. Every number is kept to its last bit.
 */
export const packValue = (value: unknown): Uint8Array<ArrayBuffer> => {
  const places = new Map<Numbers, Place>()
  let bodyBytes = 0
  const placeOf = (kind: Kind, numbers: Numbers): Place => {
    const known = places.get(numbers)
    if (known) return known
    const place = { [PLACE]: kind, at: bodyBytes, length: numbers.length }
    places.set(numbers, place)
    bodyBytes += aligned(numbers.byteLength)
    return place
  }
  // The value itself, and not what its toJSON makes of it: bytes of a database have one.
  function replaced(this: Record<string, unknown>, name: string): unknown {
    const one = this[name]
    const kind = kindOf(one)
    if (kind) return placeOf(kind, one as Numbers)
    return one instanceof Map ? { [PLACE]: "map", entries: [...one] } : one
  }
  const head = new TextEncoder().encode(JSON.stringify(value, replaced))
  const bodyStart = aligned(LENGTH_BYTES + head.length)
  const packed = new Uint8Array(bodyStart + bodyBytes)
  new DataView(packed.buffer).setUint32(0, head.length, true)
  packed.set(head, LENGTH_BYTES)
  for (const [numbers, place] of places)
    if ("at" in place)
      packed.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), bodyStart + place.at)
  return packed
}

const isPlace = (value: unknown): value is Place => typeof value === "object" && value !== null && PLACE in value

/** The value of such bytes; its arrays are views of them. Throws MalformedPack. */
export const unpackValue = (packed: ArrayBuffer): unknown => {
  if (packed.byteLength < LENGTH_BYTES) throw new MalformedPack("shorter than the length of its head")
  const headLength = new DataView(packed).getUint32(0, true)
  const bodyStart = aligned(LENGTH_BYTES + headLength)
  if (bodyStart > aligned(packed.byteLength)) throw new MalformedPack("shorter than its head")
  const revived = (_: string, one: unknown): unknown => {
    if (!isPlace(one)) return one
    if (one[PLACE] === "map") return new Map(one.entries)
    if (!("at" in one)) throw new MalformedPack(`an array of kind ${one[PLACE]}`)
    return new KINDS[one[PLACE]](packed, bodyStart + one.at, one.length)
  }
  const json = new TextDecoder().decode(new Uint8Array(packed, LENGTH_BYTES, headLength))
  try {
    return JSON.parse(json, revived)
  } catch (error) {
    throw error instanceof MalformedPack ? error : new MalformedPack(String(error))
  }
}
