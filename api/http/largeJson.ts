import { firstCharacters } from "../../domain/base/validation/characters.ts"
import { currentMeter } from "../../infra/meter.ts"
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  createSignCounter,
  endOfText,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "./cheapJson.ts"
import { InvalidJson } from "./errors.ts"
import { isBlank } from "./growingBuffer.ts"
import { parseJson } from "./json.ts"
import type { Pause } from "./pauses.ts"

/** Bytes of entries that are parsed at once: names and short texts of this size take 2 ms. */
const GROUP_BYTES = 16 * 1024
/** Bytes that are searched for signs between two pauses. */
const BYTES_PER_PAUSE = 64 * 1024
/** Fields of one object, far above any schema: half a million take 0.2 s to add and to list. */
const MAX_NAMES = 10_000
/** Longest name that a sentence shows. */
const MAX_SHOWN_CHARS = 200

/** A list or object that is being read. */
interface Frame {
  isObject: boolean
  start: number
  /** Begin of the entries that are not parsed yet. */
  from: number
  /** Begin of the current entry. */
  entry: number
  /** End of the current entry, if it was read in groups: only space may follow up to the next sign. */
  endOfChild: number | undefined
  /** Number of fields in `entries`. */
  names: number
  /** Entries parsed so far; absent while the whole may fit a group of the frame around it. */
  entries: unknown[] | Record<string, unknown> | undefined
}

/**
 * The JSON value of bytes, parsed in groups of entries with pauses between them: the runtime parses a text in one go.
 * Throws InvalidJson as `parseJson` does.
 */
export const parseLargeJson = async (bytes: Uint8Array, pause: Pause): Promise<unknown> => {
  const reader = createReader(bytes)
  const { count, values } = createSignCounter()
  let pauseAt = BYTES_PER_PAUSE
  try {
    for (let at = 0; at < bytes.length; at++) {
      if (at >= pauseAt) {
        await pause()
        pauseAt = at + BYTES_PER_PAUSE
      }
      const sign = bytes[at]
      if (sign === QUOTE) at = endOfText(bytes, at)
      else if (sign === COMMA || sign === OPEN_LIST || sign === OPEN_OBJECT) {
        count(sign)
        if (sign !== COMMA) reader.open(at, sign === OPEN_OBJECT)
        else if (reader.next(at)) await pause()
      } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) {
        count(sign)
        reader.close(at, sign === CLOSE_OBJECT)
      }
    }
    return reader.end()
  } finally {
    currentMeter()?.add({ parsedValues: values() })
  }
}

const createReader = (bytes: Uint8Array) => {
  const frames: Frame[] = []
  let whole: { value: unknown; end: number } | undefined

  /** Parses the rest of the entries of a frame up to a sign. */
  const take = (frame: Frame, end: number): void => {
    if (frame.endOfChild === undefined) addGroup(frame, bytes.subarray(frame.from, end))
    else assertBlank(bytes.subarray(frame.endOfChild, end))
    frame.endOfChild = undefined
    frame.from = frame.entry = end + 1
  }
  /** Begins the entries of every frame; those around the innermost take the entries before their current one. */
  const begin = (): void => {
    for (const frame of frames) frame.entries ??= frame.isObject ? {} : []
    for (const frame of frames.slice(0, -1)) {
      if (frame.entry > frame.from) addGroup(frame, bytes.subarray(frame.from, frame.entry - 1))
      frame.from = frame.entry
    }
  }
  return {
    open(start: number, isObject: boolean): void {
      if (whole || frames.at(-1)?.endOfChild !== undefined) throw broken()
      const entry = start + 1
      frames.push({ isObject, start, from: entry, entry, endOfChild: undefined, names: 0, entries: undefined })
    },
    /** Ends an entry at a comma. Returns true if entries were parsed. */
    next(at: number): boolean {
      const frame = frames.at(-1)
      if (!frame) throw broken()
      const isFull = frame.endOfChild !== undefined || at - frame.from >= GROUP_BYTES
      if (isFull) {
        begin()
        take(frame, at)
      } else frame.entry = at + 1
      return isFull
    },
    close(at: number, isObject: boolean): void {
      const frame = frames.pop()
      if (frame?.isObject !== isObject) throw broken()
      const { entries, start } = frame
      const around = frames.at(-1)
      if (entries) take(frame, at)
      if (!around) whole = { value: entries ?? parseJson(bytes.subarray(start, at + 1)), end: at + 1 }
      else if (entries) {
        addChild(around, bytes.subarray(around.entry, start), entries)
        around.endOfChild = at + 1
      }
      if (!around) assertBlank(bytes.subarray(hasMark(bytes) ? BYTE_ORDER_MARK.length : 0, start))
    },
    /** The value. Without a list or object it is a number or a text. */
    end(): unknown {
      if (frames.length > 0) throw broken()
      if (!whole) return parseJson(bytes)
      assertBlank(bytes.subarray(whole.end))
      return whole.value
    },
  }
}

/** Adds entries between commas to a list or object, at least one. */
const addGroup = (frame: Frame, group: Uint8Array): void => {
  if (isBlank(group)) throw broken()
  const { entries, isObject } = frame
  const value = parseJson(within(group, isObject ? "{}" : "[]"))
  if (Array.isArray(entries)) for (const entry of value as unknown[]) entries.push(entry)
  else for (const [name, field] of Object.entries(value as object)) addField(frame, name, field)
}

/** Adds a list or object that was read in groups, with the bytes before it in its entry. */
const addChild = (frame: Frame, before: Uint8Array, child: unknown): void => {
  if (Array.isArray(frame.entries)) {
    assertBlank(before)
    frame.entries.push(child)
    return
  }
  const [name] = Object.keys(parseJson(within(before, "{[]}")) as object)
  if (name === undefined) throw broken()
  addField(frame, name, child)
}

const addField = (frame: Frame, name: string, value: unknown): void => {
  const entries = frame.entries as Record<string, unknown>
  if (Object.hasOwn(entries, name))
    throw new InvalidJson("body-name-twice", { name: firstCharacters(name, MAX_SHOWN_CHARS) })
  if (++frame.names > MAX_NAMES) throw new InvalidJson("body-too-many-names", { maximum: MAX_NAMES })
  if (name !== "__proto__") entries[name] = value
  else Object.defineProperty(entries, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Bytes after the first and before the other signs. */
const within = (bytes: Uint8Array, signs: string): Uint8Array =>
  Buffer.concat([Buffer.from(signs.slice(0, 1)), bytes, Buffer.from(signs.slice(1))])

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const hasMark = (bytes: Uint8Array): boolean => BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte)

const assertBlank = (bytes: Uint8Array): void => {
  if (!isBlank(bytes)) throw broken()
}

const broken = (): InvalidJson => new InvalidJson("body-not-json", { parserSays: "its brackets and commas do not fit" })
