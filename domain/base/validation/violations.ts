import { KindGuard, type TSchema } from "@sinclair/typebox"
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value"
import type { Path } from "./path.ts"
import type { Expected, TextForm } from "./rules.ts"
import { type Violation, violation, withPaths } from "./violation.ts"

/** At most this many violations are listed for one body; more would only bury the first ones. */
const MAX_VIOLATIONS = 50

/** Violations of `value` under `schema`, one a field, in the order of the schema. */
export const violations = (schema: TSchema, value: unknown): Violation[] => {
  const counted = withCharactersOfOneUnit(value, schema)
  // Faster than a search for errors, most of all in years of hours.
  if (Value.Check(schema, counted)) return unstorableTexts(schema, value)
  const found = new Map<string, Violation>()
  for (const error of Value.Errors(schema, counted)) {
    if (found.has(error.path)) continue
    violationsAt(error, schema, counted).forEach((one, i) => {
      found.set(i === 0 ? error.path : `${error.path} ${i}`, one)
    })
    if (found.size >= MAX_VIOLATIONS || isFarTooLong(error)) break
  }
  return [...found.values()]
}

/**
 * Violations behind an error: for a union the violations of its branch, if a single branch has the value's kind. For a
 * text outside a closed set: the set, and the other branches.
 */
const violationsAt = (error: ValueError, root: TSchema, value: unknown): Violation[] => {
  const branch = error.type === ValueErrorType.Union ? branchOf(error.schema, error.value) : undefined
  if (!branch) return [violationOf(error, root, value)]
  const place = pathOf(error.path, value)
  return violations(branch, error.value).map(one => withPaths(one, path => [...place, ...path]))
}

/** The branch of a union for values of a kind, if there is one. */
const branchOf = ({ anyOf }: TSchema, value: unknown): TSchema | undefined => {
  const types = typesOf(value)
  const branches = (anyOf as TSchema[]).filter(({ type }) => types.includes(type))
  return branches.length === 1 && !isClosed(branches[0]!) ? branches[0] : undefined
}

/** A closed set is listed with the other branches. */
const isClosed = (schema: TSchema): boolean => schema.enum !== undefined || schema.const !== undefined

const typesOf = (value: unknown): string[] => {
  if (typeof value === "number") return ["number", "integer"]
  if (typeof value === "string") return ["string"]
  return typeof value === "object" && value !== null ? [Array.isArray(value) ? "array" : "object"] : []
}

/** Entries of a list that is too long and still looked at; of a longer one only the length is a violation. */
const MAX_ENTRIES_LOOKED_AT = 10_000
const isFarTooLong = ({ type, value }: ValueError): boolean =>
  type === ValueErrorType.ArrayMaxItems && (value as unknown[]).length > MAX_ENTRIES_LOOKED_AT

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g
/** Stands for a character that UTF-16 writes in two units. */
const ONE_UNIT = "\ufffd"

/**
 * A value whose texts are as long in UTF-16 units as in characters: JSON Schema counts characters (draft 2020-12,
 * validation, 6.3.1), TypeBox counts units. The value itself if no text has a pair.
 */
const withCharactersOfOneUnit = (value: unknown, schema: TSchema): unknown =>
  hasPair(value, schema) ? withoutPairs(value, schema) : value

/** True if a text of `value` has a pair. Asked before anything is copied: a body may be half a million numbers. */
const hasPair = (value: unknown, schema: TSchema | undefined): boolean => {
  if (typeof value === "string") return SURROGATE_PAIR.test(value)
  if (!isLookedInto(value, schema)) return false
  if (Array.isArray(value)) {
    for (const entry of value) if (hasPair(entry, schema?.items)) return true
    return false
  }
  for (const name of namesLookedAt(value, schema)) if (hasPair(value[name], fieldOf(schema, name))) return true
  return false
}

