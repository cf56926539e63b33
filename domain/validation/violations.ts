import { KindGuard, type TSchema } from "@sinclair/typebox"
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value"

/** At most this many violations are listed for one body; more would only bury the first ones. */
const MAX_VIOLATIONS = 50

/**
 * What is wrong with `value` under `schema`, one human sentence a field, in the order of the schema.
 * A field is named by its path as a programmer writes it: `newPv[0].maxPanelCount must be at least 1`.
 */
export const violations = (schema: TSchema, value: unknown): string[] => {
  const sentences = new Map<string, string>()
  for (const error of Value.Errors(schema, value)) {
    if (sentences.has(error.path)) continue
    sentences.set(error.path, sentence(error, schema))
    if (sentences.size >= MAX_VIOLATIONS) break
  }
  return sentences.size > 0 ? [...sentences.values()] : unstorableTexts(schema, value)
}

/** U+0000 and halves of surrogate pairs: JSON can write them (RFC 8259, 8.2), no database text holds them. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** Entries of any kind are looked at when their own schema is known; a year of numbers holds no text. */
const isPassedBy = (value: object, schema?: TSchema): boolean =>
  Array.isArray(value) &&
  ((schema?.items && KindGuard.IsUnknown(schema.items)) || value.every(entry => typeof entry === "number"))

/** One sentence for each text in `value`, names of fields included, that cannot be stored. */
const unstorableTexts = (root: TSchema, value: unknown): string[] => {
  const found: string[] = []
  const open: [value: unknown, pointer: string, schema?: TSchema][] = [[value, "", root]]
  for (let next = open.pop(); next && found.length < MAX_VIOLATIONS; next = open.pop()) {
    const [at, pointer, schema] = next
    if (typeof at === "string" && !isStorable(at))
      found.push(`${fieldPath(pointer)} must be Unicode text without U+0000`)
    if (typeof at !== "object" || at === null || isPassedBy(at, schema)) continue
    const fields = Object.entries(at)
    if (fields.some(([name]) => !isStorable(name)))
      found.push(`${fieldPath(pointer)} must have field names of Unicode text without U+0000`)
    for (const [name, child] of fields.reverse())
      open.push([child, `${pointer}/${escapePointer(name)}`, schema?.properties?.[name] ?? schema?.items])
  }
  return found
}

/** Longest path that a sentence shows. */
const MAX_PATH_CHARS = 200

/** `/newPv/0/tiltAngle` as `newPv[0].tiltAngle`; the whole value as `the body`. Of a long path the beginning. */
export const fieldPath = (pointer: string): string => {
  const steps = pointer.split("/").slice(1).map(unescapePointer)
  const path = steps.map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`)).join("")
  return path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS - 1)}…` : path || "the body"
}

const escapePointer = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1")

const unescapePointer = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~")

const sentence = (error: ValueError, root: TSchema): string => {
  const field = fieldPath(error.path)
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return unknownField(error.path, root)
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `${field} is required`
  return `${field} ${requirement(error)}`
}

/** The rule a value breaks, as the predicate of a sentence. */
const requirement = ({ type, schema, value }: ValueError): string => {
  switch (type) {
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `must be at least ${schema.minimum}`
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `must be at most ${schema.maximum}`
    case ValueErrorType.NumberExclusiveMinimum:
    case ValueErrorType.IntegerExclusiveMinimum:
      return `must be above ${schema.exclusiveMinimum}`
    case ValueErrorType.NumberExclusiveMaximum:
    case ValueErrorType.IntegerExclusiveMaximum:
      return `must be below ${schema.exclusiveMaximum}`
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1 ? "must not be empty" : `must have at least ${schema.minLength} characters`
    case ValueErrorType.StringMaxLength:
      return `must have at most ${schema.maxLength} characters`
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringPattern:
      return `must be ${schema.describes ?? `a string that matches ${schema.pattern ?? schema.format}`}`
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${schema.minItems} ${schema.minItems === 1 ? "entry" : "entries"}`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} entries`
    case ValueErrorType.Integer:
      return typeof value === "number" ? "must be a whole number" : "must be a number"
    default:
      return `must be ${expected(schema)}`
  }
}

const expected = (schema: TSchema): string => {
  if (schema.enum) return `one of ${schema.enum.join(", ")}`
  if (schema.anyOf) return schema.anyOf.map(expected).join(" or ")
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const names: Record<string, string> = {
    number: "a number",
    integer: "a whole number",
    string: "a string",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    null: "null",
  }
  return names[schema.type] ?? "of another type"
}

const unknownField = (pointer: string, root: TSchema): string => {
  const steps = pointer.split("/").slice(1).map(unescapePointer)
  const name = steps.pop() ?? ""
  const known = Object.keys(objectAt(root, steps)?.properties ?? {})
  const nearest = nearestName(name, known)
  const at = (last: string) => fieldPath(`/${[...steps, last].join("/")}`)
  return `unknown field ${at(name)}${nearest ? `, did you mean ${at(nearest)}?` : ""}`
}

/** The sub-schema of the object that the steps of a pointer lead to. */
const objectAt = (root: TSchema, steps: string[]): TSchema | undefined =>
  steps.reduce<TSchema | undefined>(
    (schema, step) => (schema?.type === "array" ? schema.items : schema?.properties?.[step]),
    root,
  )

/** The known name that `name` begins, or within an edit distance of a third of its length; case does not count. */
export const nearestName = (name: string, known: string[]): string | undefined => {
  const scored = known
    .map(candidate => ({ candidate, distance: nameDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
  scored.sort((a, b) => a.distance - b.distance)
  return scored[0]?.candidate
}

const MIN_PREFIX_LENGTH = 3

const nameDistance = (name: string, candidate: string): number =>
  name.length >= MIN_PREFIX_LENGTH && candidate.startsWith(name) ? 0 : editDistance(name, candidate)

/** Levenshtein distance; names longer than 64 characters are cut, so that a hostile body stays cheap. */
const editDistance = (a: string, b: string): number => {
  const [s, t] = [a.slice(0, 64), b.slice(0, 64)]
  let row = Array.from({ length: t.length + 1 }, (_, j) => j)
  for (let i = 1; i <= s.length; i++) {
    const next = [i]
    for (let j = 1; j <= t.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (s[i - 1] === t[j - 1] ? 0 : 1))
    row = next
  }
  return row[t.length]
}
