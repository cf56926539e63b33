import { InvalidInput } from "../../../domain/base/errors.ts"
import { firstCharacters } from "../../../domain/base/validation/characters.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import { loadProfileFigures } from "../../../domain/site/meters/loadProfile.ts"
import { newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import {
  countLoadProfiles,
  insertLoadProfile,
  listLoadProfiles,
  loadProfileTotalKwh,
} from "../../../store/loadProfiles.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { Conflict } from "../../http/errors.ts"
import type { KeepAnswer } from "../../http/operation.ts"
import type { UploadedFile } from "../../http/upload.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { Tasks } from "../../tasks/index.ts"
import { InvalidLoadProfile } from "../errors.ts"
import { type PerPageQuery, paginationOf, sliceOf } from "../pagination.ts"
import { CreatedLoadProfile, LoadProfileList } from "./schemas.ts"

const MAX_FILENAME_LENGTH = 255
/** Load profiles of an organization and mode. */
const MAX_LOAD_PROFILES = 10_000

/** Stores an uploaded load profile. Throws InvalidLoadProfile, TooManyRequests, Conflict when there are too many. */
export const createLoadProfile = async (
  { queries, tasks }: { queries: Queries; tasks: Tasks },
  owner: Owner,
  { fileName: name, bytes: csv }: UploadedFile,
  keepAnswer: KeepAnswer<CreatedLoadProfile> | undefined,
): Promise<CreatedLoadProfile> => {
  await assertRoom(queries, owner)
  const hoursKw = await tasks.readLoadProfile(csv).catch(error => {
    throw error instanceof InvalidInput ? new InvalidLoadProfile(error.violations) : error
  })
  const { totalKwh, averageKw } = loadProfileFigures(hoursKw)
  const filename = firstCharacters(name.replace(/\p{Cc}/gu, ""), MAX_FILENAME_LENGTH)
  const id = newId()
  const { organizationId, mode } = owner
  const row = { id, organizationId, mode, filename, totalKwh, averageKw, createdAt: new Date() }
  const answer = rounded(CreatedLoadProfile, {
    success: true,
    record_id: id,
    filename,
    data_points: hoursKw.length,
    total_kwh: totalKwh,
    average_kw: averageKw,
    hourly_data: Array.from(hoursKw),
  })
  const insert = async (tx: Queries) => {
    await assertRoom(tx, owner)
    await insertLoadProfile(tx, row, hoursKw)
    return answer
  }
  return writeOnce(queries, keepAnswer, tx => changeInTurn(tx, organizationId, insert))
}

const assertRoom = async (queries: Queries, owner: Owner): Promise<void> => {
  if ((await countLoadProfiles(queries, owner)) >= MAX_LOAD_PROFILES)
    throw new Conflict("too-many-load-profiles", { maximum: MAX_LOAD_PROFILES })
}

/** A page of the load profiles that the caller may read, newest first. */
export const loadProfilePage = async (
  queries: Queries,
  owner: Owner,
  query: PerPageQuery,
): Promise<LoadProfileList> => {
  const { rows, total } = await listLoadProfiles(queries, owner, sliceOf(query))
  const profiles = rows.map(({ id, filename, totalKwh, averageKw, createdAt }) => ({
    record_id: id,
    filename,
    total_kwh: totalKwh,
    average_kw: averageKw,
    created: createdAt.toISOString(),
    updated: createdAt.toISOString(),
  }))
  return rounded(LoadProfileList, { profiles, pagination: paginationOf(query, total) })
}

/**
 * True if a scan's load can follow a load profile: the caller may read it, and it has hours above 0. Throws
 * InvalidInput.
 */
export const assertScalable = async (queries: Queries, owner: Owner, recordId: string): Promise<void> => {
  const totalKwh = await loadProfileTotalKwh(queries, owner, recordId)
  if (totalKwh === undefined)
    throw new InvalidInput([violation(["load_profile"], "not-a-custom-load-profile", { recordId })])
  if (totalKwh === 0) throw new InvalidInput([violation(["load_profile"], "load-profile-of-zeros", { recordId })])
}
