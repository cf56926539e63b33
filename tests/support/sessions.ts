import { addressOf, createClient, OWNER, type Target } from "./service.ts"

export type Client = ReturnType<typeof createClient>

const ownerOf = (at: Target) => (typeof at === "string" ? OWNER : at.owner)

let logins = 0

/** A new address for each login: test files share a service, which accepts ten logins a minute from one address. */
const nextAddress = (): string => `203.0.${(++logins >> 8) & 255}.${logins & 255}`

/** Logs a user in, by default the owner. Returns a client that sends the session as a bearer token. */
export const logIn = async (at: Target, email = ownerOf(at).email, password = OWNER.password): Promise<Client> => {
  const address = addressOf(at)
  const { status, body } = await createClient(address, null).post(
    "/v1/auth/login",
    { email, password },
    { "x-forwarded-for": nextAddress() },
  )
  if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`)
  return withToken(address, body.accessToken)
}

/** A client that calls with a bearer token. */
export const withToken = (address: string, token: string): Client => withHeaders(address, bearer(token))

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A client without an API key whose calls carry `own` headers. */
export const withHeaders = (address: string, own: Record<string, string>): Client => {
  const client = createClient(address, null)
  return {
    get: (path, headers) => client.get(path, { ...own, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...own, ...headers }),
    put: (path, body, headers) => client.put(path, body, { ...own, ...headers }),
    patch: (path, body, headers) => client.patch(path, body, { ...own, ...headers }),
    delete: (path, headers) => client.delete(path, { ...own, ...headers }),
  }
}
