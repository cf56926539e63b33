import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { newId } from "../../infra/ids.ts"
import type { Log } from "../../infra/log.ts"
import type { Queries } from "../../store/database.ts"
import { endFirstCredentials } from "../../store/firstCredentials.ts"
import {
  deleteSession,
  describeUser,
  findSessionUser,
  findUser,
  findUserByEmail,
  insertSession,
  prolongSession,
  type SessionUser,
  setPassword,
  type User,
} from "../../store/users.ts"
import { networkOf } from "../http/address.ts"
import { TooManyRequests, Unauthenticated } from "../http/errors.ts"
import type { SessionCaller } from "./callers.ts"
import { isCommonPassword } from "./commonPasswords.ts"
import { hashPassword, isPassword } from "./passwords.ts"
import type { SessionAnswer } from "./schemas.ts"
import { TOKEN_SECONDS, type Tokens } from "./tokens.ts"
import { createTryPassword } from "./tries.ts"

export interface Login {
  accessToken: string
  /** Seconds. */
  expiresIn: number
  mustChangePassword: boolean
}

export interface Sessions {
  /**
   * Throws Unauthenticated in the same words and after the same work whether the account or the password is wrong, and
   * TooManyRequests after too many wrong ones. `address` is the caller's.
   */
  login(email: string, password: string, address: string): Promise<Login>
  /** User of a session; undefined if expired or revoked. */
  find(sessionId: string): Promise<SessionUser | undefined>
  /** User of a session, as shown to people. */
  describe(caller: SessionCaller): Promise<SessionAnswer>
  /** Extends the session by an hour; returns its new token. */
  prolong(sessionId: string): Promise<string>
  logout(sessionId: string): Promise<void>
  /** Ends the user's other sessions as well. `address` is the caller's. Throws InvalidInput, TooManyRequests. */
  changePassword(session: Pick<SessionCaller, "sessionId" | "userId">, change: PasswordChange): Promise<void>
}

export interface PasswordChange {
  current: string
  next: string
  /** The caller's. */
  address: string
}

interface SessionsOptions {
  queries: Queries
  tokens: Tokens
  log: Log
}

export const createSessions = ({ queries, tokens, log }: SessionsOptions): Sessions => {
  const tryPassword = createTryPassword(queries)
  /** True if the password is the user's; failures are logged by the address, and by the account if it exists. */
  const isRight = async (user: User | undefined, account: string, password: string, address: string) => {
    const fail = (reason: string) => log.warn({ address, userId: user?.id, reason }, "a login failed")
    try {
      const attempt = () => isPassword(password, user?.passwordHash)
      const right = await tryPassword({ account, network: networkOf(address) }, attempt)
      if (!right) fail("wrong account or password")
      return right
    } catch (error) {
      if (error instanceof TooManyRequests) fail("too many wrong passwords before it")
      throw error
    }
  }
  return {
    async login(email, password, address) {
      const account = normalEmail(email)
      const user = await findUserByEmail(queries, account)
      if (!(await isRight(user, account, password, address)) || !user) throw new Unauthenticated("login-wrong")
      await endFirstCredentials(queries, user.organizationId)
      const id = newId()
      await insertSession(queries, id, user.id, anHourAhead())
      const accessToken = await tokens.sign("dashboard", id)
      return { accessToken, expiresIn: TOKEN_SECONDS, mustChangePassword: user.mustChangePassword }
    },
    find: sessionId => findSessionUser(queries, sessionId),
    async describe({ userId, organizationId, role, mustChangePassword }) {
      const row = await describeUser(queries, userId)
      if (!row) throw new Unauthenticated("session-over")
      const organization = { id: organizationId, displayName: row.displayName }
      return { userId, email: row.email, role, mustChangePassword, organization }
    },
    async prolong(sessionId) {
      await prolongSession(queries, sessionId, anHourAhead())
      return tokens.sign("dashboard", sessionId)
    },
    logout: sessionId => deleteSession(queries, sessionId),
    async changePassword({ sessionId, userId }, { current, next, address }) {
      const user = await findUser(queries, userId)
      if (!(await isRight(user, user?.email ?? userId, current, address)))
        throw new InvalidInput([violation(["currentPassword"], "password-wrong")])
      if (current === next)
        throw new InvalidInput([violation(["newPassword"], "password-same", { other: ["currentPassword"] })])
      if (await isCommonPassword(next)) throw new InvalidInput([violation(["newPassword"], "password-common")])
      const passwordHash = await hashPassword(next)
      await setPassword(queries, userId, { passwordHash, mustChangePassword: false }, sessionId)
    },
  }
}

/** One address, one account: letters are compared without their case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

const anHourAhead = () => new Date(Date.now() + TOKEN_SECONDS * 1000)
