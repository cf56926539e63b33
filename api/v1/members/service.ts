import type { Queries } from "../../../store/database.ts"
import { changeRole, deleteUser, insertUser, listUsers, NoOwnerLeft, type User } from "../../../store/users.ts"
import { hashPassword, newPassword } from "../../credentials/passwords.ts"
import { normalEmail } from "../../credentials/sessions.ts"
import { Conflict, found } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
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
  async list(organizationId, query) {
    const { rows, total } = await listUsers(queries, organizationId, sliceOf(query))
    return pageOf(query, rows.map(member), total)
  },
  create: (organizationId, request) => createMember(queries, organizationId, request),
  async update(organizationId, id, { role }) {
    return member(found(await changeRole(queries, organizationId, id, role).catch(refuse), "member"))
  },
  async remove(organizationId, id) {
    found(await deleteUser(queries, organizationId, id).catch(refuse), "member")
  },
})

const refuse = (error: unknown): never => {
  if (error instanceof NoOwnerLeft) throw new Conflict("owner-needed")
  throw error
}

/** A new user with a made password, which is in the answer only. Throws Conflict when the address has an account. */
export const createMember = async (
  queries: Queries,
  organizationId: string,
  { email, role }: MemberRequest,
): Promise<CreatedMember> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const row = await insertUser(queries, {
    organizationId,
    email: normalEmail(email),
    passwordHash,
    role,
    mustChangePassword: true,
  })
  if (!row) throw new Conflict("account-exists", { email: normalEmail(email) })
  return { ...member(row), password }
}

const member = ({ id, email, role, mustChangePassword, createdAt }: User): Member => ({
  id,
  email,
  role,
  mustChangePassword,
  createdAt: createdAt.toISOString(),
})
