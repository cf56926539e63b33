import { KindGuard, type TSchema } from "@sinclair/typebox"
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value"
import { FORMER_CONTROLLER } from "../controllers.ts"
import type { Path } from "./path.ts"
import type { Expected, TextForm } from "./rules.ts"
import { type Violation, violation, withPaths } from "./violation.ts"

/** Maximum number of violations per body; more would only hide the first. */
const MAX_VIOLATIONS = 50

/** Violations of `value` under `schema`, one per field, in the order of the schema. */
export const violations = (schema: TSchema, value: unknown): Violation[] => {
  const counted = withCharactersOfOneUnit(value, schema)
  // Faster than a search for errors, most of all in years of hours.
  if (Value.Check(schema, counted)) return unstorableTexts(schema, value)
  const byPath = new Map<string, Violation>()
  for (const error of Value.Errors(schema, counted)) {
    if (byPath.has(error.path)) continue
    violationsAt(error, schema, counted).forEach((each, i) => {
      byPath.set(i === 0 ? error.path : `${error.path} ${i}`, each)
    })
    if (byPath.size >= MAX_VIOLATIONS || isFarTooLong(error)) break
  }
  return [...byPath.values()]
}

/**
 * Violations behind an error. For a union they come from the only branch for the value's kind. Without one, or if it is
 * a closed set, the union's error lists all branches.
 */
const violationsAt = (error: ValueError, root: TSchema, value: unknown): Violation[] => {
  const branch = error.type === ValueErrorType.Union ? branchOf(error.schema, error.value) : undefined
  if (!branch) return [violationOf(error, root, value)]
  const place = pathOf(error.path, value)
  return violations(branch, error.value).map(inner => withPaths(inner, path => [...place, ...path]))
}

/** Only branch of a union for values of this kind; undefined if there are several or none, or if it is a closed set. */
const branchOf = ({ anyOf }: TSchema, value: unknown): TSchema | undefined => {
  const types = typesOf(value)
  const branches = (anyOf as TSchema[]).filter(({ type }) => types.includes(type))
  return branches.length === 1 && !isClosed(branches[0]!) ? branches[0] : undefined
}

/** True for a closed set of values, which is listed with the other branches. */
const isClosed = (schema: TSchema): boolean => schema.enum !== undefined || schema.const !== undefined

const typesOf = (value: unknown): string[] => {
  if (typeof value === "number") return ["number", "integer"]
  if (typeof value === "string") return ["string"]
  return typeof value === "object" && value !== null ? [Array.isArray(value) ? "array" : "object"] : []
}

/** Maximum entries of an overlong list that are still checked; for a longer list only the length is a violation. */
const MAX_ENTRIES_LOOKED_AT = 10_000
const isFarTooLong = ({ type, value }: ValueError): boolean =>
  type === ValueErrorType.ArrayMaxItems && (value as unknown[]).length > MAX_ENTRIES_LOOKED_AT

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g
/** Replacement of a character that UTF-16 writes in two units. */
const ONE_UNIT = "\ufffd"

/**
 * Copy of a value whose texts have one UTF-16 unit per character; the value itself if no text has a pair. JSON Schema
 * counts characters (draft 2020-12, validation, 6.3.1), TypeBox counts units.
 */
const withCharactersOfOneUnit = (value: unknown, schema: TSchema): unknown =>
  hasPair(value, schema) ? withoutPairs(value, schema) : value

/**
 * True if a text of `value` has a surrogate pair. Checked before copying, because a body may be half a million numbers.
 */
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

/** True for a list or object whose schema may limit the length of texts inside. */
const isLookedInto = (value: unknown, schema: TSchema | undefined): value is Container =>
  typeof value === "object" &&
  value !== null &&
  !isPassedBy(value, schema) &&
  (schema?.type === undefined || schema.type === (Array.isArray(value) ? "array" : "object"))

/** Field names of an object that its schema knows; all names for a union or a schema of arbitrary names. */
const namesLookedAt = (value: Container, schema: TSchema | undefined): string[] =>
  Object.keys(schema?.properties && typeof schema.additionalProperties !== "object" ? schema.properties : value)

/** Schema of an object's field or of a list's entry. */
const fieldOf = (schema: TSchema | undefined, name: string): TSchema | undefined =>
  schema?.properties?.[name] ?? schema?.items

/**
 * True for a text that the database can store. JSON can write U+0000 and halves of surrogate pairs (RFC 8259, 8.2); the
 * database cannot.
 */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** True for a list of arbitrary values: each entry is checked later, under its own schema. */
const isPassedBy = (value: object, schema?: TSchema): boolean =>
  Array.isArray(value) && schema?.items !== undefined && KindGuard.IsUnknown(schema.items)

/** Violations by texts in `value`, names of fields included, that cannot be stored. */
const unstorableTexts = (root: TSchema, value: unknown): Violation[] => {
  const broken: Violation[] = []
  const open: [value: unknown, place?: Place | undefined, schema?: TSchema | undefined][] = [[value, undefined, root]]
  const push = (child: unknown, step: string | number, within: Place | undefined, schema: TSchema | undefined) => {
    // A year of numbers holds no text.
    if (typeof child === "string" ? !isStorable(child) : typeof child === "object" && child !== null)
      open.push([child, { step, within }, schema])
  }
  for (let next = open.pop(); next && broken.length < MAX_VIOLATIONS; next = open.pop()) {
    const [at, place, schema] = next
    if (typeof at === "string" && !isStorable(at)) broken.push(violation(pathTo(place), "storable-text"))
    if (typeof at !== "object" || at === null || isPassedBy(at, schema)) continue
    if (Array.isArray(at)) for (let i = at.length - 1; i >= 0; i--) push(at[i], i, place, schema?.items)
    else {
      const names = Object.keys(at)
      if (!names.every(isStorable)) broken.push(violation(pathTo(place), "storable-names"))
      for (const name of names.reverse()) push((at as Container)[name], name, place, fieldOf(schema, name))
    }
  }
  return broken
}

/** Linked step of a path, because values may be nested a hundred thousand levels deep. */
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

/** Path of a JSON pointer (RFC 6901) in `value`. */
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

/** Violation of the rule that a value breaks. */
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
    case ValueErrorType.NumberMultipleOf:
      return violation(path, "multiple-of", { step: schema.multipleOf })
    default:
      if (value === FORMER_CONTROLLER && schema.enum?.includes("selfConsumption"))
        return violation(path, "former-controller", { value })
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
  const names = Object.keys(objectAt(root, parent)?.properties ?? {})
  const nearest = nearestName(String(path.at(-1)), names)
  return violation(path, "unknown-field", nearest === undefined ? {} : { other: [...parent, nearest] })
}

/** Schema of the object at a path. */
const objectAt = (root: TSchema, steps: Path): TSchema | undefined =>
  steps.reduce<TSchema | undefined>(
    (schema, step) => (schema?.type === "array" ? schema.items : schema?.properties?.[step]),
    root,
  )

/**
 * Nearest known name: `name` is its beginning, or within an edit distance of a third of its length. Case is ignored.
 */
export const nearestName = (name: string, candidates: string[]): string | undefined => {
  const lower = name.toLowerCase()
  const scored = candidates.flatMap(candidate => {
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

/** Levenshtein distance, or `most` + 1 if it is larger. The bound keeps hostile bodies cheap. */
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
