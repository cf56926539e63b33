/**
 * Writes the operations of the Python client from the declarations: `bun cli/buildPythonClient.ts`. The package's own
 * build runs it, so that `pip install ./client/python` has what this checkout declares.
 */
import { renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openApiDocument } from "../api/docs/document.ts"
import { declaredOperations } from "../api/index.ts"
import { docstring, literal, pythonDefinition, pythonType, type Schema, snake } from "./pythonTypes.ts"

const FILE = fileURLToPath(new URL("../client/python/solar_scan_client/operations.py", import.meta.url))

interface Parameter {
  in: "path" | "query" | "header"
  name: string
  required: boolean
  description?: string
  schema: Schema
}
interface Media {
  schema: Schema
}
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HEAD = `"""The operations of the service, written by cli/buildPythonClient.ts from their declarations: do not change it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
from urllib.parse import quote

from .transport import Transport, Upload

`

const NDJSON = "application/x-ndjson"
const EVENT_STREAM = "text/event-stream"
const FORM = "multipart/form-data"

/** The module of the operations of a document. */
const pythonModule = ({ paths, components }: Document): string => {
  const types = Object.entries(components.schemas).map(([name, schema]) => pythonDefinition(name, schema))
  const methods = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).flatMap(([method, operation]) =>
      "101" in operation.responses
        ? []
        : [methodOf(method.toUpperCase(), path, operation), ...formMethodsOf(method.toUpperCase(), path, operation)],
    ),
  )
  const described = docstring("Every operation of the service, as a method.", "    ")
  return `${HEAD}\n${types.join("\n\n")}\n\nclass Operations(Transport):\n${described}\n${methods.join("\n")}`
}

/** Method that returns the answer of an operation in another form than JSON. */
const formMethodsOf = (method: string, path: string, operation: Operation): string[] => {
  const [first, ...rest] = Object.keys(operation.responses["200"]?.content ?? {})
  const forms = rest.filter(mediaType => mediaType !== EVENT_STREAM)
  return first === "application/json" && forms.length > 0 ? [methodOf(method, path, operation, forms)] : []
}

/** The method of an operation; with `forms` the method that returns one of these media types. */
const methodOf = (method: string, path: string, operation: Operation, forms?: readonly string[]): string => {
  const { operationId, summary, description, parameters, requestBody } = operation
  const inPath = parameters.filter(parameter => parameter.in === "path")
  const unplaced = parameters.filter(parameter => parameter.in !== "path")
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body = media && mediaType && bodyOf(mediaType, media, requestBody?.required ?? false)
  const named = unplaced.map(({ name, schema, required }) =>
    required ? `${snake(name)}: ${pythonType(schema)}` : `${snake(name)}: ${optional(pythonType(schema))} = None`,
  )
  const signature = [
    "self",
    ...inPath.map(({ name }) => `${snake(name)}: str`),
    ...(forms ? [`media_type: Literal[${forms.map(literal).join(", ")}]`] : []),
    ...(body ? [body.parameter] : []),
    ...["*", ...named, "timeout_seconds: float | None = None"],
  ]
  const answer = forms ? { type: "bytes", call: "call", kind: "bytes" } : answerOf(operation)
  const accept = forms ? { accept: "media_type" } : {}
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quote(${snake(name)}, safe='')}`)
  const passed = [
    literal(method),
    target === path ? literal(path) : `f${literal(target)}`,
    ...dictionary("query", unplaced, "query"),
    ...dictionary("headers", unplaced, "header", accept),
    ...(body ? [body.argument] : []),
    "timeout_seconds=timeout_seconds",
    ...(answer.kind ? [`answer=${literal(answer.kind)}`] : []),
  ]
  const text = docstring(`${summary}.\n\n        ${description}\n        `, "        ")
  const name = forms ? `${snake(operationId)}_as` : snake(operationId)
  return `    def ${name}(${signature.join(", ")}) -> ${answer.type}:\n${text}        return self.${answer.call}(${passed.join(", ")})\n`
}

const optional = (type: string): string => (type.split(" | ").includes("None") ? type : `${type} | None`)

const dictionary = (
  argument: string,
  parameters: Parameter[],
  place: Parameter["in"],
  more: Record<string, string> = {},
): string[] => {
  const named = parameters.filter(each => each.in === place).map(({ name }) => [name, snake(name)] as const)
  const entries = [...named, ...Object.entries(more)].map(([name, value]) => `${literal(name)}: ${value}`)
  return entries.length > 0 ? [`${argument}={${entries.join(", ")}}`] : []
}

const bodyOf = (mediaType: string, { schema }: Media, isRequired: boolean) => {
  if (mediaType === FORM) {
    const [field = "file"] = Object.keys(resolvedFields(schema))
    return { parameter: "file: Upload", argument: `form=(${literal(field)}, file)` }
  }
  const isJson = mediaType.includes("json") && !mediaType.includes("ndjson")
  const type = isJson ? pythonType(schema) : "str | bytes"
  const parameter = isRequired ? `body: ${type}` : `body: ${optional(type)} = None`
  return { parameter, argument: isJson ? "body=body" : `raw=(${literal(mediaType)}, body)` }
}

/** The fields of a form: its schema is named, so that they are found in the document. */
const resolvedFields = (schema: Schema): object => {
  const name = schema.$ref?.split("/").at(-1)
  return (name ? document.components.schemas[name]?.properties : schema.properties) ?? {}
}

const answerOf = ({ responses }: Operation): { type: string; call: string; kind?: string } => {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"))
  const [mediaType, media] = successes.flatMap(([, { content = {} }]) => Object.entries(content))[0] ?? []
  if (!mediaType || !media) return { type: "None", call: "call", kind: "none" }
  if (mediaType === EVENT_STREAM)
    return { type: `Iterator[${pythonType(media.schema.contentSchema ?? {})}]`, call: "events" }
  if (mediaType === NDJSON && media.schema.contentSchema)
    return { type: `Iterator[${pythonType(media.schema.contentSchema)}]`, call: "lines" }
  if (mediaType === "application/json") return { type: pythonType(media.schema), call: "call" }
  return mediaType.startsWith("text/") || mediaType.includes("json")
    ? { type: "str", call: "call", kind: "text" }
    : { type: "bytes", call: "call", kind: "bytes" }
}

const document = openApiDocument(declaredOperations, "http://127.0.0.1:3000") as Document

// Written under another name and renamed, so that a concurrent build never reads a partial file.
if (import.meta.main) {
  const partial = `${FILE}.${process.pid}`
  writeFileSync(partial, pythonModule(document))
  renameSync(partial, FILE)
}
