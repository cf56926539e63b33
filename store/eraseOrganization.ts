import { eq, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { accessLog } from "./accessLogTable.ts"
import { batteryProducts } from "./batteryProductsTable.ts"
import type { Queries } from "./database.ts"
import { loadProfiles } from "./loadProfilesTable.ts"
import { priceLists } from "./priceListsTable.ts"
import { priceSeries } from "./priceSeriesTable.ts"
import { batchLines, scanBatches } from "./scans/batchesTable.ts"
import { scanCounts } from "./scans/countsTable.ts"
import { offerNumbers, offers } from "./scans/offersTable.ts"
import { sites } from "./sitesTable.ts"
import { storedBytes } from "./storedBytesTable.ts"
import { apiKeys, idempotencyKeys, organizations, profiles, scanEvents, scans, users } from "./tables.ts"
import { transaction } from "./transaction.ts"
import { webhookEndpoints } from "./webhooks/tables.ts"

/** Deletes all credentials of the organization: users with their sessions and links, and API keys. */
export const eraseCredentials = (queries: Queries, organizationId: string): Promise<{ users: number; keys: number }> =>
  transaction(queries, async tx => ({
    users: await erase(tx, users, organizationId),
    keys: await erase(tx, apiKeys, organizationId),
  }))

/**
 * Deletes an organization and all its rows; returns the number of rows of each kind. Each kind is a transaction of its
 * own, and the organization's row is the last. A dispatcher that stores a result locks the scan and then the
 * organization, so the other order could deadlock. The next call deletes the remains of an interrupted call.
 */
export const eraseOrganization = async (queries: Queries, organizationId: string): Promise<Erased> => {
  const erased = {
    webhookEndpoints: await erase(queries, webhookEndpoints, organizationId),
    offers: await erase(queries, offers, organizationId),
    scans: await erase(queries, scans, organizationId),
    sites: await erase(queries, sites, organizationId),
    batchLines: await erase(queries, batchLines, organizationId),
    batches: await erase(queries, scanBatches, organizationId),
    events: await erase(queries, scanEvents, organizationId),
    profiles: await erase(queries, profiles, organizationId),
    loadProfiles: await erase(queries, loadProfiles, organizationId),
    priceSeries: await erase(queries, priceSeries, organizationId),
    batteryProducts: await erase(queries, batteryProducts, organizationId),
    priceLists: await erase(queries, priceLists, organizationId),
    answers: await erase(queries, idempotencyKeys, organizationId),
    reads: await erase(queries, accessLog, organizationId),
  }
  await erase(queries, offerNumbers, organizationId)
  await transaction(queries, async tx => {
    await tx.delete(organizations).where(eq(organizations.id, organizationId))
    // Last: the triggers that count scans and bytes add rows at each deletion.
    await tx.delete(scanCounts).where(eq(scanCounts.organizationId, organizationId))
    await tx.delete(storedBytes).where(eq(storedBytes.organizationId, organizationId))
  })
  return erased
}

/** Number of deleted rows by kind. */
export interface Erased {
  webhookEndpoints: number
  offers: number
  scans: number
  sites: number
  /** Lines of batches without a scan. */
  batchLines: number
  batches: number
  events: number
  profiles: number
  loadProfiles: number
  priceSeries: number
  batteryProducts: number
  priceLists: number
  /** First answers of requests with an Idempotency-Key. */
  answers: number
  /** Rows of the access log. */
  reads: number
}

const erase = async (queries: Queries, table: PgTable, organizationId: string): Promise<number> => {
  const [counted] = await queries.execute<{ rows: number }>(sql`
    with erased as (delete from ${table} where organization_id = ${organizationId}::uuid returning 1)
    select count(*)::int as rows from erased`)
  return counted!.rows
}
