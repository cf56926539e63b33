/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: value => typeof value === "string",
  boolean: value => typeof value === "boolean",
  null: value => value === null,
  number: value => typeof value === "number",
  integer: value => Number.isInteger(value),
}

/** Paths and reasons of a value that breaks a schema of a document; empty if it fits. */
export const misfits = (document: object, schema: JsonSchema, value: unknown, at = ""): string[] => {
  if (schema.$ref) return misfits(document, resolved(document, schema.$ref), value, at)
  const below = (child: JsonSchema, part: unknown, step: string) => misfits(document, child, part, `${at}/${step}`)
  if (schema.anyOf && !schema.anyOf.some(choice => misfits(document, choice, value).length === 0))
    return [`${at} fits none of ${schema.anyOf.length}`]
  const fitting = schema.oneOf?.filter(choice => misfits(document, choice, value).length === 0).length ?? 1
  if (fitting !== 1) return [`${at} fits ${fitting} of ${schema.oneOf?.length}`]
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some(type => TYPES[type]?.(value))) return [`${at} is no ${types.join(" or ")}`]
  if ("const" in schema && value !== schema.const) return [`${at} is not ${schema.const}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is none of ${schema.enum}`]
  return [
    ...(schema.allOf ?? []).flatMap(part => misfits(document, part, value, at)),
    ...(typeof value === "number" ? numberMisfits(schema, value, at) : []),
    ...(typeof value === "string" ? lengthMisfits(value.length, schema.minLength, schema.maxLength, at) : []),
    ...(typeof value === "string" && schema.pattern && !new RegExp(schema.pattern).test(value)
      ? [`${at} does not match ${schema.pattern}`]
      : []),
    ...(Array.isArray(value)
      ? [
          ...lengthMisfits(value.length, schema.minItems, schema.maxItems, at),
          ...value.flatMap((item, i) => (schema.items ? below(schema.items, item, String(i)) : [])),
        ]
      : []),
    ...(isObject(value) ? fieldMisfits(schema, value, at, below) : []),
  ]
}

const resolved = (document: object, reference: string): JsonSchema =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (here, step) => (here as Record<string, unknown>)[step.replaceAll("~1", "/")],
      document,
    ) as JsonSchema

const numberMisfits = (schema: JsonSchema, value: number, at: string): string[] => {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
  const fits = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
  return fits ? [] : [`${at} is out of range`]
}

const lengthMisfits = (length: number, min = 0, max = Infinity, at = ""): string[] =>
  length >= min && length <= max ? [] : [`${at} has a length of ${length}`]

const fieldMisfits = (
  { properties = {}, patternProperties = {}, required = [], additionalProperties = true }: JsonSchema,
  value: Record<string, unknown>,
  at: string,
  below: (schema: JsonSchema, part: unknown, step: string) => string[],
): string[] => [
  ...required.filter(name => !(name in value)).map(name => `${at}/${name} is missing`),
  ...Object.entries(value).flatMap(([name, part]) => {
    const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name))?.[1]
    const schema = properties[name] ?? matching
    if (schema) return below(schema, part, name)
    if (additionalProperties === false) return [`${at}/${name} is unknown`]
    return typeof additionalProperties === "object" ? below(additionalProperties, part, name) : []
  }),
]
