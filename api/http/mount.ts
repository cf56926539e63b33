import type { AnyElysia } from "elysia"
import { rounded } from "../../domain/base/validation/units.ts"
import type { Account } from "../../domain/organization/ledger.ts"
import type { Tracing } from "../../infra/tracing/tracing.ts"
import { assertProductionKey, assertScope } from "../credentials/authenticate.ts"
import type { Caller } from "../credentials/callers.ts"
import { hasCredential } from "../credentials/cookie.ts"
import type { Credentials } from "../credentials/credentials.ts"
import { type AccessLog, NO_ACCESS_LOG, type Reading } from "./accessLog.ts"
import type { Admission } from "./admission.ts"
import { type Conditions, readPlaceOf } from "./conditions.ts"
import { DEPRECATIONS, type Deprecations, headersOfDeprecated } from "./deprecations.ts"
import { isEncoded } from "./encoded.ts"
import { v1Errors } from "./errorShape.ts"
import { UpgradeRequired } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { REQUEST_HEADERS, type RequestHeader } from "./headers.ts"
import { languageOf } from "./language.ts"
import { type KeepReply, type Once, replyOf } from "./once.ts"
import {
  type AllHandlers,
  type AllOperations,
  type Call,
  type Handler,
  type Handlers,
  type KeepAnswer,
  type Operation,
  type Operations,
  placeOf,
  scopeOf,
} from "./operation.ts"
import { appliedPreference, type Preference } from "./prefer.ts"
import { assertNoQuery, readQuery } from "./query.ts"
import type { Shares } from "./shares.ts"
import type { Storage } from "./storage.ts"
import { traced } from "./traced.ts"

/** Admission of calls. */
export interface Gate {
  credentials: Pick<Credentials, "authenticate" | "count" | "leases">
  once: Once
  /** Shares of the bytes of bodies in work. */
  bodies: Shares
  admission: Pick<Admission, "call" | "turn">
  /** Account of a caller, or of the address of a request without a known caller. */
  accountOf(request: Request, caller: Caller | undefined): Account
  /** Refuses a change whose If-Match names another version. */
  conditions: Conditions
  tracing: Tracing
  accessLog: Pick<AccessLog, "add">
  /** Room of organizations for stored data. */
  storage: Pick<Storage, "assertRoom">
}

/** The gate of a service, with its routes. */
interface InnerGate extends Gate {
  /** Reads an object as the GET of its path answers. */
  read(place: string, context: Context, caller: Caller): Promise<unknown>
}

/** The framework's data of a request and its answer. */
interface Context {
  exchange: Exchange
  /** Absent on a path without parameters; null for a text that is not UTF-8. */
  params: Record<string, string | null> | undefined
  set: { status?: number | string; headers: Exchange["headers"] }
}

/** An operation with its handler. */
export interface Route {
  operation: Operation
  /** Reads the operation's inputs, and calls its handler. */
  answer(context: Context, caller: Caller | undefined, gate: InnerGate): Promise<unknown>
}

/** Every operation with its handler; a missing handler is a compile error. */
export const allRoutes = <R extends AllOperations>(operations: R, handlers: AllHandlers<R>): Route[] =>
  Object.keys(operations).flatMap(name => routesOf(operations[name as keyof R], handlers[name as keyof R]))

/** @param deprecations operations whose answers announce their end */
export const routesOf = <O extends Operations>(
  operations: O,
  handlers: Handlers<O>,
  deprecations: Deprecations = DEPRECATIONS,
): Route[] =>
  Object.keys(operations).map(name => routeOf(operations[name as keyof O], handlers[name as keyof O], deprecations))

/** The id of no object: an undecodable text is not found. */
const NOTHING = ""

/** An operation with its handler, and the constants of its calls. */
interface Mounted {
  operation: Operation
  handle(call: Call & { keepAnswer?: KeepAnswer | undefined }): unknown
  /** Preparation of a conditional operation, before its change takes the lock. */
  check(call: Call): Promise<void> | undefined
  send: Send
  /** Writes the handler's errors. */
  errors: WriteError
  /** Answers without a credential as well as with one. */
  isOfBoth: boolean
  by: ReturnType<typeof credentialsOf>
  scope: ReturnType<typeof scopeOf>
}

