import { createRequire } from "node:module"
import { join } from "node:path"
import type { DocumentedAnswer, Exchange, InterfaceDocument } from "./recorded.ts"
import { TOOLS } from "./tools.ts"

interface Validate {
  (value: unknown): boolean
  errors?: { instancePath: string; message?: string; params: object }[] | null
}
interface Ajv {
  addSchema(schema: object, key: string): void
  compile(schema: object): Validate
}

/** Headers of the connection, of the body's format, and security headers for browsers. */
const NOT_DECLARED = [
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-type",
  "content-encoding",
  "content-security-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options",
  "x-accel-buffering",
]
const DOCUMENT = "interface.json"
const SHOWN_ERRORS = 3

/**
 * Differences between exchanges and a document: statuses, media types, headers and bodies, by AJV (JSON Schema
 * 2020-12).
 */
export const mismatches = (document: InterfaceDocument, exchanges: readonly Exchange[]): string[] => {
  const ajv = createAjv()
  ajv.addSchema(document, DOCUMENT)
  const validators = new Map<string, Validate>()
  const validatorAt = (steps: readonly string[]): Validate => {
    const $ref = `${DOCUMENT}#/${steps.map(step => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`
    const known = validators.get($ref)
    if (known) return known
    const validator = ajv.compile({ $ref })
    validators.set($ref, validator)
    return validator
  }
  const bodyErrors = (at: string, steps: readonly string[], value: unknown): string[] => {
    const validate = validatorAt(steps)
    if (validate(value)) return []
    const errors = validate.errors?.slice(0, SHOWN_ERRORS) ?? []
    return errors.map(
      ({ instancePath, message, params }) => `${at}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  return exchanges.flatMap(exchange => {
    const { place, request, status, headers, body, kind } = exchange
    const [method, path] = place.split(" ") as [string, string]
    const operationSteps = ["paths", path, method.toLowerCase()]
    const operation = document.paths[path]![method.toLowerCase()]!
    const at = `${place} ${status}`
    const media = request.mediaType && operation.requestBody?.content[request.mediaType]
    const ofRequest =
      media &&
      status < 300 &&
      request.body !== undefined &&
      kind === "asked" &&
      /[/+]json/.test(request.mediaType ?? "")
        ? bodyErrors(
            `${place} request`,
            [...operationSteps, "requestBody", "content", request.mediaType!, "schema"],
            request.body,
          )
        : []
    const documented = operation.responses[status]
    if (!documented) return [...ofRequest, `${at}: the status is not in the document`]
    const { answer, steps } = resolved(document, documented, [...operationSteps, "responses", String(status)])
    const type = headers.get("content-type")?.split(";")[0] ?? ""
    const undeclared = [...headers.keys()].filter(name => !NOT_DECLARED.includes(name) && !declares(answer, name))
    const ofHeaders = undeclared.map(name => `${at}: the header ${name} is not in the document`)
    if (status === 204 || status === 304 || !answer.content) return [...ofRequest, ...ofHeaders]
    const mediaType = Object.keys(answer.content).find(each => each === type || each === `${type.split("/")[0]}/*`)
    if (!mediaType) return [...ofRequest, ...ofHeaders, `${at}: the type ${type} is not in the document`]
    return [...ofRequest, ...ofHeaders, ...bodyErrors(at, [...steps, "content", mediaType, "schema"], body)]
  })
}

const createAjv = (): Ajv => {
  const require = createRequire(join(TOOLS, "package.json"))
  const { default: Ajv2020 } = require("ajv/dist/2020") as { default: new (options: object) => Ajv }
  const addFormats = require("ajv-formats") as { default: (ajv: Ajv) => void }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv
}

const resolved = (document: InterfaceDocument, answer: DocumentedAnswer, steps: string[]) => {
  const name = answer.$ref?.split("/").at(-1)
  return name === undefined
    ? { answer, steps }
    : { answer: document.components.responses[name]!, steps: ["components", "responses", name] }
}

const declares = ({ headers = {} }: DocumentedAnswer, name: string): boolean =>
  Object.keys(headers).some(declared => declared.toLowerCase() === name)
