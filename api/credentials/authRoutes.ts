import { Elysia } from "elysia"
import { documented } from "../docs/operation.ts"
import { networkOf } from "../http/address.ts"
import { readBody } from "../http/body.ts"
import { admit } from "../http/limiter.ts"
import type { Credentials } from "./credentials.ts"
import { LoginAnswer, LoginRequest, PasswordRequest, SessionAnswer, TokenAnswer } from "./schemas.ts"
import { TOKEN_SECONDS } from "./tokens.ts"

/** Logins of one address, and tries to change one password: it cannot be guessed at this pace. */
const LOGIN_LIMIT = { hits: 10, windowMs: 60_000 }

/** Logging in and out, changing the password, and tokens of the legacy interface, under /v1/auth. */
export const authRoutes = (credentials: Credentials) =>
  new Elysia({ name: "auth", prefix: "/v1/auth", normalize: false })
    .use(sessionRoutes(credentials))
    .use(secretRoutes(credentials))

const sessionRoutes = ({ authenticateUnsettled, sessions, cookie, limiter, addressOf }: Credentials) =>
  new Elysia({ name: "auth-sessions", tags: ["Credentials"], normalize: false })
    .post(
      "/login",
      async ({ request, set }) => {
        const { email, password } = await readBody(request, LoginRequest)
        const standing = await limiter(`login:${networkOf(addressOf(request))}`, LOGIN_LIMIT)
        admit(request, standing, "logins from this address")
        const login = await sessions.login(email, password)
        set.headers["set-cookie"] = cookie.set(login.accessToken)
        return login
      },
      {
        parse: "none",
        detail: documented({
          summary: "Log in to the dashboard",
          takes: [],
          body: LoginRequest,
          bodyExamples: { owner: { email: "owner@example.org", password: "correct horse battery staple" } },
          answers: { 200: LoginAnswer },
          errors: [400, 401, 413, 415, 429],
        }),
      },
    )
    .post(
      "/logout",
      async ({ request, set }) => {
        const { sessionId } = await authenticateUnsettled(request)
        await sessions.logout(sessionId)
        set.headers["set-cookie"] = cookie.clear()
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Log out: the session ends",
          takes: ["session"],
          noContent: "The session is over",
          errors: [401, 403],
        }),
      },
    )
    .get("/session", async ({ request }) => sessions.describe(await authenticateUnsettled(request)), {
      detail: documented({
        summary: "Read who is logged in",
        takes: ["session"],
        answers: { 200: SessionAnswer },
        errors: [401, 403],
      }),
    })

const secretRoutes = ({ authenticate, authenticateUnsettled, sessions, tokens, limiter }: Credentials) =>
  new Elysia({ name: "auth-secrets", tags: ["Credentials"], normalize: false })
    .post(
      "/password",
      async ({ request, set }) => {
        const caller = await authenticateUnsettled(request)
        const { currentPassword, newPassword } = await readBody(request, PasswordRequest)
        admit(request, await limiter(`password:${caller.userId}`, LOGIN_LIMIT), "changes of this password")
        await sessions.changePassword(caller, currentPassword, newPassword)
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change the password; the user's other sessions end",
          takes: ["session"],
          body: PasswordRequest,
          bodyExamples: {
            first: { currentPassword: "the one that was shown", newPassword: "correct horse battery staple" },
          },
          noContent: "The password is changed",
          errors: [400, 401, 403, 413, 415, 429],
        }),
      },
    )
    .post(
      "/token",
      async ({ request }) => {
        const { keyId } = await authenticate(request, ["key"])
        const accessToken = await tokens.sign("legacy", keyId)
        return { access_token: accessToken, token_type: "Bearer", expires_in: TOKEN_SECONDS }
      },
      {
        parse: "none",
        detail: documented({
          summary: "Get a bearer token of the legacy interface for an API key",
          takes: ["key"],
          answers: { 200: TokenAnswer },
          errors: [401, 403, 429],
        }),
      },
    )
