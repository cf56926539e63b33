import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import type { CredentialKind } from "../../domain/organization/refusal.ts"
import type { KeyScope } from "../../domain/organization/scopes.ts"
import type { Mode } from "../../store/tables.ts"
import { Forbidden, Unauthenticated } from "../http/errors.ts"
import type { Exchange } from "../http/exchange.ts"
import { languageOf } from "../http/language.ts"
import { admit, type Limiter } from "../http/limiter.ts"
import { assertSameOrigin } from "../http/sameOrigin.ts"
import type { Caller, Callers, Credential, KeyCaller, SessionCaller } from "./callers.ts"
import { presentedToken, type SessionCookie } from "./cookie.ts"
import type { KeyLookup, KnownKey } from "./keyLookup.ts"
import { modeOfKey } from "./keys.ts"
import type { Sessions } from "./sessions.ts"
import type { TokenClaims, Tokens } from "./tokens.ts"

/** A request to authenticate, and the headers of its answer. */
type Asked = Pick<Exchange, "request" | "headers">

export interface Authenticator {
  /**
   * Finds the caller by x-api-key, else by the bearer token, else by the session cookie, and counts calls of keys. `by`
   * are the accepted credentials. Throws Unauthenticated; Forbidden for a valid credential of another kind;
   * TooManyRequests; InvalidInput.
   */
  authenticate<C extends Credential>(exchange: Asked, by: readonly C[]): Promise<Callers[C]>
}

interface AuthenticatorOptions {
  keys: KeyLookup
  sessions: Sessions
  tokens: Tokens
  cookie: SessionCookie
  limiter: Limiter
  callsPerMinute: number
  /** Foreign origins that may write with the session cookie. */
  allowedOrigins: readonly string[]
}

const MINUTE_MS = 60_000
/** A younger cookie stays unchanged. */
const PROLONG_AFTER_MS = 5 * MINUTE_MS

export const createAuthenticator = (options: AuthenticatorOptions): Authenticator => {
  const { keys, tokens, limiter, callsPerMinute } = options

  const keyCaller = async ({ request, headers }: Asked, key: KnownKey): Promise<Omit<KeyCaller, "kind">> => {
    const limitState = await limiter(`key:${key.id}`, { hits: callsPerMinute, windowMs: MINUTE_MS })
    admit(headers, limitState, "calls-of-key")
    const { id, organizationId, mode, scopes } = key
    assertModeOfKey(request, mode)
    return { keyId: id, scopes, organizationId, mode, language: languageOf(request) }
  }
  const identify = async (exchange: Asked): Promise<Caller> => {
    const { request } = exchange
    const key = request.headers.get("x-api-key")
    if (key) {
      const keyOfHeader = modeOfKey(key) ? await keys.byKey(key) : undefined
      if (!keyOfHeader) throw new Unauthenticated("key-not-valid")
      return { kind: "key", ...(await keyCaller(exchange, keyOfHeader)) }
    }
    const { token, isCookie } = presentedToken(request, options.cookie)
    if (token === undefined) throw new Unauthenticated("credential-missing")
    const claims = await tokens.read(token)
    if (claims?.audience === "dashboard") return sessionCaller(options, exchange, claims, isCookie)
    const keyOfToken = claims && (await keys.byId(claims.keyId))
    if (!keyOfToken) throw new Unauthenticated("token-not-valid")
    return { kind: "legacy", ...(await keyCaller(exchange, keyOfToken)), expiresAtMs: claims.expiresAtMs }
  }
  const authenticate = (async (exchange: Asked, by: readonly Credential[]) => {
    const caller = await identify(exchange)
    assertTaken(caller, by)
    return caller
  }) as Authenticator["authenticate"]
  return { authenticate }
}

const KINDS: Record<Credential, CredentialKind> = {
  key: "api-key",
  session: "session",
  owner: "session",
  unsettled: "session",
  legacy: "token",
}

/** Throws Forbidden, with the reason, for a kind of credential that the path does not accept. */
export const assertTaken = (caller: Caller, by: readonly Credential[]): void => {
  const kind = KINDS[caller.kind]
  if (!by.some(credential => KINDS[credential] === kind)) {
    const taken = [...new Set(by.map(credential => KINDS[credential]))]
    throw new Forbidden("credential-of-another-kind", { taken, given: kind })
  }
  if (caller.kind !== "session") return
  if (caller.mustChangePassword && !by.includes("unsettled")) throw new Forbidden("password-to-change")
  if (by.includes("owner") && !by.includes("session") && caller.role !== "owner") throw new Forbidden("owners-only")
}

/** Refuses test keys; sessions have both modes. Throws Forbidden. */
export const assertProductionKey = (caller: Caller): void => {
  if (caller.kind !== "session" && caller.mode !== "live") throw new Forbidden("production-key-needed")
}

/** Throws Forbidden for a key, or a token made from a key, that lacks the scope. */
export const assertScope = (caller: Caller, scope: KeyScope | undefined): void => {
  if (scope !== undefined && !hasScope(caller, scope)) throw new Forbidden("scope-missing", { scope })
}

/** True for sessions, and for keys with the scope. */
export const hasScope = (caller: Caller, scope: KeyScope): boolean =>
  caller.kind === "session" || caller.scopes.includes(scope)

const sessionCaller = async (
  { sessions, cookie, limiter, callsPerMinute, allowedOrigins }: AuthenticatorOptions,
  { request, headers }: Asked,
  { sessionId, issuedAtMs }: Extract<TokenClaims, { audience: "dashboard" }>,
  isCookie: boolean,
): Promise<SessionCaller> => {
  const session = await sessions.find(sessionId)
  if (!session) throw new Unauthenticated("session-over")
  if (isCookie) {
    assertSameOrigin(request, allowedOrigins)
    if (Date.now() - issuedAtMs > PROLONG_AFTER_MS)
      headers["set-cookie"] = cookie.set(await sessions.prolong(sessionId))
  }
  const { userId, organizationId, role, mustChangePassword } = session
  const limitState = await limiter(`user:${userId}`, { hits: callsPerMinute, windowMs: MINUTE_MS })
  admit(headers, limitState, "calls-of-user")
  const scope = { organizationId, mode: modeOfQuery(request), language: languageOf(request) }
  return { kind: "session", sessionId, userId, role, mustChangePassword, ...scope }
}

/**
 * Throws InvalidInput for a call that names the other mode: its caller would mistake live scans for sandbox scans, and
 * pay for them.
 */
const assertModeOfKey = (request: Request, mode: Mode): void => {
  if (request.url.includes("mode") && modeOfQuery(request, mode) !== mode)
    throw new InvalidInput([violation(["mode"], "mode-of-key", { mode })])
}

/** Mode of a query. Throws InvalidInput for an unknown mode. */
const modeOfQuery = (request: Request, unnamed: Mode = "live"): Mode => {
  const mode = new URL(request.url).searchParams.get("mode") ?? unnamed
  if (mode !== "live" && mode !== "sandbox")
    throw new InvalidInput([violation(["mode"], "type", { expected: [{ values: ["live", "sandbox"] }] })])
  return mode
}
