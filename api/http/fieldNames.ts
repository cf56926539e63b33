import { firstCharacters } from "../../domain/base/validation/characters.ts"
import { CLOSE_LIST, CLOSE_OBJECT, COLON, endOfText, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./cheapJson.ts"

/** Longest name that a sentence shows. */
const MAX_SHOWN_CHARS = 200

/** Number of fields of all objects in a JSON value. */
export const countFields = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === "object") count += countFields(entry)
    return count
  }
  const fields = Object.values(value)
  for (const field of fields) count += countFields(field)
  return count + fields.length
}

/** The first name that an object of a JSON text has twice, cut to a length for a sentence; empty if no name is. */
export const nameTwiceIn = (json: Uint8Array): string => {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const open: Set<string>[] = []
  let [start, end] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === OPEN_OBJECT || sign === OPEN_LIST) open.push(new Set())
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) open.pop()
    else if (sign === QUOTE) {
      start = at
      at = end = endOfText(json, at)
    } else if (sign === COLON) {
      const name = textOf(bytes, start, end)
      if (open.at(-1)!.has(name)) return firstCharacters(name, MAX_SHOWN_CHARS)
      open.at(-1)!.add(name)
    }
  }
  return ""
}

/** The text between two quotes. Only escapes need the parser, which takes longer than all other work on a name. */
const textOf = (bytes: Buffer, start: number, end: number): string => {
  const text = bytes.toString("utf8", start + 1, end)
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text
}
