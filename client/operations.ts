import type { Static, TObject, TSchema } from "@sinclair/typebox"
import type { Body } from "../api/http/body.ts"
import type { Operation } from "../api/http/operation.ts"
import type { metricsOperations } from "../api/http/systemRoutes.ts"
import type { loadProfileOperations } from "../api/legacy/load-profiles/routes.ts"
import type { runOperations } from "../api/legacy/routes.ts"
import type { operations } from "../api/operations.ts"

export type { ErrorAnswer } from "../api/http/failure.ts"

/**
 * The operations of the service by method and path, with their inputs and answers. In the repository these types come
 * from the declarations themselves; the package has them written out (cli/buildClient.ts).
 */
export type Operations = { [O in Declared as O["place"]]: Types<O> }

type ValuesOf<T> = T extends unknown ? T[keyof T] : never
type Declared = ValuesOf<ValuesOf<typeof operations>> | Legacy | ValuesOf<typeof metricsOperations>
/** Operations of the legacy interface, without GET /v1/scans, which belongs to interface v1. */
type Legacy =
  | Exclude<ValuesOf<typeof runOperations>, { place: "GET /v1/scans" }>
  | ValuesOf<typeof loadProfileOperations>

interface Types<O extends Operation> {
  params: { [Name in NamesIn<O["place"]>]: string }
  query: O["query"] extends TObject ? Static<O["query"]> : Record<never, never>
  body: O["body"] extends Body<unknown, infer Schema, infer MediaType>
    ? MediaType extends "multipart/form-data"
      ? FormData
      : MediaType extends "application/x-ndjson" | "text/csv"
        ? Blob
        : Static<Schema>
    : undefined
  answer: AnswerOf<ValuesOf<O["answers"]>>
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type AnswerOf<Answer> = Answer extends TSchema ? Static<Answer> : undefined
