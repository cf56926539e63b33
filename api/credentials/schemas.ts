import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../domain/base/validation/schema.ts"
import { KEY_SCOPES } from "../../domain/organization/scopes.ts"
import { listOf, PageQuery } from "../http/lists.ts"
import { PASSWORD_LENGTH } from "./passwords.ts"

export const LoginRequest = Strict({
  email: Type.String({ minLength: 1, maxLength: 320, description: "E-mail address of the user" }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max, description: "Password of the user" }),
})

export const LoginAnswer = Type.Object(
  {
    accessToken: Type.String({ description: "The session as a bearer token; the cookie holds the same" }),
    expiresIn: Type.Integer({ description: "Seconds; a session in use is prolonged by its cookie" }),
    mustChangePassword: Type.Boolean({ description: "Every other path answers 403 until the password is changed" }),
  },
  { examples: [{ accessToken: "eyJhbGciOiJIUzI1NiJ9.…", expiresIn: 3600, mustChangePassword: false }] },
)

/** Answer of GET /v1/auth/session. */
export const SessionAnswer = Type.Object(
  {
    userId: Type.String({ description: "UUIDv7" }),
    email: Type.String({ description: "E-mail address of the user" }),
    role: StringEnum(["owner", "member"], { description: "Owners manage the organization, members use it" }),
    mustChangePassword: Type.Boolean({ description: "Every other path answers 403 until the password is changed" }),
    organization: Type.Object(
      { id: Type.String({ description: "UUIDv7" }), displayName: Type.String({ description: "Its name" }) },
      { description: "Whose user it is" },
    ),
  },
  {
    examples: [
      {
        userId: "019a4c1e-0b1f-7d33-8a05-2f9c4be17d60",
        email: "owner@example.org",
        role: "owner",
        mustChangePassword: false,
        organization: { id: "019a4c1e-0a52-7c11-b0f4-5d1e83a7c9f2", displayName: "Zon & Zo" },
      },
    ],
  },
)
export type SessionAnswer = Static<typeof SessionAnswer>

export const PasswordRequest = Strict({
  currentPassword: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max, description: "The previous secret" }),
  newPassword: Type.String({
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    description: "The new secret; one that is often used is refused",
  }),
})

export const PasswordByLinkRequest = Strict({
  token: Type.String({ minLength: 1, maxLength: 128, description: "Part of the link after #" }),
  newPassword: PasswordRequest.properties.newPassword,
})

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: "For the header Authorization of the legacy interface" }),
    token_type: Type.Literal("Bearer", { description: "The scheme of that header" }),
    expires_in: Type.Integer({ description: "Seconds" }),
  },
  { examples: [{ access_token: "eyJhbGciOiJIUzI1NiJ9.…", token_type: "Bearer", expires_in: 3600 }] },
)

const Scopes = Type.Array(StringEnum(KEY_SCOPES), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  description:
    "Scopes of the key: read, write (create and change), webhooks (manage the webhook endpoints of its mode); default: all scopes",
})

const KeyMode = StringEnum(["sandbox", "production"], {
  description: "Mode of its scans: free tests, or solved and counted scans",
})

export const ApiKeyRequest = Strict({
  name: Type.String({ minLength: 1, maxLength: 200, description: "Purpose, as shown in the list" }),
  mode: KeyMode,
  scopes: Type.Optional(Scopes),
})
export type ApiKeyRequest = Static<typeof ApiKeyRequest>

export const ApiKeyItem = Type.Object({
  id: Type.String({ description: "UUIDv7" }),
  name: Type.String({ description: "As given" }),
  mode: KeyMode,
  scopes: Scopes,
  last4: Type.String({ description: "The key's last four characters" }),
  lastUsedAt: Type.Union([Type.String(), Type.Null()], { description: "ISO 8601, to the minute" }),
  createdAt: Type.String({ description: "ISO 8601" }),
})
export type ApiKeyItem = Static<typeof ApiKeyItem>

const KEY_EXAMPLE = {
  id: "019a4c1f-55d0-7a42-93b7-e60c1f28ad9b",
  name: "Web shop",
  mode: "production",
  scopes: ["read", "write", "webhooks"],
  last4: "f1f0",
  createdAt: "2026-03-01T10:30:00.000Z",
}

export const CreatedApiKey = Type.Object(
  {
    ...Type.Omit(ApiKeyItem, ["lastUsedAt"]).properties,
    key: Type.String({ description: "Shown this once" }),
  },
  { examples: [{ ...KEY_EXAMPLE, key: "zs_live_…f1f0" }] },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const ApiKeyListQuery = PageQuery
export type ApiKeyListQuery = Static<typeof ApiKeyListQuery>

export const ApiKeyList = listOf(ApiKeyItem, { ...KEY_EXAMPLE, lastUsedAt: "2026-03-01T11:02:00.000Z" })
export type ApiKeyList = Static<typeof ApiKeyList>
