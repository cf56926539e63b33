import type { Config } from "../../infra/config.ts"
import type { Log } from "../../infra/log.ts"
import type { Database } from "../../store/database.ts"
import { type AddressOf, createAddressOf, networkOf } from "../http/address.ts"
import { admit, type CallLimit, createLimiter, type Limiter } from "../http/limiter.ts"
import { type Authenticator, createAuthenticator } from "./authenticate.ts"
import type { Caller } from "./callers.ts"
import { createSessionCookie, type SessionCookie } from "./cookie.ts"
import { createKeyLookup, type KeyLookup } from "./keyLookup.ts"
import { signingSecret } from "./secret.ts"
import { createSessions, type Sessions } from "./sessions.ts"
import { createTokens, type Tokens } from "./tokens.ts"

/** All that knows who calls, and how often. */
export interface Credentials extends Authenticator {
  sessions: Sessions
  tokens: Tokens
  cookie: SessionCookie
  keys: KeyLookup
  limiter: Limiter
  addressOf: AddressOf
  /** Counts a call. Throws TooManyRequests. */
  count(request: Request, caller: Caller | undefined, limit: CallLimit): Promise<void>
}

/** Throws InvalidConfig when a cluster has no JWT_SECRET. */
export const createCredentials = (config: Config, database: Database, log: Log): Credentials => {
  const tokens = createTokens(signingSecret(config))
  const sessions = createSessions({ queries: database.queries, tokens, log })
  const cookie = createSessionCookie(config.publicUrl)
  const keys = createKeyLookup(database.queries)
  const limiter = createLimiter(database)
  const authenticator = createAuthenticator({
    keys,
    sessions,
    tokens,
    cookie,
    limiter,
    callsPerMinute: config.callsPerMinute,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.corsOrigins],
  })
  const addressOf = createAddressOf(config.trustProxy)
  return {
    ...authenticator,
    sessions,
    tokens,
    cookie,
    keys,
    limiter,
    addressOf,
    async count(request, caller, limit) {
      const who = limit.per === "user" && caller?.kind === "session" ? caller.userId : networkOf(addressOf(request))
      admit(request, await limiter(`${limit.name}:${who}`, limit), limit.what)
    },
  }
}
