import type { TSchema } from "@sinclair/typebox"
import type { Shown } from "../docs/shown.ts"

/**
 * Schemas in short for language models, who pay for each word: fields of the first levels with their types and the
 * beginning of their descriptions. Deeper objects name their fields only. The service checks the rest of a request, and
 * its refusals name the nearest field.
 */

const MAX_DESCRIPTION_CHARS = 70
/** Longer lists of values are left out. */
const MAX_VALUES = 13

const shortened = (description: string | undefined): string | undefined => {
  const [first = ""] = (description ?? "").split(/[.;:(]/)
  const text = first.trim()
  return text === "" ? undefined : text.slice(0, MAX_DESCRIPTION_CHARS)
}

/** Names of fields of an object or of the choices of a union. */
const fieldsOf = ({ properties = {}, anyOf = [] }: Shown): string[] => [
  ...new Set([...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]),
]

/** A schema with `levels` levels of fields. */
export const outlined = (source: TSchema | Shown, levels: number): Shown => {
  const schema = source as Shown
  const description = shortened(schema.description)
  const about = description ? { description } : {}
  if (schema.items) return { type: "array", items: outlined(schema.items, levels), ...about }
  const fields = fieldsOf(schema)
  if (fields.length === 0) return { ...plainOf(schema), ...about }
  if (levels === 0 || schema.anyOf)
    return { type: "object", description: [description, `Fields: ${fields.join(", ")}`].filter(Boolean).join(". ") }
  const entries = Object.entries(schema.properties ?? {})
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, child]) => [name, outlined(child, levels - 1)])),
    ...(schema.required ? { required: schema.required } : {}),
    ...about,
  }
}

/** Type and values of a schema without fields; a union of types has none. */
const plainOf = ({ type, enum: values }: Shown): Shown => ({
  ...(type ? { type } : {}),
  ...(values && values.length <= MAX_VALUES ? { enum: values } : {}),
})
