import { Inflate } from "fflate"
import { refuse } from "./refusal.ts"

/**
 * Reads zip archives (PKWARE APPNOTE 6.3.10) of untrusted origin. The sizes in the directory are checked before
 * anything is unpacked, and unpacking always stops at the stated size. A part is unpacked piece by piece and never held
 * whole.
 */

/** Maximum unpacked bytes of all parts of an archive: a year of quarter-hours for eight registers has 40 MB. */
const MAX_UNZIPPED_BYTES = 64 * 1024 * 1024

/** Maximum growth factor of unpacking. */
const MAX_UNZIP_RATIO = 100

const MAX_ENTRIES = 1000
const END_RECORD = 0x06054b50
const END_RECORD_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_ENTRY_BYTES = 46
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1

/** Packed bytes that are unpacked at a time: deflated data grows 1032 times at most, to 4 MiB. */
const PACKED_PIECE_BYTES = 4096

/** Unpacks a part from its start, in pieces of at most 4 MiB. Throws InvalidInput if it is damaged. */
export type ZipPart = () => Iterable<Uint8Array>

/**
 * Opens a part of an archive by its name; null if it does not exist, or was opened before. Throws InvalidInput for a
 * damaged part.
 */
export type ZipReader = (name: string) => ZipPart | null

interface Entry {
  method: number
  packedBytes: number
  unpackedBytes: number
  headerOffset: number
}

/** True if the bytes begin like a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Opens an archive. Throws InvalidInput when it is damaged, encrypted or grows past the bounds. */
export const openZip = (bytes: Uint8Array): ZipReader => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const entries = directory(view)
    return name => {
      const entry = entries.get(name)
      if (!entry) return null
      entries.delete(name)
      return open(bytes, view, entry)
    }
  } catch (error) {
    if (error instanceof RangeError) return damaged()
    throw error
  }
}

const damaged = (): never => refuse("file-zip-damaged")

const directory = (view: DataView): Map<string, Entry> => {
  const end = endRecord(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) refuse("file-zip-parts", { parts: count, maximum: MAX_ENTRIES })
  const entries = new Map<string, Entry>()
  let offset = view.getUint32(end + 16, true)
  let unpackedBytes = 0
  for (let index = 0; index < count; index++) {
    if (view.getUint32(offset, true) !== DIRECTORY_ENTRY) damaged()
    const nameLength = view.getUint16(offset + 28, true)
    const name = new TextDecoder().decode(
      new Uint8Array(view.buffer, view.byteOffset + offset + DIRECTORY_ENTRY_BYTES, nameLength),
    )
    if (view.getUint16(offset + 8, true) & ENCRYPTED_FLAG) refuse("file-encrypted")
    const entry = {
      method: view.getUint16(offset + 10, true),
      packedBytes: view.getUint32(offset + 20, true),
      unpackedBytes: view.getUint32(offset + 24, true),
      headerOffset: view.getUint32(offset + 42, true),
    }
    unpackedBytes += entry.unpackedBytes
    entries.set(name, entry)
    offset += DIRECTORY_ENTRY_BYTES + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
  }
  checkSize(unpackedBytes, view.byteLength)
  return entries
}

const endRecord = (view: DataView): number => {
  const last = view.byteLength - END_RECORD_BYTES
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_BYTES); offset--) {
    if (view.getUint32(offset, true) === END_RECORD) return offset
  }
  return damaged()
}

const checkSize = (unpackedBytes: number, packedBytes: number): void => {
  if (unpackedBytes > MAX_UNZIPPED_BYTES) refuse("file-zip-size", { mebibytes: MAX_UNZIPPED_BYTES / 1024 / 1024 })
  if (unpackedBytes > MAX_UNZIP_RATIO * packedBytes) refuse("file-zip-ratio", { maximum: MAX_UNZIP_RATIO })
}

const open = (bytes: Uint8Array, view: DataView, entry: Entry): ZipPart => {
  const { method, headerOffset, packedBytes, unpackedBytes } = entry
  if (headerOffset + LOCAL_HEADER_BYTES > bytes.length || view.getUint32(headerOffset, true) !== LOCAL_HEADER) damaged()
  const start =
    headerOffset +
    LOCAL_HEADER_BYTES +
    view.getUint16(headerOffset + 26, true) +
    view.getUint16(headerOffset + 28, true)
  const packed = bytes.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) damaged()
  if (method === STORED) return packed.length === unpackedBytes ? () => [packed] : damaged()
  if (method !== DEFLATED) refuse("file-zip-method")
  if (unpackedBytes === 0) return () => []
  const part = () => inflate(packed, unpackedBytes)
  // First pass without use: a part that is damaged at its end is refused before anything is read.
  for (const _ of part());
  return part
}

function* inflate(packed: Uint8Array, unpackedBytes: number): Generator<Uint8Array> {
  let unpacked: Uint8Array[] = []
  const inflater = new Inflate(piece => unpacked.push(piece))
  let length = 0
  for (let start = 0; start < packed.length; start += PACKED_PIECE_BYTES) {
    const end = start + PACKED_PIECE_BYTES
    try {
      inflater.push(packed.subarray(start, end), end >= packed.length)
    } catch {
      damaged()
    }
    for (const piece of unpacked) {
      length += piece.length
      if (length > unpackedBytes) damaged()
      yield piece
    }
    unpacked = []
  }
  if (length !== unpackedBytes) damaged()
}
