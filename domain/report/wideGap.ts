import { type Note, note } from "../base/note.ts"
import type { ScanCase, Solution } from "../case/case.ts"

type CutShort = NonNullable<Solution["cutShort"]>

/** A gap above this share of the cost is said to be wide. */
const WIDE_GAP = 0.01

/**
 * That the plant, chosen for its controller, lies far above the bound, which is with foresight. Other goals choose with
 * foresight; a search that was cut short, and feed-in above purchase, have notes of their own.
 */
export const wideGapNotes = (
  { control, input, notes }: Pick<ScanCase, "control" | "notes"> & { input: Pick<ScanCase["input"], "goal"> },
  { cutShort, optimisation: { gap } }: { cutShort?: Pick<CutShort, "search">; optimisation: { gap: number } },
): Note[] => {
  const isChosenByControl = control !== "ideal" && input.goal.kind === "cost-savings"
  const isSaid = cutShort?.search || notes.some(one => typeof one !== "string" && one.code === "feed-in-above-purchase")
  return gap > WIDE_GAP && isChosenByControl && !isSaid ? [note("wide-gap", { gap })] : []
}
