import { and, count, desc, eq, getTableColumns } from "drizzle-orm"
import { pack, unpack } from "../domain/report/series/pack.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import type { Page, Slice } from "./page.ts"
import { loadProfiles } from "./tables.ts"

/** A custom load profile of the earlier interface without its hours. */
export type LoadProfile = Omit<typeof loadProfiles.$inferSelect, "hours">

/** Keeps a load profile with its 8760 hours [kW]. */
export const insertLoadProfile = async (queries: Queries, row: LoadProfile, hoursKw: Float64Array): Promise<void> => {
  const hours = pack({ arrays: { kw: Float32Array.from(hoursKw) }, meta: null })
  await queries.insert(loadProfiles).values({ ...row, hours })
}

export const countLoadProfiles = (queries: Queries, organizationId: string): Promise<number> =>
  queries.$count(loadProfiles, eq(loadProfiles.organizationId, organizationId))

/** A part of the organization's load profiles, newest first. */
export const listLoadProfiles = async (
  queries: Queries,
  organizationId: string,
  { limit, offset }: Slice,
): Promise<Page<LoadProfile>> => {
  const own = eq(loadProfiles.organizationId, organizationId)
  const { hours: _, ...columns } = getTableColumns(loadProfiles)
  const { total } = (await queries.select({ total: count() }).from(loadProfiles).where(own))[0]!
  if (offset >= total) return { rows: [], total }
  const rows = await queries
    .select(columns)
    .from(loadProfiles)
    .where(own)
    .orderBy(desc(loadProfiles.id))
    .limit(limit)
    .offset(offset)
  return { rows, total }
}

/** Energy of a year of the organization's load profile [kWh]; undefined when there is none of this id. */
export const loadProfileTotalKwh = async (
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<number | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries
    .select({ totalKwh: loadProfiles.totalKwh })
    .from(loadProfiles)
    .where(owned(organizationId, id))
    .limit(1)
  return row?.totalKwh
}

/** The 8760 hours of the organization's load profile [kW]; undefined when there is none of this id. */
export const loadProfileHours = async (
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<Float64Array | undefined> => {
  const [row] = await queries.select({ hours: loadProfiles.hours }).from(loadProfiles).where(owned(organizationId, id))
  return row && Float64Array.from(unpack(row.hours).arrays.kw!)
}

const owned = (organizationId: string, id: string) =>
  and(eq(loadProfiles.id, id), eq(loadProfiles.organizationId, organizationId))
