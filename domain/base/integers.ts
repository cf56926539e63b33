import { MalformedSeries } from "./packing.ts"

/**
 * Compresses whole numbers of 32 bits. An array has a plane for each of its four bytes. A plane that is not all zero is
 * a zstd frame of its own, so that bytes of one kind take about their entropy.
 */

const ZSTD_LEVEL = 3
const PLANES = 4

/** Compressed arrays, and the bytes of each plane of each array. */
export interface PackedIntegers {
  body: Uint8Array
  planes: number[][]
}

/** Signed values as unsigned, small ones first: 0, -1, 1, -2. */
const zigzag = (value: number): number => (value << 1) ^ (value >> 31)
const signed = (code: number): number => (code >>> 1) ^ -(code & 1)

export const packIntegers = (arrays: readonly Int32Array[]): PackedIntegers => {
  const frames: Uint8Array[] = []
  const planes = arrays.map(values => {
    const codes = new Int32Array(values.length)
    let used = 0
    for (let at = 0; at < codes.length; at++) used |= codes[at] = zigzag(values[at]!)
    return Array.from({ length: PLANES }, (_, plane) => {
      const shift = 8 * plane
      if (((used >>> shift) & 0xff) === 0) return 0
      const frame = zstd(byteOf(codes, shift))
      frames.push(frame)
      return frame.length
    })
  })
  return { body: Buffer.concat(frames), planes }
}

const byteOf = (codes: Int32Array, shift: number): Uint8Array => {
  const bytes = new Uint8Array(codes.length)
  for (let at = 0; at < codes.length; at++) bytes[at] = codes[at]! >>> shift
  return bytes
}

/** Arrays of `lengths`. Throws MalformedSeries. */
export const unpackIntegers = ({ body, planes }: PackedIntegers, lengths: readonly number[]): Int32Array[] => {
  let offset = 0
  return lengths.map((length, array) => {
    const values = new Int32Array(length)
    planes[array]?.forEach((bytes, plane) => {
      if (bytes === 0) return
      const plain = decompressed(body.subarray(offset, offset + bytes), length)
      offset += bytes
      for (let at = 0; at < length; at++) values[at]! |= plain[at]! << (8 * plane)
    })
    for (let at = 0; at < length; at++) values[at] = signed(values[at]!)
    return values
  })
}

/** Bytes of a zstd frame. Throws MalformedSeries if they are not as many as expected. */
const decompressed = (frame: Uint8Array, length: number): Uint8Array => {
  const plain = unzstd(frame)
  if (plain.length !== length) throw new MalformedSeries(`${plain.length} bytes instead of ${length}`)
  return plain
}

export const zstd = (bytes: Uint8Array): Uint8Array => Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL })

/** Decompresses zstd. Throws MalformedSeries. */
export const unzstd = (frame: Uint8Array): Uint8Array => {
  try {
    return Bun.zstdDecompressSync(frame)
  } catch {
    throw new MalformedSeries("its body is not zstd")
  }
}
