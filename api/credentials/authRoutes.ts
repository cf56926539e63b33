import { jsonBody } from "../http/body.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import type { Credentials } from "./credentials.ts"
import {
  LoginAnswer,
  LoginRequest,
  PasswordByLinkRequest,
  PasswordRequest,
  SessionAnswer,
  TokenAnswer,
} from "./schemas.ts"
import { TOKEN_SECONDS } from "./tokens.ts"

const operation = operationsOf("Credentials")
/** Largest body of a caller without a credential. */
const LOGIN_LIMIT_BYTES = 4 * 1024
/** Limit of logins from one address and of attempts to change one password, too slow for guessing. */
const GUESSES = { hits: 10, windowMs: 60_000 }

/** Logging in and out, changing the password, and tokens of the legacy interface. */
export const authOperations = {
  login: operation("POST /v1/auth/login", {
    summary: "Log in to the dashboard",
    description:
      "Sets the session as an httpOnly cookie and gives the same token as accessToken, for `Authorization: Bearer`. It lasts an hour and is renewed while it is used. A made password must be changed before anything else.",
    by: ["anyone"],
    limit: { ...GUESSES, name: "login", per: "address", counted: "logins" },
    body: jsonBody(LoginRequest, {
      limitBytes: LOGIN_LIMIT_BYTES,
      examples: { owner: { email: "owner@example.org", password: "correct horse battery staple" } },
    }),
    answers: { 200: LoginAnswer },
    answerHeaders: ["set-cookie"],
    errors: [401],
  }),
  logout: operation("POST /v1/auth/logout", {
    summary: "Log out: the session ends",
    description: "Revokes the session of the cookie or bearer token, and takes the cookie away.",
    by: ["unsettled"],
    answers: { 204: "The session is over" },
    answerHeaders: ["set-cookie"],
  }),
  session: operation("GET /v1/auth/session", {
    summary: "Read the user of the session",
    description:
      "The user, the role and the organization of a session, and whether the password must be changed first.",
    by: ["unsettled"],
    answers: { 200: SessionAnswer },
  }),
  password: operation("POST /v1/auth/password", {
    summary: "Change the password; the user's other sessions end",
    description: "Needs the present password. A session with a made password may call this before everything else.",
    by: ["unsettled"],
    limit: { ...GUESSES, name: "password", per: "user", counted: "password-changes" },
    body: jsonBody(PasswordRequest, {
      examples: { first: { currentPassword: "the one that was shown", newPassword: "correct horse battery staple" } },
    }),
    answers: { 204: "The password is changed" },
  }),
  passwordByLink: operation("POST /v1/auth/password-link", {
    summary: "Set a new password by an operator's link, once",
    description:
      "The link is made by `npm run admin -- password-link`. It works once, until it is over; all sessions of its user end.",
    by: ["anyone"],
    limit: { ...GUESSES, name: "password-link", per: "address", counted: "password-changes" },
    body: jsonBody(PasswordByLinkRequest, {
      limitBytes: LOGIN_LIMIT_BYTES,
      examples: {
        link: { token: "T0v4gk1h0T3sSgWc4LqL1kQ8vXH2mBmN0rJ5yZpE7dA", newPassword: "correct horse battery staple" },
      },
    }),
    answers: { 204: "The password is set" },
  }),
  token: operation("POST /v1/auth/token", {
    // The token has the key's rights.
    scope: "none",
    summary: "Get a bearer token of the legacy interface for an API key",
    description:
      "The token inherits the key's organization and mode, lasts an hour, and is taken by the legacy interface only.",
    by: ["key"],
    answers: { 200: TokenAnswer },
  }),
}

export const authHandlers = ({
  sessions,
  setByLink,
  tokens,
  cookie,
  addressOf,
}: Credentials): Handlers<typeof authOperations> => ({
  async login({ body, request, setHeader }) {
    const login = await sessions.login(body.email, body.password, addressOf(request))
    setHeader("set-cookie", cookie.set(login.accessToken))
    return login
  },
  async logout({ caller, setHeader }) {
    await sessions.logout(caller.sessionId)
    setHeader("set-cookie", cookie.clear())
  },
  session: ({ caller }) => sessions.describe(caller),
  password: ({ caller, body, request }) =>
    sessions.changePassword(caller, {
      current: body.currentPassword,
      next: body.newPassword,
      address: addressOf(request),
    }),
  passwordByLink: ({ body, request }) =>
    setByLink({ secret: body.token, next: body.newPassword, address: addressOf(request) }),
  async token({ caller }) {
    const accessToken = await tokens.sign("legacy", caller.keyId)
    return { access_token: accessToken, token_type: "Bearer", expires_in: TOKEN_SECONDS }
  },
})
