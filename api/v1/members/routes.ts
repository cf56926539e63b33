import { Elysia } from "elysia"
import type { Authenticator } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { readBody } from "../../http/body.ts"
import type { Once } from "../../http/once.ts"
import { readQuery } from "../../http/query.ts"
import { CreatedMember, Member, MemberChanges, MemberList, MemberListQuery, MemberRequest } from "./schemas.ts"
import type { MemberService } from "./service.ts"

const CHANGE_ERRORS = [400, 401, 403, 404, 409]

/** The organization's users under /v1/members, by dashboard sessions only: seen by all of them, changed by owners. */
export const memberRoutes = (
  members: MemberService,
  { authenticateSession, authenticateOwner }: Authenticator,
  once: Once,
) =>
  new Elysia({ name: "members", prefix: "/v1/members", tags: ["Organization"], normalize: false })
    .get(
      "",
      async ({ request }) => {
        const { organizationId } = await authenticateSession(request)
        return members.list(organizationId, readQuery(MemberListQuery, request))
      },
      {
        detail: documented({
          summary: "List the organization's users, oldest first",
          takes: ["session"],
          query: MemberListQuery,
          answers: { 200: MemberList },
          errors: [400, 401, 403],
        }),
      },
    )
    .post(
      "",
      async ({ request, set }) => {
        const caller = await authenticateOwner(request)
        const body = await readBody(request, MemberRequest)
        return once({ request, caller, body, set }, () => {
          set.status = 201
          return members.create(caller.organizationId, body)
        })
      },
      {
        parse: "none",
        detail: documented({
          summary: "Add a user; the made password is shown once",
          takes: ["session"],
          headers: ["idempotency-key"],
          body: MemberRequest,
          bodyExamples: { colleague: { email: "colleague@example.org", role: "member" } },
          answers: { 201: CreatedMember },
          answerHeaders: ["idempotent-replayed"],
          errors: [400, 401, 403, 409, 413, 415],
        }),
      },
    )
    .patch(
      "/:id",
      async ({ request, params }) => {
        const { organizationId } = await authenticateOwner(request)
        return members.update(organizationId, params.id, await readBody(request, MemberChanges))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change a user's role",
          takes: ["session"],
          body: MemberChanges,
          answers: { 200: Member },
          errors: CHANGE_ERRORS,
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        const { organizationId } = await authenticateOwner(request)
        await members.remove(organizationId, params.id)
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Remove a user",
          takes: ["session"],
          noContent: "The user is gone",
          errors: CHANGE_ERRORS,
        }),
      },
    )
