import { firstCharacters } from "../../domain/base/validation/characters.ts"
import { currentMeter } from "../../infra/meter.ts"
import {
  CLOSE_OBJECT,
  createCounter,
  endOfText,
  KINDS,
  NAMING,
  OPEN_OBJECT,
  OPENING,
  SEPARATOR,
  TEXT,
} from "./cheapJson.ts"
import { InvalidJson } from "./errors.ts"
import { isBlank } from "./growingBuffer.ts"
import { parseCounted, parseJson } from "./json.ts"
import type { Pause } from "./pauses.ts"

/** Bytes of entries that are parsed at once: names and short texts of this size take 2 ms. */
const GROUP_BYTES = 16 * 1024
/** Bytes that are searched for signs between two pauses. */
const BYTES_PER_PAUSE = 64 * 1024
/** Bytes and values up to which a text is parsed at once: names with texts take 1.5 µs each. */
const AT_ONCE_BYTES = 1024 * 1024
const AT_ONCE_VALUES = 2_048
/** Fields of one object, far above any schema: half a million take 0.2 s to add and to list. */
const MAX_NAMES = 10_000
/** Longest name that a sentence shows. */
const MAX_SHOWN_CHARS = 200

/** A list or object that is being read. */
interface Frame {
  isObject: boolean
  start: number
  /** Begin of the entries that are not parsed yet, and names before it. */
  from: number
  namesBefore: number
  /** Begin of the current entry, and names before it. */
  entry: number
  namesBeforeEntry: number
  /** End of the current entry, if it was read in groups: only space may follow up to the next sign. */
  endOfChild: number | undefined
  /** Number of fields in `entries`. */
  fields: number
  /** Entries parsed so far; absent while the whole may fit a group of the frame around it. */
  entries: unknown[] | Record<string, unknown> | undefined
}

/**
 * The JSON value of bytes. A text of many values is parsed in groups of entries with pauses between them, because the
 * runtime parses a text in one go. Throws InvalidJson as `parseJson` does.
 */
export const parseLargeJson = async (bytes: Uint8Array, pause: Pause): Promise<unknown> => {
  const { count, counts } = createCounter(bytes)
  try {
    for (let at = 0; at < bytes.length; at = count(Math.min(bytes.length, at + BYTES_PER_PAUSE))) await pause()
  } finally {
    currentMeter()?.add({ parsedValues: counts.values })
  }
  if (bytes.length <= AT_ONCE_BYTES && counts.values <= AT_ONCE_VALUES) return parseCounted(bytes, counts.names)
  return parseGroups(bytes, pause)
}

const parseGroups = async (bytes: Uint8Array, pause: Pause): Promise<unknown> => {
  const reader = createReader(bytes)
  let pauseAt = BYTES_PER_PAUSE
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pauseAt) {
      await pause()
      pauseAt = at + BYTES_PER_PAUSE
    }
    const kind = KINDS[bytes[at]!]
    if (kind === 0) continue
    if (kind === TEXT) at = endOfText(bytes, at)
    else if (kind === SEPARATOR) {
      if (reader.next(at)) await pause()
    } else if (kind === NAMING) reader.name()
    else if (kind === OPENING) reader.open(at, bytes[at] === OPEN_OBJECT)
    else reader.close(at, bytes[at] === CLOSE_OBJECT)
  }
  return reader.end()
}

const createReader = (bytes: Uint8Array) => {
  /** Frames from the outermost, reused: half a million empty lists make no objects. */
  const frames: Frame[] = []
  let depth = 0
  let names = 0
  let top: Frame | undefined
  let whole: { value: unknown; end: number } | undefined

  /** Parses the rest of the entries of a frame up to a sign. */
  const take = (frame: Frame, end: number): void => {
    if (frame.endOfChild === undefined) addGroup(frame, bytes.subarray(frame.from, end), names - frame.namesBefore)
    else assertBlank(bytes.subarray(frame.endOfChild, end))
    frame.endOfChild = undefined
    frame.from = frame.entry = end + 1
    frame.namesBefore = frame.namesBeforeEntry = names
  }
  /** Begins the entries of every frame; those around the innermost take the entries before their current one. */
  const begin = (): void => {
    for (let level = 0; level < depth; level++) {
      const frame = frames[level]!
      frame.entries ??= frame.isObject ? {} : []
      if (level === depth - 1) break
      const { from, entry, namesBefore, namesBeforeEntry } = frame
      if (entry > from) addGroup(frame, bytes.subarray(from, entry - 1), namesBeforeEntry - namesBefore)
      frame.from = entry
      frame.namesBefore = namesBeforeEntry
    }
  }
  const push = (isObject: boolean, start: number): Frame => {
    const frame = frames[depth] ?? newFrame()
    frames[depth++] = frame
    const from = start + 1
    frame.isObject = isObject
    frame.start = start
    frame.from = frame.entry = from
    frame.namesBefore = frame.namesBeforeEntry = names
    frame.endOfChild = undefined
    frame.fields = 0
    frame.entries = undefined
    return frame
  }
  return {
    name(): void {
      names++
    },
    open(start: number, isObject: boolean): void {
      if (whole || top?.endOfChild !== undefined) throw broken()
      top = push(isObject, start)
    },
    /** Ends an entry at a comma. Returns true if entries were parsed. */
    next(at: number): boolean {
      if (!top) throw broken()
      if (top.endOfChild === undefined && at - top.from < GROUP_BYTES) {
        top.entry = at + 1
        top.namesBeforeEntry = names
        return false
      }
      begin()
      take(top, at)
      return true
    },
    close(at: number, isObject: boolean): void {
      const frame = top
      if (frame?.isObject !== isObject) throw broken()
      top = --depth === 0 ? undefined : frames[depth - 1]
      const { entries, start } = frame
      if (entries) take(frame, at)
      if (top) {
        if (!entries) return
        addChild(top, bytes.subarray(top.entry, start), entries)
        top.endOfChild = at + 1
        return
      }
      const value = entries ?? parseCounted(bytes.subarray(start, at + 1), names - frame.namesBefore)
      whole = { value, end: at + 1 }
      assertBlank(bytes.subarray(hasMark(bytes) ? BYTE_ORDER_MARK.length : 0, start))
    },
    /** The value. Without a list or object it is a number or a text. */
    end(): unknown {
      if (depth > 0) throw broken()
      if (!whole) return parseJson(bytes)
      assertBlank(bytes.subarray(whole.end))
      return whole.value
    },
  }
}

const newFrame = (): Frame => ({
  ...{ isObject: false, start: 0, from: 0, namesBefore: 0, entry: 0, namesBeforeEntry: 0 },
  ...{ endOfChild: undefined, fields: 0, entries: undefined },
})

/** Adds entries between commas to a list or object, at least one. */
const addGroup = (frame: Frame, group: Uint8Array, names: number): void => {
  if (isBlank(group)) throw broken()
  const { entries, isObject } = frame
  const value = parseCounted(within(group, isObject ? "{}" : "[]"), names)
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
  if (++frame.fields > MAX_NAMES) throw new InvalidJson("body-too-many-names", { maximum: MAX_NAMES })
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
