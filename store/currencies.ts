import { sql } from "drizzle-orm"
import type { Currency } from "../domain/market/currencyNames.ts"
import { PoolFull } from "../infra/database/pool.ts"
import type { Queries } from "./database.ts"
import { createGroupCommit } from "./groupCommit.ts"
import { isAmong } from "./isAmong.ts"
import { organizations } from "./tables.ts"

/**
 * Default currency of an organization's scans, read after the call; undefined if the organization chose no currency.
 */
export type FindCurrency = (organizationId: string) => Promise<Currency | undefined>

/** Maximum number of organizations per statement. */
const MAX_ORGANIZATIONS = 250
/** Maximum number of calls that wait for a statement. */
const MAX_WAITING = 20_000

/** Calls at the same time, or during a statement, share the next statement, as with `createFindScan`. */
export const createFindCurrency = (queries: Queries): FindCurrency => {
  const statement = queries
    .select({
      id: organizations.id,
      currency: sql<Currency | null>`${organizations.assumptions} ->> 'currency'`,
    })
    .from(organizations)
    .where(isAmong(organizations.id, sql.placeholder("ids")))
    .prepare("currencies")
  const find = createGroupCommit({
    commit: async (ids: string[]): Promise<(Currency | undefined)[]> => {
      const rows = await statement.execute({ ids: `{${[...new Set(ids)]}}` })
      const byId = new Map(rows.map(({ id, currency }) => [id, currency ?? undefined]))
      return ids.map(id => byId.get(id))
    },
    maxItems: MAX_ORGANIZATIONS,
    maxWaiting: MAX_WAITING,
    refusal: () => new PoolFull(),
    lingerMs: 0,
    isCommon: () => true,
  })
  return async id => (await find([id]))[0]
}

/** Caches the currency for the scans of one request, which reads it once. */
export const askedOnce = (find: FindCurrency): FindCurrency => {
  const finds = new Map<string, Promise<Currency | undefined>>()
  return id => {
    const currency = finds.get(id) ?? find(id)
    finds.set(id, currency)
    return currency
  }
}
