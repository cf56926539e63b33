import { and, eq, getTableColumns } from "drizzle-orm"
import { pack, unpack } from "../domain/base/packing.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { loadProfiles } from "./loadProfilesTable.ts"
import { readableBy, writableBy } from "./modes.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import type { Owner } from "./scans/read.ts"

/** A custom load profile of the earlier interface without its hours. */
export type LoadProfile = Omit<typeof loadProfiles.$inferSelect, "hours">

/** Stores a load profile with its 8760 hours [kW]. */
export const insertLoadProfile = async (queries: Queries, row: LoadProfile, hoursKw: Float64Array): Promise<void> => {
  const hours = pack({ arrays: { kw: Float32Array.from(hoursKw) }, meta: null })
  await queries.insert(loadProfiles).values({ ...row, hours })
}

/** Number of load profiles of the organization and mode. */
export const countLoadProfiles = (queries: Queries, owner: Owner): Promise<number> =>
  queries.$count(loadProfiles, writableBy(loadProfiles, owner))

/** A part of the load profiles that the caller may read, newest first. */
export const listLoadProfiles = (queries: Queries, owner: Owner, slice: Slice): Promise<Page<LoadProfile>> => {
  const list = { table: loadProfiles, id: loadProfiles.id, where: readableBy(loadProfiles, owner) }
  const { hours: _, ...columns } = getTableColumns(loadProfiles)
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select(columns).from(loadProfiles).where(where).orderBy(order).limit(limit),
  )
}

/** Energy of a year of a load profile that the caller may read [kWh]; undefined without a load profile with this id. */
export const loadProfileTotalKwh = async (queries: Queries, owner: Owner, id: string): Promise<number | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries
    .select({ totalKwh: loadProfiles.totalKwh })
    .from(loadProfiles)
    .where(and(eq(loadProfiles.id, id), readableBy(loadProfiles, owner)))
    .limit(1)
  return row?.totalKwh
}

/** The 8760 hours of the organization's load profile [kW]; undefined without a load profile with this id. */
export const loadProfileHours = async (
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<Float64Array | undefined> => {
  const [row] = await queries
    .select({ hours: loadProfiles.hours })
    .from(loadProfiles)
    .where(and(eq(loadProfiles.id, id), eq(loadProfiles.organizationId, organizationId)))
  return row && Float64Array.from(unpack(row.hours).arrays.kw!)
}
