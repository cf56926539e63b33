import { expect, test } from "bun:test"
import { readHorizon } from "../../domain/site/solar/horizonFile.ts"

/** Horizons as PVGIS's printhorizon writes them: 0 is south, 90 west, and the last row repeats the first. */

const STEP = 7.5
const rows = Array.from({ length: 49 }, (_, i) => ({ A: -180 + i * STEP, H_hor: (i % 48) / 2 }))
const fromNorth = Array.from({ length: 48 }, (_, i) => i / 2)

const csv = [
  "Latitude (decimal degrees):\t45.000",
  "Longitude (decimal degrees):\t8.000",
  "",
  "A\t\tH_hor\t\tA_sun(w)\t\tH_sun(w)\t\tA_sun(s)\t\tH_sun(s)",
  ...rows.map(({ A, H_hor }) => `${A.toFixed(1)}\t\t${H_hor}\t\t-180.0\t\t0.0\t\t-180.0\t\t0.0`),
  "",
  "A:  Azimuth (0 = S, 90 = W, -90 = E) (degree)",
  "H_hor: Horizon height (degree)",
  "PVGIS (c) European Union, 2001-2025",
].join("\r\n")

test("CSV and JSON of PVGIS give elevations clockwise from north", () => {
  expect(readHorizon(csv)).toEqual(fromNorth)
  const json = { inputs: {}, outputs: { horizon_profile: rows, winter_solstice: [] } }
  expect(readHorizon(JSON.stringify(json))).toEqual(fromNorth)
  // South, PVGIS's 0, is in the middle of the list.
  expect(fromNorth[24]).toBe(rows.find(({ A }) => A === 0)!.H_hor)
})

test("a list of elevations starts at north", () => {
  expect(readHorizon("0\n5\n10\n2,5\n")).toEqual([0, 5, 10, 2.5])
  expect(readHorizon("0; 5; 10; 2.5")).toEqual([0, 5, 10, 2.5])
  expect(readHorizon("0, 5, 10, 2.5")).toEqual([0, 5, 10, 2.5])
})

test("a text that is no horizon gives nothing", () => {
  const uneven = csv.replace(/^0\.0\t.*\r\n/m, "")
  for (const text of ["", "{", "{}", "1 2 3", "north 4 5 6", "0 5 95 2", "-1 0 0 0", uneven, "0 ".repeat(121)])
    expect(readHorizon(text)).toBeUndefined()
})
