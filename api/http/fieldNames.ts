import { firstCharacters } from "../../domain/validation/characters.ts"
import { endOfText } from "./cheapJson.ts"

/** Longest name that a sentence shows. */
const MAX_SHOWN_CHARS = 200

/** How many fields the objects of a JSON value have. */
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

/** The first name that an object of a JSON text has twice, cut to what a sentence shows; empty where there is none. */
export const nameTwiceIn = (json: Uint8Array): string => {
  const open: Set<string>[] = []
  let before = json
  for (let at = 0; at < json.length; at++) {
    const sign = String.fromCharCode(json[at]!)
    if (sign === "{" || sign === "[") open.push(new Set())
    else if (sign === "}" || sign === "]") open.pop()
    else if (sign === '"') {
      const end = endOfText(json, at)
      before = json.subarray(at, end + 1)
      at = end
    } else if (sign === ":") {
      const name = JSON.parse(new TextDecoder().decode(before)) as string
      if (open.at(-1)!.has(name)) return firstCharacters(name, MAX_SHOWN_CHARS)
      open.at(-1)!.add(name)
    }
  }
  return ""
}
