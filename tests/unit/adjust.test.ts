import { expect, test } from "bun:test"
import { adjustInput, adjustmentBody } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS, type AdjustableStep } from "../../domain/request/adjustableSteps.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { saying } from "../support/sentences.ts"

const ID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"

const root = () =>
  parseEarlierRequest(
    {
      location: { lat: 51.44, lon: 5.48 },
      inputMethod: "known",
      yearlyKwh: 3500,
      yearlyExportKwh: 800,
      existingPv: [{ panelCount: 4, panelPowerWatts: 300 }],
      newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
      electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
      tariff: { type: "flat", flatEurPerKwh: 0.3, contractedPowerKw: 17 },
      goal: "renewable-minimum",
      renewableElectricityMinFraction: 0.3,
      analysisYears: 20,
      dossierId: "one",
    },
    standardProfileKeys,
  )

const adjust = (body: object, steps: readonly AdjustableStep[] = ADJUSTABLE_STEPS) =>
  adjustInput(root(), { copiedFromId: ID, ...body }, steps, { knownLoadProfiles: standardProfileKeys, countryAt })

/** One change of each step. */
const CHANGES: Record<AdjustableStep, object> = {
  consumption: { yearlyKwh: 4000 },
  "existing-pv": { existingPv: [{ panelCount: 6, panelPowerWatts: 300 }] },
  "new-pv": { newPv: [] },
  battery: { electricBattery: null },
  tariff: { tariff: { type: "dynamic" } },
  goal: { goal: "cost-savings" },
  financial: { analysisYears: 25 },
}

test("what is left out is the root's", () => {
  expect(adjust({})).toEqual({ ...root(), copiedFromId: ID })
})

test.each(ADJUSTABLE_STEPS.map(step => [step] as const))("a change of %s needs that step, and no other", step => {
  expect(() => adjust(CHANGES[step], [step])).not.toThrow()
  const others = ADJUSTABLE_STEPS.filter(other => other !== step)
  const field = Object.keys(CHANGES[step])[0]
  expect(saying(() => adjust(CHANGES[step], others))).toThrow(
    `${field} must stay the original scan's: the organization does not let adjustments change ${step}`,
  )
})

test("a field that says again what the root says differs in nothing", () => {
  const { location, yearlyKwh, tariff, newPv } = root()
  expect(adjust({ location, yearlyKwh, tariff, newPv }, [])).toEqual({ ...root(), copiedFromId: ID })
  expect(() => adjust({ electricBattery: { powerKw: 5, capacityKwh: 10 } }, [])).not.toThrow()
})

test("the location never differs", () => {
  expect(saying(() => adjust({ location: { lat: 51.44, lon: 5.5 } }))).toThrow("location must stay the original scan's")
})

test("a field replaces the root's whole field, with its own defaults", () => {
  const { tariff, electricBattery, newPv } = adjust({
    tariff: { type: "dynamic" },
    electricBattery: { powerKw: 3, capacityKwh: 6 },
    newPv: [{ maxPanelCount: 4, panelPowerWatts: 500 }],
  })
  expect(tariff).toEqual({ type: "dynamic", taxesIncluded: true, usual: { country: "NL", fields: [] } })
  expect(electricBattery).toMatchObject({ powerRatingKw: 3, capacityKwh: 6, minCapacityKwh: 0 })
  expect(newPv).toHaveLength(1)
  expect(newPv[0]).toMatchObject({ name: "Roof 1", maxPanelCount: 4, tiltAngle: 35 })
})

test("null takes an optional field away", () => {
  const { electricBattery, yearlyExportKwh, goal, analysisYears } = adjust({
    electricBattery: null,
    yearlyExportKwh: null,
    goal: null,
    renewableElectricityMinFraction: null,
    analysisYears: null,
  })
  expect({ electricBattery, yearlyExportKwh, goal, analysisYears }).toEqual({
    electricBattery: undefined,
    yearlyExportKwh: undefined,
    goal: "cost-savings",
    analysisYears: 25,
  })
})

test("null of a field that is needed, or unknown, is refused by its name", () => {
  expect(saying(() => adjust({ location: null }))).toThrow("location must be an object")
  expect(saying(() => adjust({ yearlyKwh: null }))).toThrow("yearlyKwh is required when inputMethod is known")
  expect(saying(() => adjust({ electricBatery: null }))).toThrow("did you mean electricBattery?")
})

test("rules between fields hold for the whole, inherited fields included", () => {
  expect(saying(() => adjust({ existingPv: [] }))).toThrow("yearlyExportKwh needs existingPv")
  expect(() => adjust({ existingPv: [], yearlyExportKwh: null })).not.toThrow()
  expect(saying(() => adjust({ yearlyKwh: 700 }))).toThrow("yearlyExportKwh must be at most yearlyKwh")
  expect(saying(() => adjust({ goal: "maximize-connection", tariff: { type: "dynamic" } }))).toThrow(
    "contractedPowerKw",
  )
})

test("another input method takes over nothing that only the root's knows", () => {
  const studio = adjust({ inputMethod: "studio", customProfileId: ID })
  expect(studio).toMatchObject({ inputMethod: "studio", customProfileId: ID })
  for (const field of ["yearlyKwh", "yearlyExportKwh", "loadProfile"]) expect(studio).not.toHaveProperty(field)
  expect(saying(() => adjust({ inputMethod: "studio" }))).toThrow("customProfileId is required")
  const back = adjustInput(studio, { copiedFromId: ID, inputMethod: "known", yearlyKwh: 3000 }, ["consumption"], {
    knownLoadProfiles: standardProfileKeys,
    countryAt,
  })
  expect(back).toMatchObject({ inputMethod: "known", yearlyKwh: 3000, loadProfile: "standard" })
  expect(back).not.toHaveProperty("customProfileId")
})

test("the dossier may always differ and is the root's unless given", () => {
  expect(adjust({}, []).dossierId).toBe("one")
  expect(adjust({ dossierId: "two" }, []).dossierId).toBe("two")
  expect(adjust({ dossierId: null }, []).dossierId).toBeUndefined()
})

// @covers scans: request: copiedFromId, adjustable steps
test("all that may not differ is refused at once", () => {
  expect(saying(() => adjust({ analysisYears: 12, newPv: [], location: { lat: 1, lon: 1 } }, ["tariff"]))).toThrow(
    /location .*; newPv .*; analysisYears /,
  )
})

test("only an id in a text makes a body an adjustment", () => {
  expect(adjustmentBody({ goal: "x", copiedFromId: ID })).toEqual({ goal: "x", copiedFromId: ID })
  for (const body of [{}, { copiedFromId: 7 }, { copiedFromId: null }, null, [], "x"])
    expect(adjustmentBody(body)).toBeUndefined()
})
