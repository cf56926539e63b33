import { and, desc, eq, sql } from "drizzle-orm"
import { OFFER_ACCEPTED, offerEventData } from "../../domain/organization/events/serviceEvents.ts"
import type { AcceptedPlant } from "../../domain/report/acceptance.ts"
import type { PhotoHashes } from "../../domain/report/offer/photos.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { isLinkOpen, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { lockScan } from "./lock.ts"
import { insertEventRows } from "./move.ts"
import { deletePhotos, deleteUnnamed, hashesOfPhotos } from "./offerPhotos.ts"
import { type OfferRow, offerNumbers, offers, offerVersions } from "./offersTable.ts"
import type { Owner } from "./read.ts"

/** Columns of an offer that its organization changes. */
export type OfferChange = Pick<
  OfferRow,
  "version" | "status" | "currency" | "content" | "returnPeriod" | "endsAt" | "sentAt"
>

/** The offer of a scan; undefined without one. Callers must have checked the owner of the scan. */
export const findOffer = async (queries: Queries, scanId: string): Promise<OfferRow | undefined> => {
  const [row] = await queries.select().from(offers).where(eq(offers.scanId, scanId)).limit(1)
  return row
}

/**
 * Changes the offer of a scan, or makes it with the next number, in its turn. No change for undefined. Returns
 * undefined without such a scan.
 */
export const changeOffer = (
  queries: Queries,
  owner: Owner,
  id: string,
  change: (row: OfferRow | undefined, photos: PhotoHashes) => OfferChange | undefined,
): Promise<OfferRow | undefined> =>
  transaction(queries, async tx => {
    const scan = await lockScan(tx, owner, id)
    if (!scan) return undefined
    const row = await findOffer(tx, scan.id)
    const changed = change(row, await hashesOfPhotos(tx, scan.id))
    if (!changed) return row
    const updatedAt = new Date()
    const [stored] = row
      ? await tx
          .update(offers)
          .set({ ...changed, updatedAt })
          .where(eq(offers.scanId, scan.id))
          .returning()
      : await tx
          .insert(offers)
          .values({ scanId: scan.id, ...owned(owner), number: await nextNumber(tx, owner), ...changed, updatedAt })
          .returning()
    if (stored?.status === "sent") await keepVersion(tx, stored)
    await deleteUnnamed(tx, scan.id, changed.content)
    return stored
  })

/** Keeps the version of a sent offer, once. */
const keepVersion = async (tx: Queries, { scanId, version, currency, content, sentAt, ...row }: OfferRow) => {
  const sent = { scanId, ...owned(row), version, currency, content, sentAt: sentAt! }
  await tx.insert(offerVersions).values(sent).onConflictDoNothing()
}

export type SentVersionRow = Pick<typeof offerVersions.$inferSelect, "version" | "currency" | "content" | "sentAt">

/** Newest sent versions of the offer of a scan, at most `limit`. Callers must have checked the owner of the scan. */
export const sentVersions = (queries: Queries, scanId: string, limit: number): Promise<SentVersionRow[]> =>
  queries
    .select()
    .from(offerVersions)
    .where(eq(offerVersions.scanId, scanId))
    .orderBy(desc(offerVersions.version))
    .limit(limit)

/** True if a version of an offer was sent. An offer that was sent before versions were kept has its time alone. */
export const wasSent = async (queries: Queries, { scanId, sentAt }: OfferRow): Promise<boolean> =>
  sentAt !== null || (await queries.$count(offerVersions, eq(offerVersions.scanId, scanId))) > 0

/** A sent version. Callers must have checked the owner of the scan. */
export const findSentVersion = async (
  queries: Queries,
  scanId: string,
  version: number,
): Promise<SentVersionRow | undefined> => {
  const ofVersion = and(eq(offerVersions.scanId, scanId), eq(offerVersions.version, version))
  const [row] = await queries.select().from(offerVersions).where(ofVersion).limit(1)
  return row
}

/** Deletes an offer of which no version was ever sent. */
export const deleteOffer = (queries: Queries, owner: Owner, id: string): Promise<"deleted" | "sent" | "none"> =>
  transaction(queries, async tx => {
    if (!(await lockScan(tx, owner, id))) return "none"
    const row = await findOffer(tx, id)
    if (row && (await wasSent(tx, row))) return "sent"
    const deleted = await tx.delete(offers).where(eq(offers.scanId, id)).returning({ scanId: offers.scanId })
    await deletePhotos(tx, id)
    return deleted.length > 0 ? "deleted" : "none"
  })

