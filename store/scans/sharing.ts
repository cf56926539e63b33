import { and, eq, isNull, sql } from "drizzle-orm"
import { acceptanceEventData, REPORT_ACCEPTED } from "../../domain/organization/events/serviceEvents.ts"
import type { AcceptedPlant } from "../../domain/report/acceptance.ts"
import { isId, newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { isLinkOpen, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { insertEventRows } from "./move.ts"
import { ANONYMOUS, type Owner, ownedBy, type ScanState } from "./read.ts"

const ACCEPTANCE = { acceptedAt: scans.acceptedAt, acceptedBy: scans.acceptedBy, acceptedPlant: scans.acceptedPlant }
export type AcceptanceRow = Pick<typeof scans.$inferSelect, keyof typeof ACCEPTANCE>

const SHARE = {
  shareToken: sql<string | null>`case when ${isLinkOpen} then ${scans.shareToken} end`,
  shareExpiresAt: sql<Date | null>`case when ${isLinkOpen} then ${scans.shareExpiresAt} end`.mapWith(
    scans.shareExpiresAt,
  ),
  ...ACCEPTANCE,
}
/** The link of a scan, null if missing or expired, and its outcome. */
export interface ShareRow extends AcceptanceRow {
  shareToken: string | null
  shareExpiresAt: Date | null
}

/** Sharing of a scan; undefined without such a scan. */
export const findShare = async (queries: Queries, owner: Owner, id: string): Promise<ShareRow | undefined> => {
  if (!isId(id)) return undefined
  const [share] = await queries
    .select(SHARE)
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .limit(1)
  return share
}

export interface NewShare {
  /** New token, used if the scan has no usable link. */
  token: string
  /** Null: never; undefined: unchanged, a new link never expires. */
  expiresAt: Date | null | undefined
}

/** Gives a scan a link, or keeps its link; null removes the link. Undefined without such a scan. */
export const setShare = async (
  queries: Queries,
  owner: Owner,
  id: string,
  share: NewShare | null,
): Promise<ShareRow | undefined> => {
  const [changed] = await queries
    .update(scans)
    .set(
      share === null
        ? { shareToken: null, shareExpiresAt: null, shareEnded: true }
        : {
            shareToken: sql`case when ${isLinkOpen} then ${scans.shareToken} else ${share.token} end`,
            shareExpiresAt:
              share.expiresAt === undefined
                ? sql`case when ${isLinkOpen} then ${scans.shareExpiresAt} end`
                : share.expiresAt,
            shareEnded: false,
          },
    )
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .returning(SHARE)
  return changed
}

/** A scan as the holder of a link sees it; its `isShared` is false when the link has expired. */
export interface SharedState extends ScanState, AcceptanceRow {
  shareExpiresAt: Date | null
}

/** The scan of a share token, also of an expired link. */
export const findSharedScan = async (queries: Queries, token: string): Promise<SharedState | undefined> => {
  const [scan] = await queries
    .select({ ...ANONYMOUS, ...ACCEPTANCE, shareExpiresAt: scans.shareExpiresAt })
    .from(scans)
    .where(eq(scans.shareToken, token))
    .limit(1)
  return scan
}

/**
 * Records the acceptance of a report by a usable link, with its event, in one transaction. Undefined if the report was
 * accepted before, or the link is no longer usable.
 */
export const acceptReport = (
  queries: Queries,
  token: string,
  name: string,
  plant: AcceptedPlant,
): Promise<AcceptanceRow | undefined> =>
  transaction(queries, async tx => {
    const [scan] = await tx
      .update(scans)
      .set({ acceptedAt: sql`now()`, acceptedBy: name, acceptedPlant: plant })
      .where(and(eq(scans.shareToken, token), isLinkOpen, eq(scans.status, "completed"), isNull(scans.acceptedAt)))
      .returning({
        id: scans.id,
        organizationId: scans.organizationId,
        mode: scans.mode,
        createdAt: scans.createdAt,
        ...ACCEPTANCE,
      })
    if (!scan?.acceptedAt) return undefined
    const { id, organizationId, mode, createdAt, acceptedAt, ...row } = scan
    const data = acceptanceEventData({ id, createdAt, acceptedAt })
    await insertEventRows(tx, [
      { id: newId(), scanId: id, organizationId, mode, name: REPORT_ACCEPTED, data, createdAt: acceptedAt },
    ])
    return { acceptedAt, ...row }
  })
