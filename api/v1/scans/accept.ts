import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import { type AcceptanceRequest, acceptedPlantOf } from "../../../domain/report/acceptance.ts"
import type { SharedOffer } from "../../../domain/report/offer/schema.ts"
import { acceptOffer } from "../../../store/scans/offers.ts"
import type { OfferRow } from "../../../store/scans/offersTable.ts"
import type { SharedState } from "../../../store/scans/sharing.ts"
import { type AcceptanceRow, acceptReport } from "../../../store/scans/sharing.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"
import { hashOfOffer, sharedOffer, sharedOfferOf } from "./offer.ts"
import { storedReport } from "./report.ts"
import { acceptanceOf, findShared } from "./share.ts"
import type { AcceptanceAnswer } from "./shareSchemas.ts"

/** An acceptance by anyone with a link. */
interface SharedAcceptance {
  token: string
  body: AcceptanceRequest
  /** Network address of the caller. */
  address: string
  /** Called for a new acceptance. */
  onAccepted: () => void
}

/**
 * Records that the holder of a share token accepts the offer, or the report without an offer. Only the first acceptance
 * counts; later calls return it. Throws InvalidInput for a name of spaces alone, NotFound, LinkExpired, and Conflict
 * for an offer that is not sent, has expired or has another version.
 */
export const acceptShared = async (context: ScanContext, acceptance: SharedAcceptance): Promise<AcceptanceAnswer> => {
  const { token, body } = acceptance
  if (body.name.trim() === "") throw new InvalidInput([violation(["name"], "not-empty")])
  if (body.drawing !== undefined && body.offerVersion === undefined)
    throw new InvalidInput([violation(["offerVersion"], "required")])
  const scan = await findShared(context.queries, token)
  if (body.offerVersion !== undefined) return acceptSharedOffer(context, scan, acceptance, body.offerVersion)
  const offer = await sharedOffer(context.queries, scan)
  if (offer) throw refusedBy(offer)
  return acceptSharedReport(context, scan, acceptance)
}

const refusedBy = ({
  status,
  version,
  validUntil,
}: Pick<SharedOffer, "status" | "version" | "validUntil">): Conflict =>
  status === "expired" && validUntil !== null
    ? new Conflict("offer-expired", { validUntil })
    : new Conflict("offer-version", { version })

const answerOf = (scan: SharedState, row: AcceptanceRow, offer: SharedOffer | null): AcceptanceAnswer => {
  const acceptance = orNotFound(acceptanceOf(row) ?? undefined, "shared-scan")
  return { scanId: scan.id, mode: scan.mode, acceptance, offer }
}

const acceptSharedOffer = async (
  { queries }: ScanContext,
  scan: SharedState,
  { token, body: { name, drawing }, address, onAccepted }: SharedAcceptance,
  version: number,
): Promise<AcceptanceAnswer> => {
  const plant = acceptedPlantOf(await storedReport(queries, scan))
  const outcome = await acceptOffer(
    queries,
    token,
    { version, name, address, drawing: drawing ?? null, plant },
    hashOfOffer,
  )
  if ("isNew" in outcome) {
    if (outcome.isNew) onAccepted()
    return answerOf(scan, await findShared(queries, token), shownOf(outcome.offer))
  }
  if ("offer" in outcome) {
    const shown = shownOf(outcome.offer)
    throw refusedBy(outcome.refused === "expired" ? { ...shown, status: "expired" } : shown)
  }
  if (outcome.refused === "not-sent") throw new Conflict("offer-not-sent")
  // The link has ended in the meantime.
  return answerOf(scan, await findShared(queries, token), null)
}

/** Sent or accepted offer, as its customer reads it. */
const shownOf = (row: OfferRow): SharedOffer => orNotFound(sharedOfferOf(row) ?? undefined, "shared-scan")

const acceptSharedReport = async (
  { queries }: ScanContext,
  scan: SharedState,
  { token, body: { name }, onAccepted }: SharedAcceptance,
): Promise<AcceptanceAnswer> => {
  if (scan.acceptedAt) return answerOf(scan, scan, null)
  const accepted = await acceptReport(queries, token, name, acceptedPlantOf(await storedReport(queries, scan)))
  // Another call was earlier, or the link has ended in the meantime.
  if (!accepted) return answerOf(scan, await findShared(queries, token), null)
  onAccepted()
  return answerOf(scan, accepted, null)
}
