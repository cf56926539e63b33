import { type Note, note } from "../base/note.ts"
import type { ScanCase } from "../case/case.ts"

/** Notes of a tariff that has Dutch prices or taxes in place of those of its site. */
const DUTCH_IN_PLACE: ReadonlySet<string> = new Set(["day-ahead-of-netherlands", "components-of-netherlands"])

/** Whether figures are at Dutch prices or taxes because none of the site are known. */
export const hasForeignPrices = ({ tariff }: Pick<ScanCase, "tariff">): boolean =>
  tariff.notes.some(({ code }) => DUTCH_IN_PLACE.has(code))

/** The note that comes before all others then. */
export const foreignPricesNotes = (scan: Pick<ScanCase, "tariff" | "site">): Note[] =>
  hasForeignPrices(scan) ? [note("prices-of-netherlands", { country: scan.site.country })] : []
