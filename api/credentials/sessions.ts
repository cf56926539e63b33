import { InvalidInput } from "../../domain/errors.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../../store/database.ts"
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
} from "../../store/users.ts"
import { Unauthenticated } from "../http/errors.ts"
import type { SessionCaller } from "./callers.ts"
import { hashPassword, isPassword } from "./passwords.ts"
import type { SessionAnswer } from "./schemas.ts"
import { TOKEN_SECONDS, type Tokens } from "./tokens.ts"

export interface Login {
  accessToken: string
  /** Seconds. */
  expiresIn: number
  mustChangePassword: boolean
}

export interface Sessions {
  /** Throws Unauthenticated in the same words and after the same work whether the account or the password is wrong. */
  login(email: string, password: string): Promise<Login>
  /** Whose session it is; undefined when it is over or revoked. */
  find(sessionId: string): Promise<SessionUser | undefined>
  /** Who is logged in, for people to read. */
  describe(caller: SessionCaller): Promise<SessionAnswer>
  /** Lets the session hold for another hour; returns its new token. */
  prolong(sessionId: string): Promise<string>
  logout(sessionId: string): Promise<void>
  /** Ends the user's other sessions as well. Throws InvalidInput. */
  changePassword(session: Pick<SessionCaller, "sessionId" | "userId">, current: string, next: string): Promise<void>
}

const WRONG_LOGIN = "the e-mail address or the password is wrong"

export const createSessions = (queries: Queries, tokens: Tokens): Sessions => ({
  async login(email, password) {
    const user = await findUserByEmail(queries, normalEmail(email))
    if (!(await isPassword(password, user?.passwordHash)) || !user) throw new Unauthenticated(WRONG_LOGIN)
    const id = newId()
    await insertSession(queries, id, user.id, anHourAhead())
    const accessToken = await tokens.sign("dashboard", id)
    return { accessToken, expiresIn: TOKEN_SECONDS, mustChangePassword: user.mustChangePassword }
  },
  find: sessionId => findSessionUser(queries, sessionId),
  async describe({ userId, organizationId, role, mustChangePassword }) {
    const row = await describeUser(queries, userId)
    if (!row) throw new Unauthenticated("the session is over: log in again")
    const organization = { id: organizationId, displayName: row.displayName }
    return { userId, email: row.email, role, mustChangePassword, organization }
  },
  async prolong(sessionId) {
    await prolongSession(queries, sessionId, anHourAhead())
    return tokens.sign("dashboard", sessionId)
  },
  logout: sessionId => deleteSession(queries, sessionId),
  async changePassword({ sessionId, userId }, current, next) {
    const user = await findUser(queries, userId)
    if (!(await isPassword(current, user?.passwordHash))) throw new InvalidInput(["currentPassword is wrong"])
    if (current === next) throw new InvalidInput(["newPassword must differ from currentPassword"])
    const passwordHash = await hashPassword(next)
    await setPassword(queries, userId, { passwordHash, mustChangePassword: false }, sessionId)
  },
})

/** One address, one account: letters are compared without their case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

const anHourAhead = () => new Date(Date.now() + TOKEN_SECONDS * 1000)