/** A request for an operation, read as far as its body. */
interface Arrived {
  exchange: Exchange
  caller: Caller | undefined
  gate: InnerGate
  params: Record<string, string>
  query: unknown
  headers: Record<string, unknown>
  set: Context["set"]
  reading: Reading
}

const routeOf = <O extends Operation>(operation: O, handler: Handler<O>, deprecations: Deprecations): Route => {
  const deprecated = headersOfDeprecated(operation, deprecations)
  const mounted: Mounted = {
    operation,
    handle: handler as Mounted["handle"],
    check: call => handler.check?.(call as Parameters<Handler<O>>[0]),
    send: senderOf(operation),
    errors: errorsOf(operation, true),
    isOfBoth: isMixed(operation),
    by: credentialsOf(operation),
    scope: scopeOf(operation),
  }
  const { query, headers = [], body } = operation
  return {
    operation,
    answer({ exchange, params: pathTexts, set }, caller, gate) {
      const { request } = exchange
      if (deprecated) Object.assign(exchange.headers, deprecated)
      const params = textsOf(pathTexts)
      const read = query ? readQuery(query, request) : assertNoQuery(request)
      const sentHeaders = headersOf(headers, request)
      const reading = { caller, object: undefined }
      const arrived = { exchange, caller, gate, params, query: read, headers: sentHeaders, set, reading }
      if (body) return withBody({ body, request, caller, gate }, sentBody => answerTo(mounted, arrived, sentBody))
      return operation.costs ? costly(mounted, arrived) : answerTo(mounted, arrived, undefined)
    },
  }
}

/** Counts a call and handles it: a change once per Idempotency-Key, and only on the version in its If-Match. */
const answerTo = async (mounted: Mounted, arrived: Arrived, sentBody: unknown): Promise<unknown> => {
  const { operation, send } = mounted
  const { body, isIdempotent, isConditional, limit } = operation
  const { exchange, caller, gate, headers, set } = arrived
  const handle = async (call: Parameters<Mounted["handle"]>[0]) => {
    if (caller && operation.stores) await assertRoom(gate, operation, caller, exchange.request)
    const answer = await mounted.handle(call)
    if (operation.accessLog) gate.accessLog.add(operation, arrived.reading, arrived.params)
    return answer
  }
  const { request } = exchange
  const isKnown = mounted.isOfBoth && hasCredential(request)
  const call = callOf(mounted, arrived, sentBody, isKnown)
  const { waitSeconds } = (headers.prefer ?? {}) as Partial<Preference>
  const applied = appliedPreference({ waitSeconds, isRepresentation: false })
  if (applied) exchange.headers["preference-applied"] = applied
  if (limit && !isKnown) await gate.credentials.count(exchange, caller, limit)
  exchange.errorBody = mounted.errors
  if (!caller || (!isIdempotent && !isConditional)) return send(arrived, await handle(call))
  const change = async (keep?: KeepReply) => {
    const keepAnswer = keep && keptBy(keep, send, arrived.params)
    const carryOut = async () => send(arrived, await handle({ ...call, keepAnswer }))
    if (!isConditional) return carryOut()
    await mounted.check(call)
    return gate.conditions({ operation, exchange, caller, read: stateReader(operation, arrived, caller) }, carryOut)
  }
  return isIdempotent ? gate.once({ request, caller, body: body?.contentOf(sentBody), set }, change) : change()
}

/** Counts the bytes that a call may store. Throws StorageUsedUp. */
const assertRoom = (gate: InnerGate, { stores }: Operation, caller: Caller, request: Request): Promise<void> => {
  const { organizationId, mode } = caller
  const length = Number(request.headers.get("content-length") ?? 0)
  return gate.storage.assertRoom({ organizationId, mode: stores === "live" ? "live" : mode }, length || 0)
}

/** Answers a costly call without a body. */
const costly = (mounted: Mounted, arrived: Arrived): Promise<unknown> => {
  const { exchange, caller, gate } = arrived
  const answer = () => answerTo(mounted, arrived, undefined)
  const inTurn = () =>
    gate.admission.turn("lists", { estimate: LIST_ESTIMATE }, async () => ({ result: await answer(), cost: {} }))
  const account = gate.accountOf(exchange.request, caller)
  const work = mounted.operation.costs === "list" ? inTurn : answer
  return gate.admission.call({ account, bodyBytes: 0, takesTurns: false }, work)
}

