import { TOKEN_SECONDS } from "./tokens.ts"

/** Name of the session cookie; behind https it has the prefix. */
export const SESSION_COOKIE = "solar_scan_session"
/** Browsers accept a cookie of this prefix only from this host, over https: no neighbouring host can set it. */
export const HOST_PREFIX = "__Host-"

/** Session cookie of a service. */
export interface SessionCookie {
  name: string
  /** Set-Cookie values of a session's token. */
  set(token: string): string
  clear(): string
}

/** A cookie that scripts cannot read and other sites cannot send; behind https it travels over https only. */
export const createSessionCookie = (publicUrl: string): SessionCookie => {
  const isSecure = publicUrl.startsWith("https:")
  const name = isSecure ? `${HOST_PREFIX}${SESSION_COOKIE}` : SESSION_COOKIE
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`
  return {
    name,
    set: token => `${name}=${token}; ${attributes}; Max-Age=${TOKEN_SECONDS}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

export interface PresentedToken {
  token?: string
  isCookie: boolean
}

const cookiesOf = (request: Request): string[] =>
  (request.headers.get("cookie") ?? "").split(";").map(cookie => cookie.trim())

/** The token that a request carries: the bearer token of its Authorization header, else its session cookie. */
export const presentedToken = (request: Request, { name }: Pick<SessionCookie, "name">): PresentedToken => {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1]
  if (bearer) return { token: bearer, isCookie: false }
  const cookie = cookiesOf(request).find(each => each.startsWith(`${name}=`))
  const token = cookie?.slice(name.length + 1)
  return { ...(token ? { token } : {}), isCookie: true }
}

/** True if a request has a credential, valid or not. */
export const hasCredential = (request: Request): boolean =>
  request.headers.has("x-api-key") ||
  request.headers.has("authorization") ||
  ["", HOST_PREFIX].some(prefix => presentedToken(request, { name: `${prefix}${SESSION_COOKIE}` }).token !== undefined)
