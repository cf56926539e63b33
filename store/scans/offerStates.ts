import { eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { type OfferRow, offers } from "./offersTable.ts"

/** Columns that give the state, the price and the payback of an offer. */
export type OfferState = Pick<OfferRow, "status" | "endsAt" | "returnPeriod"> & Pick<OfferRow["content"], "lines">

/** Offers of scans by their scan; scans without an offer are absent. Callers must have checked the owner. */
export const findOfferStates = async (
  queries: Queries,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, OfferState>> => {
  if (scanIds.length === 0) return new Map()
  const lines = sql<OfferState["lines"]>`${offers.content} -> 'lines'`
  const rows = await queries
    .select({
      scanId: offers.scanId,
      status: offers.status,
      endsAt: offers.endsAt,
      returnPeriod: offers.returnPeriod,
      lines,
    })
    .from(offers)
    .where(inArray(offers.scanId, [...scanIds]))
  return new Map(rows.map(({ scanId, ...state }) => [scanId, state]))
}

/** States by which lists are filtered: `none` for scans without an offer. */
export const OFFER_FILTERS = ["none", "draft", "sent", "accepted", "expired", "withdrawn"] as const
export type OfferFilter = (typeof OFFER_FILTERS)[number]

const IS_OVER = sql`${offers.endsAt} is not null and ${offers.endsAt} <= now()`

/** Condition on the scan of a list: its offer has this state. Reads one index row of offers for each scan. */
export const hasOffer = (filter: OfferFilter): SQL => {
  const offerWith = (condition: SQL) =>
    sql`exists (select 1 from ${offers} where ${eq(offers.scanId, scans.id)} and ${condition})`
  if (filter === "none") return sql`not ${offerWith(sql`true`)}`
  if (filter === "sent") return offerWith(sql`${eq(offers.status, "sent")} and not (${IS_OVER})`)
  if (filter === "expired") return offerWith(sql`${eq(offers.status, "sent")} and ${IS_OVER}`)
  return offerWith(eq(offers.status, filter))
}
