import type { Queries } from "../../../store/database.ts"
import {
  changeRole,
  deleteUser,
  insertUserWithin,
  listUsers,
  NoOwnerLeft,
  TooManyUsers,
  type User,
} from "../../../store/users.ts"
import { hashPassword, newPassword } from "../../credentials/passwords.ts"
import { normalEmail } from "../../credentials/sessions.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { Handlers, KeepAnswer } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { memberOperations } from "./routes.ts"
import type { CreatedMember, Member, MemberList, MemberListQuery, MemberRequest } from "./schemas.ts"

/** Users of one organization. */
const MAX_MEMBERS = 1_000

export const memberHandlers = (queries: Queries): Handlers<typeof memberOperations> => ({
  list: ({ caller, query }) => memberPage(queries, caller.organizationId, query),
  create: ({ caller, body, keepAnswer }) => createMember(queries, caller.organizationId, body, keepAnswer),
  async update({ caller, params, body }) {
    const changed = await changeRole(queries, caller.organizationId, params.id, body.role).catch(refuse)
    return member(orNotFound(changed, "member"))
  },
  async remove({ caller, params }) {
    orNotFound(await deleteUser(queries, caller.organizationId, params.id).catch(refuse), "member")
  },
})

/** A page of an organization's users, oldest first. */
export const memberPage = async (
  queries: Queries,
  organizationId: string,
  query: MemberListQuery,
): Promise<MemberList> => {
  const { rows, total } = await listUsers(queries, organizationId, sliceOf(query))
  return pageOf(query, rows.map(member), total)
}

const refuse = (error: unknown): never => {
  if (error instanceof NoOwnerLeft) throw new Conflict("owner-needed")
  if (error instanceof TooManyUsers) throw new Conflict("too-many-members", { maximum: MAX_MEMBERS })
  throw error
}

/**
 * Creates a user with a generated password, which is in this answer only. Throws Conflict when the address has an
 * account, and when the organization has too many users.
 */
export const createMember = async (
  queries: Queries,
  organizationId: string,
  { email, role }: MemberRequest,
  keepAnswer?: KeepAnswer<CreatedMember>,
): Promise<CreatedMember> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const user = { organizationId, email: normalEmail(email), passwordHash, role, mustChangePassword: true }
  return writeOnce(queries, keepAnswer, async tx => {
    const row = await insertUserWithin(tx, user, MAX_MEMBERS).catch(refuse)
    if (!row) throw new Conflict("account-exists", { email: normalEmail(email) })
    return { ...member(row), password }
  })
}

const member = ({ id, email, role, mustChangePassword, createdAt }: User): Member => ({
  id,
  email,
  role,
  mustChangePassword,
  createdAt: createdAt.toISOString(),
})
