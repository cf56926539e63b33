import { and, count, eq, gt, lte, ne } from "drizzle-orm"
import { isId, newId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { isAmong } from "./isAmong.ts"
import { changeInTurn } from "./organizations.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import { passwordLinks } from "./passwordLinksTable.ts"
import { organizations, sessions, users } from "./tables.ts"
import { transaction } from "./transaction.ts"

export type User = typeof users.$inferSelect
export type NewUser = Pick<User, "organizationId" | "email" | "passwordHash" | "role" | "mustChangePassword">

/** Current user of a valid session. */
export interface SessionUser extends Pick<User, "organizationId" | "role" | "mustChangePassword"> {
  userId: string
}

/** The new user; undefined when the address has an account. */
export const insertUser = async (queries: Queries, user: NewUser): Promise<User | undefined> => {
  const [row] = await queries
    .insert(users)
    .values({ id: newId(), ...user })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Error: an organization would have too many users. */
export class TooManyUsers extends Error {
  readonly code = "TOO_MANY_USERS"
}

/**
 * The new user of an organization of at most `most`, however many come at once. Otherwise as `insertUser`. Throws
 * TooManyUsers.
 */
export const insertUserWithin = (queries: Queries, user: NewUser, most: number): Promise<User | undefined> =>
  changeInTurn(queries, user.organizationId, async tx => {
    const [present] = await tx
      .select({ users: count() })
      .from(users)
      .where(eq(users.organizationId, user.organizationId))
    if (present && present.users >= most) throw new TooManyUsers()
    return insertUser(tx, user)
  })

/** A part of an organization's users, oldest first. */
export const listUsers = (queries: Queries, organizationId: string, slice: Slice): Promise<Page<User>> => {
  const list = { table: users, id: users.id, where: eq(users.organizationId, organizationId), isOldestFirst: true }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(users).where(where).orderBy(order).limit(limit),
  )
}

export const findUser = async (queries: Queries, id: string): Promise<User | undefined> => {
  const [user] = await queries.select().from(users).where(eq(users.id, id)).limit(1)
  return user
}

/** Looks up by the address in its normal form. */
export const findUserByEmail = async (queries: Queries, email: string): Promise<User | undefined> => {
  const [user] = await queries.select().from(users).where(eq(users.email, email)).limit(1)
  return user
}

/** Error: a change would leave an organization without an owner; it was rolled back. */
export class NoOwnerLeft extends Error {
  readonly code = "NO_OWNER_LEFT"
}

/** Changes the role of a user and returns the user; undefined without such a user. Throws NoOwnerLeft. */
export const changeRole = (
  queries: Queries,
  organizationId: string,
  id: string,
  role: User["role"],
): Promise<User | undefined> =>
  keepingAnOwner(queries, organizationId, async tx => {
    if (!isId(id)) return undefined
    const [row] = await tx.update(users).set({ role }).where(ofOrganization(organizationId, id)).returning()
    return row
  })

/** Deletes a user with their sessions; true if the user existed. Throws NoOwnerLeft. */
export const deleteUser = (queries: Queries, organizationId: string, id: string): Promise<boolean> =>
  keepingAnOwner(queries, organizationId, async tx => {
    if (!isId(id)) return false
    const removed = await tx.delete(users).where(ofOrganization(organizationId, id)).returning({ id: users.id })
    return removed.length > 0
  })

const ofOrganization = (organizationId: string, id: string) =>
  and(eq(users.organizationId, organizationId), eq(users.id, id))

/** Runs changes one after another, and rolls back a change that leaves no owner. */
const keepingAnOwner = <T>(queries: Queries, organizationId: string, change: (tx: Queries) => Promise<T>): Promise<T> =>
  changeInTurn(queries, organizationId, async tx => {
    const changed = await change(tx)
    const { owners } = (
      await tx
        .select({ owners: count() })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), eq(users.role, "owner")))
    )[0]!
    if (owners === 0) throw new NoOwnerLeft()
    return changed
  })

/** Sets a user's password, ends all other sessions than the named session, and deletes a pending password link. */
export const setPassword = (
  queries: Queries,
  userId: string,
  password: Pick<User, "passwordHash" | "mustChangePassword">,
  keptSessionId?: string,
): Promise<void> =>
  transaction(queries, async tx => {
    await tx.update(users).set(password).where(eq(users.id, userId))
    await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId))
    const isOther = keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
  })

/** Begins a session and deletes the user's expired sessions. */
export const insertSession = async (queries: Queries, id: string, userId: string, expiresAt: Date): Promise<void> => {
  await queries.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, new Date())))
  await queries.insert(sessions).values({ id, userId, expiresAt })
}

/** Users by session; expired and revoked sessions are left out. */
export const findSessionUsers = async (
  queries: Queries,
  sessionIds: readonly string[],
): Promise<(SessionUser & { sessionId: string })[]> =>
  sessionIds.length === 0
    ? []
    : queries
        .select({
          sessionId: sessions.id,
          userId: users.id,
          organizationId: users.organizationId,
          role: users.role,
          mustChangePassword: users.mustChangePassword,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(isAmong(sessions.id, sessionIds), gt(sessions.expiresAt, new Date())))

/** User of a session; undefined if it has expired or is revoked. */
export const findSessionUser = async (queries: Queries, sessionId: string): Promise<SessionUser | undefined> => {
  const [session] = await findSessionUsers(queries, [sessionId])
  return session
}

/** A user's address and the name of their organization. */
export const describeUser = async (
  queries: Queries,
  userId: string,
): Promise<{ email: string; displayName: string } | undefined> => {
  const [row] = await queries
    .select({ email: users.email, displayName: organizations.displayName })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, userId))
    .limit(1)
  return row
}

/** Changes the expiry of a session. */
export const prolongSession = async (queries: Queries, id: string, expiresAt: Date): Promise<void> => {
  await queries.update(sessions).set({ expiresAt }).where(eq(sessions.id, id))
}

export const deleteSession = async (queries: Queries, id: string): Promise<void> => {
  await queries.delete(sessions).where(eq(sessions.id, id))
}
