import { and, count, desc, eq, getTableColumns } from "drizzle-orm"
import { InvalidInput } from "../../../domain/errors.ts"
import { pack } from "../../../domain/report/series/pack.ts"
import { isId, newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { loadProfiles } from "../../../store/tables.ts"
import { InvalidLoadProfile } from "../errors.ts"
import { loadProfileFigures, parseLoadProfile } from "../loadProfile.ts"
import { type PerPageQuery, paginationOf, sliceOf } from "../pagination.ts"
import type { CreatedLoadProfile, LoadProfileList } from "./schemas.ts"

const MAX_FILENAME_LENGTH = 255

/** Keeps an uploaded load profile. Throws InvalidLoadProfile. */
export const createLoadProfile = async (
  queries: Queries,
  organizationId: string,
  name: string,
  csv: Uint8Array,
): Promise<CreatedLoadProfile> => {
  const hoursKw = readHours(csv)
  const { totalKwh, averageKw } = loadProfileFigures(hoursKw)
  const filename = name.replace(/\p{Cc}/gu, "").slice(0, MAX_FILENAME_LENGTH)
  const id = newId()
  const hours = pack({ arrays: { kw: Float32Array.from(hoursKw) }, meta: null })
  await queries
    .insert(loadProfiles)
    .values({ id, organizationId, filename, totalKwh, averageKw, hours, createdAt: new Date() })
  return {
    success: true,
    record_id: id,
    filename,
    data_points: hoursKw.length,
    total_kwh: totalKwh,
    average_kw: averageKw,
    hourly_data: Array.from(hoursKw),
  }
}

const readHours = (csv: Uint8Array): Float64Array => {
  try {
    return parseLoadProfile(csv)
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidLoadProfile(error.message) : error
  }
}

/** A page of the organization's load profiles, newest first. */
export const listLoadProfiles = async (
  queries: Queries,
  organizationId: string,
  query: PerPageQuery,
): Promise<LoadProfileList> => {
  const own = eq(loadProfiles.organizationId, organizationId)
  const { limit, offset } = sliceOf(query)
  const { hours: _, ...columns } = getTableColumns(loadProfiles)
  const [{ total }] = await queries.select({ total: count() }).from(loadProfiles).where(own)
  const rows = await queries
    .select(columns)
    .from(loadProfiles)
    .where(own)
    .orderBy(desc(loadProfiles.id))
    .limit(limit)
    .offset(offset)
  const profiles = rows.map(({ id, filename, totalKwh, averageKw, createdAt }) => ({
    record_id: id,
    filename,
    total_kwh: totalKwh,
    average_kw: averageKw,
    created: createdAt.toISOString(),
    updated: createdAt.toISOString(),
  }))
  return { profiles, pagination: paginationOf(query, total) }
}

/** Whether a scan's load can follow a load profile: it is the organization's, and has hours above 0. Throws InvalidInput. */
export const assertScalable = async (queries: Queries, organizationId: string, recordId: string): Promise<void> => {
  const [row] = isId(recordId)
    ? await queries
        .select({ totalKwh: loadProfiles.totalKwh })
        .from(loadProfiles)
        .where(and(eq(loadProfiles.id, recordId), eq(loadProfiles.organizationId, organizationId)))
        .limit(1)
    : []
  const shown = `load_profile ${JSON.stringify(recordId)}`
  if (!row) throw new InvalidInput([`${shown} is not a custom load profile: GET /v1/load-profile lists them`])
  if (row.totalKwh === 0) throw new InvalidInput([`${shown} is 0 in every hour: it cannot be scaled to yearly_kwh`])
}
