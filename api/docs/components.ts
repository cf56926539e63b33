import type { TSchema } from "@sinclair/typebox"

/**
 * A document with each of the named schemas once, under components, and a reference wherever it was. Schemas are identified
 * by what they say: two that are equal are one.
 */
export const withComponents = (document: object, named: Record<string, TSchema>): object => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (typeof value !== "object" || value === null) return value
    const name = isSchema(value) ? names.get(JSON.stringify(value)) : undefined
    return name ? { $ref: `#/components/schemas/${name}` } : referWithin(value)
  }
  const referWithin = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== OUR_OWN)
        .map(([key, child]) => [key, refer(child)]),
    )
  const { components, ...rest } = document as { components?: object }
  const schemas = Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, referWithin(schema)]))
  return { ...referWithin(rest), components: { ...components, schemas } }
}

/** A word of our schemas that means nothing to others: the sentence for a pattern. */
const OUR_OWN = "textForm"

const isSchema = (value: object): boolean => "type" in value || "anyOf" in value