/** Statements of a list over some thousand rows, whose own time is charged as they end. */
const LIST_ESTIMATE = { databaseMs: 10 }

/** Inputs of the handler. The caller of an operation for anyone is looked up on the handler's request, if `isKnown`. */
const callOf = (mounted: Mounted, arrived: Arrived, body: unknown, isKnown: boolean): Call => {
  const { exchange, caller, gate, params, query, headers, reading } = arrived
  const { request, requestId } = exchange
  const find = async () => {
    const authenticated = isKnown ? await gate.credentials.authenticate(exchange, mounted.by) : undefined
    if (authenticated) assertScope(authenticated, mounted.scope)
    reading.caller = authenticated
    return authenticated
  }
  return {
    params,
    query,
    headers,
    body,
    caller: mounted.isOfBoth ? find : caller,
    language: caller?.language ?? languageOf(request),
    request,
    requestId,
    hold() {
      if (!caller) throw new Error(`${mounted.operation.place} holds the credential of nobody`)
      return gate.credentials.leases.hold({ caller, by: mounted.by, scope: mounted.scope })
    },
    logRead(object) {
      reading.object = object
    },
    setHeader(name, value) {
      const before = name === "vary" ? exchange.headers.vary : undefined
      exchange.headers[name] = before === undefined ? value : `${before}, ${value}`
    },
  }
}

/** Reads the object of a change as the GET of its path answers the same caller. */
const stateReader =
  (operation: Operation, { exchange, gate, params }: Arrived, caller: Caller) =>
  (reader: Request): Promise<unknown> => {
    const apart = { exchange: { ...exchange, request: reader, headers: {} }, params, set: { headers: {} } }
    return gate.read(readPlaceOf(operation), apart, caller)
  }

/** Value of an operation without such an input. */
const NO_HEADERS: Record<string, unknown> = {}

const headersOf = (names: readonly RequestHeader[], request: Request): Record<string, unknown> =>
  names.length === 0 ? NO_HEADERS : Object.fromEntries(names.map(name => [name, REQUEST_HEADERS[name].read(request)]))

const textsOf = (pathTexts: Context["params"]): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const name in pathTexts) texts[name] = pathTexts[name] ?? NOTHING
  return texts
}

interface Sent {
  body: NonNullable<Operation["body"]>
  request: Request
  caller: Caller | undefined
  gate: InnerGate
}

/** Bodies above this size are worked on in turns [bytes]. */
const LARGE_BODY_BYTES = 64 * 1024

/**
 * Reads the body and calls `answer`. Its bytes count in the organization's share until the answer. While being read, a
 * body without a length counts with the maximum length. Throws TooManyRequests.
 */
const withBody = async (
  { body, request, caller, gate }: Sent,
  answer: (body: unknown) => Promise<unknown>,
): Promise<unknown> => {
  const length = request.headers.get("content-length")
  const bytes = Math.min(body.limitBytes, length === null ? body.limitBytes : Number(length))
  const account = gate.accountOf(request, caller)
  const release = caller ? gate.bodies.take(caller.organizationId, bytes) : () => {}
  try {
    return await gate.admission.call({ account, bodyBytes: bytes, takesTurns: bytes > LARGE_BODY_BYTES }, async () => {
      const read = await body.read(request)
      if (length === null) release()
      return answer(read)
    })
  } finally {
    release()
  }
}

/** Handler of a WebSocket path: a request that reaches it asked for no upgrade. */
export const socketRoute = (operation: Operation): Route => ({
  operation,
  async answer() {
    throw new UpgradeRequired()
  },
})

const isUpgrade = ({ answers }: Operation): boolean => 101 in answers
/** True if a path answers without a credential. */
const isOpen = ({ by }: Operation): boolean => by.includes("anyone")
const credentialsOf = ({ by }: Operation) => by.filter(access => access !== "anyone")
/** True if a path answers without a credential, and differently with a credential. */
const isMixed = (operation: Operation): boolean => isOpen(operation) && credentialsOf(operation).length > 0