const withoutPairs = (value: unknown, schema: TSchema | undefined): unknown => {
  if (typeof value === "string") return value.replace(SURROGATE_PAIRS, ONE_UNIT)
  if (!isLookedInto(value, schema)) return value
  if (Array.isArray(value)) return value.map(entry => withoutPairs(entry, schema?.items))
  const names = namesLookedAt(value, schema).filter(name => Object.hasOwn(value, name))
  return {
    ...value,
    ...Object.fromEntries(names.map(name => [name, withoutPairs(value[name], fieldOf(schema, name))])),
  }
}

type Container = Record<string, unknown>

/** A list or object of which the schema says more than that: in any other no text has a length. */
const isLookedInto = (value: unknown, schema: TSchema | undefined): value is Container =>
  typeof value === "object" &&
  value !== null &&
  !isPassedBy(value, schema) &&
  (schema?.type === undefined || schema.type === (Array.isArray(value) ? "array" : "object"))

/** Names of an object that its schema knows; every name if the schema is a union or has a schema for any name. */
const namesLookedAt = (value: Container, schema: TSchema | undefined): string[] =>
  Object.keys(schema?.properties && typeof schema.additionalProperties !== "object" ? schema.properties : value)

/** The schema of a field of an object, or of an entry of a list. */
const fieldOf = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  schema?.properties?.[name] ?? schema?.items

/** U+0000 and halves of surrogate pairs: JSON can write them (RFC 8259, 8.2), no database text holds them. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** Entries of any kind are looked at when their own schema is known. */
const isPassedBy = (value: object, schema?: TSchema): boolean =>
  Array.isArray(value) && schema?.items !== undefined && KindGuard.IsUnknown(schema.items)

/** Each text in `value`, names of fields included, that cannot be stored. */
const unstorableTexts = (root: TSchema, value: unknown): Violation[] => {
  const found: Violation[] = []
  const open: [value: unknown, place?: Place | undefined, schema?: TSchema | undefined][] = [[value, undefined, root]]
  const push = (child: unknown, step: string | number, within: Place | undefined, schema: TSchema | undefined) => {
    // A year of numbers holds no text.
    if (typeof child === "string" ? !isStorable(child) : typeof child === "object" && child !== null)
      open.push([child, { step, within }, schema])
  }
  for (let next = open.pop(); next && found.length < MAX_VIOLATIONS; next = open.pop()) {
    const [at, place, schema] = next
    if (typeof at === "string" && !isStorable(at)) found.push(violation(pathTo(place), "storable-text"))
    if (typeof at !== "object" || at === null || isPassedBy(at, schema)) continue
    if (Array.isArray(at)) for (let i = at.length - 1; i >= 0; i--) push(at[i], i, place, schema?.items)
    else {
      const names = Object.keys(at)
      if (!names.every(isStorable)) found.push(violation(pathTo(place), "storable-names"))
      for (const name of names.reverse()) push((at as Container)[name], name, place, fieldOf(schema, name))
    }
  }
  return found
}

/** A step of a path and the steps before it: a value may lie a hundred thousand levels deep. */
interface Place {
  step: string | number
  within: Place | undefined
}

const pathTo = (place: Place | undefined): Path => {
  const path: (string | number)[] = []
  for (let at = place; at; at = at.within) path.push(at.step)
  return path.reverse()
}

const stepOf = (parent: unknown, name: string): string | number => (Array.isArray(parent) ? Number(name) : name)

const unescapePointer = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~")

/** The path that a JSON pointer (RFC 6901) names in `value`. */
const pathOf = (pointer: string, value: unknown): Path => {
  let at = value
  return pointer
    .split("/")
    .slice(1)
    .map(escaped => {
      const step = stepOf(at, unescapePointer(escaped))
      at = (at as Record<string | number, unknown> | null | undefined)?.[step]
      return step
    })
}

const violationOf = (error: ValueError, root: TSchema, value: unknown): Violation => {
  const path = pathOf(error.path, value)
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return unknownField(path, root)
  if (error.type === ValueErrorType.ObjectRequiredProperty) return violation(path, "required")
  return requirement(path, error)
}

