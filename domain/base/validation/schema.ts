import { FormatRegistry, Kind, type TSchema, Type, TypeRegistry } from "@sinclair/typebox"

interface StringEnumSchema<T extends string> extends TSchema {
  [Kind]: "StringEnum"
  static: T
  type: "string"
  enum: readonly T[]
}

TypeRegistry.Set<StringEnumSchema<string>>(
  "StringEnum",
  (schema, value) => typeof value === "string" && schema.enum.includes(value),
)

/** A string that is one of `values`; `{type: "string", enum}` in OpenAPI. */
export const StringEnum = <const T extends string>(values: readonly T[], options: object = {}) =>
  ({ ...options, [Kind]: "StringEnum", type: "string", enum: values }) as unknown as StringEnumSchema<T>

/** An object that refuses fields it does not know. */
export const Strict = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** The options that give another schema the description of this one. */
export const described = ({ description }: TSchema) => (description === undefined ? {} : { description })

/** A value or null; described as the value unless otherwise. */
export const orNull = <T extends TSchema>(schema: T, description = schema.description) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

FormatRegistry.Set("date-time", text => INSTANT.test(text))

/** An instant on the wire: ISO 8601 in UTC with milliseconds and Z. */
export const Instant = (description: string) => Type.String({ format: "date-time", description })

/** One line of text: no control characters, which no list shows. Without `minLength` it may be empty. */
export const TextLine = (options: { minLength?: number; maxLength: number; description: string }) =>
  Type.String({ pattern: "^[^\\u0000-\\u001f\\u007f]*$", textForm: "no-control-characters", ...options })