type WriteError = NonNullable<Exchange["errorBody"]>

const errorsOf =
  ({ errorShape = v1Errors }: Operation, isHandling: boolean): WriteError =>
  (failure, language) =>
    errorShape.body(failure, language, isHandling)

/** Stores a handler's result in its sent form. */
const keptBy =
  (keep: KeepReply, send: Send, params: Context["params"]): KeepAnswer =>
  (tx, answer) => {
    const set: Context["set"] = { headers: {} }
    const body = send({ params, set }, answer)
    return keep(tx, replyOf(set, body))
  }

/** Sets the status and the location of an answer; returns its body, with numbers rounded by their units. */
type Send = (context: Pick<Context, "params" | "set">, answer: unknown) => unknown

const senderOf = ({ answers, mediaType, location }: Operation): Send => {
  const statuses = Object.keys(answers).map(Number)
  const only = statuses.length === 1 ? statuses[0] : undefined
  return ({ params, set }, answer) => {
    if (mediaType || isEncoded(answer) || answer instanceof Response) return answer
    const { status, body } = only === undefined ? (answer as Reply) : { status: only, body: answer }
    if (status !== 200) set.status = status
    if (location) {
      const named: Record<string, unknown> = { ...params, ...(typeof body === "object" ? body : {}) }
      set.headers.location = location.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
    }
    const schema = answers[status]
    return typeof schema === "object" ? rounded(schema, body) : body
  }
}

interface Reply {
  status: number
  body: unknown
}

/** Adds routes to a service. Operations of one place are distinguished by the credential of the caller. */
export const mount = (app: AnyElysia, routes: readonly Route[], outer: Gate): void => {
  const readers = new Map(routes.map(route => [route.operation.place as string, route]))
  const gate: InnerGate = {
    ...outer,
    read(place, context, caller) {
      const reader = readers.get(place)
      if (!reader) throw new Error(`${place} is declared nowhere, so no change can be compared with it`)
      return reader.answer(context, caller, { ...gate, accessLog: NO_ACCESS_LOG })
    },
  }
  for (const ofPlace of Map.groupBy(routes, ({ operation }) => operation.place).values()) {
    const [first, ...rest] = ofPlace.map(route => ({
      ...route,
      scope: scopeOf(route.operation),
      errors: errorsOf(route.operation, false),
    }))
    const { operation } = first!
    const by = ofPlace.flatMap(route => credentialsOf(route.operation))
    const [method, path] = placeOf(operation)
    const isUnasked = isOpen(operation) || isUpgrade(operation)
    const errorsOfPlace = errorsOfAll(ofPlace)
    const admit = async (exchange: Exchange) => {
      exchange.errorBody = errorsOfPlace
      return isUnasked ? undefined : gate.credentials.authenticate(exchange, by)
    }
    const routeFor = (caller: Caller | undefined) => {
      const other = caller && !takes(operation, caller) ? rest.find(each => takes(each.operation, caller)) : undefined
      return other ?? first!
    }
    const answer = (context: Context, caller: Caller | undefined) => {
      const route = routeFor(caller)
      context.exchange.errorBody = route.errors
      if (caller) assertScope(caller, route.scope)
      if (caller && route.operation.needsProductionKey) assertProductionKey(caller)
      return route.answer(context, caller, gate)
    }
    app.route(
      method,
      path.replaceAll(/\{(\w+)\}/g, ":$1"),
      ({ exchange, params, set }) => {
        const context = { exchange, params, set }
        return traced(gate.tracing, { operation, exchange, set, admit }, caller => answer(context, caller))
      },
      { parse: "none" },
    )
  }
}

/** Until the caller is known, a missing credential is answered in the error formats of all operations of the place. */
const errorsOfAll =
  (routes: readonly Route[]): WriteError =>
  (failure, language) => {
    const bodies = routes.map(({ operation: { errorShape = v1Errors } }) => errorShape.body(failure, language, false))
    return failure.status === 401 ? Object.assign({}, ...bodies) : bodies[0]
  }

const takes = ({ by }: Operation, { kind }: Caller): boolean =>
  by.some(access => access === kind || (kind === "session" && (access === "owner" || access === "unsettled")))