const owned = ({ organizationId, mode }: Owner): Owner => ({ organizationId, mode })

const nextNumber = async (tx: Queries, owner: Owner): Promise<number> => {
  const [numbered] = await tx
    .insert(offerNumbers)
    .values({ ...owned(owner), last: 1 })
    .onConflictDoUpdate({
      target: [offerNumbers.organizationId, offerNumbers.mode],
      set: { last: sql`${offerNumbers.last} + 1` },
    })
    .returning({ last: offerNumbers.last })
  return numbered!.last
}

/** Acceptance of an offer by anyone with the link. */
export interface NewOfferAcceptance {
  version: number
  name: string
  address: string
  drawing: string | null
  plant: AcceptedPlant
}

/** Outcome of an acceptance: the accepted offer, new if this call accepted it, or the reason against it. */
export type OfferOutcome =
  | { offer: OfferRow; isNew: boolean }
  | { refused: "link-gone" | "not-sent" }
  | { refused: "version" | "expired"; offer: OfferRow }

/**
 * Records the acceptance of the sent offer of a link, with its event, in one transaction. The report counts as accepted
 * too. The first acceptance of a version counts.
 * @param hashOf hash of the offer's text
 */
export const acceptOffer = (
  queries: Queries,
  token: string,
  acceptance: NewOfferAcceptance,
  hashOf: (offer: OfferRow) => string,
): Promise<OfferOutcome> =>
  transaction(queries, async tx => {
    const [scan] = await tx
      .select({ id: scans.id, createdAt: scans.createdAt, acceptedAt: scans.acceptedAt })
      .from(scans)
      .where(and(eq(scans.shareToken, token), isLinkOpen, eq(scans.status, "completed")))
      .for("update")
    if (!scan) return { refused: "link-gone" }
    const offer = await findOffer(tx, scan.id)
    const refused = offer && (await refusalOf(tx, offer, acceptance.version))
    if (!offer || refused === "not-sent") return { refused: "not-sent" }
    if (refused) return { refused, offer }
    if (offer.status === "accepted") return { offer, isNew: false }
    await deleteUnnamed(tx, scan.id, offer.content)
    return { offer: await storeAcceptance(tx, { scan, acceptance, hash: hashOf(offer) }), isNew: true }
  })

/** Reason against an acceptance; undefined for an offer that is sent, or was accepted in this version. */
const refusalOf = async (
  tx: Queries,
  { scanId, status, version }: OfferRow,
  acceptedVersion: number,
): Promise<"not-sent" | "version" | "expired" | undefined> => {
  if (status !== "sent" && status !== "accepted") return "not-sent"
  if (version !== acceptedVersion) return "version"
  if (status === "accepted") return undefined
  const isOver = and(eq(offers.scanId, scanId), sql`${offers.endsAt} <= now()`)
  return (await tx.$count(offers, isOver)) > 0 ? "expired" : undefined
}

interface AcceptedOffer {
  scan: { id: string; createdAt: Date; acceptedAt: Date | null }
  acceptance: NewOfferAcceptance
  hash: string
}

const storeAcceptance = async (tx: Queries, { scan, acceptance, hash }: AcceptedOffer): Promise<OfferRow> => {
  const { name, address, drawing, plant } = acceptance
  const [stored] = await tx
    .update(offers)
    .set({
      status: "accepted",
      acceptedAt: sql`now()`,
      acceptedBy: name,
      acceptedAddress: address,
      acceptedDrawing: drawing,
      acceptedHash: hash,
    })
    .where(eq(offers.scanId, scan.id))
    .returning()
  const { acceptedAt, organizationId, mode, ...numbered } = stored!
  if (scan.acceptedAt === null)
    await tx.update(scans).set({ acceptedAt, acceptedBy: name, acceptedPlant: plant }).where(eq(scans.id, scan.id))
  const data = offerEventData({ id: scan.id, createdAt: scan.createdAt, acceptedAt: acceptedAt! }, numbered)
  await insertEventRows(tx, [
    { id: newId(), scanId: scan.id, organizationId, mode, name: OFFER_ACCEPTED, data, createdAt: acceptedAt! },
  ])
  return stored!
}
