import { type Note, note } from "../base/note.ts"
import type { ScanCase } from "../case/case.ts"

/** Codes of notes on tariffs that use Dutch prices or taxes because the site's own are unknown. */
const DUTCH_IN_PLACE: ReadonlySet<string> = new Set(["day-ahead-of-netherlands", "components-of-netherlands"])

/** True if the figures use Dutch prices or taxes because the site's own are unknown. */
export const hasForeignPrices = ({ tariffs }: Pick<ScanCase, "tariffs">): boolean =>
  tariffs[0].notes.some(({ code }) => DUTCH_IN_PLACE.has(code))

/** Note on Dutch prices, which precedes all other notes; empty if the site's own prices are used. */
export const foreignPricesNotes = (scan: Pick<ScanCase, "tariffs" | "site">): Note[] =>
  hasForeignPrices(scan) ? [note("prices-of-netherlands", { country: scan.site.country })] : []
