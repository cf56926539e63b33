import { expect, test } from "bun:test"
import type { Note } from "../../domain/base/note.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const rotterdam = { lat: 51.95, lon: 4.1 }
const panels = { maxPanelCount: 10, panelPowerWatts: 400 }
const notesOf = (location: object, ...newPv: object[]) => {
  const home = { location, inputMethod: "known", yearlyKwh: 4000, yearlyKwhBasis: "used" }
  const body = { ...home, newPv: newPv.map(roof => ({ ...panels, ...roof })) }
  const { notes } = prepareCase(parseEarlierRequest(body, standardProfileKeys))
  return notes.flatMap((one: Note | string) =>
    typeof one === "object" && one.code === "yield-far-from-mean" ? [one.params] : [],
  )
}

// Published: 875 kWh/kWp in the mean of Dutch plants (Statistics Netherlands), 959 of Belgian and 990 of German roofs
// (Schardt & te Heesen), 4.41 kWh/kWp a day of modelled plants in Spain (World Bank).
test("a Dutch south roof is far above the mean of plants in use, and the note says why", () => {
  const [above, ...others] = notesOf(rotterdam, {})
  expect(others).toEqual([])
  expect(above).not.toHaveProperty("systems")
  expect(above).toMatchObject({ country: "NL", basis: "fleet", meanKwhPerKwp: 875, isAbove: true })
  expect(above!.lowestKwhPerKwp).toBe(above!.highestKwhPerKwp)
  expect(above!.lowestKwhPerKwp).toBeGreaterThan(962)
  expect(above!.because).toEqual(["no-shade", "facing-sun"])
})

test("roofs above and below have a note each, with their names and the reasons of their own", () => {
  const north = { name: "North", tiltAngle: 50, orientationAngle: 0 }
  const lossy = { systemLosses: 45, inverterKw: 2 }
  const [above, below] = notesOf(rotterdam, {}, north, lossy, { systemLosses: 8 })
  expect([above!.systems, below!.systems]).toEqual([
    ["Roof 1", "Roof 4"],
    ["North", "Roof 3"],
  ])
  expect(above!.because).toEqual(["no-shade", "facing-sun", "low-losses"])
  expect(above!.highestKwhPerKwp).toBeGreaterThan(above!.lowestKwhPerKwp)
  expect(below).toMatchObject({ isAbove: false, because: ["turned-away", "high-losses", "small-inverter"] })
})

test("a yield within a tenth of the mean has none, nor has a place whose country is not known", () => {
  expect(notesOf({ lat: 52.4, lon: 9.7 }, {})).toEqual([])
  expect(notesOf({ lat: 0, lon: -160 }, {})).toEqual([])
  expect(notesOf(rotterdam)).toEqual([])
})

test("elsewhere the mean is of modelled plants", () => {
  const [below] = notesOf({ lat: 40.4, lon: -3.7 }, { orientationAngle: 0 })
  expect(below).toMatchObject({ country: "ES", basis: "modelled", meanKwhPerKwp: 1610, because: ["turned-away"] })
})
