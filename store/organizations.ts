import { asc, eq, sql } from "drizzle-orm"
import type { Language } from "../domain/base/languages.ts"
import type { AssumptionOverrides } from "../domain/market/assumptions.ts"
import type { AdjustableStep } from "../domain/request/adjustableSteps.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { createStatement } from "./statement.ts"
import { organizationLogos, organizations, priceYears } from "./tables.ts"
import { transaction } from "./transaction.ts"

export type Organization = typeof organizations.$inferSelect
export type NewOrganization = typeof organizations.$inferInsert
/** Settings that an owner changes. */
export type OrganizationSettings = Partial<
  Pick<
    Organization,
    | "displayName"
    | "brandingDisplayName"
    | "brandingEnabled"
    | "brandingColor"
    | "contact"
    | "company"
    | "adjustableSteps"
    | "assumptions"
    | "liveScanDays"
    | "sandboxScanDays"
  >
>

export const insertOrganization = async (queries: Queries, row: NewOrganization): Promise<void> => {
  await queries.insert(organizations).values(row)
}

export const findOrganization = async (queries: Queries, id: string): Promise<Organization | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.select().from(organizations).where(eq(organizations.id, id)).limit(1)
  return row
}

/** Language that an organization chose for its customers; null without a choice. */
export const findLanguage = async (queries: Queries, id: string): Promise<Language | null> => {
  const language = sql<Language | null>`${organizations.assumptions} ->> 'language'`
  const [row] = await queries.select({ language }).from(organizations).where(eq(organizations.id, id)).limit(1)
  return row?.language ?? null
}

/**
 * Runs `work` in one transaction, after other work by this function for the organization. Counts of the organization's
 * rows stay valid during the work, and two calls with the same rows do not deadlock. Rows that refer to the
 * organization, such as new scans, can still be written.
 */
export const changeInTurn = <T>(
  queries: Queries,
  organizationId: string,
  work: (tx: Queries) => Promise<T>,
): Promise<T> =>
  transaction(queries, async tx => {
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for("no key update")
    return work(tx)
  })

/** All organizations, oldest first. */
export const listOrganizations = (queries: Queries): Promise<Pick<Organization, "id" | "displayName" | "tier">[]> => {
  const { id, displayName, tier } = organizations
  return queries.select({ id, displayName, tier }).from(organizations).orderBy(asc(id))
}

/** Ids of the first organizations, at most `limit`. */
export const someOrganizationIds = async (queries: Queries, limit: number): Promise<string[]> => {
  const rows = await queries.select({ id: organizations.id }).from(organizations).limit(limit)
  return rows.map(({ id }) => id)
}

/** Changes settings; absent fields stay. */
export const changeOrganization = async (
  queries: Queries,
  id: string,
  changes: OrganizationSettings & { tier?: string },
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await queries.update(organizations).set(changes).where(eq(organizations.id, id))
}

/** Fields that an adjustment may change; null: everything. */
export const adjustableStepsOf = async (queries: Queries, id: string): Promise<AdjustableStep[] | null> => {
  const [row] = await queries
    .select({ steps: organizations.adjustableSteps })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row?.steps ?? null
}

interface AssumptionsAndPrices {
  assumptions: AssumptionOverrides
  hasPrices: boolean
}

const ASSUMED = {
  assumptions: organizations.assumptions,
  hasPrices: sql<boolean>`exists (select from ${priceYears})`,
}

const assumed = createStatement<AssumptionsAndPrices>(ASSUMED, queries =>
  queries
    .select(ASSUMED)
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder("id"))),
)

/**
 * Assumptions of an organization for its scans, and the presence of imported prices. The language of its offers is left
 * out: workers of earlier versions refuse assumptions that they do not know.
 */
export const assumptionsAndPrices = async (queries: Queries, id: string): Promise<AssumptionsAndPrices> => {
  const [row] = await assumed(queries, { id })
  const { language: _, ...assumptions } = row?.assumptions ?? {}
  return { assumptions, hasPrices: row?.hasPrices ?? false }
}

/** Parts of an organization on the pages of its scans, and the hash of the logo; null without one. */
interface BrandingRow extends Omit<Required<OrganizationSettings>, "assumptions" | "liveScanDays" | "sandboxScanDays"> {
  logoHash: string | null
}

export const findBranding = async (queries: Queries, id: string): Promise<BrandingRow | undefined> => {
  const [row] = await queries
    .select({
      displayName: organizations.displayName,
      brandingDisplayName: organizations.brandingDisplayName,
      brandingEnabled: organizations.brandingEnabled,
      brandingColor: organizations.brandingColor,
      contact: organizations.contact,
      company: organizations.company,
      adjustableSteps: organizations.adjustableSteps,
      logoHash: organizationLogos.hash,
    })
    .from(organizations)
    .leftJoin(organizationLogos, eq(organizationLogos.organizationId, organizations.id))
    .where(eq(organizations.id, id))
    .limit(1)
  return row
}

export interface Logo {
  image: Uint8Array
  mediaType: string
  hash: string
}

/** Stores the logo, replacing any previous logo. */
export const putLogo = async (queries: Queries, organizationId: string, logo: Logo): Promise<void> => {
  await queries
    .insert(organizationLogos)
    .values({ organizationId, ...logo })
    .onConflictDoUpdate({ target: organizationLogos.organizationId, set: logo })
}

export const findLogo = async (queries: Queries, organizationId: string): Promise<Logo | undefined> => {
  if (!isId(organizationId)) return undefined
  const { image, mediaType, hash } = organizationLogos
  const [logo] = await queries
    .select({ image, mediaType, hash })
    .from(organizationLogos)
    .where(eq(organizationLogos.organizationId, organizationId))
    .limit(1)
  return logo
}

/** True if a logo existed. */
export const deleteLogo = async (queries: Queries, organizationId: string): Promise<boolean> => {
  const removed = await queries
    .delete(organizationLogos)
    .where(eq(organizationLogos.organizationId, organizationId))
    .returning({ hash: organizationLogos.hash })
  return removed.length > 0
}
