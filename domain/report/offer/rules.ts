import { type Violation, violation } from "../../base/validation/violation.ts"
import type { OfferContent, OfferInput, OfferLine } from "./schema.ts"

/** Decimals of the numbers of a line. */
const DECIMALS = { quantity: 3, unitPrice: 4, vatPercent: 2 } as const

const lowersPrice = ({ kind }: OfferLine): boolean => kind === "subsidy" || kind === "discount"

const lineViolations = (line: OfferLine, i: number): Violation[] => {
  const tooFine = Object.entries(DECIMALS).filter(([field, decimals]) => {
    const value = line[field as keyof typeof DECIMALS] ?? 0
    return Number(value.toFixed(decimals)) !== value
  })
  const path = ["lines", i, "unitPrice"]
  return [
    ...tooFine.map(([field, decimals]) =>
      violation(["lines", i, field], "multiple-of", { step: Number(`1e-${decimals}`) }),
    ),
    ...(lowersPrice(line) && line.unitPrice > 0 ? [violation(path, "at-most", { maximum: 0 })] : []),
    ...(!lowersPrice(line) && line.kind !== "other" && line.unitPrice < 0
      ? [violation(path, "at-least", { minimum: 0 })]
      : []),
  ]
}

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Broken rules of the body of a change of an offer. */
export const offerViolations = ({ lines = [], validUntil }: OfferInput): Violation[] => [
  ...lines.flatMap(lineViolations),
  ...(validUntil && !isDay(validUntil) ? [violation(["validUntil"], "date", { form: "day" })] : []),
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

/** Content of an offer after a change: fields that the body leaves out stay. */
export const changedContent = (content: OfferContent, { status: _, ...changes }: OfferInput): OfferContent => {
  const { lines, validUntil, terms, payment, loan } = { ...content, ...changes }
  return { lines, validUntil, terms, payment, loan }
}
