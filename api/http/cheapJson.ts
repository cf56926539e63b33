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
const COMMA = 0x2c
const BACKSLASH = 0x5c
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

/**
 * Counts the names of fields in a text, if it is JSON, which the parser decides. Throws InvalidJson for a text on which
 * the parser, or readers of its value, would spend seconds. A list or object counts as two values until it has one.
 */
export const countNames = (bytes: Uint8Array): number => {
  let levels = 0
  // Each comma is followed by a value, and so is the beginning of a list or object.
  let values = 1
  let names = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === COMMA) values++
    else if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COLON) names++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) levels--
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++levels > MAX_LEVELS) throw new InvalidJson("body-too-deep", { maximum: MAX_LEVELS })
      values++
    }
    if (values > MAX_VALUES) throw new InvalidJson("body-too-many-parts", { maximum: MAX_VALUES })
  }
  return names
}

/** End of the text that begins at a quote. */
export const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
