import { errors, jwtVerify, SignJWT } from "jose"

/** Lifetime of a session or token. */
export const TOKEN_SECONDS = 3600

const ISSUER = "solar-scan-service"
const ALGORITHM = "HS256"
/** Audiences in tokens; the contract defines the name of the legacy audience. */
const AUDIENCES = { dashboard: "dashboard", legacy: "earlier" } as const

/** Claims of a token: its audience decides which paths accept it. */
export type TokenClaims =
  | { audience: "dashboard"; sessionId: string; issuedAtMs: number }
  | { audience: "legacy"; keyId: string; expiresAtMs: number }

export interface Tokens {
  /** Signs a token of one hour; `id` is the session's, or for the legacy interface the API key's. */
  sign(audience: TokenClaims["audience"], id: string): Promise<string>
  /** Claims of a valid token of this service; undefined for any other text. */
  read(token: string): Promise<TokenClaims | undefined>
}

/**
 * Signed tokens (JWT, HS256). The named credential is looked up at each call, so that a revoked credential ends at
 * once.
 */
export const createTokens = (secret: Uint8Array): Tokens => ({
  sign: (audience, id) =>
    new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCES[audience])
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_SECONDS}s`)
      .sign(secret),
  async read(token) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        requiredClaims: ["sub", "aud", "iat", "exp"],
      })
      const { sub: id, iat, exp } = payload as { sub: string; iat: number; exp: number }
      if (payload.aud === AUDIENCES.dashboard) return { audience: "dashboard", sessionId: id, issuedAtMs: iat * 1000 }
      if (payload.aud === AUDIENCES.legacy) return { audience: "legacy", keyId: id, expiresAtMs: exp * 1000 }
      return undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  },
})
