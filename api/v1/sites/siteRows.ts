import type { Queries } from "../../../store/database.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { findSite, type SiteRow } from "../../../store/sites.ts"
import { orNotFound } from "../../http/errors.ts"
import { assertOwnMode } from "../../http/ownMode.ts"
import type { SiteItem } from "./schemas.ts"

/** A site that the caller may read. Throws NotFound. */
export const siteOf = async (queries: Queries, owner: Owner, id: string): Promise<SiteRow> =>
  orNotFound(await findSite(queries, owner, id), "site")

/** A site that the caller may change. Throws NotFound, and Forbidden for a site of the other mode. */
export const assertChangeable = async (queries: Queries, owner: Owner, id: string): Promise<SiteRow> => {
  const row = await siteOf(queries, owner, id)
  assertOwnMode(owner, row.mode, { what: "site", id })
  return row
}

/** Fields of a site in one order, so that the answer of a change equals later reads byte by byte. */
export const itemOf = ({ id, mode, place, site, createdAt, updatedAt }: SiteRow): SiteItem => {
  const { customer, dossierId, location, horizon, roofs, meterProfileIds, existingPv, existingBattery, tariff } = site
  return {
    ...{ id, mode, place, customer, ...(dossierId === undefined ? {} : { dossierId }) },
    ...{ location, ...(horizon ? { horizon } : {}), roofs, meterProfileIds, existingPv },
    ...(existingBattery ? { existingBattery } : {}),
    ...(tariff ? { tariff } : {}),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
