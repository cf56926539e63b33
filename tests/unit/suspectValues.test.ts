/**
 * Values that are most likely in another unit, and exchanged coordinates: accepted, and named in a note of the report.
 */
import { describe, expect, test } from "bun:test"
import { note } from "../../domain/base/note.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { noteText } from "../../domain/texts/notes.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const HOME = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }
const ROOF = { maxPanelCount: 10, panelPowerWatts: 400 }
const OLD = { panelCount: 10, panelPowerWatts: 400 }
const BATTERY = { powerRatingKw: 5, capacityKwh: 10 }

const notesOf = (body: object): string[] =>
  prepareCase(parseEarlierRequest({ ...HOME, ...body }, standardProfileKeys))
    .notes.filter(one => typeof one !== "string" && /^(value-of-other-unit|place-exchanged)$/.test(one.code))
    .map(one => noteText(one, "en"))

const roof = (fields: object) => ({ newPv: [{ ...ROOF, ...fields }] })
const old = (fields: object) => ({ existingPv: [{ ...OLD, ...fields }] })
const battery = (fields: object) => ({ electricBattery: { ...BATTERY, ...fields } })
const flat = (fields: object) => ({ tariff: { type: "flat", flatEurPerKwh: 0.25, ...fields } })
const window = (energy: unknown) => ({
  tariff: { type: "custom", buy: { energy, taxed: false }, sell: { energy: 0.05 } },
})
const product = (fields: object) =>
  battery({ products: [{ id: "a", capacityKwh: 5, powerKw: 2.5, eur: 3000, ...fields }] })

/** Suspect value, its field, the assumed meaning and the value that the note suggests. */
const SUSPECT: [body: object, field: string, value: string, meant: string, insteadOf: string][] = [
  [battery({ roundtripEfficiency: 0.92 }), "electricBattery.roundtripEfficiency", "0.92", "as a fraction", "92"],
  [battery({ roundtripEfficiency: 1 }), "electricBattery.roundtripEfficiency", "1", "as a fraction", "100"],
  [battery({ minimumChargeLevel: 0.1 }), "electricBattery.minimumChargeLevel", "0.1", "as a fraction", "10"],
  [product({ roundtripEfficiency: 0.9 }), "electricBattery.products[0].roundtripEfficiency", "0.9", "fraction", "90"],
  [roof({ systemLosses: 0.14 }), "newPv[0].systemLosses", "0.14", "as a fraction", "14"],
  [old({ systemLosses: 0.14 }), "existingPv[0].systemLosses", "0.14", "as a fraction", "14"],
  [roof({ panelPowerWatts: 0.43 }), "newPv[0].panelPowerWatts", "0.43", "in kW", "430"],
  [old({ panelPowerWatts: 0.3 }), "existingPv[0].panelPowerWatts", "0.3", "in kW", "300"],
  [roof({ tiltAngle: 0.61 }), "newPv[0].tiltAngle", "0.61", "in radians", "34.9504"],
  [roof({ costPerKwp: 1.2 }), "newPv[0].costPerKwp", "1.2", "per Wp", "1,200"],
  [battery({ costPerKwh: 0.6 }), "electricBattery.costPerKwh", "0.6", "per Wh", "600"],
  [
    battery({ capacityKwh: 10000, powerRatingKw: 5000, minCapacityKwh: 5000 }),
    "electricBattery.minCapacityKwh",
    "5,000",
    "in Wh",
    "5",
  ],
  [{ yearlyKwh: 3.5 }, "yearlyKwh", "3.5", "in MWh", "3,500"],
  [flat({ flatEurPerKwh: 9 }), "tariff.flatEurPerKwh", "9", "in cents", "0.09"],
  [{ tariff: { type: "dynamic", feedInEurPerKwh: 7 } }, "tariff.feedInEurPerKwh", "7", "in cents", "0.07"],
  [window(9.5), "tariff.buy.energy", "9.5", "in cents", "0.095"],
  [
    window([{ eurPerKwh: 0.2, hours: [[0, 6]] }, { eurPerKwh: 8 }]),
    "tariff.buy.energy[1].eurPerKwh",
    "8",
    "in cents",
    "0.08",
  ],
  [{ contracts: [{ type: "flat", flatEurPerKwh: 8 }] }, "contracts[0].flatEurPerKwh", "8", "in cents", "0.08"],
  [{ electricityPriceGrowth: 1 }, "electricityPriceGrowth", "1", "in percent", "0.01"],
  [{ taxGrowth: -0.5 }, "taxGrowth", "-0.5", "in percent", "-0.005"],
]

describe("a value that is most likely of another unit is named, with what to give instead", () => {
  test.each(SUSPECT)("%j", (body, field, value, meant, insteadOf) => {
    const [said, ...others] = notesOf(body)
    expect(others).toEqual([])
    expect(said).toStartWith(`Check ${field}: ${value} counts `)
    expect(said).toContain(meant)
    expect(said).toContain(`, give ${insteadOf} and scan again.`)
  })

  test("both ways of a battery and both angles of a roof", () => {
    expect(notesOf(battery({ chargeEfficiency: 0.96, dischargeEfficiency: 0.96 }))).toHaveLength(2)
    expect(notesOf(roof({ tiltAngle: 0.61, orientationAngle: 2.97 }))).toHaveLength(2)
  })

  test("latitude and longitude of a Dutch and an Austrian place exchanged", () => {
    expect(notesOf({ location: { lat: 5.48, lon: 51.44 } })).toEqual([
      "Check location: latitude 5.48, longitude 51.44 lies in no country, exchanged they lie in the Netherlands. If they were exchanged, give lat 51.44 and lon 5.48 and scan again.",
    ])
    expect(notesOf({ location: { lat: 16.37, lon: 48.21 } })).toEqual([expect.stringContaining("lies in Yemen")])
  })
})

/** Requests with usual values, and values at the edge of the suspect range. */
const PLAUSIBLE: object[] = [
  {},
  { yearlyKwh: 50 },
  battery({ roundtripEfficiency: 1.01 }),
  battery({ roundtripEfficiency: 85, minimumChargeLevel: 0, costPerKwh: 2 }),
  battery({ minimumChargeLevel: 1, costPerKwh: 0 }),
  battery({ capacityKwh: 5000, powerRatingKw: 5000, minCapacityKwh: 3500 }),
  roof({ systemLosses: 0, costPerKwp: 0 }),
  roof({ systemLosses: 1, costPerKwp: 20, panelPowerWatts: 5 }),
  roof({ tiltAngle: 1 }),
  roof({ tiltAngle: 0 }),
  roof({ tiltAngle: 1.5, orientationAngle: 175 }),
  roof({ orientationAngle: 0 }),
  flat({ flatEurPerKwh: 1, feedInEurPerKwh: 1 }),
  { ...flat({ flatEurPerKwh: 4, feedInEurPerKwh: 2 }), currency: "SEK" },
  { electricityPriceGrowth: 0.24 },
  { location: { lat: 47.8, lon: 13.05 } },
  { location: { lat: -33.9, lon: 151.2 } },
]

test.each(PLAUSIBLE)("%j is not suspect", body => {
  expect(notesOf(body)).toEqual([])
})

test("in Dutch", () => {
  const path = ["electricBattery", "roundtripEfficiency"]
  expect(noteText(note("value-of-other-unit", { path, value: 0.92, meant: "fraction", insteadOf: 92 }), "nl")).toBe(
    "Controleer electricBattery.roundtripEfficiency: 0,92 telt als procenten, en zo'n waarde komt bijna nergens voor. Is die als fractie ingevuld, vul dan 92 in en scan opnieuw.",
  )
})
