import type { JsonSchema } from "./jsonSchema.ts"

/** Values from the schemas of a document, the same for the same seed. */

/** Numbers from 0 to 1 (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export type Random = ReturnType<typeof createRandom>

export const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!

/** Bounds of numbers and lists for schemas without bounds. */
const WIDE = 1e6
const MAX_ITEMS = 3
/** Maximum depth of nested schemas; optional fields below it are left out. */
const MAX_LEVELS = 5
const OPTIONAL_SHARE = 0.4

const resolved = (document: object, reference: string): JsonSchema =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>((here, step) => (here as Record<string, unknown>)[step], document) as JsonSchema

/** A value that fits a schema, except for its patterns. */
export const fitting = (document: object, schema: JsonSchema, random: Random, level = 0): unknown => {
  const within = (inner: JsonSchema) => fitting(document, inner, random, level + 1)
  if (schema.$ref) return fitting(document, resolved(document, schema.$ref), random, level)
  if ("const" in schema) return schema.const
  if (schema.enum) return oneOf(random, schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return within(oneOf(random, choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(within))
  switch (oneOf(random, [schema.type ?? "null"].flat())) {
    case "object":
      return objectOf(schema, random, level, within)
    case "array": {
      const length = Math.min((schema.minItems ?? 0) + Math.floor(random() * MAX_ITEMS), schema.maxItems ?? MAX_ITEMS)
      return Array.from({ length }, () => within(schema.items ?? {}))
    }
    case "string":
      return textOf(schema, random)
    case "boolean":
      return random() < 0.5
    case "integer":
      return Math.round(numberOf(schema, random))
    case "number":
      return numberOf(schema, random)
    default:
      return null
  }
}

const objectOf = (
  { properties = {}, required = [] }: JsonSchema,
  random: Random,
  level: number,
  within: (schema: JsonSchema) => unknown,
): Record<string, unknown> => {
  const names = Object.keys(properties).filter(
    name => required.includes(name) || (level < MAX_LEVELS && random() < OPTIONAL_SHARE),
  )
  return Object.fromEntries(names.map(name => [name, within(properties[name]!)]))
}

const numberOf = (schema: JsonSchema, random: Random): number => {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? Math.max(-WIDE, (schema.maximum ?? 0) - WIDE)
  const most = schema.maximum ?? schema.exclusiveMaximum ?? least + WIDE
  return oneOf(random, [least, most, least + random() * (most - least)])
}

const textOf = ({ minLength = 0, maxLength = 40 }: JsonSchema, random: Random): string => {
  const length = Math.max(minLength, Math.floor(random() * Math.min(maxLength, 40)))
  return Array.from({ length }, () => oneOf(random, ["a", "Z", "0", " ", "é", "☀", "-", "%", "'"])).join("")
}

/** Values that no field accepts, or few. */
const WRONG: readonly unknown[] = [
  ...[null, true, "", "x", -1, 0, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [[]], "\u0000", "\ud800", "2026-02-30"],
  ...["9".repeat(300), "' or 1=1 --", "../../etc/passwd", "<script>", { constructor: 1 }, Array(50).fill(null)],
]

/** A copy in which one place has another value, lacks a field, or has an unknown field. */
export const harmed = (value: unknown, random: Random): unknown => {
  if (typeof value !== "object" || value === null || random() < 0.15) return oneOf(random, WRONG)
  if (Array.isArray(value)) {
    const at = Math.floor(random() * Math.max(1, value.length))
    return value.length === 0 ? [oneOf(random, WRONG)] : value.with(at, harmed(value[at], random))
  }
  const fields = Object.entries(value)
  if (fields.length === 0 || random() < 0.15) return { ...value, "unknown field": oneOf(random, WRONG) }
  const [name, part] = oneOf(random, fields)
  if (random() < 0.2) return Object.fromEntries(fields.filter(([other]) => other !== name))
  return { ...value, [name]: harmed(part, random) }
}
