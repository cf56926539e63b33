import { type Note, note } from "../base/note.ts"
import type { ScanCase, Solution } from "../case/case.ts"

type CutShort = NonNullable<Solution["cutShort"]>

/** A gap above this share of the cost counts as wide. */
const WIDE_GAP = 0.01

/**
 * Note that the plant, chosen for its controller, costs much more than the bound with foresight. Omitted for other
 * goals, which choose with foresight. A search that was cut short and feed-in above purchase have their own notes.
 */
export const wideGapNotes = (
  { control, input, notes }: Pick<ScanCase, "control" | "notes"> & { input: Pick<ScanCase["input"], "goal"> },
  { cutShort, optimisation: { gap } }: { cutShort?: Pick<CutShort, "search">; optimisation: { gap: number } },
): Note[] => {
  const isChosenByControl = control !== "ideal" && input.goal.kind === "cost-savings"
  const isSaid =
    cutShort?.search || notes.some(each => typeof each !== "string" && each.code === "feed-in-above-purchase")
  return gap > WIDE_GAP && isChosenByControl && !isSaid ? [note("wide-gap", { gap })] : []
}
