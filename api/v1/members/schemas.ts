import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { listOf, PageQuery } from "../../http/lists.ts"

const Role = StringEnum(["owner", "member"], { description: "Owners manage the organization, members use it" })

export const MemberRequest = Strict({
  email: Type.String({
    maxLength: 320,
    pattern: "^[^@\\s]+@[^@\\s]+$",
    textForm: "email",
    description: "With which they log in",
  }),
  role: Role,
})
export type MemberRequest = Static<typeof MemberRequest>

export const MemberChanges = Strict({ role: Role }, { examples: [{ role: "owner" }] })
export type MemberChanges = Static<typeof MemberChanges>

const MEMBER_EXAMPLE = {
  id: "019a4c20-7e15-7f08-a1d9-04b6c3e85f27",
  email: "colleague@example.org",
  role: "member",
  mustChangePassword: true,
  createdAt: "2026-03-01T10:30:00.000Z",
}

export const Member = Type.Object(
  {
    id: Type.String({ description: "UUIDv7" }),
    email: Type.String({ description: "With which they log in" }),
    role: Role,
    mustChangePassword: Type.Boolean({ description: "Has not logged in with a password of their own yet" }),
    createdAt: Type.String({ description: "ISO 8601" }),
  },
  { examples: [MEMBER_EXAMPLE] },
)
export type Member = Static<typeof Member>

export const CreatedMember = Type.Object(
  {
    ...Member.properties,
    password: Type.String({ description: "Shown this once, to be changed at the first login" }),
  },
  { examples: [{ ...MEMBER_EXAMPLE, password: "y8Odi4SS9WSKr2hs" }] },
)
export type CreatedMember = Static<typeof CreatedMember>

export const MemberListQuery = PageQuery
export type MemberListQuery = Static<typeof MemberListQuery>
export const MemberList = listOf(Member, MEMBER_EXAMPLE)
export type MemberList = Static<typeof MemberList>
