import { and, eq, gt, lte, ne } from "drizzle-orm"
import { InvalidInput } from "../../domain/errors.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../../store/database.ts"
import { organizations, sessions, users } from "../../store/tables.ts"
import { Unauthenticated } from "../http/errors.ts"
import type { SessionCaller } from "./authenticate.ts"
import { hashPassword, isPassword } from "./passwords.ts"
import type { SessionAnswer } from "./schemas.ts"
import { TOKEN_SECONDS, type Tokens } from "./tokens.ts"

export type Role = "owner" | "member"

/** The user of a session that holds, as of now. */
export interface SessionUser {
  userId: string
  organizationId: string
  role: Role
  mustChangePassword: boolean
}

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
    const [user] = await queries
      .select()
      .from(users)
      .where(eq(users.email, normalEmail(email)))
      .limit(1)
    if (!(await isPassword(password, user?.passwordHash))) throw new Unauthenticated(WRONG_LOGIN)
    await queries.delete(sessions).where(and(eq(sessions.userId, user.id), lte(sessions.expiresAt, new Date())))
    const id = newId()
    await queries.insert(sessions).values({ id, userId: user.id, expiresAt: anHourAhead() })
    const accessToken = await tokens.sign("dashboard", id)
    return { accessToken, expiresIn: TOKEN_SECONDS, mustChangePassword: user.mustChangePassword }
  },
  async find(sessionId) {
    const [session] = await queries
      .select({
        userId: users.id,
        organizationId: users.organizationId,
        role: users.role,
        mustChangePassword: users.mustChangePassword,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())))
      .limit(1)
    return session
  },
  async describe({ userId, organizationId, role, mustChangePassword }) {
    const [row] = await queries
      .select({ email: users.email, displayName: organizations.displayName })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(eq(users.id, userId))
      .limit(1)
    if (!row) throw new Unauthenticated("the session is over: log in again")
    const organization = { id: organizationId, displayName: row.displayName }
    return { userId, email: row.email, role, mustChangePassword, organization }
  },
  async prolong(sessionId) {
    await queries.update(sessions).set({ expiresAt: anHourAhead() }).where(eq(sessions.id, sessionId))
    return tokens.sign("dashboard", sessionId)
  },
  async logout(sessionId) {
    await queries.delete(sessions).where(eq(sessions.id, sessionId))
  },
  async changePassword({ sessionId, userId }, current, next) {
    const [user] = await queries.select().from(users).where(eq(users.id, userId)).limit(1)
    if (!(await isPassword(current, user?.passwordHash))) throw new InvalidInput(["currentPassword is wrong"])
    if (current === next) throw new InvalidInput(["newPassword must differ from currentPassword"])
    const passwordHash = await hashPassword(next)
    await queries.transaction(async tx => {
      await tx.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, userId))
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    })
  },
})

/** One address, one account: letters are compared without their case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

const anHourAhead = () => new Date(Date.now() + TOKEN_SECONDS * 1000)
