/** The bytes are no value that this version packed. */
export class MalformedPack extends Error {
  readonly code = "MALFORMED_PACK"
  constructor(reason: string) {
    super(`malformed pack: ${reason}`)
    this.name = "MalformedPack"
  }
}

const KINDS = { f64: Float64Array, f32: Float32Array, i16: Int16Array, u8: Uint8Array } as const
type Kind = keyof typeof KINDS
type Numbers = InstanceType<(typeof KINDS)[Kind]>

/** JSON key of the placeholder of an array of numbers, or of a map by its entries; no other object has this key. */
const PLACE = "$packed"
type Place = { [PLACE]: Kind; at: number; length: number } | { [PLACE]: "map"; entries: [string, unknown][] }

/** Size of the field with the JSON head's length [bytes]. */
const LENGTH_BYTES = 4
/** Alignment of arrays [bytes], valid for all kinds. */
const ALIGNMENT = 8

const kindOf = (value: unknown): Kind | undefined => {
  if (value instanceof Float64Array) return "f64"
  if (value instanceof Uint8Array) return "u8"
  if (value instanceof Int16Array) return "i16"
  return value instanceof Float32Array ? "f32" : undefined
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/**
 * Packs plain data with arrays of numbers and maps by text into bytes. Layout: u32 length of the JSON head (little
 * endian), the head, and the arrays in their memory layout. A repeated array is packed once. Every number keeps its
 * last bit.
 */
export const packValue = (value: unknown): Uint8Array<ArrayBuffer> => {
  const places = new Map<Numbers, Place>()
  let bodyBytes = 0
  const placeOf = (kind: Kind, numbers: Numbers): Place => {
    const earlierPlace = places.get(numbers)
    if (earlierPlace) return earlierPlace
    const place = { [PLACE]: kind, at: bodyBytes, length: numbers.length }
    places.set(numbers, place)
    bodyBytes += aligned(numbers.byteLength)
    return place
  }
  // Reads the property itself, not the result of its toJSON: bytes from a database have this method.
  function replaced(this: Record<string, unknown>, name: string): unknown {
    const property = this[name]
    const kind = kindOf(property)
    if (kind) return placeOf(kind, property as Numbers)
    return property instanceof Map ? { [PLACE]: "map", entries: [...property] } : property
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

/** Unpacks the bytes of `packValue`; its arrays are views into these bytes. Throws MalformedPack. */
export const unpackValue = (packed: ArrayBuffer): unknown => {
  if (packed.byteLength < LENGTH_BYTES) throw new MalformedPack("shorter than the length of its head")
  const headLength = new DataView(packed).getUint32(0, true)
  const bodyStart = aligned(LENGTH_BYTES + headLength)
  if (bodyStart > aligned(packed.byteLength)) throw new MalformedPack("shorter than its head")
  const revived = (_: string, part: unknown): unknown => {
    if (!isPlace(part)) return part
    if (part[PLACE] === "map") return new Map(part.entries)
    if (!("at" in part)) throw new MalformedPack(`an array of kind ${part[PLACE]}`)
    return new KINDS[part[PLACE]](packed, bodyStart + part.at, part.length)
  }
  const json = new TextDecoder().decode(new Uint8Array(packed, LENGTH_BYTES, headLength))
  try {
    return JSON.parse(json, revived)
  } catch (error) {
    throw error instanceof MalformedPack ? error : new MalformedPack(String(error))
  }
}
