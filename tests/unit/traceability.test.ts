import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import rows from "../traceability/rows.json"
import { allMarks, traceabilityTable } from "../traceability/table.ts"

const known = new Set(Object.entries(rows).flatMap(([name, ofInterface]) => ofInterface.map(row => `${name}: ${row}`)))
const covered = new Set(allMarks().map(mark => `${mark.interface}: ${mark.row}`))

test("every row of the interface documents is shown by a test", () => {
  expect([...known].filter(row => !covered.has(row))).toEqual([])
})

test("a test names only rows that are in the list", () => {
  expect([...covered].filter(row => !known.has(row))).toEqual([])
})

test("docs/traceability.md is what the tests say", () => {
  const written = readFileSync(new URL("../../docs/traceability.md", import.meta.url), "utf8")
  expect(written).toBe(traceabilityTable())
})
