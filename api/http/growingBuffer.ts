/** First size of a buffer. */
const FIRST_BYTES = 64 * 1024

/** Collects pieces of bytes in one array that doubles up to a limit. */
export interface GrowingBuffer {
  /** Number of added bytes, including bytes beyond the limit. */
  length(): number
  add(piece: Uint8Array): void
  /** All bytes, valid until the next call of `clear`; none beyond the limit. */
  bytes(): Uint8Array<ArrayBuffer>
  /** Resets the buffer and keeps the array. */
  clear(): void
}

/**
 * Pieces may be of one byte each, and an array for each piece takes 85 times the bytes. Beyond the limit nothing is
 * kept.
 */
export const createGrowingBuffer = (limitBytes: number): GrowingBuffer => {
  let buffer = new Uint8Array(0)
  let length = 0
  const fit = (bytes: number) => {
    if (bytes <= buffer.length) return
    const larger = new Uint8Array(Math.min(limitBytes, Math.max(bytes, 2 * buffer.length, FIRST_BYTES)))
    larger.set(buffer)
    buffer = larger
  }
  return {
    length: () => length,
    add(piece) {
      const end = length + piece.length
      if (end <= limitBytes) {
        fit(end)
        buffer.set(piece, length)
      }
      length = end
    },
    bytes: () => buffer.subarray(0, length > limitBytes ? 0 : length),
    clear() {
      length = 0
    },
  }
}

/** True if there is nothing but space of JSON (RFC 8259, 2). */
export const isBlank = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
  return true
}
