import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import type { Queries } from "../database.ts"
import { isAmong } from "../isAmong.ts"
import { loadProfiles } from "../loadProfilesTable.ts"
import { deleteSites, sitesOfCustomer } from "../sites.ts"
import { profiles, scanEvents, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { webhookDeliveries } from "../webhooks/tables.ts"
import { eraseLinesOfDossiers } from "./batchLines.ts"
import { offers } from "./offersTable.ts"

/** A customer of an organization, by the dossier of its scans or by the organization's own reference. */
interface ErasedCustomer {
  organizationId: string
  by: "dossierId" | "reference"
  value: string
}

/** Customer's scans and sites, as conditions. */
interface OfCustomer {
  ofCustomer: SQL
  sitesOf: SQL
}

/** Rows that one erasure deleted. */
interface CustomerErasure {
  scans: { id: string; status: ScanStatus }[]
  sites: number
  offers: number
  shares: number
  profiles: number
  events: number
  deliveries: number
  /** Lines of batches without a scan. */
  lines: number
}

/** Scans per transaction, because on the embedded engine all other work waits during a statement. */
const SCANS_PER_STEP = 100

/** Repetitions of a step that ended in a deadlock with the log of deliveries or the placing of events. */
const DEADLOCK_TRIES = 5
const DEADLOCK_DETECTED = "40P01"

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === DEADLOCK_DETECTED || isDeadlock(error.cause))

const afterDeadlocks = async <T>(step: () => Promise<T>, tries = DEADLOCK_TRIES): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (tries === 1 || !isDeadlock(error)) throw error
    return afterDeadlocks(step, tries - 1)
  }
}

/** Scans of the customer, scans of the customer's sites that name no other customer, and adjustments of both. */
const scansOf = ({ organizationId, by, value }: ErasedCustomer, ofCustomer: SQL): SQL => {
  const field = by === "dossierId" ? sql`dossier_id` : sql`customer_details ->> 'reference'`
  const named = sql`select id from scans where organization_id = ${organizationId}::uuid and (${field} = ${value}::text
    or (${field} is null and site_id in (select id from sites where ${ofCustomer})))`
  return sql`(${scans.organizationId} = ${organizationId}::uuid
    and (${scans.id} in (${named}) or coalesce(${scans.rootId} in (${named}), false)))`
}

/**
 * Deletes all data of a customer in both modes. Profiles come first, so that a call after an interruption finds the
 * rest by the scans. Profiles that scans or sites of other customers name stay.
 */
export const eraseCustomer = async (queries: Queries, customer: ErasedCustomer): Promise<CustomerErasure> => {
  const { organizationId, by, value } = customer
  const sitesOf = sitesOfCustomer(organizationId, by, value)
  const ofCustomer = scansOf(customer, sitesOf)
  const erased: CustomerErasure = {
    ...{ scans: [], sites: 0, offers: 0, shares: 0, profiles: 0, events: 0, deliveries: 0, lines: 0 },
  }
  const dossiers = await dossiersOf(queries, customer, { ofCustomer, sitesOf })
  erased.lines = await eraseLinesOfDossiers(queries, organizationId, dossiers)
  erased.profiles = await eraseProfiles(queries, organizationId, { ofCustomer, sitesOf })
  erased.profiles += await eraseLoadProfiles(queries, organizationId, ofCustomer)
  for (;;) {
    const part = await queries.select({ id: scans.id }).from(scans).where(ofCustomer).limit(SCANS_PER_STEP)
    if (part.length === 0) break
    const step = await afterDeadlocks(() => transaction(queries, tx => eraseScans(tx, organizationId, part)))
    erased.scans.push(...step.scans)
    erased.offers += step.offers
    erased.shares += step.shares
    erased.events += step.events
    erased.deliveries += step.deliveries
  }
  // A batch that was cancelled meanwhile has lines for its scans.
  erased.lines += await eraseLinesOfDossiers(queries, organizationId, dossiers)
  erased.sites = await deleteSites(queries, sitesOf)
  return erased
}

/**
 * Dossiers of a customer, by which lines without a scan name it. A reference has the dossiers of its scans and sites,
 * except dossiers that another reference has too.
 */
const dossiersOf = async (
  queries: Queries,
  { organizationId, by, value }: ErasedCustomer,
  { ofCustomer, sitesOf }: OfCustomer,
): Promise<string[]> => {
  if (by === "dossierId") return [value]
  const dossiers = (scansWhere: SQL, sitesWhere: SQL) => sql`
    select dossier_id from scans where organization_id = ${organizationId}::uuid and dossier_id is not null and ${scansWhere}
    union select site ->> 'dossierId' from sites
    where organization_id = ${organizationId}::uuid and site ->> 'dossierId' is not null and ${sitesWhere}`
  const ofOthers = dossiers(
    sql`customer_details ->> 'reference' is not null and not ${ofCustomer}`,
    sql`site -> 'customer' ->> 'reference' is not null and not coalesce(${sitesOf}, false)`,
  )
  const query = sql<{ dossier: string }>`(${dossiers(ofCustomer, sitesOf)}) except (${ofOthers})`
  return (await queries.select({ dossier: sql<string>`dossier_id` }).from(sql`(${query}) dossiers`)).map(
    row => row.dossier,
  )
}

