import { InvalidJson } from "./errors.ts"

/** Nested lists and objects; a scan has 6. Ten thousand levels overflow the stack of recursive functions. */
const MAX_LEVELS = 64
/**
 * Values of one body: texts, numbers, true, false, null, lists and objects. A batch of 1,000 scans with forty roofs
 * each has 440,000, a studio with fifty layers of hours 490,000. Half a million distinct names with distinct texts take
 * 0.7 s of the thread.
 */
const MAX_VALUES = 500_000

/** Longest text of a body, far above any schema: the runtime parses a text of 16 MiB in 50 to 100 ms. */
const MAX_TEXT_BYTES = 1024 * 1024

export const QUOTE = 0x22
export const COLON = 0x3a
const COMMA = 0x2c
const BACKSLASH = 0x5c
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/** Kinds of signs; 0 for every other byte. */
export const [TEXT, SEPARATOR, OPENING, CLOSING, NAMING] = [1, 2, 3, 4, 5] as const
export const KINDS = new Uint8Array(256)
for (const [kind, signs] of [
  [TEXT, [QUOTE]],
  [SEPARATOR, [COMMA]],
  [OPENING, [OPEN_LIST, OPEN_OBJECT]],
  [CLOSING, [CLOSE_LIST, CLOSE_OBJECT]],
  [NAMING, [COLON]],
] as const)
  for (const sign of signs) KINDS[sign] = kind

/** Numbers of values and of names of fields in a text. A list or object counts as two values until it has one. */
export interface JsonCounts {
  values: number
  names: number
}

/**
 * Counts a text, if it is JSON, which the parser decides. Each call of `count` takes the text up to `end` and returns
 * the next position. It throws InvalidJson for a text on which the parser, or readers of its value, would spend
 * seconds.
 */
export const createCounter = (bytes: Uint8Array) => {
  const counts: JsonCounts = { values: 1, names: 0 }
  let [at, levels] = [0, 0]
  const count = (end: number): number => {
    let { values, names } = counts
    for (; at < end; at++) {
      const kind = KINDS[bytes[at]!]
      if (kind === 0) continue
      if (kind === TEXT) at = endOfShortText(bytes, at)
      // A value follows each comma, and the beginning of a list or object.
      else if (kind === SEPARATOR) values++
      else if (kind === NAMING) names++
      else if (kind === CLOSING) levels--
      else {
        values++
        if (++levels > MAX_LEVELS) throw new InvalidJson("body-too-deep", { maximum: MAX_LEVELS })
      }
    }
    counts.values = values
    counts.names = names
    if (values > MAX_VALUES) throw new InvalidJson("body-too-many-parts", { maximum: MAX_VALUES })
    return at
  }
  return { count, counts }
}

/** Counts the names of fields in a text. Throws InvalidJson as the counter does. */
export const countNames = (bytes: Uint8Array): number => {
  const { count, counts } = createCounter(bytes)
  count(bytes.length)
  return counts.names
}

const endOfShortText = (bytes: Uint8Array, start: number): number => {
  const end = endOfText(bytes, start)
  if (end - start > MAX_TEXT_BYTES) throw new InvalidJson("body-text-too-long", { maximum: MAX_TEXT_BYTES })
  return end
}

/** End of the text that begins at a quote; the length of the bytes without one. */
export const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start
  do at = bytes.indexOf(QUOTE, at + 1)
  while (at >= 0 && isEscaped(bytes, start, at))
  return at < 0 ? bytes.length : at
}

/** True for a sign after an odd number of backslashes. */
const isEscaped = (bytes: Uint8Array, start: number, at: number): boolean => {
  let before = at - 1
  while (before > start && bytes[before] === BACKSLASH) before--
  return (at - before) % 2 === 0
}
