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

/** Schema of a string out of `values`; `{type: "string", enum}` in OpenAPI. */
export const StringEnum = <const T extends string>(values: readonly T[], options: object = {}) =>
  ({ ...options, [Kind]: "StringEnum", type: "string", enum: values }) as unknown as StringEnumSchema<T>

/** Schema of an object that refuses unknown fields. */
export const Strict = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** Options that give another schema this schema's description. */
export const described = ({ description }: TSchema) => (description === undefined ? {} : { description })

/** Schema of a value or null, with the value's description unless another is given. */
export const orNull = <T extends TSchema>(schema: T, description = schema.description) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

FormatRegistry.Set("date-time", text => INSTANT.test(text))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
FormatRegistry.Set("uuid", text => UUID.test(text))

/** Schema of an instant on the wire: ISO 8601 in UTC with milliseconds and Z. */
export const Instant = (description: string) => Type.String({ format: "date-time", description })

/**
 * Schema of one line of text without control characters, which lists cannot show. Without `minLength` it may be empty.
 */
export const TextLine = (options: { minLength?: number; maxLength: number; description: string }) =>
  Type.String({ pattern: "^[^\\u0000-\\u001f\\u007f]*$", textForm: "no-control-characters", ...options })

/** Schema of an e-mail address, without spaces and control characters. */
export const EmailAddress = () =>
  Type.String({
    maxLength: 320,
    pattern: "^[^@\\s\\u0000-\\u001f\\u007f]+@[^@\\s\\u0000-\\u001f\\u007f]+$",
    textForm: "email",
    description: "E-mail address",
  })

/** Schema of a telephone number as people write it. */
export const PhoneNumber = () => TextLine({ minLength: 1, maxLength: 40, description: "Telephone number, as typed" })
