import { type Note, note } from "../base/note.ts"
import type { ScanCase } from "../case/case.ts"

/** The last calendar year of netting by law, of countries (ISO 3166-1) whose law ends it. */
const NETTING_ENDS: ReadonlyMap<string | null, { lastYear: number; law: string }> = new Map([
  // Wet beëindiging salderingsregeling.
  ["NL", { lastYear: 2026, law: "Stb. 2025, 17" }],
])

/** The note that netting counts in years in which the law of the site's country has none. */
export const nettingLawNotes = ({ input, site: { country } }: Pick<ScanCase, "input" | "site">): Note[] => {
  const end = NETTING_ENDS.get(country)
  if (!end || input.nettedUntil === undefined || input.nettedUntil <= end.lastYear) return []
  return [note("netting-beyond-law", { country: `${country}`, ...end })]
}
