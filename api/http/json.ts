import { countNames } from "./cheapJson.ts"
import { InvalidJson } from "./errors.ts"
import { countFields, nameTwiceIn } from "./fieldNames.ts"

/** The parser's reason quotes the body. */
const MAX_REASON_CHARS = 200

/**
 * The JSON value of bytes. Throws InvalidJson, also for an object with a repeated name, of which the parser would
 * silently drop the first field.
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  const text = decoded(bytes)
  return parseCounted(bytes, countNames(bytes), text)
}

/** The JSON value of counted bytes. `text`: the bytes as text; decoded unless given. Throws InvalidJson. */
export const parseCounted = (bytes: Uint8Array, names: number, text = decoded(bytes)): unknown => {
  const value = parsed(text)
  if (names > 0 && countFields(value) < names) throw new InvalidJson("body-name-twice", { name: nameTwiceIn(bytes) })
  return value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const parserSays = (error as Error).message.replace(/^JSON Parse error: /, "").slice(0, MAX_REASON_CHARS)
    throw new InvalidJson("body-not-json", { parserSays })
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1); invalid bytes would be stored as another text than sent. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new InvalidJson("body-not-utf8")
  }
}
