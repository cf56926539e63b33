import { keepingScript, variableOf } from "./postmanIds.ts"

interface Parameter {
  in: string
  name: string
  required: boolean
  description?: string
  example?: unknown
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> }
}
interface Described {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

/**
 * The operations of a document as a Postman collection (format 2.1), a folder for each tag. The variables are baseUrl,
 * the credentials and the ids that calls keep for later calls.
 */
export const postmanCollection = (document: object): object => {
  const { info, servers, tags, paths } = document as Described
  const hasId = new Set(Object.keys(paths).flatMap(path => /^.*?\/\{id\}/.exec(path)?.[0] ?? []))
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: { ...itemOf(method, path, operation), ...scriptOf(`${method.toUpperCase()} ${path}`, hasId) },
    })),
  )
  const ids = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters }) => parameters.flatMap(({ name }) => variableOf(path, name) ?? [])),
  )
  return {
    info: { name: info.title, version: info.version, description: info.description, schema: SCHEMA },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "apiKey", value: "" },
      { key: "accessToken", value: "" },
      ...[...new Set(ids)].sort().map(key => ({ key, value: "" })),
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  }
}

/** Script that runs after an answer. */
const scriptOf = (place: string, hasId: ReadonlySet<string>) => {
  const exec = keepingScript(place, hasId)
  return exec ? { event: [{ listen: "test", script: { type: "text/javascript", exec } }] } : {}
}

/** The variable of an id, or the example of any other parameter. */
const shownValue = (path: string, { name, example }: Parameter): string => {
  const variable = variableOf(path, name)
  return variable ? `{{${variable}}}` : String(example ?? "")
}

const itemOf = (method: string, path: string, operation: Operation) => {
  const { summary, description, parameters, requestBody } = operation
  const of = (place: string) => parameters.filter(parameter => parameter.in === place)
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const steps = path.split("/").slice(1)
  const query = of("query").map(parameter => ({
    key: parameter.name,
    value: shownValue(path, parameter),
    description: parameter.description,
    disabled: !parameter.required,
  }))
  const headers = of("header").map(({ name, description: said, example }) => ({
    key: name,
    value: String(example ?? ""),
    description: said,
    disabled: true,
  }))
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      auth: authOf(operation),
      header: [...(mediaType && mediaType !== FORM ? [{ key: "Content-Type", value: mediaType }] : []), ...headers],
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
        host: ["{{baseUrl}}"],
        path: steps.map(step => step.replace(/^\{(\w+)\}$/, ":$1")),
        query,
        variable: of("path").map(parameter => ({
          key: parameter.name,
          value: shownValue(path, parameter),
          description: parameter.description,
        })),
      },
      ...(mediaType ? { body: bodyOf(mediaType, Object.values(media?.examples ?? {})[0]?.value) } : {}),
    },
  }
}

const FORM = "multipart/form-data"

const bodyOf = (mediaType: string, example: unknown) => {
  if (mediaType === FORM) return { mode: "formdata", formdata: [{ key: "file", type: "file" }] }
  const raw = typeof example === "string" ? example : JSON.stringify(example ?? {}, null, 2)
  return { mode: "raw", raw, options: { raw: { language: mediaType.includes("json") ? "json" : "text" } } }
}

/** A key if accepted, else a bearer token: of a session, or of the legacy interface. */
const authOf = ({ security }: Operation) => {
  const schemes = security.flatMap(scheme => Object.keys(scheme))
  if (schemes.length === 0) return { type: "noauth" }
  const header = [
    { key: "key", value: "x-api-key" },
    { key: "value", value: "{{apiKey}}" },
    { key: "in", value: "header" },
  ]
  return schemes.includes("apiKey")
    ? { type: "apikey", apikey: header }
    : { type: "bearer", bearer: [{ key: "token", value: "{{accessToken}}" }] }
}
