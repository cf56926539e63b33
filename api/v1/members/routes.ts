import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { CreatedMember, Member, MemberChanges, MemberList, MemberListQuery, MemberRequest } from "./schemas.ts"

const operation = operationsOf("Organization")

/** The organization's users: seen by all dashboard sessions, changed by those of owners. */
export const memberOperations = {
  list: operation("GET /v1/members", {
    summary: "List the organization's users, oldest first",
    by: ["session"],
    query: MemberListQuery,
    answers: { 200: MemberList },
  }),
  create: operation("POST /v1/members", {
    summary: "Add a user; the made password is shown once",
    by: ["owner"],
    isIdempotent: true,
    body: jsonBody(MemberRequest, { examples: { colleague: { email: "colleague@example.org", role: "member" } } }),
    answers: { 201: CreatedMember },
  }),
  update: operation("PATCH /v1/members/{id}", {
    summary: "Change a user's role",
    by: ["owner"],
    body: jsonBody(MemberChanges),
    answers: { 200: Member },
    errors: [409],
  }),
  remove: operation("DELETE /v1/members/{id}", {
    summary: "Remove a user",
    by: ["owner"],
    answers: { 204: "The user is gone" },
    errors: [409],
  }),
}
