import type { Static, TObject, TSchema } from "@sinclair/typebox"
import type { KeyScope } from "../../domain/organization/scopes.ts"
import type { Language } from "../../domain/texts/render.ts"
import type { Queries } from "../../store/database.ts"
import type { Access, CallerOf } from "../credentials/callers.ts"
import type { Lease } from "../credentials/leases.ts"
import type { LoggedObject, ReadObject } from "./accessLog.ts"
import type { Body } from "./body.ts"
import type { Encoded } from "./encoded.ts"
import type { ErrorShape } from "./errorShape.ts"
import type { AnswerHeader, HeaderValue, RequestHeader } from "./headers.ts"
import type { CallLimit } from "./limiter.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
/** Method and path, its parameters in braces: `GET /v1/members/{id}`. */
export type Place = `${Method} /${string}`

/**
 * Declaration of an operation. It determines the callers, the checked inputs, the types of the handler's inputs and
 * results (`Call`, `AnswerOf`), and the place in the OpenAPI document.
 */
export interface Operation extends Declaration {
  place: Place
  /** Its group in the document. */
  tag: string
}

interface Declaration {
  summary: string
  /** Description in addition to the summary: use, effect and limits. */
  description: string
  /** Allowed callers. */
  by: readonly Access[]
  /** Scope that an API key needs; unless given, `read` for a GET and `write` for any other. "none": any key may. */
  scope?: KeyScope | "none"
  /** Refuses test keys, because it concerns both modes. */
  needsProductionKey?: true
  /** The same Idempotency-Key with the same request gives the first answer again. */
  isIdempotent?: boolean
  /**
   * Object of its rows in the access log: the object in the path, none for a list, or the object that the handler names
   * by `logRead`. Unless given, calls are not logged.
   */
  accessLog?: LoggedObject
  /** If-Match with the ETag of its object's GET is a condition; "shown": its answer equals the GET's (`tellsTag`). */
  isConditional?: true | "shown"
  /** Path of the object that If-Match names, a start of its own path; by default its own path. */
  isPartOf?: `/${string}`
  query?: TObject
  /** Parameters of the path that are no UUIDs, by name. */
  params?: Readonly<Record<string, PathParameter>>
  /** Headers that it reads. */
  headers?: readonly RequestHeader[]
  body?: Body<unknown>
  /**
   * Answers by status: the schema of the body, or the meaning of an answer without a body. An answer that is no error
   * sets its own status.
   */
  answers: Readonly<Record<number, TSchema | string>>
  /** Examples of the document, by status; unless given, the first of the schema's own examples. */
  examples?: Readonly<Record<number, object>>
  /** Media type of the answer; JSON unless given. */
  mediaType?: string
  /**
   * Other media types of the answer 200, each as a text, for clients that prefer it by `Accept`: the handler then gives
   * the response.
   */
  alternatives?: readonly string[]
  /** Path of the created object: braces name parameters of the path and fields of the answer. */
  location?: `/${string}`
  /** Headers of the answer in addition to location and the common headers. */
  answerHeaders?: readonly AnswerHeader[]
  limit?: CallLimit
  /** Costs of a call without a body: a list that sorts or counts, in turns, or work of child processes. */
  costs?: "list" | "children"
  /** Error shape; by default the shape of interface v1. */
  errorShape?: ErrorShape
  /**
   * It adds to the organization's stored data, of the caller's mode or always of live data, and is refused without room
   * (413). Scans count when they are written.
   */
  stores?: "caller" | "live"
  /** Hidden in the document. */
  isHidden?: boolean
  /** Statuses of refusals in addition to the derived statuses (`refusalsOf`). */
  errors?: readonly number[]
}

/** A parameter of a path as the document shows it. */
export interface PathParameter {
  description: string
  schema: object
  example: string
}

export type Operations = Readonly<Record<string, Operation>>

/** Declares operations of one tag; their handlers are given to `routesOf`. */
export const operationsOf =
  (tag: string) =>
  <const P extends Place, const D extends Declaration>(place: P, declaration: D): D & { place: P; tag: string } => ({
    ...declaration,
    place,
    tag,
  })

/** `["GET", "/v1/members/{id}"]`. */
export const placeOf = ({ place }: Operation): [method: string, path: string] => {
  const [method, path] = place.split(" ", 2)
  return [method!, path!]
}

/** Path of the object that If-Match names. */
export const objectPathOf = (operation: Operation): string => operation.isPartOf ?? placeOf(operation)[1]

/**
 * True if the answer of a change has the new ETag of its object's GET: for a PATCH, and for an answer that shows the
 * object.
 */
export const tellsTag = ({ place, isConditional }: Operation): boolean =>
  isConditional === "shown" || (isConditional === true && place.startsWith("PATCH "))

