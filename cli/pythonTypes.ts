/** A JSON schema of the OpenAPI document, as far as the Python client needs it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  contentSchema?: Schema
}

const PLAIN: Record<string, string> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
  object: "dict[str, Any]",
}
const IDENTIFIER = /^[A-Za-z_]\w*$/
const KEYWORDS = ["from", "class", "import", "def", "global", "in", "is", "not", "pass", "return", "with", "yield"]

/** A text as a Python literal. */
export const literal = (value: unknown): string =>
  value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value)

/** The Python type of a schema, as an annotation that is not evaluated. */
export const pythonType = (schema: Schema): string => {
  if (schema.$ref) return schema.$ref.split("/").at(-1)!
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(pythonType))
  if ("const" in schema) return `Literal[${literal(schema.const)}]`
  if (schema.enum) return literals(schema.enum)
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return "Any"
  return union(types.map(type => typeOf(type, schema)))
}

const typeOf = (type: string, { items, format, additionalProperties }: Schema): string => {
  if (type === "array") return `list[${items ? pythonType(items) : "Any"}]`
  if (type === "string" && format === "binary") return "bytes"
  if (type === "object" && typeof additionalProperties === "object")
    return `dict[str, ${pythonType(additionalProperties)}]`
  return PLAIN[type] ?? "Any"
}

const literals = (values: unknown[]): string => {
  const texts = values.filter(value => value !== null).map(literal)
  return union([`Literal[${texts.join(", ")}]`, ...(values.includes(null) ? ["None"] : [])])
}

const union = (types: string[]): string => [...new Set(types)].join(" | ")

/** A named schema as a class of fields, or as another name of a type. */
export const pythonDefinition = (name: string, schema: Schema): string => {
  const { properties, required = [], description } = schema
  if (!properties) return `${name}: TypeAlias = ${literal(pythonType(schema))}\n`
  const fields = Object.entries(properties).map(([field, child]) => {
    const type = pythonType(child)
    return { field, child, type: required.includes(field) ? type : `NotRequired[${type}]` }
  })
  if (fields.every(({ field }) => IDENTIFIER.test(field) && !KEYWORDS.includes(field))) {
    const lines = fields.map(
      ({ field, child, type }) => `    ${field}: ${type}\n${docstring(child.description, "    ")}`,
    )
    return `class ${name}(TypedDict):\n${docstring(description ?? name, "    ")}${lines.join("")}`
  }
  const pairs = fields.map(({ field, type }) => `    ${literal(field)}: ${literal(type)},\n`)
  return `${name} = TypedDict(${literal(name)}, {\n${pairs.join("")}})\n`
}

/** A text as the documentation of the previous declaration. */
export const docstring = (text: string | undefined, indent: string): string =>
  text ? `${indent}"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n` : ""

/** `getScansByIdStatus` and `run-uuid` as names of Python. */
export const snake = (name: string): string => {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase()
  return KEYWORDS.includes(text) ? `${text}_` : text
}
