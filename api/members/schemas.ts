import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../domain/validation/schema.ts"
import { listOf, PageQuery } from "../http/lists.ts"

const Role = StringEnum(["owner", "member"], { description: "Owners manage the organization, members use it" })

export const MemberRequest = Strict({
  email: Type.String({ maxLength: 320, pattern: "^[^@\\s]+@[^@\\s]+$", describes: "an e-mail address" }),
  role: Role,
})
export type MemberRequest = Static<typeof MemberRequest>

export const MemberChanges = Strict({ role: Role })
export type MemberChanges = Static<typeof MemberChanges>

export const Member = Type.Object({
  id: Type.String({ description: "UUIDv7" }),
  email: Type.String(),
  role: Role,
  mustChangePassword: Type.Boolean({ description: "Has not logged in with a password of their own yet" }),
  createdAt: Type.String({ description: "ISO 8601" }),
})
export type Member = Static<typeof Member>

export const CreatedMember = Type.Object({
  ...Member.properties,
  password: Type.String({ description: "Shown this once, to be changed at the first login" }),
})
export type CreatedMember = Static<typeof CreatedMember>

export const MemberListQuery = PageQuery
export type MemberListQuery = Static<typeof MemberListQuery>
export const MemberList = listOf(Member)
export type MemberList = Static<typeof MemberList>
