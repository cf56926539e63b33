/** Search text of a list while the user types, and the search text of the address. */
import { expect, test } from "bun:test"
import { sent, sentOf, stands } from "../../dashboard/src/scans/typedSearch.ts"

test("what is typed stands over the search that it replaces, and once it is the search of the address", () => {
  const typed = { text: "Jan ", over: "Ja" }
  expect(stands(typed, "Ja")).toBe(true)
  expect(sentOf(typed)).toBe("Jan")
  expect(stands(sent(typed), "Jan")).toBe(true)
})

test("an address that becomes another by itself takes its place", () => {
  expect(stands({ text: "Jansen", over: "Jan" }, "")).toBe(false)
  expect(stands(sent({ text: "Jansen", over: "" }), "")).toBe(false)
})
