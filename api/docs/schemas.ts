import { OptionalKind, type TSchema } from "@sinclair/typebox"
import type { Shown } from "./shown.ts"
import { withUnits } from "./units.ts"

/** The schemas of one document. */
export interface Schemas {
  /** A schema as the document shows it; an object without a name takes `name` if the document needs one. */
  show(schema: TSchema | Shown, name: string): Shown
  /** The schemas with names, which the others refer to. */
  components(): Record<string, Shown>
}

const PREFIX = "#/components/schemas/"

/**
 * Schemas of a document in a form that other tools read well. Each object has a name and is written once, "or null" is
 * one more type, and a default does not promise that the field is present.
 * @param named schemas with names of their own
 */
export const createSchemas = (named: Readonly<Record<string, TSchema>>): Schemas => {
  const components = new Map<string, Shown>()
  /** Names by the text of the schemas. */
  const names = new Map<string, string>()
  const refer = (name: string): Shown => ({ $ref: `${PREFIX}${name}` })

  const put = (shown: Shown, wanted: string): Shown => {
    const text = JSON.stringify(shown)
    const shared = names.get(text)
    if (shared) return refer(shared)
    let name = wanted
    for (let number = 2; components.has(name); number++) name = `${wanted}${number}`
    names.set(text, name)
    components.set(name, shown)
    return refer(name)
  }

  const showObject = (schema: Shown, name: string): Shown => {
    const { properties = {}, required = [], examples: _, ...rest } = schema
    const fields = Object.entries(properties).map(([field, child]): [string, Shown] => {
      const shown = withUnits(show(child, name + pascal(field)), field)
      return [field, required.includes(field) ? shown : withoutDefault(shown)]
    })
    return { ...rest, properties: Object.fromEntries(fields), ...(required.length > 0 ? { required } : {}) }
  }

  const showUnion = ({ anyOf = [], ...rest }: Shown, name: string): Shown => {
    const nonNull = anyOf.filter(({ type }) => type !== "null")
    const isNullable = nonNull.length < anyOf.length
    const [only] = nonNull
    if (isNullable && only && nonNull.length === 1) return orNull(show(only, name), rest)
    const field = discriminatorOf(nonNull)
    const choices = nonNull.map((choice, index) =>
      show(choice, name + (field ? pascal(String(choice.properties?.[field]?.const)) : String(index + 1))),
    )
    if (!field) return { ...rest, anyOf: isNullable ? [...choices, { type: "null" }] : choices }
    const mapping = Object.fromEntries(
      nonNull.map((choice, index) => [String(choice.properties?.[field]?.const), choices[index]?.$ref]),
    )
    return { ...rest, oneOf: choices, discriminator: { propertyName: field, mapping } }
  }

  const showContent = (schema: Shown, name: string): Shown => {
    if (schema.anyOf) return showUnion(schema, name)
    if (schema.items) return { ...schema, items: show(schema.items, singular(name)) }
    if (schema.patternProperties) {
      const { patternProperties, ...rest } = schema
      const [values] = Object.values(patternProperties)
      return { ...rest, additionalProperties: values ? show(values, `${name}Value`) : true }
    }
    if (schema.type === "object") return { additionalProperties: true, ...schema }
    if ("const" in schema && schema.type === undefined) return { type: typeof schema.const, ...schema }
    return schema
  }

  const show = (source: TSchema | Shown, name: string): Shown => {
    const { [OUR_OWN]: _, ...schema } = { ...source } as Shown
    if (schema.$ref) return schema
    const ownName = givenNames.get(JSON.stringify(source))
    if (ownName) return refer(ownName)
    return hasFields(schema) ? put(showObject(schema, name), name) : showContent(schema, name)
  }

  const givenNames = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))
  for (const [name, schema] of Object.entries(named)) {
    const shown = hasFields(schema) ? showObject(schema as Shown, name) : showContent(schema as Shown, name)
    components.set(name, shown)
    names.set(JSON.stringify(shown), name)
  }
  return { show, components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Keyword of our schemas that other tools do not know: the sentence for a pattern. */
const OUR_OWN = "textForm"

const hasFields = (schema: TSchema | Shown): boolean =>
  schema.type === "object" && Object.keys((schema as Shown).properties ?? {}).length > 0

/** `maxKw` and `heat-pump` as parts of a name. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const singular = (name: string): string =>
  name.endsWith("ies") ? `${name.slice(0, -3)}y` : /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`

/**
 * Moves the default of a field to its description, because client generators treat fields with a default as required.
 */
const withoutDefault = (schema: Shown): Shown => {
  if (!("default" in schema)) return schema
  const { default: value, description = "", ...rest } = schema
  const isSaid = /default/i.test(description)
  const said = isSaid ? description : `${description}${description ? ". " : ""}Default: ${JSON.stringify(value)}`
  return { ...rest, description: said, "x-default": value }
}

const orNull = (shown: Shown, rest: Shown): Shown => {
  const { type, enum: values, ...typeless } = shown
  if (typeof type !== "string") return { ...rest, anyOf: [shown, { type: "null" }] }
  return { ...typeless, ...rest, type: [type, "null"], ...(values ? { enum: [...values, null] } : {}) }
}

/** The field by which the choices of a union differ: each is an object that requires it, with a constant of its own. */
const discriminatorOf = (choices: readonly Shown[]): string | undefined => {
  if (choices.length < 2) return undefined
  return choices[0]?.required?.find(field => {
    const values = choices.map(({ properties, required }) =>
      required?.includes(field) ? properties?.[field]?.const : undefined,
    )
    return !values.includes(undefined) && new Set(values).size === choices.length
  })
}

/** True if a property may be absent. */
export const isOptional = (schema: TSchema): boolean => OptionalKind in schema