const eraseProfiles = async (
  queries: Queries,
  organizationId: string,
  { ofCustomer, sitesOf }: OfCustomer,
): Promise<number> => {
  const named = (scansWhere: SQL, sitesWhere: SQL) => sql`(${idsInScans("customProfileId", organizationId, scansWhere)}
    union all select lower(meter) from sites, json_array_elements_text(site -> 'meterProfileIds') as meters(meter)
    where organization_id = ${organizationId}::uuid and ${sitesWhere})`
  const deleted = await queries
    .delete(profiles)
    .where(
      and(
        eq(profiles.organizationId, organizationId),
        sql`${profiles.id}::text in ${named(ofCustomer, sitesOf)}`,
        sql`${profiles.id}::text not in ${named(sql`not ${ofCustomer}`, sql`not coalesce(${sitesOf}, false)`)}`,
      ),
    )
    .returning({ id: profiles.id })
  return deleted.length
}

/** Deletes load profiles of the earlier interface, which only scans name. */
const eraseLoadProfiles = async (queries: Queries, organizationId: string, ofCustomer: SQL): Promise<number> => {
  const named = (scansWhere: SQL) => sql`(${idsInScans("loadProfile", organizationId, scansWhere)})`
  const deleted = await queries
    .delete(loadProfiles)
    .where(
      and(
        eq(loadProfiles.organizationId, organizationId),
        sql`${loadProfiles.id}::text in ${named(ofCustomer)}`,
        sql`${loadProfiles.id}::text not in ${named(sql`not ${ofCustomer}`)}`,
      ),
    )
    .returning({ id: loadProfiles.id })
  return deleted.length
}

/** Query for the ids in a field of requests. */
const idsInScans = (field: "customProfileId" | "loadProfile", organizationId: string, scansWhere: SQL): SQL =>
  sql`select lower(input ->> ${field}::text) from scans
    where organization_id = ${organizationId}::uuid and input ->> ${field}::text is not null and ${scansWhere}`

const eraseScans = async (tx: Queries, organizationId: string, part: readonly { id: string }[]) => {
  const ids = part.map(({ id }) => id)
  // Scans are locked before their offers, as in all other changes.
  await tx.select({ id: scans.id }).from(scans).where(inArray(scans.id, ids)).for("update")
  const ended = await tx.delete(offers).where(inArray(offers.scanId, ids)).returning({ scanId: offers.scanId })
  const deleted = await tx
    .delete(scans)
    .where(and(eq(scans.organizationId, organizationId), inArray(scans.id, ids)))
    .returning({ id: scans.id, status: scans.status, shareToken: scans.shareToken })
  // Events first: the relay locks them while it stores their deliveries.
  const events = await eraseEvents(tx, ids)
  const deliveries = await eraseDeliveries(tx, organizationId, ids)
  return {
    scans: deleted.map(({ id, status }) => ({ id, status })),
    offers: ended.length,
    shares: deleted.filter(({ shareToken }) => shareToken !== null).length,
    events,
    deliveries,
  }
}

const eraseEvents = async (tx: Queries, scanIds: readonly string[]): Promise<number> => {
  const ofScans = isAmong(scanEvents.scanId, scanIds)
  // In the order of the relay, so that these two do not deadlock.
  await tx.select({ id: scanEvents.id }).from(scanEvents).where(ofScans).orderBy(scanEvents.id).for("update")
  return (await tx.delete(scanEvents).where(ofScans).returning({ id: scanEvents.id })).length
}

/**
 * Deletes deliveries of scans. The lock waits for transactions that make a further attempt, and the next round finds
 * that attempt. The last round finds no delivery.
 */
const eraseDeliveries = async (tx: Queries, organizationId: string, scanIds: readonly string[]): Promise<number> => {
  const { id, scanId } = webhookDeliveries
  const ofOrganization = sql`endpoint_id in (select id from webhook_endpoints where organization_id = ${organizationId}::uuid)`
  let count = 0
  for (;;) {
    const rows = await tx
      .select({ id })
      .from(webhookDeliveries)
      .where(and(ofOrganization, isAmong(scanId, scanIds)))
      .orderBy(id)
      .for("update")
    const ids = rows.map(row => row.id)
    if (ids.length === 0) return count
    count += (await tx.delete(webhookDeliveries).where(isAmong(id, ids)).returning({ id })).length
  }
}
