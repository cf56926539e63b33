import { type Note, note } from "../note.ts"
import type { ScanCase, Solution } from "../scan/case.ts"

/** A gap above this share of the cost is said to be wide. */
const WIDE_GAP = 0.01

/**
 * That the plant, chosen for its controller, lies far above the bound, which is with foresight. A search that was cut short says so
 * by itself.
 */
export const wideGapNotes = (
  { control }: Pick<ScanCase, "control">,
  { cutShort, optimisation: { gap } }: Pick<Solution, "cutShort" | "optimisation">,
): Note[] => (gap > WIDE_GAP && control !== "ideal" && !cutShort?.search ? [note("wide-gap", { gap })] : [])
