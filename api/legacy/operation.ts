import { type TSchema, Type } from "@sinclair/typebox"
import { documented, headersByName } from "../docs/operation.ts"

const ErrorAnswer = Type.Object({
  error: Type.String({ description: "What failed" }),
  message: Type.Union([Type.String(), Type.Null()], { description: "Why, and what to do" }),
})

/** `error` and `message` of a failure, by its status. */
type Failures = Record<number, readonly [error: string, message: string | null]>

const OF_EVERY_PATH: Failures = {
  401: ["Authentication required", null],
  403: ["Forbidden", "this path takes a token of POST /v1/auth/token, not an API key"],
  429: ["Too many requests", "more than 6000 calls of this API key in a minute: try again in 12 s"],
  503: ["Service unavailable", "the service cannot reach its database; try again in a moment"],
}

type Operation = Omit<Parameters<typeof documented>[0], "takes" | "errors"> & {
  /** Body as a multipart form. */
  form?: TSchema
}

/** The OpenAPI operation of a path of document 2, with its failures beside those that every such path has. */
export const documentedEarlier = ({ form, ...operation }: Operation, failures: Failures = {}) => {
  const { responses, ...rest } = documented({ ...operation, takes: ["legacy"] })
  const all = Object.entries({ ...OF_EVERY_PATH, ...failures })
  return {
    ...rest,
    ...(form
      ? { requestBody: { required: true, content: { "multipart/form-data": { schema: form as object } } } }
      : {}),
    responses: {
      ...responses,
      ...Object.fromEntries(all.map(([status, failure]) => [status, failed(Number(status), failure)])),
    },
  }
}

const failed = (status: number, [error, message]: Failures[number]) => ({
  description: error,
  content: { "application/json": { schema: ErrorAnswer as object, example: { error, message } } },
  ...(status === 429 || status === 503 ? { headers: headersByName(["retry-after"]) } : {}),
})
