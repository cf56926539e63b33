import type { JsonSchema } from "./jsonSchema.ts"

/** Bodies that cost the most for their length, for any operation. */

export const repeated = (part: string, bytes: number): string =>
  new Array(Math.max(1, Math.floor(bytes / (part.length + 1)))).fill(part).join(",")
export const numbered = (bytes: number, make: (n: number) => string): string => {
  const parts: string[] = []
  for (let n = 0, length = 0; length < bytes; n++) {
    const part = make(n)
    length += part.length + 1
    if (length < bytes) parts.push(part)
  }
  return parts.join(",")
}

/** Below the most values of a body, which are refused while they are counted. */
const MOST_VALUES = 480_000
const valuesIn = (bytes: number, each: number, most: number): number => Math.min(bytes, (each * MOST_VALUES) / most)

/** JSON values up to a length, by name. */
export const WORST_VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  "many names": bytes => `{${numbered(valuesIn(bytes, 9, 1), n => `"${n.toString(36)}x":1`)}}`,
  "names with texts": bytes =>
    `{${numbered(valuesIn(bytes, 15, 1), n => `"${n.toString(36)}x":"${n.toString(36)}y"`)}}`,
  "short texts": bytes => `[${numbered(valuesIn(bytes, 7, 1), n => `"${n.toString(36)}"`)}]`,
  numbers: bytes => `[${repeated("1.5", valuesIn(bytes, 4, 1))}]`,
  "empty objects": bytes => `[${repeated("{}", valuesIn(bytes, 3, 2))}]`,
  "small objects": bytes => `[${repeated('{"a":1}', valuesIn(bytes, 8, 2))}]`,
  escapes: bytes => `["${"\\ud83d\\ude00".repeat(Math.floor(bytes / 12))}"]`,
  "one text": bytes => `"${"x".repeat(bytes)}"`,
}

/** Entries of a list without a limit of its own, and levels of optional fields. */
const MOST_ENTRIES = 20
const MOST_LEVELS = 8

/** A value with every field and the longest lists of its schema; rules between fields may refuse it. */
export const fullest = (schema: JsonSchema, level = 0): unknown => {
  const within = (inner: JsonSchema) => fullest(inner, level + 1)
  if ("const" in schema) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return within(choices.find(({ type }) => type === "object" || type === "array") ?? choices[0]!)
  switch ([schema.type ?? "null"].flat()[0]) {
    case "object":
      return level > MOST_LEVELS
        ? {}
        : Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, within(field)]))
    case "array":
      return Array.from({ length: lengthOf(schema, level) }, () => within(schema.items ?? {}))
    case "string":
      return "é".repeat(Math.min(schema.maxLength ?? 1_000, 1_000))
    case "boolean":
      return true
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1, 1))
    default:
      return null
  }
}

const lengthOf = ({ maxItems = MOST_ENTRIES }: JsonSchema, level: number): number =>
  level > 2 ? Math.min(maxItems, MOST_ENTRIES) : maxItems
