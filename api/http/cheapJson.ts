import { InvalidJson } from "./errors.ts"

/** Nested lists and objects; a scan has 6. Ten thousand levels overflow the stack of recursive functions. */
const MAX_LEVELS = 64
/**
 * Values of one body: texts, numbers, true, false, null, lists and objects. A batch of 1,000 scans with forty roofs
 * each has 440,000, a studio with fifty layers of hours 490,000. Half a million distinct names with distinct texts take
 * 0.7 s of the thread.
 */
const MAX_VALUES = 500_000

export const QUOTE = 0x22
export const COLON = 0x3a
export const COMMA = 0x2c
const BACKSLASH = 0x5c
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/**
 * Counts the signs of a text, if it is JSON, which the parser decides. The counter throws InvalidJson for a text on
 * which the parser, or readers of its value, would spend seconds. A list or object counts as two values until it has
 * one.
 */
export const createSignCounter = () => {
  let levels = 0
  // Each comma is followed by a value, and so is the beginning of a list or object.
  let values = 1
  const count = (sign: number | undefined): void => {
    if (sign === COMMA) values++
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) levels--
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (++levels > MAX_LEVELS) throw new InvalidJson("body-too-deep", { maximum: MAX_LEVELS })
      values++
    }
    if (values > MAX_VALUES) throw new InvalidJson("body-too-many-parts", { maximum: MAX_VALUES })
  }
  return { count, values: () => values }
}

/** Counts the names of fields in a text. Throws InvalidJson as the counter of signs does. */
export const countNames = (bytes: Uint8Array): number => {
  const { count } = createSignCounter()
  let names = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COLON) names++
    else count(byte)
  }
  return names
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
