import { InvalidInput } from "../../domain/errors.ts"
import type { Mode } from "../../store/tables.ts"
import { setAnswerHeader } from "../http/answer.ts"
import { Forbidden, Unauthenticated } from "../http/errors.ts"
import { admit, type Limiter } from "../http/limiter.ts"
import { assertSameOrigin } from "../http/sameOrigin.ts"
import { presentedToken, type SessionCookie } from "./cookie.ts"
import type { KeyLookup, KnownKey } from "./keyLookup.ts"
import { modeOfKey } from "./keys.ts"
import type { Role, Sessions } from "./sessions.ts"
import type { TokenClaims, Tokens } from "./tokens.ts"

/** Every query of a call is bound to this organization and mode. */
interface Scope {
  organizationId: string
  mode: Mode
}

/** Calls with an API key in x-api-key. */
export interface KeyCaller extends Scope {
  kind: "key"
  keyId: string
}

/** Calls with a dashboard session, as cookie or bearer token; its mode is the query's `mode`, live unless given. */
export interface SessionCaller extends Scope {
  kind: "session"
  sessionId: string
  userId: string
  role: Role
  mustChangePassword: boolean
}

/** Calls with a token of the earlier interface, which stands for the API key that it was made from. */
export interface EarlierCaller extends Scope {
  kind: "earlier"
  keyId: string
}

/** Who calls. */
export type Caller = KeyCaller | SessionCaller | EarlierCaller
export type CredentialKind = Caller["kind"]
type CallerOf<K extends CredentialKind> = Extract<Caller, { kind: K }>

/** What the paths of documents 1 and 3 take. */
export const KEY_OR_SESSION = ["key", "session"] as const
/** What the management paths take. */
export const SESSION_ONLY = ["session"] as const

/**
 * Finds the caller by x-api-key, else by the bearer token, else by the session cookie, and counts calls of keys.
 * `takes` are the kinds of credentials that the path takes: API keys and sessions unless given.
 * Throws Unauthenticated; Forbidden for a valid credential of another kind; TooManyRequests; InvalidInput.
 */
export type Authenticate = <K extends CredentialKind = "key" | "session">(
  request: Request,
  takes?: readonly K[],
) => Promise<CallerOf<K>>

export interface Authenticator {
  authenticate: Authenticate
  /** Only dashboard sessions. Throws as Authenticate does. */
  authenticateSession(request: Request): Promise<SessionCaller>
  /** Only dashboard sessions of owners, who manage the organization. Throws as Authenticate does. */
  authenticateOwner(request: Request): Promise<SessionCaller>
  /** A session whose password may still have to be changed: for the paths that change it and that log out. */
  authenticateUnsettled(request: Request): Promise<SessionCaller>
}

interface AuthenticatorOptions {
  keys: KeyLookup
  sessions: Sessions
  tokens: Tokens
  cookie: SessionCookie
  limiter: Limiter
  callsPerMinute: number
  /** Origins besides the service's own that may write with the session cookie. */
  allowedOrigins: readonly string[]
}

const MINUTE_MS = 60_000
/** A younger cookie is left as it is. */
const PROLONG_AFTER_MS = 5 * MINUTE_MS

export const createAuthenticator = (options: AuthenticatorOptions): Authenticator => {
  const { keys, tokens, limiter, callsPerMinute } = options

  const keyCaller = async (request: Request, kind: "key" | "earlier", key: KnownKey): Promise<Caller> => {
    const standing = await limiter(`key:${key.id}`, { hits: callsPerMinute, windowMs: MINUTE_MS })
    admit(request, standing, "calls of this API key")
    return { kind, keyId: key.id, organizationId: key.organizationId, mode: key.mode }
  }
  const identify = async (request: Request): Promise<Caller> => {
    const key = request.headers.get("x-api-key")
    if (key) {
      const known = modeOfKey(key) ? await keys.byKey(key) : undefined
      if (!known) throw new Unauthenticated("the API key is not valid")
      return keyCaller(request, "key", known)
    }
    const { token, isCookie } = presentedToken(request)
    if (token === undefined) throw new Unauthenticated()
    const claims = await tokens.read(token)
    if (claims?.audience === "dashboard") return sessionCaller(options, request, claims, isCookie)
    const known = claims && (await keys.byId(claims.keyId))
    if (!known) throw new Unauthenticated("the token is not valid or over: ask for a new one")
    return keyCaller(request, "earlier", known)
  }
  const authenticate = (async (request: Request, takes: readonly CredentialKind[] = KEY_OR_SESSION) => {
    const caller = await identify(request)
    assertTaken(caller.kind, takes)
    if (caller.kind === "session" && caller.mustChangePassword)
      throw new Forbidden("change the password first: POST /v1/auth/password with currentPassword and newPassword")
    return caller
  }) as Authenticate
  return {
    authenticate,
    authenticateSession: request => authenticate(request, SESSION_ONLY),
    async authenticateOwner(request) {
      const caller = await authenticate(request, SESSION_ONLY)
      if (caller.role !== "owner") throw new Forbidden("only an owner of the organization may do this")
      return caller
    },
    async authenticateUnsettled(request) {
      const caller = await identify(request)
      assertTaken(caller.kind, SESSION_ONLY)
      return caller as SessionCaller
    },
  }
}

const NAMES: Record<CredentialKind, string> = {
  key: "an API key",
  session: "a dashboard session",
  earlier: "a token of POST /v1/auth/token",
}

const assertTaken = (kind: CredentialKind, takes: readonly CredentialKind[]): void => {
  if (!takes.includes(kind))
    throw new Forbidden(`this path takes ${takes.map(taken => NAMES[taken]).join(" or ")}, not ${NAMES[kind]}`)
}

const sessionCaller = async (
  { sessions, cookie, allowedOrigins }: AuthenticatorOptions,
  request: Request,
  { sessionId, issuedAtMs }: Extract<TokenClaims, { audience: "dashboard" }>,
  isCookie: boolean,
): Promise<SessionCaller> => {
  const session = await sessions.find(sessionId)
  if (!session) throw new Unauthenticated("the session is over: log in again")
  if (isCookie) {
    assertSameOrigin(request, allowedOrigins)
    if (Date.now() - issuedAtMs > PROLONG_AFTER_MS)
      setAnswerHeader(request, "set-cookie", cookie.set(await sessions.prolong(sessionId)))
  }
  const { userId, organizationId, role, mustChangePassword } = session
  return { kind: "session", sessionId, userId, organizationId, role, mustChangePassword, mode: modeOfQuery(request) }
}

const modeOfQuery = (request: Request): Mode => {
  const mode = new URL(request.url).searchParams.get("mode") ?? "live"
  if (mode !== "live" && mode !== "sandbox") throw new InvalidInput(["mode must be one of live, sandbox"])
  return mode
}
