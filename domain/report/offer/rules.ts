import type { Path } from "../../base/validation/path.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { type PhotoHashes, photoViolations, withHashes } from "./photos.ts"
import { MAX_TOTAL, type OfferContent, type OfferInput, type OfferLine } from "./schema.ts"
import { sizeOfLines } from "./totals.ts"

/** Decimals of the numbers of a line. */
const QUANTITY_DECIMALS = { quantity: 3 } as const
const PRICE_DECIMALS = { unitPrice: 4, vatPercent: 2 } as const
/** Decimals of the numbers of a loan. */
const LOAN_DECIMALS = { amount: 2, ratePercent: 4 } as const
/** Years whose days end at a time that clocks of all zones can write. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 9998]

type Priced = Pick<OfferLine, "kind" | "unitPrice" | "vatPercent">

const lowersPrice = ({ kind }: Priced): boolean => kind === "subsidy" || kind === "discount"

/** Fields at `place` with more decimals than they may have. */
const fineViolations = <Field extends string>(
  place: Path,
  numbers: Partial<Record<NoInfer<Field>, number>>,
  decimalsOf: Readonly<Record<Field, number>>,
): Violation[] =>
  Object.entries<number>(decimalsOf).flatMap(([field, decimals]) => {
    const value = numbers[field as Field] ?? 0
    if (Number(value.toFixed(decimals)) === value) return []
    return [violation([...place, field], "multiple-of", { step: Number(`1e-${decimals}`) })]
  })

/** Broken rules of a price at `place`, of an offer or a price list. */
export const priceViolations = (place: Path, price: Priced): Violation[] => {
  const path = [...place, "unitPrice"]
  return [
    ...fineViolations(place, price, PRICE_DECIMALS),
    ...(lowersPrice(price) && price.unitPrice > 0 ? [violation(path, "at-most", { maximum: 0 })] : []),
    ...(!lowersPrice(price) && price.kind !== "other" && price.unitPrice < 0
      ? [violation(path, "at-least", { minimum: 0 })]
      : []),
  ]
}

const lineViolations = (line: OfferLine, i: number): Violation[] => [
  ...fineViolations(["lines", i], line, QUANTITY_DECIMALS),
  ...priceViolations(["lines", i], line),
]

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  const year = Number(text.slice(0, 4))
  if (year < FIRST_YEAR || year > LAST_YEAR) return false
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Broken rules of the body of a change of an offer. */
export const offerViolations = ({ lines = [], validUntil, loan, photos = [] }: OfferInput): Violation[] => [
  ...lines.flatMap(lineViolations),
  ...(sizeOfLines(lines) > MAX_TOTAL ? [violation(["lines"], "total-at-most", { maximum: MAX_TOTAL })] : []),
  ...(validUntil && !isDay(validUntil) ? [violation(["validUntil"], "date", { form: "day" })] : []),
  ...(loan ? fineViolations(["loan"], loan, LOAN_DECIMALS) : []),
  ...photoViolations(photos),
]

/**
 * Broken rules of an offer that is to be sent.
 * @param isOver true after its last day
 */
export const sendingViolations = ({ lines }: OfferContent, isOver: boolean): Violation[] => [
  ...(lines.length === 0 ? [violation(["lines"], "at-least-entries", { minimum: 1 })] : []),
  ...lines.flatMap(({ vatPercent }, i) =>
    vatPercent === undefined ? [violation(["lines", i, "vatPercent"], "required")] : [],
  ),
  ...(isOver ? [violation(["validUntil"], "not-later-than-now")] : []),
]

/** Stored photos of a scan: their hashes, and the refusal of a photo that is not among them. */
export interface ScanPhotos {
  hashes: PhotoHashes
  missing(photo: { id: string }, index: number): never
}

/** Content of an offer after a change: fields that the body leaves out stay. */
export const changedContent = (
  content: OfferContent,
  { status: _, photos: named, ...changes }: OfferInput,
  { hashes, missing }: ScanPhotos,
): OfferContent => {
  const { lines, validUntil, terms, payment, loan } = { ...content, ...changes }
  const photos = named ? withHashes(named, hashes, missing) : (content.photos ?? [])
  return { lines, validUntil, terms, payment, loan, ...(photos.length > 0 ? { photos } : {}) }
}
