import { expect, test } from "bun:test"
import { panelsCountedTwice } from "../../domain/request/panelRules.ts"
import type { PanelSurface, ProfilePanels } from "../../domain/site/profiles/panels.ts"

/** Existing panels of a scan, compared with the panels of its profile. */

const surface = (powerWatts: number, change: Partial<PanelSurface> = {}): PanelSurface => ({
  part: "Solar panels",
  powerWatts,
  tiltDeg: 35,
  azimuthDeg: 180,
  ...change,
})

const system = (panelCount: number, change: { panelPowerWatts?: number; tilt?: number; azimuth?: number } = {}) => ({
  name: "Roof",
  panelCount,
  panelPowerWatts: change.panelPowerWatts ?? 430,
  tiltAngle: change.tilt ?? 35,
  orientationAngle: change.azimuth ?? 180,
  systemLosses: 14,
})

const foundIn = (
  existingPv: Parameters<typeof panelsCountedTwice>[0],
  surfaces: PanelSurface[],
  meter: ProfilePanels["meter"] = null,
) =>
  panelsCountedTwice(existingPv, { name: "House", panels: { surfaces, meter } }).map(({ path, rule }) => [
    path.join("."),
    rule,
  ])

const twice = (...places: number[]) => places.map(place => [`existingPv.${place}`, "panels-in-profile"])

test.each([
  ["the very same", system(8)],
  ["a little more power", system(8, { panelPowerWatts: 438 })],
  ["a little less power", system(8, { panelPowerWatts: 422 })],
  ["5 degrees steeper", system(8, { tilt: 40 })],
  ["5 degrees further west", system(8, { azimuth: 185 })],
  ["other panels of the same power", system(10, { panelPowerWatts: 344 })],
])("panels that a surface of the profile has: %s", (_, pv) => {
  expect(foundIn([pv], [surface(3440)])).toEqual(twice(0))
})

test.each([
  ["more power", system(8, { panelPowerWatts: 440 })],
  ["less power", system(8, { panelPowerWatts: 420 })],
  ["6 degrees steeper", system(8, { tilt: 41 })],
  ["another direction", system(8, { azimuth: 90 })],
])("panels that no surface of the profile has: %s", (_, pv) => {
  expect(foundIn([pv], [surface(3440)])).toEqual([])
})

test("north is near to both of its sides, and flat panels face nowhere", () => {
  expect(foundIn([system(8, { azimuth: 358 })], [surface(3440, { azimuthDeg: 2 })])).toEqual(twice(0))
  expect(foundIn([system(8, { azimuth: 358 })], [surface(3440, { azimuthDeg: 4 })])).toEqual([])
  expect(foundIn([system(8, { tilt: 0, azimuth: 90 })], [surface(3440, { tiltDeg: 0 })])).toEqual(twice(0))
})

test("systems that together are a surface count as it, and others next to them do not", () => {
  expect(foundIn([system(4), system(4)], [surface(3440)])).toEqual(twice(0, 1))
  expect(foundIn([system(3), system(5, { azimuth: 90 }), system(5)], [surface(3440)])).toEqual(twice(0, 2))
  expect(foundIn([system(6), system(4), system(4)], [surface(3440)])).toEqual(twice(1, 2))
  const many = Array.from({ length: 20 }, (_, index) => system(index + 1, { panelPowerWatts: 433 }))
  expect(foundIn(many, [surface(210 * 433)])).toHaveLength(20)
  expect(foundIn([system(4, { azimuth: 90 }), system(4, { azimuth: 270 })], [surface(3440)])).toEqual([])
})

test("one system may be several surfaces of the profile, and several systems one each", () => {
  const [south, east] = [surface(1720), surface(2580, { azimuthDeg: 90, part: "Barn" })]
  expect(foundIn([system(8)], [south, surface(1720)])).toEqual(twice(0))
  expect(foundIn([system(4), system(6, { azimuth: 90 }), system(6)], [south, east])).toEqual(twice(0, 1))
  const [first] = panelsCountedTwice([system(6, { azimuth: 90 })], {
    name: "House",
    panels: { surfaces: [south, east], meter: null },
  })
  expect(first?.params).toEqual({ other: ["customProfileId"], name: "House", part: "Barn" })
})

test("panels behind a meter that measured feed-in are refused whatever they are", () => {
  const refused = [0, 1].map(place => [`existingPv.${place}`, "panels-behind-meter"])
  expect(foundIn([system(4), system(9, { azimuth: 90 })], [], "meter.csv")).toEqual(refused)
  expect(foundIn([system(4), system(9, { azimuth: 90 })], [surface(1720)], "meter.csv")).toEqual(refused)
  expect(foundIn([], [surface(1720)], "meter.csv")).toEqual([])
})
