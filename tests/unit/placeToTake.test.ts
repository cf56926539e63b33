/** Result of a place search that the form of a scan takes over. */
import { expect, test } from "bun:test"
import { PLACE, placeToTake, withField } from "../../dashboard/src/scans/place/placeValues.ts"

const UTRECHT = { name: "Utrecht" }
const typed = withField({ "location.lat": "52.09", "location.lon": "5.12" }, PLACE.text, "Utrecht")

test("a place that is meant is taken; of several one is to be chosen", () => {
  expect(placeToTake(typed, "Utrecht", [UTRECHT])).toBe(UTRECHT)
  expect(placeToTake(typed, "9000", [{ name: "Gent" }, { name: "Wil" }])).toBeUndefined()
})

test("degrees that were given while the search was on its way stay", () => {
  const onMap = withField(typed, "location.lat", "51.2")
  expect(placeToTake(onMap, "Utrecht", [UTRECHT])).toBeUndefined()
})
