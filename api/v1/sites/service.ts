import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import {
  changedSite,
  photosOf,
  requestOfSite,
  type Site,
  siteOfInput,
  siteViolations,
} from "../../../domain/request/site.ts"
import { placeAt } from "../../../domain/site/places/placeAt.ts"
import { newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import { findProfile } from "../../../store/profiles.ts"
import type { Owner } from "../../../store/scans/read.ts"
import {
  changeSite,
  countSites,
  deleteSite,
  findSite,
  insertSite,
  listSites,
  type SiteRow,
} from "../../../store/sites.ts"
import { Conflict, NotFound, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { Handlers } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import { assertPriceSeries } from "../price-series/lookup.ts"
import { type PhotoContext, photoHandlers } from "./photos.ts"
import type { siteOperations } from "./routes.ts"
import { assertChangeable, itemOf, siteOf } from "./siteRows.ts"

/** Sites of an organization and mode. */
const MAX_SITES = 50_000

export const siteHandlers = (queries: Queries, context: PhotoContext): Handlers<typeof siteOperations> => ({
  async list({ caller, query }) {
    const { cursor, page, search } = query
    if (cursor !== undefined && page !== undefined)
      throw new InvalidInput([violation(["cursor"], "either-or", { other: ["page"] })])
    const slice = sliceOf(query)
    const from = cursor === undefined ? slice : { limit: slice.limit, after: cursor }
    const { rows, total, hasMore } = await listSites(queries, caller, search, from)
    return { ...pageOf(query, rows.map(itemOf), total), nextCursor: hasMore ? (rows.at(-1)?.id ?? null) : null }
  },
  async create({ caller, body, keepAnswer }) {
    const site = siteOfInput(body)
    await assertReferences(queries, caller, site)
    assertPhotos(site, [])
    const { organizationId, mode } = caller
    const now = new Date()
    const row = { id: newId(), organizationId, mode, ...checked(site), createdAt: now, updatedAt: now }
    const insert = async (tx: Queries) => {
      if ((await countSites(tx, caller)) >= MAX_SITES) throw new Conflict("too-many-sites", { maximum: MAX_SITES })
      await insertSite(tx, row)
      return itemOf(row)
    }
    return writeOnce(queries, keepAnswer, tx => changeInTurn(tx, organizationId, insert))
  },
  read: async ({ caller, params }) => itemOf(await siteOf(queries, caller, params.id)),
  async change({ caller, params: { id }, body }) {
    await assertChangeable(queries, caller, id)
    await assertReferences(queries, caller, body)
    const change = (row: SiteRow) => {
      const site = changedSite(row.site, body)
      assertPhotos(site, photosOf(row.site))
      return { ...row, ...checked(site), updatedAt: new Date() }
    }
    return itemOf(orNotFound(await changeSite(queries, caller, id, change), "site"))
  },
  async remove({ caller, params: { id } }) {
    await assertChangeable(queries, caller, id)
    orNotFound(await deleteSite(queries, caller, id), "site")
  },
  ...photoHandlers(queries, context),
})

/**
 * Body of a scan with the fields of its site that it leaves out. An adjustment takes them from its original. Throws
 * NotFound, naming siteId.
 */
export const withSite = async (
  queries: Queries,
  owner: Owner,
  body: unknown,
): Promise<{ body: unknown; siteId: string | null }> => {
  const fields = (body ?? {}) as { siteId?: unknown; copiedFromId?: unknown }
  if (typeof fields.siteId !== "string") return { body, siteId: null }
  const row = await findSite(queries, owner, fields.siteId)
  if (!row) throw new NotFound("named-not-found", { path: ["siteId"], id: fields.siteId, what: "site" })
  const isAdjustment = typeof fields.copiedFromId === "string"
  return { body: isAdjustment ? body : requestOfSite(row.site, fields, owner.mode === "live"), siteId: row.id }
}

/** Checks that the caller may read the profiles and price series of a site. Throws NotFound, naming the field. */
const assertReferences = async (
  queries: Queries,
  owner: Owner,
  { meterProfileIds = [], tariff }: { meterProfileIds?: string[]; tariff?: Site["tariff"] | null },
): Promise<void> => {
  const { organizationId, mode } = owner
  for (const [i, id] of meterProfileIds.entries())
    if (!(await findProfile(queries, { organizationId, mode, id })))
      throw new NotFound("named-not-found", { path: ["meterProfileIds", i], id, what: "profile" })
  if (tariff) await assertPriceSeries(queries, owner, { tariff })
}

/** Checks that the site has the photos that its roofs name. Throws NotFound. */
const assertPhotos = ({ roofs }: Site, present: readonly string[]): void => {
  for (const [i, { photo }] of roofs.entries())
    if (photo && !present.includes(photo.id))
      throw new NotFound("named-not-found", { path: ["roofs", i, "photo", "id"], id: photo.id, what: "photo" })
}

/** Columns of a site. Throws InvalidInput. */
const checked = (site: Site) => {
  const broken = siteViolations(site)
  if (broken.length > 0) throw new InvalidInput(broken)
  return { site, place: placeAt(site.location) }
}
