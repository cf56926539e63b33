import type { Answer, Body } from "../../../client/index.ts"
import type { OfferLine } from "../../../domain/report/offer/schema.ts"
import { typedNumber } from "../lib/typedNumber.ts"

export type Offer = Answer<"GET /v1/scans/{id}/offer">
export type OfferChanges = Body<"PUT /v1/scans/{id}/offer">

/** A line as typed. */
export interface DraftLine {
  /** Key of its row, which stays while lines are added and removed. */
  key: number
  kind: OfferLine["kind"]
  description: string
  quantity: string
  /** Empty without a unit. */
  unit: OfferLine["unit"] | ""
  unitPrice: string
  vatPercent: string
}

/** A photo of the form. */
export interface DraftPhoto {
  /** Absent until it is stored. */
  id?: string | undefined
  /** Image to send; absent for a stored photo. */
  file?: File
  /** Address of the image within the page, its own. */
  url: string
  caption: string
}

/** An offer as typed. */
export interface Draft {
  lines: readonly DraftLine[]
  validUntil: string
  payment: string
  terms: string
  photos: readonly DraftPhoto[]
  hasLoan: boolean
  loan: { amount: string; ratePercent: string; years: string }
}

/** Writes a number for an input field. */
type Typed = (value: number) => string

/**
 * The offer in the fields of the form.
 * @param typed writes numbers as the reader types them
 * @param addressOf address of a photo by its id
 */
export const draftOf = (offer: Offer, typed: Typed, addressOf: (photo: string) => string): Draft => {
  const { lines, validUntil, payment, terms, loan, photos } = offer
  return {
    lines: lines.map(({ kind, description, quantity, unit, unitPrice, vatPercent }, key) => ({
      ...{ key, kind, description, quantity: typed(quantity), unit: unit ?? "", unitPrice: typed(unitPrice) },
      vatPercent: vatPercent === undefined ? "" : typed(vatPercent),
    })),
    ...{ validUntil: validUntil ?? "", payment: payment ?? "", terms: terms ?? "", hasLoan: loan !== null },
    loan: loan
      ? { amount: typed(loan.amount), ratePercent: typed(loan.ratePercent), years: typed(loan.years) }
      : { amount: "", ratePercent: "", years: "" },
    photos: photos.map(({ id, caption = "" }) => ({ id, url: addressOf(id), caption })),
  }
}

/** Reads a typed number; undefined for any other text. */
const numberOf = (text: string): number | undefined => {
  const value = typedNumber(text)
  return typeof value === "number" ? value : undefined
}

/** Price of a line: a subsidy or discount lowers the price, typed with a minus or without. */
const priceOf = <T>(kind: DraftLine["kind"], price: T): T | number =>
  typeof price === "number" && (kind === "subsidy" || kind === "discount") ? -Math.abs(price) : price

/** A line with numbers; undefined if a number is missing or no number. */
export const readLine = ({ kind, description, quantity, unitPrice, vatPercent }: DraftLine): OfferLine | undefined => {
  const [count, price, vat] = [quantity, unitPrice, vatPercent].map(numberOf)
  if (count === undefined || price === undefined || (vat === undefined && vatPercent.trim() !== "")) return undefined
  const line = { kind, description: description.trim(), quantity: count, unitPrice: priceOf(kind, price) }
  return vat === undefined ? line : { ...line, vatPercent: vat }
}

/** Photos with each id once: equal files are stored once. */
const withoutRepeats = (photos: readonly DraftPhoto[]): DraftPhoto[] =>
  photos.filter(({ id }, i) => id === undefined || photos.findIndex(photo => photo.id === id) === i)

/**
 * Body of the change, with texts that are no numbers for the service to refuse by their field. Its photos are stored.
 * @param read throws for a number that may have thousands or decimals
 */
export const changesOf = (draft: Draft, read: (text: string) => number | string): OfferChanges => {
  const { lines, validUntil, payment, terms, hasLoan, loan, photos } = draft
  const textOrNull = (text: string) => (text.trim() === "" ? null : text.trim().replaceAll("\r\n", "\n"))
  const changes = {
    lines: lines.map(({ kind, description, quantity, unit, unitPrice, vatPercent }) => ({
      ...{ kind, description: description.trim(), quantity: read(quantity), unitPrice: priceOf(kind, read(unitPrice)) },
      ...(unit === "" ? {} : { unit }),
      ...(vatPercent.trim() === "" ? {} : { vatPercent: read(vatPercent) }),
    })),
    ...{ validUntil: validUntil || null, payment: textOrNull(payment), terms: textOrNull(terms) },
    photos: withoutRepeats(photos).map(({ id, caption }) => ({
      ...{ id, ...(caption.trim() === "" ? {} : { caption: caption.trim() }) },
    })),
    loan: hasLoan ? { amount: read(loan.amount), ratePercent: read(loan.ratePercent), years: read(loan.years) } : null,
  }
  return changes as OfferChanges
}