/** The rule that a value breaks. */
const requirement = (path: Path, { type, schema, value }: ValueError): Violation => {
  switch (type) {
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return violation(path, "at-least", { minimum: schema.minimum })
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return violation(path, "at-most", { maximum: schema.maximum })
    case ValueErrorType.NumberExclusiveMinimum:
    case ValueErrorType.IntegerExclusiveMinimum:
      return violation(path, "above", { limit: schema.exclusiveMinimum })
    case ValueErrorType.NumberExclusiveMaximum:
    case ValueErrorType.IntegerExclusiveMaximum:
      return violation(path, "below", { limit: schema.exclusiveMaximum })
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1
        ? violation(path, "not-empty")
        : violation(path, "at-least-characters", { minimum: schema.minLength })
    case ValueErrorType.StringMaxLength:
      return violation(path, "at-most-characters", { maximum: schema.maxLength })
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringPattern:
      return schema.textForm
        ? violation(path, "text-form", { form: schema.textForm as TextForm })
        : violation(path, "matches", { expression: schema.pattern ?? schema.format })
    case ValueErrorType.ArrayMinItems:
      return violation(path, "at-least-entries", { minimum: schema.minItems })
    case ValueErrorType.ArrayMaxItems:
      return violation(path, "at-most-entries", { maximum: schema.maxItems })
    case ValueErrorType.Integer:
      return typeof value === "number"
        ? violation(path, "whole-number")
        : violation(path, "type", { expected: [{ type: "number" }] })
    default:
      return violation(path, "type", { expected: expected(schema) })
  }
}

const expected = (schema: TSchema): Expected[] => {
  if (schema.enum) return [{ values: schema.enum }]
  if (schema.anyOf) return schema.anyOf.flatMap(expected)
  if (schema.const !== undefined) return [{ constant: schema.const }]
  return [{ type: schema.type ?? "other" }]
}

const unknownField = (path: Path, root: TSchema): Violation => {
  const parent = path.slice(0, -1)
  const known = Object.keys(objectAt(root, parent)?.properties ?? {})
  const nearest = nearestName(String(path.at(-1)), known)
  return violation(path, "unknown-field", nearest === undefined ? {} : { other: [...parent, nearest] })
}

/** The sub-schema of the object that a path leads to. */
const objectAt = (root: TSchema, steps: Path): TSchema | undefined =>
  steps.reduce<TSchema | undefined>(
    (schema, step) => (schema?.type === "array" ? schema.items : schema?.properties?.[step]),
    root,
  )

/** The known name that `name` begins, or within an edit distance of a third of its length; case does not count. */
export const nearestName = (name: string, known: string[]): string | undefined => {
  const lower = name.toLowerCase()
  const scored = known.flatMap(candidate => {
    const most = Math.max(2, Math.floor(candidate.length / 3))
    const distance = nameDistance(lower, candidate.toLowerCase(), most)
    return distance <= most ? [{ candidate, distance }] : []
  })
  scored.sort((a, b) => a.distance - b.distance)
  return scored[0]?.candidate
}

const MIN_PREFIX_LENGTH = 3

const nameDistance = (name: string, candidate: string, most: number): number =>
  name.length >= MIN_PREFIX_LENGTH && candidate.startsWith(name) ? 0 : editDistance(name, candidate, most)

/** Levenshtein distance, or `most` + 1 if it is more: computed only that far, so that a hostile body stays cheap. */
const editDistance = (s: string, t: string, most: number): number => {
  if (Math.abs(s.length - t.length) > most) return most + 1
  let row = Array.from({ length: t.length + 1 }, (_, j) => j)
  for (let i = 1; i <= s.length; i++) {
    const next = [i]
    for (let j = 1; j <= t.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (s[i - 1] === t[j - 1] ? 0 : 1))
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[t.length]!
}
