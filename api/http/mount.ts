import type { AnyElysia } from "elysia"
import type { Caller } from "../credentials/callers.ts"
import { hasCredential } from "../credentials/cookie.ts"
import type { Credentials } from "../credentials/credentials.ts"
import { openApiOperation } from "../docs/operation.ts"
import { REQUEST_HEADERS } from "./headers.ts"
import { languageOf } from "./language.ts"
import type { Once } from "./once.ts"
import {
  type AllHandlers,
  type AllOperations,
  type Call,
  type Handler,
  type Handlers,
  type Operation,
  type Operations,
  placeOf,
} from "./operation.ts"
import { requestIdOf } from "./plugin.ts"
import { readQuery } from "./query.ts"

/** What lets calls in. */
export interface Gate {
  credentials: Pick<Credentials, "authenticate" | "count">
  once: Once
}

/** What the framework holds of a request and of its answer. */
interface Context {
  request: Request
  params: Record<string, string>
  set: { status?: number | string; headers: Record<string, string | number | undefined> }
}

/** An operation with what it does. */
export interface Route {
  operation: Operation
  /** Reads what the operation takes, and calls its handler. */
  answer(context: Context, caller: Caller | undefined, gate: Gate): Promise<unknown>
}

/** Every operation with what it does: each has its handler, or the program does not compile. */
export const allRoutes = <R extends AllOperations>(operations: R, handlers: AllHandlers<R>) =>
  Object.keys(operations).flatMap(name => routesOf(operations[name as keyof R], handlers[name as keyof R]))

const routesOf = <O extends Operations>(operations: O, handlers: Handlers<O>): Route[] =>
  Object.keys(operations).map(name => routeOf(operations[name as keyof O], handlers[name as keyof O]))

const routeOf = <O extends Operation>(operation: O, handler: Handler<O>): Route => ({
  operation,
  async answer(context, caller, gate) {
    const { request, params, set } = context
    const { query, headers = [], body, isIdempotent, limit } = operation
    const read = {
      params,
      query: query && readQuery(query, request),
      headers: Object.fromEntries(headers.map(name => [name, REQUEST_HEADERS[name].read(request)])),
      body: await body?.read(request),
    }
    const call: Call = {
      ...read,
      caller: isMixed(operation) ? () => callerIfAny(request, operation, gate) : caller,
      request,
      requestId: requestIdOf(set),
      language: languageOf(request),
      setHeader(name, value) {
        set.headers[name] = value
      },
    }
    if (read.headers.prefer) set.headers["preference-applied"] = `wait=${read.headers.prefer}`
    if (limit && !(isMixed(operation) && hasCredential(request))) await gate.credentials.count(request, caller, limit)
    const make = async () => sent(operation, context, await handler(call as Parameters<Handler<O>>[0]))
    if (!isIdempotent || !caller) return make()
    return gate.once({ request, caller, body: body?.contentOf(read.body), set }, make)
  },
})

/** Whether a path answers without a credential. */
const isOpen = ({ by }: Operation): boolean => by.includes("anyone")
const credentialsOf = ({ by }: Operation) => by.filter(access => access !== "anyone")
/** Whether a path answers without a credential, and otherwise with one. */
const isMixed = (operation: Operation): boolean => isOpen(operation) && credentialsOf(operation).length > 0

/** The caller on a path that is open to all: undefined without a credential. */
const callerIfAny = async (request: Request, operation: Operation, { credentials }: Gate) =>
  hasCredential(request) ? credentials.authenticate(request, credentialsOf(operation)) : undefined

/** Puts the status and the location of an answer in place; returns its body. */
const sent = ({ answers, mediaType, location }: Operation, { params, set }: Context, answer: unknown): unknown => {
  if (mediaType) return answer
  const [only, ...others] = Object.keys(answers)
  const { status, body } = others.length === 0 ? { status: only, body: answer } : (answer as Reply)
  if (Number(status) !== 200) set.status = Number(status)
  const named = { ...params, ...(body as object | undefined) } as Record<string, string>
  if (location) set.headers.location = location.replace(/\{(\w+)\}/g, (_, name: string) => named[name])
  return body
}

interface Reply {
  status: number | string
  body: unknown
}

/** Adds routes to a service. Operations of one method and path are told apart by the credential of the caller. */
export const mount = (app: AnyElysia, routes: readonly Route[], gate: Gate): void => {
  const byPlace = Map.groupBy(routes, ({ operation }) => operation.place)
  for (const ofPlace of byPlace.values()) {
    const [{ operation }] = ofPlace
    const by = ofPlace.flatMap(({ operation }) => credentialsOf(operation))
    const [method, path] = placeOf(operation)
    app.route(
      method,
      path.replaceAll(/\{(\w+)\}/g, ":$1"),
      async ({ request, params, set }) => {
        const caller = isOpen(operation) ? undefined : await gate.credentials.authenticate(request, by)
        const route = ofPlace.find(each => caller === undefined || takes(each.operation, caller)) ?? ofPlace[0]
        return route.answer({ request, params, set }, caller, gate)
      },
      { parse: "none", detail: openApiOperation(operation) },
    )
  }
}

const takes = ({ by }: Operation, { kind }: Caller): boolean =>
  by.some(access => access === kind || (kind === "session" && (access === "owner" || access === "unsettled")))
