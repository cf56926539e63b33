import { type Note, note } from "../base/note.ts"
import type { Solution } from "../case/case.ts"

/** Notes on steps of the scan that its budget ended. */
export const cutShortNotes = ({ cutShort, optimisation: { gap } }: Solution): Note[] => {
  if (!cutShort) return []
  const { search, outlook, alternatives, contracts, byTime, budgetMs } = cutShort
  const leftOut = [
    ...(outlook ? ["outlook" as const] : []),
    ...(alternatives ? ["alternatives" as const] : []),
    ...(contracts ? ["contracts" as const] : []),
  ]
  return [
    ...(search ? [note("search-cut-short", { budgetMs, gap })] : []),
    ...(leftOut.length > 0 ? [note("parts-left-out", { budgetMs, parts: leftOut })] : []),
    ...(byTime ? [note("limited-by-time", {})] : []),
  ]
}
