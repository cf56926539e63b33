import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../domain/validation/schema.ts"
import { listOf, PageQuery } from "../http/lists.ts"
import { PASSWORD_LENGTH } from "./passwords.ts"

export const LoginRequest = Strict({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max }),
})

export const LoginAnswer = Type.Object({
  accessToken: Type.String({ description: "The session as a bearer token; the cookie holds the same" }),
  expiresIn: Type.Integer({ description: "Seconds; a session in use is prolonged by its cookie" }),
  mustChangePassword: Type.Boolean({ description: "Every other path answers 403 until the password is changed" }),
})

/** Answer of GET /v1/auth/session. */
export const SessionAnswer = Type.Object({
  userId: Type.String({ description: "UUIDv7" }),
  email: Type.String(),
  role: StringEnum(["owner", "member"]),
  mustChangePassword: Type.Boolean(),
  organization: Type.Object({ id: Type.String({ description: "UUIDv7" }), displayName: Type.String() }),
})
export type SessionAnswer = Static<typeof SessionAnswer>

export const PasswordRequest = Strict({
  currentPassword: Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH.max }),
  newPassword: Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal("Bearer"),
  expires_in: Type.Integer({ description: "Seconds" }),
})

export const ApiKeyRequest = Strict({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  mode: StringEnum(["sandbox", "production"]),
})
export type ApiKeyRequest = Static<typeof ApiKeyRequest>

export const ApiKeyItem = Type.Object({
  id: Type.String({ description: "UUIDv7" }),
  name: Type.String(),
  mode: StringEnum(["sandbox", "production"]),
  last4: Type.String({ description: "The key's last four characters" }),
  lastUsedAt: Type.Union([Type.String(), Type.Null()], { description: "ISO 8601, to the minute" }),
  createdAt: Type.String({ description: "ISO 8601" }),
})
export type ApiKeyItem = Static<typeof ApiKeyItem>

export const CreatedApiKey = Type.Object({
  ...Type.Omit(ApiKeyItem, ["lastUsedAt"]).properties,
  key: Type.String({ description: "Shown this once" }),
})
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const ApiKeyListQuery = PageQuery
export type ApiKeyListQuery = Static<typeof ApiKeyListQuery>

export const ApiKeyList = listOf(ApiKeyItem)
export type ApiKeyList = Static<typeof ApiKeyList>
