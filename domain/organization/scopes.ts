/** Scopes of an API key: read, create and change, and manage webhook endpoints of its mode. */
export const KEY_SCOPES = ["read", "write", "webhooks"] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
