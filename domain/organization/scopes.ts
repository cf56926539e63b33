/** What an API key may do: read, make and change, and manage webhook endpoints of its mode. */
export const KEY_SCOPES = ["read", "write", "webhooks"] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