/** The scope that a key needs for an operation; undefined where any key may call, or none. */
export const scopeOf = ({ place, by, scope }: Operation): KeyScope | undefined => {
  if (scope === "none" || !by.some(access => access === "key" || access === "legacy")) return undefined
  return scope ?? (place.startsWith("GET ") ? "read" : "write")
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** Inputs of a handler, already checked. */
export interface Call<
  Caller = unknown,
  Name extends string = string,
  Query = unknown,
  Headers = unknown,
  Body = unknown,
> {
  /** The caller; on a path that also answers to anyone, a function that finds out. */
  caller: Caller
  /** Parameters of the path. */
  params: { [N in Name]: string }
  query: Query
  headers: Headers
  body: Body
  /** Language of the answer's sentences. */
  language: Language
  requestId: string
  request: Request
  /**
   * Leases the credential of the call for a stream or a wait, which releases the lease at its end. Throws without a
   * caller.
   */
  hold(): Lease
  /** Names the object that the answer shows, for the access log. */
  logRead(object: ReadObject): void
  /** One of the same name is replaced, but `vary`, which adds to it. */
  setHeader(name: AnswerHeader | "content-type", value: string): void
}

/**
 * For a request with an Idempotency-Key: stores the handler's coming result in the transaction of its change, so that
 * neither exists without the other. Throws if another request has taken the key; the transaction must then be rolled
 * back.
 */
export type KeepAnswer<Answer = unknown> = (tx: Queries, answer: Answer) => Promise<void>

type QueryOf<O extends Operation> = O["query"] extends TObject ? Static<O["query"]> : undefined
type HeadersOf<O extends Operation> = { [Name in NonNullable<O["headers"]>[number]]: HeaderValue<Name> }
type BodyOf<O extends Operation> = O["body"] extends Body<infer Value> ? Value : undefined

/** A handler may return read-only values. */
type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Unchanging<T[Name]> }
    : T

type SchemasOf<O extends Operation> = {
  [Status in keyof O["answers"]]: O["answers"][Status] extends TSchema
    ? Unchanging<Static<O["answers"][Status]>>
    : undefined
}
type Replies<Answers> = { [Status in keyof Answers]: { status: Status; body: Answers[Status] } }[keyof Answers]
type IsUnion<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? false : true) : never

/**
 * Result of a handler: the body of its only status, as a value or encoded, or for several statuses the status with its
 * body. A body with its own media type is a text or a response.
 */
export type AnswerOf<O extends Operation> = O["mediaType"] extends string
  ? string | Response | Encoded<string>
  : JsonOf<O> | (O["alternatives"] extends readonly string[] ? Response | Encoded<string> : never)

type JsonOf<O extends Operation> =
  IsUnion<keyof O["answers"]> extends true
    ? Replies<SchemasOf<O>>
    : SchemasOf<O>[keyof O["answers"]] extends undefined
      ? // biome-ignore lint/suspicious/noConfusingVoidType: it is the type that a handler returns
        void
      : SchemasOf<O>[keyof O["answers"]] | Encoded<SchemasOf<O>[keyof O["answers"]]>

/** Handlers of operations; equal declarations of two paths may share a handler. */
export type Handlers<O extends Operations> = {
  [Name in keyof O]: HandlerOf<
    Call<
      CallerOf<O[Name]["by"][number]>,
      NamesIn<O[Name]["place"]>,
      QueryOf<O[Name]>,
      HeadersOf<O[Name]>,
      BodyOf<O[Name]>
    > & { keepAnswer?: KeepAnswer<AnswerOf<O[Name]>> | undefined },
    AnswerOf<O[Name]>
  >
}
interface HandlerOf<C, Answer> {
  (call: C): Answer | Promise<Answer>
  /** For a conditional operation: long work before the change takes the lock (`checkedBefore`). */
  check?: (call: C) => Promise<void>
}
export type Handler<O extends Operation> = Handlers<{ its: O }>["its"]

/** A handler of a conditional operation whose `check` may take long without delaying other changes. */
export const checkedBefore = <C, Answer>(check: (call: C) => Promise<void>, handler: (call: C) => Answer) =>
  Object.assign((call: C) => handler(call), { check })

/** Operations by resource, and a handler for each operation. */
export type AllOperations = Readonly<Record<string, Operations>>
export type AllHandlers<R extends AllOperations> = { [Resource in keyof R]: Handlers<R[Resource]> }

/** The statuses of refusals: derived from callers and inputs, and declared. */
export const refusalsOf = ({
  place,
  by,
  isIdempotent,
  isConditional,
  body,
  limit,
  costs,
  stores,
  answers,
  errors = [],
}: Operation): number[] => {
  // A call without an upgrade is not checked further.
  if (101 in answers) return [400, 500, ...errors].sort()
  const takesCredential = by.some(access => access !== "anyone")
  const isCounted =
    limit !== undefined || costs !== undefined || body !== undefined || by.includes("key") || by.includes("legacy")
  const all = [
    // A query with an unknown parameter, or a request that names no host.
    400,
    500,
    ...(takesCredential ? [401, 403] : []),
    ...(place.includes("{") ? [404] : []),
    ...(isIdempotent ? [409] : []),
    ...(isConditional ? [412] : []),
    ...(body ? body.refusals : []),
    ...(stores ? [413] : []),
    ...(isCounted ? [429] : []),
    ...(place.includes(" /v1/") ? [503] : []),
    ...errors,
  ]
  return [...new Set(all)].sort()
}
