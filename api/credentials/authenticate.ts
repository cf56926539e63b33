import { eq } from "drizzle-orm"
import type { Database } from "../../infra/database/database.ts"
import { apiKeys, type Mode } from "../../infra/database/schema.ts"
import { Unauthenticated } from "../http/errors.ts"
import { hashApiKey, modeOfKey } from "./keys.ts"

/** Who calls: every query of a call is bound to this organization and mode. */
export interface Caller {
  organizationId: string
  mode: Mode
}

export type Authenticate = (request: Request) => Promise<Caller>

/** Finds the caller by the x-api-key header. Throws Unauthenticated. */
export const createAuthenticate =
  (database: Database): Authenticate =>
  async request => {
    const key = request.headers.get("x-api-key")
    if (!key) throw new Unauthenticated()
    if (!modeOfKey(key)) throw new Unauthenticated("the API key is not valid")
    const [row] = await database.queries
      .select({ organizationId: apiKeys.organizationId, mode: apiKeys.mode })
      .from(apiKeys)
      .where(eq(apiKeys.hash, hashApiKey(key)))
      .limit(1)
    if (!row) throw new Unauthenticated("the API key is not valid")
    return row
  }
