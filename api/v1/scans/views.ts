import { SHIPPED_CURRENCY } from "../../../domain/market/currencyNames.ts"
import { offerTotals } from "../../../domain/report/offer/totals.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { scanErrorText } from "../../../domain/texts/scanErrors.ts"
import type { Queries } from "../../../store/database.ts"
import { findOfferStates, type OfferState } from "../../../store/scans/offerStates.ts"
import { countAdjustments, type ListedScan, type ScanState } from "../../../store/scans/read.ts"
import type { ScanStatusRow } from "../../../store/scans/states.ts"
import { statusOf } from "./offer.ts"
import type { CreatedScan, ScanListItem, ScanObject, ScanStatusAnswer } from "./schemas.ts"

/** Answer to a creation, with the current state of the scan. */
export const createdScan = (
  { id, status, createdAt, error }: Pick<ScanState, "id" | "status" | "createdAt" | "error">,
  language: Language,
): CreatedScan => ({
  id,
  status,
  ...(error ? { errorMessage: scanErrorText(error, language) } : {}),
  createdAt: createdAt.toISOString(),
})

export const statusAnswer = ({ id, status, createdAt }: ScanStatusRow): ScanStatusAnswer => ({
  id,
  status,
  createdAt: createdAt.toISOString(),
})

/** A scan that has no report. */
export const scanObject = (scan: ScanState, language: Language): ScanObject => ({
  id: scan.id,
  status: scan.status,
  createdAt: scan.createdAt.toISOString(),
  goal: scan.goal,
  hasError: scan.status === "error",
  errorMessage: scan.error && scanErrorText(scan.error, language),
  cost: scan.costEur,
})

/** Figures of the plant in lists, null until the scan is completed. */
export const planFigures = (scan: ListedScan) => {
  const hasReport = scan.status === "completed"
  const shown = (figure: number | null) => (hasReport ? figure : null)
  return {
    panels: shown(scan.panels),
    batteryKwh: shown(scan.batteryKwh),
    investment: shown(scan.investment),
    netPresentValue: shown(scan.netPresentValue),
    savingsP10: shown(scan.savingsP10),
    savingsP50: shown(scan.savingsP50),
    savingsP90: shown(scan.savingsP90),
  }
}

/** Currency of a scan's amounts; sandbox scans have the currency of their fixtures. */
export const currencyOf = ({ mode, currency }: ListedScan) =>
  mode === "sandbox" ? SHIPPED_CURRENCY : (currency ?? SHIPPED_CURRENCY)

/** Counts and states of other tables in a row of a list. */
interface Related {
  adjustmentCount: number
  offer: OfferState | undefined
}

/** Rows of a list, with two statements for the other tables, however many rows there are. */
export const listItems = async (
  queries: Queries,
  rows: readonly ListedScan[],
  language: Language,
): Promise<ScanListItem[]> => {
  const ids = rows.map(({ id }) => id)
  const adjustments = await countAdjustments(queries, ids)
  const offers = await findOfferStates(queries, ids)
  return rows.map(scan => {
    const related = { adjustmentCount: adjustments.get(scan.id) ?? 0, offer: offers.get(scan.id) }
    return listItem(scan, related, language)
  })
}

/**
 * Figures of the report are shown when the scan is completed. A sandbox scan's figures are known earlier, in the
 * currency of its fixtures, regardless of the request.
 */
const listItem = (scan: ListedScan, { adjustmentCount, offer }: Related, language: Language): ScanListItem => {
  const { cost, ...object } = scanObject(scan, language)
  const hasReport = scan.status === "completed"
  return {
    ...object,
    hasSeenReport: scan.hasSeenReport,
    selfSufficiency: hasReport ? scan.selfSufficiency : null,
    returnPeriod: hasReport ? scan.returnPeriod : null,
    co2SavedKg: hasReport ? scan.co2SavedKg : null,
    yearlySavings: hasReport ? scan.yearlySavings : null,
    ...planFigures(scan),
    currency: currencyOf(scan),
    dossierId: scan.dossierId,
    customerDetails: scan.customerDetails,
    siteId: scan.siteId,
    place: scan.place,
    acceptedAt: scan.acceptedAt?.toISOString() ?? null,
    offerStatus: offer ? statusOf(offer) : "none",
    offerGross: offer ? offerTotals(offer.lines).gross : null,
    ...offeredReturn(offer),
    isAdjustment: scan.rootId !== null,
    adjustmentCount,
    cost,
  }
}

/** Payback at the price of an offer; absent for an offer that was stored before it was kept for lists. */
const offeredReturn = (offer: OfferState | undefined): Pick<ScanListItem, "offerReturnPeriod"> => {
  if (!offer) return { offerReturnPeriod: null }
  const { returnPeriod } = offer
  if (returnPeriod === null) return {}
  return { offerReturnPeriod: Number.isFinite(returnPeriod) ? returnPeriod : null }
}
