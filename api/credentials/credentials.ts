import type { Config } from "../../infra/config.ts"
import type { Log } from "../../infra/log.ts"
import type { Database } from "../../store/database.ts"
import { type AddressOf, createAddressOf, networkOf, type SocketAddressOf } from "../http/address.ts"
import type { Exchange } from "../http/exchange.ts"
import { admit, type CallLimit, createLimiter, createMemoryLimiter } from "../http/limiter.ts"
import { type Authenticator, createAuthenticator } from "./authenticate.ts"
import type { Caller } from "./callers.ts"
import { createSessionCookie, type SessionCookie } from "./cookie.ts"
import { createKeyLookup, type KeyLookup } from "./keyLookup.ts"
import { createLeases, type Leases, storedCredentials } from "./leases.ts"
import { createSetByLink, type SetByLink } from "./passwordLinks.ts"
import { signingSecret } from "./secret.ts"
import { createSessions, type Sessions } from "./sessions.ts"
import { createTokens, type Tokens } from "./tokens.ts"

/** Functions that identify callers and count calls. */
export interface Credentials extends Authenticator {
  sessions: Sessions
  setByLink: SetByLink
  tokens: Tokens
  cookie: SessionCookie
  keys: KeyLookup
  leases: Leases
  addressOf: AddressOf
  /** Counts a call. Throws TooManyRequests. */
  count(exchange: Exchange, caller: Caller | undefined, limit: CallLimit): Promise<void>
}

/** Throws InvalidConfig when a cluster has no JWT_SECRET. */
export const createCredentials = (
  { config, database, log }: { config: Config; database: Database; log: Log },
  socketAddressOf: SocketAddressOf,
): Credentials => {
  const tokens = createTokens(signingSecret(config))
  const sessions = createSessions({ queries: database.queries, tokens, log })
  const cookie = createSessionCookie(config.publicUrl)
  const keys = createKeyLookup(database.queries)
  const limiter = createLimiter(database)
  const limiterOfProcess = createMemoryLimiter()
  const authenticator = createAuthenticator({
    keys,
    sessions,
    tokens,
    cookie,
    limiter,
    callsPerMinute: config.callsPerMinute,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.corsOrigins],
  })
  const addressOf = createAddressOf(config.trustProxy, socketAddressOf)
  return {
    ...authenticator,
    sessions,
    setByLink: createSetByLink({ queries: database.queries, log }),
    tokens,
    cookie,
    keys,
    leases: createLeases(storedCredentials(database.queries), log),
    addressOf,
    async count({ request, headers }, caller, limit) {
      const who = limit.per === "user" && caller?.kind === "session" ? caller.userId : networkOf(addressOf(request))
      const hit = limit.isOfProcess ? limiterOfProcess : limiter
      admit(headers, await hit(`${limit.name}:${who}`, limit), limit.counted)
    },
  }
}
