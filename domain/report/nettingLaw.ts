import { type Note, note } from "../base/note.ts"
import type { ScanCase } from "../case/case.ts"

/** Last calendar year of netting, by country (ISO 3166-1), for countries whose law ends it. */
const NETTING_ENDS: ReadonlyMap<string | null, { lastYear: number; law: string }> = new Map([
  // Wet beëindiging salderingsregeling.
  ["NL", { lastYear: 2026, law: "Stb. 2025, 17" }],
])

/** Note that netting is counted in years after the law of the site's country ends it. */
export const nettingLawNotes = ({ input, site: { country } }: Pick<ScanCase, "input" | "site">): Note[] => {
  const end = NETTING_ENDS.get(country)
  const netted = input.phases.findLast(({ terms }) => terms.netting === true)
  if (!end || !netted || netted.calendarYear + netted.untilYear - netted.fromYear <= end.lastYear) return []
  return [note("netting-beyond-law", { country: `${country}`, ...end })]
}
