import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { CreatedMember, Member, MemberChanges, MemberList, MemberListQuery, MemberRequest } from "./schemas.ts"

const operation = operationsOf("Organization")

/** The organization's users: visible to all dashboard sessions, changed by sessions of owners. */
export const memberOperations = {
  list: operation("GET /v1/members", {
    summary: "List the organization's users, oldest first",
    description: "All users who may log in for the organization, with their roles.",
    by: ["session"],
    query: MemberListQuery,
    answers: { 200: MemberList },
  }),
  create: operation("POST /v1/members", {
    summary: "Add a user; the made password is shown once",
    description:
      "The user logs in with the made password and must change it first. An address belongs to one organization.",
    by: ["owner"],
    isIdempotent: true,
    body: jsonBody(MemberRequest, { examples: { colleague: { email: "colleague@example.org", role: "member" } } }),
    answers: { 201: CreatedMember },
  }),
  update: operation("PATCH /v1/members/{id}", {
    summary: "Change a user's role",
    description:
      "Owners manage keys, members, webhooks and settings; others read and create. The last owner stays one.",
    by: ["owner"],
    body: jsonBody(MemberChanges),
    answers: { 200: Member },
    errors: [409],
  }),
  remove: operation("DELETE /v1/members/{id}", {
    summary: "Remove a user",
    description: "The user's sessions end. The last owner cannot be removed.",
    by: ["owner"],
    answers: { 204: "The user is gone" },
    errors: [409],
  }),
}
