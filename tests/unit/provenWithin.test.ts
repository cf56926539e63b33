import { expect, test } from "bun:test"
import { buildReport } from "../../domain/report/build.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solved } from "../support/solvedCase.ts"

const { scan, solution } = solved()
const { report } = buildReport(scan, solution)

/** The accuracy that a report shows for a total cost and a lower bound [EUR]. */
const readOf = (totalCost: number, lowerBoundTotalCost: number) => {
  const { financial, optimisation } = report
  const stored = {
    ...report,
    financial: { ...financial, lifecycle: { ...financial.lifecycle, totalCost } },
    optimisation: { ...optimisation, lowerBoundTotalCost },
  }
  return readReport(stored, "en").control?.provenWithin
}

test("a report that was stored without its proven distance is read with it", () => {
  expect(report.control).not.toHaveProperty("provenWithin")
  expect(readOf(10_000, 9_500)).toBeCloseTo(0.05, 12)
  expect(readOf(10_000, -1_000)).toBeCloseTo(1.1, 12)
  expect(readOf(10_000, 10_000 + 1e-9)).toBe(0)
})

test("a plant whose life costs nothing has no such share", () => {
  expect(readOf(0, -10)).toBeNull()
  expect(readOf(-100, -110)).toBeNull()
})

test("a report of before there was a choice has no controllers still", () => {
  const { control, ...before } = report
  expect(control).not.toBeNull()
  expect(readReport(before, "en").control).toBeNull()
})
