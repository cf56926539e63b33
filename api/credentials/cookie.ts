import { TOKEN_SECONDS } from "./tokens.ts"

/** Name of the session cookie. */
export const SESSION_COOKIE = "solar_scan_session"

/** Set-Cookie values of a session's token. */
export interface SessionCookie {
  set(token: string): string
  clear(): string
}

/** A cookie that scripts cannot read and other sites cannot send; behind https it travels over https only. */
export const createSessionCookie = (publicUrl: string): SessionCookie => {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${publicUrl.startsWith("https:") ? "; Secure" : ""}`
  return {
    set: token => `${SESSION_COOKIE}=${token}; ${attributes}; Max-Age=${TOKEN_SECONDS}`,
    clear: () => `${SESSION_COOKIE}=; ${attributes}; Max-Age=0`,
  }
}

export interface PresentedToken {
  token?: string
  isCookie: boolean
}

/** The token that a request carries: the bearer token of its Authorization header, else its session cookie. */
export const presentedToken = (request: Request): PresentedToken => {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1]
  if (bearer) return { token: bearer, isCookie: false }
  const cookies = (request.headers.get("cookie") ?? "").split(";").map(cookie => cookie.trim())
  const token = cookies.find(cookie => cookie.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1)
  return { ...(token ? { token } : {}), isCookie: true }
}

/** True if a request has a credential. */
export const hasCredential = (request: Request): boolean =>
  request.headers.has("x-api-key") ||
  request.headers.has("authorization") ||
  presentedToken(request).token !== undefined
