import type { JsonSchema } from "./jsonSchema.ts"

/** The OpenAPI document as tests walk it. */

interface Media {
  schema?: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Answer {
  $ref?: string
  content?: Record<string, Media>
}
interface Described {
  security?: Record<string, unknown>[]
  parameters?: { in: string; name: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
export interface Document {
  paths: Record<string, Record<string, Described>>
  security: Record<string, unknown>[]
  components: { responses: Record<string, Answer> }
}
export interface DescribedOperation extends Described {
  /** `GET /v1/scans/{id}`. */
  place: string
  method: string
  path: string
  /** Names of the credentials that the operation accepts; `none` if it accepts calls without a credential. */
  credentials: string[]
}

export const operationsOf = (document: Document): DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const security = described.security ?? document.security
      const named = security.map(each => Object.keys(each)[0] ?? "none")
      const credentials = security.length === 0 ? ["none"] : named
      return { ...described, place: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, credentials }
    }),
  )

/** The schema of an answer in JSON; undefined for an answer without JSON. Throws for a status that is not declared. */
export const answerSchema = (document: Document, operation: Described, status: number): JsonSchema | undefined => {
  const declared = operation.responses[status]
  if (!declared) throw new Error(`undeclared status ${status}`)
  const answer = declared.$ref ? document.components.responses[declared.$ref.split("/").at(-1)!] : declared
  return answer?.content?.["application/json"]?.schema
}

/** The bodies that the document shows of an operation in JSON. */
export const exampleBodies = ({ requestBody }: Described): unknown[] => {
  const media = requestBody?.content["application/json"]
  if (!media) return []
  const many = Object.values(media.examples ?? {}).map(({ value }) => value)
  return media.example === undefined ? many : [media.example, ...many]
}
