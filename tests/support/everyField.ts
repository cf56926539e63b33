import { KindGuard, type TObject, type TSchema, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import type { Path } from "../../domain/base/validation/path.ts"

/** Sends every field of a schema with a value other than its default, then searches for that value. */

type Fields = Record<string, unknown>

/** A part of a schema on the way to a field. */
interface Step {
  path: Path
  schema: TSchema
}

/** A field of an object, at any depth. */
interface Field {
  path: Path
  schema: TSchema
  /** Objects, lists and branches of unions around it, outermost first. */
  within: readonly Step[]
}

/** The way of a body through the service. */
export interface Way<Kept> {
  schema: TSchema
  /** Valid bodies; together they must let every field be set. */
  bodies: readonly object[]
  /** Stores a body. Throws for a refused body. */
  send: (body: Fields) => Kept | Promise<Kept>
  /** Objects that must have each field at its own path, by the name of the outcome. */
  copies?: Record<string, (kept: Kept) => unknown>
  /** Values that must differ by the field's value, by the name of the outcome. */
  effects?: Record<string, (kept: Kept) => unknown>
  /** Values of fields that only some values fit, by path without indices. */
  values?: Record<string, readonly unknown[]>
  /** Paths of renamed fields in copies, by their path without indices. */
  renamed?: Record<string, string>
  /** True for a field that the contract ignores in a body, or that an outcome does not concern. */
  isExempt?: (path: string, outcome: string, body: Fields) => boolean
}

/** Sample values; each field uses the values within its bounds. */
const NUMBERS = [0.05, 0.25, 1, 2, 3, 9, 20, 90, 120, 2027, 2030, 3000]
const TEXTS = ["walk-1", "walk-2"]

const nameOf = (path: Path): string => path.filter(step => typeof step === "string").join(".")

const holdsObjects = (schema: TSchema): boolean =>
  KindGuard.IsObject(schema) ||
  (KindGuard.IsArray(schema) && holdsObjects(schema.items)) ||
  (KindGuard.IsUnion(schema) && schema.anyOf.some(holdsObjects))

const fieldsWithin = (schema: TSchema, path: Path, within: readonly Step[]): Field[] => {
  const inner = [...within, { path, schema }]
  if (KindGuard.IsObject(schema))
    return Object.entries(schema.properties).flatMap(([name, field]) => fieldsOf(field, [...path, name], inner))
  if (KindGuard.IsArray(schema)) return fieldsWithin(schema.items, [...path, 0], inner)
  return schema.anyOf.filter(holdsObjects).flatMap((branch: TSchema) => fieldsWithin(branch, path, within))
}

/** The field itself if it accepts a plain value, and the fields within it. */
const fieldsOf = (schema: TSchema, path: Path, within: readonly Step[]): Field[] => {
  const branches: TSchema[] = KindGuard.IsUnion(schema) ? schema.anyOf : [schema]
  const [objects, plain] = [true, false].map(are => branches.filter(one => (holdsObjects(one) && !isFree(one)) === are))
  return [
    ...(plain!.length > 0 ? [{ path, schema: plain!.length > 1 ? Type.Union(plain!) : plain![0]!, within }] : []),
    ...objects!.flatMap(branch => fieldsWithin(branch, path, within)),
  ]
}

/** True for an object without fields of its own, which accepts any. */
const isFree = (schema: TSchema): boolean => KindGuard.IsObject(schema) && Object.keys(schema.properties).length === 0

/** Values that fit a schema alone; rules between fields may refuse some. */
const samplesOf = (schema: TSchema): unknown[] => {
  if (schema.enum) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (KindGuard.IsUnion(schema)) return schema.anyOf.flatMap(samplesOf)
  if (KindGuard.IsBoolean(schema)) return [true, false]
  if (KindGuard.IsNull(schema)) return [null]
  if (KindGuard.IsArray(schema)) return listsOf(schema)
  if (KindGuard.IsObject(schema)) return [smallest(schema)]
  const values: unknown[] = KindGuard.IsString(schema) ? TEXTS : NUMBERS
  return values.filter(value => Value.Check(schema, value))
}

/** Two different lists of the fewest entries. */
const listsOf = ({ items, minItems = 1 }: { items: TSchema; minItems?: number }): unknown[] => {
  const entries = samplesOf(items)
  const length = Math.max(1, minItems)
  return [0, 1].map(first => Array.from({ length }, (_, i) => entries[(first + i) % entries.length]))
}

const smallest = (schema: TSchema): unknown => {
  if (KindGuard.IsObject(schema))
    return Object.fromEntries((schema.required ?? []).map(name => [name, smallest(schema.properties[name]!)]))
  return samplesOf(schema)[0]
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (at as Fields | undefined)?.[step], value)

/** A copy of a body with a value at a path; undefined leaves the field out. */
const withValue = (body: Fields, { path, within }: Field, value: unknown): Fields => {
  // Unlike structuredClone, JSON gives each place an object of its own.
  const copy = JSON.parse(JSON.stringify({ body })) as { body: Fields }
  const put = (at: Path, put: unknown) => {
    const whole: Path = ["body", ...at]
    const parent = valueAt(copy, whole.slice(0, -1)) as Fields
    if (put === undefined) delete parent[whole.at(-1)!]
    else parent[whole.at(-1)!] = put
  }
  for (const { path: at, schema } of within) {
    if (isThere(copy.body, { path: at, schema })) continue
    put(at, KindGuard.IsArray(schema) ? [smallest(schema.items)] : smallest(schema))
  }
  put(path, value)
  return copy.body
}

/**
 * True if a step's object exists. Objects are filled later, so that they need not fit yet; a list decides the branch of
 * a union.
 */
const isThere = (body: Fields, { path, schema }: Step): boolean => {
  const there = valueAt(body, path)
  if (KindGuard.IsArray(schema)) return Array.isArray(there) && there.length > 0 && Value.Check(schema, there)
  return typeof there === "object" && there !== null && !Array.isArray(there)
}

/** Bodies that contain all parents of a field; every body if no body has them. */
const bodiesFor = ({ within }: Field, bodies: readonly Fields[]): readonly Fields[] => {
  const having = bodies.filter(body => within.every(step => isThere(body, step)))
  return having.length > 0 ? having : bodies
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "undefined"

/**
 * Faults of a way, by field: no body can set it, a copy lacks it, or it has no effect.
 * @param only name of the fields to check; default: all
 */
export const lostFields = async <Kept>(way: Way<Kept>, only?: string): Promise<string[]> => {
  const fields = fieldsOf(way.schema, [], []).filter(({ path }) => only === undefined || path.at(-1) === only)
  const found = await Promise.all(fields.map(field => lossesOf(field, way)))
  return [...new Set(found.flat())]
}

/** Maximum number of values tried for a field in a body. */
const TRIED = 3

const lossesOf = async <Kept>(field: Field, way: Way<Kept>): Promise<string[]> => {
  const { copies = {}, effects = {}, isExempt = () => false } = way
  const name = nameOf(field.path)
  const place = way.renamed?.[name]?.split(".") ?? field.path
  const without = new Set(Object.keys(effects).filter(outcome => !isExempt(name, outcome, {})))
  const losses: string[] = []
  let isSet = false
  for (const body of bodiesFor(field, way.bodies as readonly Fields[])) {
    const { absent, taken } = await tried(field, way, body)
    for (const [outcome, copyOf] of Object.entries(copies)) {
      const found = (kept: Kept) => textOf(valueAt(copyOf(kept), place))
      const ofDefault = absent === undefined ? undefined : found(absent)
      for (const { sample, sent, kept } of taken) {
        if (isExempt(name, outcome, sent) || ofDefault === textOf(sample)) continue
        isSet = true
        if (found(kept) !== textOf(sample)) losses.push(`${name} is lost: ${outcome}`)
      }
    }
    for (const outcome of without) {
      const worked = [...(absent === undefined ? [] : [absent]), ...taken.map(({ kept }) => kept)]
      if (new Set(worked.map(kept => textOf(effects[outcome]!(kept)))).size > 1) without.delete(outcome)
    }
    isSet ||= taken.length > 0 && Object.keys(copies).length === 0
  }
  if (!isSet && Object.keys(copies).some(outcome => !isExempt(name, outcome, {})))
    return [`${name} cannot be set in any of the bodies`]
  return [...losses, ...[...without].map(outcome => `${name} has no effect: ${outcome}`)]
}

/** Sends a body without a field, and with some of the values that the way accepts. */
const tried = async <Kept>(field: Field, way: Way<Kept>, body: Fields) => {
  const taken: { sample: unknown; sent: Fields; kept: Kept }[] = []
  for (const sample of way.values?.[nameOf(field.path)] ?? samplesOf(field.schema)) {
    const sent = withValue(body, field, sample)
    const kept = await outcomeOf(way, sent)
    if (kept !== undefined) taken.push({ sample, sent, kept })
    if (taken.length === TRIED) break
  }
  return { absent: await outcomeOf(way, withValue(body, field, undefined)), taken }
}

const outcomeOf = async <Kept>({ send }: Way<Kept>, body: Fields): Promise<Kept | undefined> => {
  try {
    return await send(body)
  } catch {
    return undefined
  }
}

/** Copies of a schema with one more field in one of its objects each, by the path of that object. */
export const withMadeUpFields = <S extends TSchema>(
  schema: S,
  name: string,
  made: TSchema,
): [path: string, schema: S][] => {
  const places = objectsOf(schema, [])
  return places.map(place => {
    const copy = structuredCopy(schema)
    const object = place.reduce<unknown>((at, step) => (at as Fields)[step], copy) as TObject
    object.properties = { ...object.properties, [name]: made }
    return [place.filter(step => !["properties", "items", "anyOf"].includes(step)).join("."), copy]
  })
}

/** Paths of the objects within a schema. */
const objectsOf = (schema: TSchema, path: string[]): string[][] => {
  if (KindGuard.IsArray(schema)) return objectsOf(schema.items, [...path, "items"])
  if (KindGuard.IsUnion(schema)) return schema.anyOf.flatMap((one, i) => objectsOf(one, [...path, "anyOf", `${i}`]))
  if (!KindGuard.IsObject(schema) || isFree(schema)) return []
  const inner = Object.entries(schema.properties)
  return [path, ...inner.flatMap(([name, field]) => objectsOf(field, [...path, "properties", name]))]
}

/** TypeBox marks its kinds with symbols, which structuredClone leaves out. */
const structuredCopy = <T>(value: T): T => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(structuredCopy) as T
  return Object.fromEntries(
    Reflect.ownKeys(value).map(key => [key, structuredCopy((value as Record<string | symbol, unknown>)[key])]),
  ) as T
}
