import type { Solution } from "../scan/case.ts"

/** What the report says of steps that the budget of the scan ended. */
export const cutShortNotes = ({ cutShort, optimisation: { gap } }: Solution): string[] => {
  if (!cutShort) return []
  const { search, sensitivity, savingsSpread, byTime, budgetMs } = cutShort
  const leftOut = [...(sensitivity ? ["the sensitivity"] : []), ...(savingsSpread ? ["the spread of the savings"] : [])]
  const bound = `The work on this scan was limited to ${budgetMs} ms`
  return [
    ...(search ? [`${bound}: a better plant may exist, within the gap of ${percent(gap)}.`] : []),
    ...(leftOut.length > 0
      ? [`${bound}: ${leftOut.join(" and ")} ${leftOut.length > 1 ? "are" : "is"} left out.`]
      : []),
    ...(byTime ? ["The limit was reached by processor time: the same request may give another plant."] : []),
  ]
}

/** Rounded up, so that the sentence stays true. */
const percent = (fraction: number): string => `${Math.ceil(fraction * 1e4) / 1e2} %`
