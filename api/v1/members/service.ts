import { and, asc, count, eq, sql } from "drizzle-orm"
import { isId, newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { organizations, users } from "../../../store/tables.ts"
import { hashPassword, newPassword } from "../../credentials/passwords.ts"
import { normalEmail } from "../../credentials/sessions.ts"
import { Conflict, NotFound } from "../../http/errors.ts"
import type { CreatedMember, Member, MemberChanges, MemberList, MemberListQuery, MemberRequest } from "./schemas.ts"

export interface MemberService {
  list(organizationId: string, query: MemberListQuery): Promise<MemberList>
  /** A new user with a made password. Throws Conflict when the address has an account. */
  create(organizationId: string, request: MemberRequest): Promise<CreatedMember>
  /** Throws NotFound, or Conflict when no owner would be left. */
  update(organizationId: string, id: string, changes: MemberChanges): Promise<Member>
  /** The user and their sessions end. Throws as `update` does. */
  remove(organizationId: string, id: string): Promise<void>
}

export const createMemberService = (queries: Queries): MemberService => ({
  async list(organizationId, { page = 1, limit = 20 }) {
    const where = eq(users.organizationId, organizationId)
    const [{ total }] = await queries.select({ total: count() }).from(users).where(where)
    const rows = await queries
      .select()
      .from(users)
      .where(where)
      .orderBy(asc(users.id))
      .limit(limit)
      .offset((page - 1) * limit)
    return { items: rows.map(member), total, page, limit, totalPages: Math.ceil(total / limit) }
  },
  create: (organizationId, request) => createMember(queries, organizationId, request),
  update: (organizationId, id, { role }) =>
    keepingAnOwner(queries, organizationId, async tx => {
      const [row] = await tx.update(users).set({ role }).where(ofOrganization(organizationId, id)).returning()
      if (!row) throw new NotFound("member")
      return member(row)
    }),
  remove: (organizationId, id) =>
    keepingAnOwner(queries, organizationId, async tx => {
      const removed = await tx.delete(users).where(ofOrganization(organizationId, id)).returning({ id: users.id })
      if (removed.length === 0) throw new NotFound("member")
    }),
})

/** A new user with a made password, which is in the answer only. Throws Conflict when the address has an account. */
export const createMember = async (
  queries: Queries,
  organizationId: string,
  { email, role }: MemberRequest,
): Promise<CreatedMember> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const [row] = await queries
    .insert(users)
    .values({ id: newId(), organizationId, email: normalEmail(email), passwordHash, role, mustChangePassword: true })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Conflict(`${normalEmail(email)} has an account already`)
  return { ...member(row), password }
}

/** Runs a change with the organization's row locked, and takes it back if it leaves no owner. */
const keepingAnOwner = <T>(queries: Queries, organizationId: string, change: (tx: Queries) => Promise<T>): Promise<T> =>
  queries.transaction(async tx => {
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for("update")
    const changed = await change(tx)
    const [{ owners }] = await tx
      .select({ owners: count() })
      .from(users)
      .where(and(eq(users.organizationId, organizationId), eq(users.role, "owner")))
    if (owners === 0) throw new Conflict("an organization keeps at least one owner: make another member owner first")
    return changed
  })

const ofOrganization = (organizationId: string, id: string) =>
  isId(id) ? and(eq(users.organizationId, organizationId), eq(users.id, id)) : sql`false`

const member = ({ id, email, role, mustChangePassword, createdAt }: typeof users.$inferSelect): Member => ({
  id,
  email,
  role,
  mustChangePassword,
  createdAt: createdAt.toISOString(),
})
