import type { TSchema } from "@sinclair/typebox"
import { pascal } from "../api/docs/schemas.ts"
import type { Operation } from "../api/http/operation.ts"

/** A JSON schema, as far as the interface uses it. */
interface Schema {
  description?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[] | undefined
  patternProperties?: Record<string, Schema>
}

/**
 * The types of operations in TypeScript: an interface `Operations` by method and path, and one for each named schema.
 * Throws for a schema that it cannot write.
 */
export const typesOf = (operations: readonly Operation[], named: Record<string, TSchema>): string => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [textOf(schema), name]))
  const repeated = repeatedObjects(named, operations, names)
  for (const [name, schema] of Object.entries(repeated)) names.set(textOf(schema), name)
  const written = Object.entries<Schema>({ ...named, ...repeated }).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema, names, "", true)}\n`,
  )
  const places = operations.map(operation => {
    const { place, summary, query, body, answers } = operation
    const pathParameters = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
    const answer = Object.values(answers).map(each => (typeof each === "string" ? "undefined" : typeOf(each, names)))
    const parts = {
      params: pathParameters.length > 0 ? `{ ${pathParameters.join("; ")} }` : NOTHING,
      query: query ? typeOf(query, names) : NOTHING,
      body: body ? (OTHER_BODIES[body.mediaType] ?? typeOf(body.schema, names)) : "undefined",
      answer: [...new Set(answer)].join(" | "),
    }
    const lines = Object.entries(parts).map(([name, type]) => `    ${name}: ${type.replaceAll("\n", "\n    ")}\n`)
    return `${comment(summary, "  ")}  ${JSON.stringify(place)}: {\n${lines.join("")}  }\n`
  })
  return `${written.join("\n")}\n/** The operations of the service by method and path, with their inputs and answers. */\nexport interface Operations {\n${places.join("")}}\n`
}

/** Types of the language that the written types must not hide. */
const GLOBAL_TYPES = ["Array", "Blob", "Error", "FormData", "Record"]
/** Objects with shorter schemas are written at each place. */
const SHORTEST_NAMED_CHARS = 300

/** Objects of several places by a name after their field, so that each is written once. */
const repeatedObjects = (
  named: Record<string, Schema>,
  operations: readonly Operation[],
  names: ReadonlyMap<string, string>,
): Record<string, Schema> => {
  const seen = new Set<string>()
  const repeated = new Map<string, Schema>()
  const taken = new Set([...GLOBAL_TYPES, "Operations", ...names.values()])
  const add = (schema: Schema, text: string, wanted: string) => {
    if (text.length < SHORTEST_NAMED_CHARS || [...repeated.values()].some(each => textOf(each) === text)) return
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
    taken.add(name)
    repeated.set(name, schema)
  }
  const walk = (schema: Schema, wanted: string, isTop = false): void => {
    const text = textOf(schema)
    const { properties } = schema
    if (!isTop && properties) {
      if (names.has(text)) return
      if (seen.has(text)) {
        add(schema, text, wanted)
        return
      }
      seen.add(text)
    }
    for (const [field, child] of Object.entries(properties ?? {})) walk(child, pascal(field))
    for (const choice of schema.anyOf ?? [])
      walk(choice, wanted + pascal(String(choice.properties?.type?.const ?? "")), isTop)
    if (schema.items) walk(schema.items, wanted)
    for (const value of Object.values(schema.patternProperties ?? {})) walk(value, wanted)
  }
  for (const [name, schema] of Object.entries(named)) walk(schema, name, true)
  for (const { query, body, answers } of operations) {
    if (query) walk(query, "Query", true)
    if (body) walk(body.schema, "Body", true)
    for (const answer of Object.values(answers)) if (typeof answer !== "string") walk(answer, "Answer", true)
  }
  return Object.fromEntries(repeated)
}

/** Media types of bodies that are not JSON. */
const OTHER_BODIES: Record<string, string> = {
  "multipart/form-data": "FormData",
  "application/x-ndjson": "Blob",
  "text/csv": "Blob",
}

const NOTHING = "Record<never, never>"

const textOf = (schema: unknown): string => JSON.stringify(schema)

const typeOf = (schema: Schema, names: ReadonlyMap<string, string>, indent = "", isTop = false): string => {
  const name = isTop ? undefined : names.get(textOf(schema))
  if (name) return name
  const inner = (child: Schema) => typeOf(child, names, indent)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(inner))].join(" | ")
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(" | ")
  if (schema.items) return `Array<${inner(schema.items)}>`
  if (schema.patternProperties)
    return `Record<string, ${Object.values(schema.patternProperties).map(inner).join(" | ")}>`
  if (schema.type === "object" && schema.properties) return objectOf(schema, names, indent)
  const plain = PLAIN[schema.type ?? ""]
  if (!plain) throw new Error(`no type is known for the schema ${textOf(schema)}`)
  return plain
}

const PLAIN: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  "": "unknown",
}

const objectOf = ({ properties = {}, required = [] }: Schema, names: ReadonlyMap<string, string>, indent: string) => {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const mark = required.includes(name) ? "" : "?"
    return `${comment(schema.description, deeper)}${deeper}${key}${mark}: ${typeOf(schema, names, deeper)}\n`
  })
  return fields.length === 0 ? "object" : `{\n${fields.join("")}${indent}}`
}

const comment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : ""
