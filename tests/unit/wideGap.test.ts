/** Conditions under which a report explains its wide gap. */
import { expect, test } from "bun:test"
import { note } from "../../domain/base/note.ts"
import { wideGapNotes } from "../../domain/report/wideGap.ts"

const scan = { control: "selfConsumption" as const, input: { goal: { kind: "cost-savings" as const } }, notes: [] }
const solution = { cutShort: { search: false }, optimisation: { gap: 0.03 } }

test("a gap above 1 % of a plant that is chosen for its controller is said", () => {
  expect(wideGapNotes(scan, solution)).toEqual([note("wide-gap", { gap: 0.03 })])
  expect(wideGapNotes(scan, { ...solution, optimisation: { gap: 0.01 } })).toEqual([])
})

test("a gap with another reason is not said to be of the controller", () => {
  const paid = note("feed-in-above-purchase", { amount: 900, currency: "EUR" })
  expect(wideGapNotes({ ...scan, control: "ideal" }, solution)).toEqual([])
  expect(wideGapNotes({ ...scan, input: { goal: { kind: "self-sufficiency" } } }, solution)).toEqual([])
  expect(wideGapNotes({ ...scan, notes: [paid] }, solution)).toEqual([])
  expect(wideGapNotes(scan, { ...solution, cutShort: { search: true } })).toEqual([])
})
