import { InvalidJson } from "./errors.ts"

/**
 * Lists and objects within one another; a scan has 6. Ten thousand levels break functions that call themselves for
 * each.
 */
const MAX_LEVELS = 64
/**
 * Names, texts, lists and objects of one body: a batch of 1,000 scans with forty roofs each has 350,000. Of 16 MiB of
 * distinct texts there are 1.9 million, which hold the parser for 3 s.
 */
const MAX_PARTS = 500_000

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * The names of fields in a text, if it is JSON: that, the parser says. Throws InvalidJson for a text that would take
 * the parser, or those who read its value, seconds.
 */
export const countNames = (bytes: Uint8Array): number => {
  let levels = 0
  let parts = 0
  let names = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) levels--
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++levels > MAX_LEVELS) throw new InvalidJson("body-too-deep", { maximum: MAX_LEVELS })
      parts++
    } else if (byte === QUOTE) {
      at = endOfText(bytes, at)
      parts++
    } else if (byte === COLON) names++
    if (parts > MAX_PARTS) throw new InvalidJson("body-too-many-parts", { maximum: MAX_PARTS })
  }
  return names
}

/** Where the text ends that begins at a quote. */
export const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
