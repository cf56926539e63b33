import { type Static, type TArray, type TObject, type TOptional, type TSchema, Type } from "@sinclair/typebox"

/**
 * Defaults of a schema that are stored with a value. A field declares its default once, in the schema; `fill` applies
 * every default and `Filled` is the type of the result.
 *
 * - `filled` fields are optional in the request and always present afterwards.
 * - `fill` copies every other field of the value, so that a new field is never dropped.
 * - Only `unstored` fields are left out of the copy.
 * - A `default` without `filled` is documentation: the field stays absent.
 */
const FILL: unique symbol = Symbol("fill")
const UNSTORED: unique symbol = Symbol("unstored")

/** Surroundings of a field: its object, the object's place in a list, and the whole value. */
export interface Around {
  // biome-ignore lint/suspicious/noExplicitAny: fields of any schema
  object: any
  index: number
  // biome-ignore lint/suspicious/noExplicitAny: a value of any schema
  whole: any
}

type Fill = (value: unknown, around: Around) => unknown
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
type Optional<T extends TSchema> = ReturnType<typeof optional<T>>
type FilledField<T extends TSchema> = Optional<T> & { [FILL]: Fill }
type UnstoredField<T extends TSchema> = Optional<T> & { [UNSTORED]: true }

/** An optional field that always has a value once filled: by default the schema's `default`. */
export const filled = <T extends TSchema>(
  schema: T,
  fillWith: Fill = value => value ?? schema.default,
): FilledField<T> => Object.assign(optional(schema), { [FILL]: fillWith })

/** An optional field whose value may depend on others; without a value it stays absent. */
export const filledIf = <T extends TSchema>(schema: T, fillWith: Fill): Optional<T> =>
  Object.assign(optional(schema), { [FILL]: fillWith })

/** An optional field that is read from the value and not stored with it. */
export const unstored = <T extends TSchema>(schema: T): UnstoredField<T> =>
  Object.assign(optional(schema), { [UNSTORED]: true as const })

type Present<P> = {
  [K in keyof P]: P[K] extends { [UNSTORED]: true }
    ? never
    : P[K] extends { [FILL]: Fill }
      ? K
      : P[K] extends TOptional<TSchema>
        ? never
        : K
}[keyof P]
type Stored<P> = { [K in keyof P]: P[K] extends { [UNSTORED]: true } ? never : K }[keyof P]
type FilledOf<S> = S extends TSchema ? Filled<S> : never

/** Type of a value of a schema with its defaults. */
export type Filled<T extends TSchema> =
  T extends TArray<infer Item>
    ? Filled<Item>[]
    : T extends TObject<infer P>
      ? { [K in Present<P>]: FilledOf<P[K]> } & { [K in Exclude<Stored<P>, Present<P>>]?: FilledOf<P[K]> }
      : Static<T>

/** A copy of a valid value with the defaults of its schema. Fields that are undefined count as absent. */
export const fill = <T extends TSchema>(schema: T, value: Static<T>): Filled<T> =>
  filledValue(schema, value, 0, value) as Filled<T>

const filledValue = (schema: TSchema, value: unknown, index: number, whole: unknown): unknown => {
  if (Array.isArray(value))
    return schema.items ? value.map((item, i) => filledValue(schema.items, item, i, whole)) : value
  if (value === null || typeof value !== "object" || !schema.properties) return value
  const properties: Record<string, TSchema & { [FILL]?: Fill; [UNSTORED]?: true }> = schema.properties
  const names = new Set([...Object.keys(value), ...Object.keys(properties)])
  const fields = [...names].flatMap(name => {
    const field = properties[name]
    const fieldValue = (value as Record<string, unknown>)[name]
    if (!field) return [[name, fieldValue]]
    if (field[UNSTORED]) return []
    const content = field[FILL] ? field[FILL](fieldValue, { object: value, index, whole }) : fieldValue
    return content === undefined ? [] : [[name, filledValue(field, content, 0, whole)]]
  })
  return Object.fromEntries(fields)
}
