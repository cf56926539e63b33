import { expect, test } from "bun:test"
import type { LegacyScanRequest } from "../../api/legacy/request.ts"
import { filledRequestOf, legacyGoal, validEarlierRequest } from "../../api/legacy/translate.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { batteryPurchaseEur } from "../../domain/finance/purchase.ts"
import { defaultAssumptions } from "../../domain/market/assumptions.ts"
import { adjustInput } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { saying } from "../support/sentences.ts"

const smallest = { goal: "payback-time", yearly_kwh: 2800 } as const
const roof = { name: "South", panel_power_watts: 400, max_panel_count: 10 }
const battery = { capacity_kwh: 10, power_rating_kw: 5 }

const inputOf = (request: object): FilledRequest => filledRequestOf(validEarlierRequest(request), standardProfileKeys)
const refusal = (request: object): string => {
  try {
    saying(() => inputOf(request))()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("it was not refused")
}
const sum = (hours: Float64Array) => hours.reduce((total, kwh) => total + kwh, 0)

// @covers legacy: request: electricBattery, omitted: none
test("the smallest request takes every default", () => {
  expect(inputOf(smallest)).toEqual({
    location: { lat: 52.09, lon: 5.12 },
    inputMethod: "known",
    yearlyKwh: 2800,
    yearlyKwhBasis: "used",
    loadProfile: "standard",
    existingPv: [],
    newPv: [],
    inverterControl: "none",
    // The usual Dutch contract: (0.1214 + 0.09161) · 1.21.
    tariff: {
      type: "flat",
      flatEurPerKwh: 0.25774,
      feedInEurPerKwh: 0.0025,
      taxesIncluded: true,
      usual: { country: "NL", fields: ["type", "flatEurPerKwh", "feedInEurPerKwh"] },
    },
    goal: "cost-savings",
    control: "ideal",
    analysisYears: 25,
    includePvMaintenanceCosts: false,
    includeBatteryMaintenanceCosts: false,
  })
})

// @covers legacy: request: tariff
// @covers legacy: request: location
test("every field is carried over", () => {
  const input = inputOf({
    goal: "payback-time",
    tariff: { type: "flat", flat_eur_per_kwh: 0.31 },
    location: { lon: 4.9, lat: 52.37 },
    yearly_kwh: 4200,
    load_profile: "3kidsbothwork",
    electricBattery: {
      ...battery,
      total_cost: 6000,
      min_capacity_kwh: 2,
      min_power_rating_kw: 1,
      minimum_charge_level: 20,
      roundtrip_efficiency: 90,
    },
    new_pv: [{ ...roof, min_panel_count: 2, tilt_angle: 20, orientation_angle: 90, system_losses: 10 }],
    existing_pv: [{ name: "Shed", panel_count: 4, panel_power_watts: 300, tilt_angle: 10, orientation_angle: 270 }],
  })
  expect(input).toMatchObject({
    tariff: { type: "flat", flatEurPerKwh: 0.31 },
    location: { lat: 52.37, lon: 4.9 },
    yearlyKwh: 4200,
    loadProfile: "3kidsbothwork",
  })
  expect(input.electricBattery).toEqual({
    standbyWatts: 0,
    capacityKwh: 10,
    powerRatingKw: 5,
    costPerKwh: 600,
    minCapacityKwh: 2,
    minPowerRatingKw: 1,
    minimumChargeLevel: 20,
    roundtripEfficiency: 90,
  })
  expect(input.newPv).toEqual([
    {
      name: "South",
      panelPowerWatts: 400,
      minPanelCount: 2,
      maxPanelCount: 10,
      tiltAngle: 20,
      orientationAngle: 90,
      systemLosses: 10,
      costPerKwp: 1100,
    },
  ])
  expect(input.existingPv).toEqual([
    { name: "Shed", panelPowerWatts: 300, panelCount: 4, tiltAngle: 10, orientationAngle: 270, systemLosses: 14 },
  ])
})

// @covers legacy: battery: defaults
// @covers legacy: new_pv: defaults
// @covers legacy: existing_pv: defaults
test("entries of roofs, systems and the battery take their defaults", () => {
  const input = inputOf({
    ...smallest,
    new_pv: [roof],
    existing_pv: [{ name: "Shed", panel_count: 4, panel_power_watts: 300 }],
    electricBattery: battery,
  })
  expect(input.newPv[0]).toMatchObject({ minPanelCount: 0, tiltAngle: 35, orientationAngle: 180, systemLosses: 14 })
  expect(input.existingPv[0]).toMatchObject({ tiltAngle: 35, orientationAngle: 180, systemLosses: 14 })
  expect(input.electricBattery).toEqual({
    standbyWatts: 0,
    costPerKwh: 925,
    capacityKwh: 10,
    powerRatingKw: 5,
    minCapacityKwh: 0,
    minPowerRatingKw: 0,
    minimumChargeLevel: 10,
    roundtripEfficiency: 92,
  })
})

// @covers legacy: new_pv: defaults
// @covers legacy: existing_pv: defaults
test("a roof without orientation_angle faces south, south of the equator too", () => {
  const input = inputOf({
    ...smallest,
    location: { lat: -33.9, lon: 18.4 },
    new_pv: [roof],
    existing_pv: [{ name: "Shed", panel_count: 4, panel_power_watts: 300 }],
  })
  expect([input.newPv[0]!.orientationAngle, input.existingPv[0]!.orientationAngle]).toEqual([180, 180])
})

// @covers legacy: new_pv: cost tiers
test("panels cost by the tier of the roof's size for payback-time, and nothing for self-sufficiency", () => {
  const tiers: [kwp: number, eurPerKwp: number][] = [
    [2, 1200],
    [2.1, 1100],
    [4, 1100],
    [4.1, 1000],
    [8, 1000],
    [8.1, 900],
    [16, 900],
    [16.1, 800],
  ]
  for (const [kwp, eurPerKwp] of tiers) {
    const new_pv = [{ name: "Roof", panel_power_watts: 100, max_panel_count: Math.round(kwp * 10) }]
    expect([kwp, inputOf({ ...smallest, new_pv }).newPv[0]!.costPerKwp]).toEqual([kwp, eurPerKwp])
    expect(inputOf({ goal: "self-sufficiency", yearly_kwh: 1, new_pv }).newPv[0]!.costPerKwp).toBe(0)
  }
})

// @covers legacy: battery: default cost tiers
test("a battery without total_cost costs by the tier of its size, for both goals", () => {
  const tiers: [kwh: number, eurPerKwh: number][] = [
    [5, 1100],
    [5.1, 925],
    [10, 925],
    [10.1, 850],
    [20, 850],
    [20.1, 600],
    [40, 600],
    [41, 600],
  ]
  for (const goal of ["payback-time", "self-sufficiency"])
    for (const [capacity_kwh, eurPerKwh] of tiers) {
      const input = inputOf({ ...smallest, goal, electricBattery: { capacity_kwh, power_rating_kw: 5 } })
      const priced = { input: scanInputOf(input), assumptions: defaultAssumptions }
      for (const kwh of [capacity_kwh, capacity_kwh / 2])
        expect([goal, kwh, batteryPurchaseEur(priced, kwh, 0)]).toEqual([goal, kwh, expect.closeTo(kwh * eurPerKwh, 6)])
    }
})

test("total_cost is of capacity_kwh, and may be 0", () => {
  const priceOf = (electricBattery: object) => inputOf({ ...smallest, electricBattery }).electricBattery?.costPerKwh
  expect(priceOf({ ...battery, total_cost: 4500 })).toBe(450)
  expect(priceOf({ ...battery, total_cost: 0 })).toBe(0)
  expect(priceOf({ capacity_kwh: 0, power_rating_kw: 0, total_cost: 100 })).toBe(1100)
})

// @covers legacy: battery: efficiencies
test("efficiencies of the two directions replace the round trip's", () => {
  const efficiencies = (given: object) =>
    inputOf({ ...smallest, electricBattery: { ...battery, ...given } }).electricBattery
  expect(efficiencies({ charge_efficiency: 90, discharge_efficiency: 80, roundtrip_efficiency: 99 })).toMatchObject({
    chargeEfficiency: 90,
    dischargeEfficiency: 80,
    roundtripEfficiency: 72,
  })
  expect(efficiencies({ charge_efficiency: 90 })).toMatchObject({ chargeEfficiency: 90, dischargeEfficiency: 96 })
  expect(efficiencies({ discharge_efficiency: 90 })).toMatchObject({ chargeEfficiency: 96, dischargeEfficiency: 90 })
  expect(efficiencies({})).not.toHaveProperty("chargeEfficiency")
  const yearOf = (given: object) => {
    const input = inputOf({ ...smallest, electricBattery: { ...battery, ...given } })
    return sizingOf(prepareCase(input), 1e-3).year
  }
  const asymmetric = yearOf({ charge_efficiency: 90, discharge_efficiency: 80 })
  expect(asymmetric).toMatchObject({ chargeEfficiency: 0.9, dischargeEfficiency: 0.8 })
  const root = Math.sqrt(0.81)
  expect(yearOf({ roundtrip_efficiency: 81 })).toMatchObject({ chargeEfficiency: root, dischargeEfficiency: root })
})

// @covers legacy: scaling, standard
test("the load is the profile scaled to yearly_kwh, whatever panels there are", () => {
  const existing_pv = [{ name: "Roof", panel_count: 20, panel_power_watts: 400 }]
  const withPanels = prepareCase(inputOf({ ...smallest, existing_pv }))
  const without = prepareCase(inputOf(smallest))
  expect(sum(without.loadKwh)).toBeCloseTo(2800, 6)
  expect(withPanels.loadKwh).toEqual(without.loadKwh)
})

// @covers legacy: scaling, custom
test("a custom load profile is scaled to yearly_kwh and keeps its shape", () => {
  const id = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
  const request = { ...smallest, load_profile: id, use_custom_load_profile: true }
  const input = filledRequestOf(validEarlierRequest(request) as LegacyScanRequest, new Set([id]))
  const loadShape = Float64Array.from({ length: 8760 }, (_, hour) => 1 + (hour % 24))
  const { loadKwh } = prepareCase(input, { loadShape })
  expect(sum(loadKwh)).toBeCloseTo(2800, 6)
  for (const hour of [0, 23, 4000, 8759]) expect(loadKwh[hour]! / loadKwh[0]!).toBeCloseTo(loadShape[hour]!, 9)
  expect(saying(() => prepareCase(input))).toThrow("a load profile that was deleted")
})

// @covers legacy: request: tariff, flat needs flat_eur_per_kwh
// @covers legacy: request: new_pv, required fields
test("violations have the names of this interface, all at once", () => {
  expect(refusal({})).toBe("goal is required; yearly_kwh is required")
  expect(refusal({ goal: "cost-savings", yearly_kwh: 0 })).toBe(
    "goal must be one of self-sufficiency, payback-time; yearly_kwh must be above 0",
  )
  expect(refusal({ ...smallest, yearlyKwh: 1 })).toBe("unknown field yearlyKwh, did you mean yearly_kwh?")
  expect(refusal({ ...smallest, new_pv: [{ panel_power_watts: 400 }] })).toBe(
    "new_pv[0].name is required; new_pv[0].max_panel_count is required",
  )
  expect(refusal({ ...smallest, existing_pv: [{ name: "x" }] })).toBe(
    "existing_pv[0].panel_power_watts is required; existing_pv[0].panel_count is required",
  )
  expect(refusal({ ...smallest, electricBattery: {} })).toBe(
    "electricBattery.capacity_kwh is required; electricBattery.power_rating_kw is required",
  )
  expect(refusal({ ...smallest, location: { lat: 52 } })).toBe("location.lon is required")
  expect(refusal({ ...smallest, tariff: {} })).toBe("tariff.type is required")
  expect(
    refusal({
      ...smallest,
      load_profile: "none",
      tariff: { type: "flat" },
      new_pv: [{ ...roof, min_panel_count: 11 }],
      electricBattery: { ...battery, min_capacity_kwh: 11, min_power_rating_kw: 6 },
    }),
  ).toBe(
    "tariff.flat_eur_per_kwh is required when tariff.type is flat; " +
      'load_profile "none" is not a standard profile; GET /v1/profiles lists them; ' +
      "new_pv[0].min_panel_count must be at most new_pv[0].max_panel_count (10); " +
      "electricBattery.min_capacity_kwh must be at most electricBattery.capacity_kwh (10); " +
      "electricBattery.min_power_rating_kw must be at most electricBattery.power_rating_kw (5)",
  )
  expect(refusal({ ...smallest, electricBattery: { ...battery, total_cost: 1e9 } })).toBe(
    "electricBattery.total_cost per kWh must be at most 100000",
  )
})

// @covers legacy: request: yearly_kwh
// @covers legacy: battery: fields and bounds
test("numbers are refused beyond their bounds and taken at them", () => {
  const cases: [request: (value: number) => object, ok: number[], wrong: number[]][] = [
    [yearly_kwh => ({ yearly_kwh }), [0.1, 1e8], [0, -1, 1e8 + 1]],
    [lat => ({ location: { lat, lon: 5 } }), [-90, 90], [-90.1, 90.1]],
    [lon => ({ location: { lat: 52, lon } }), [-180, 180], [-180.1, 180.1]],
    [tilt_angle => ({ new_pv: [{ ...roof, tilt_angle }] }), [0, 90], [-1, 91]],
    [orientation_angle => ({ new_pv: [{ ...roof, orientation_angle }] }), [0, 360], [-1, 361]],
    [system_losses => ({ new_pv: [{ ...roof, system_losses }] }), [0, 100], [-1, 101]],
    [max_panel_count => ({ new_pv: [{ ...roof, max_panel_count }] }), [1, 1e6], [0, 1.5, 1e6 + 1]],
    [panel_power_watts => ({ new_pv: [{ ...roof, panel_power_watts }] }), [1, 2000], [0, 2001]],
    [panel_count => ({ existing_pv: [{ name: "x", panel_power_watts: 1, panel_count }] }), [1, 1e6], [0, 1.5]],
    [minimum_charge_level => ({ electricBattery: { ...battery, minimum_charge_level } }), [0, 100], [-1, 101]],
    [roundtrip_efficiency => ({ electricBattery: { ...battery, roundtrip_efficiency } }), [1, 100], [0, 101]],
    [charge_efficiency => ({ electricBattery: { ...battery, charge_efficiency } }), [1, 100], [0, 101]],
    [discharge_efficiency => ({ electricBattery: { ...battery, discharge_efficiency } }), [1, 100], [0, 101]],
    [total_cost => ({ electricBattery: { ...battery, total_cost } }), [0, 1e6], [-1]],
    [capacity_kwh => ({ electricBattery: { ...battery, capacity_kwh } }), [0, 1e6], [-1, 1e6 + 1]],
    [power_rating_kw => ({ electricBattery: { ...battery, power_rating_kw } }), [0, 1e6], [-1, 1e6 + 1]],
    [flat_eur_per_kwh => ({ tariff: { type: "flat", flat_eur_per_kwh } }), [-10, 10], [-10.1, 10.1]],
  ]
  for (const [request, ok, wrong] of cases) {
    for (const value of ok) expect(inputOf({ ...smallest, ...request(value) })).toBeObject()
    for (const value of wrong) expect(refusal({ ...smallest, ...request(value) })).toMatch(/must be/)
  }
})

test("goals have the words of this interface", () => {
  expect([legacyGoal("cost-savings"), legacyGoal("self-sufficiency"), legacyGoal("energyhub")]).toEqual([
    "payback-time",
    "self-sufficiency",
    "energyhub",
  ])
})

test("document 1 takes what this interface adds to a scan", () => {
  const base = { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3000 }
  const parse = (more: object) => parseEarlierRequest({ ...base, ...more }, standardProfileKeys)
  const electricBattery = { capacityKwh: 10, powerRatingKw: 5 }
  expect(
    parse({ electricBattery: { ...electricBattery, chargeEfficiency: 96, dischargeEfficiency: 95 } }).electricBattery,
  ).toMatchObject({ roundtripEfficiency: 91.2 })
  expect(saying(() => parse({ electricBattery: { ...electricBattery, chargeEfficiency: 96 } }))).toThrow(
    "must be given together",
  )
  expect(
    saying(() =>
      parse({
        electricBattery: { ...electricBattery, chargeEfficiency: 96, dischargeEfficiency: 95, roundtripEfficiency: 92 },
      }),
    ),
  ).toThrow("electricBattery.roundtripEfficiency must be chargeEfficiency × dischargeEfficiency (91.2), or be left out")
  expect(parse({ yearlyKwhBasis: "used" }).yearlyKwhBasis).toBe("used")
  expect(
    saying(() =>
      parse({ yearlyKwhBasis: "used", yearlyExportKwh: 10, existingPv: [{ panelCount: 10, panelPowerWatts: 400 }] }),
    ),
  ).toThrow("yearlyExportKwh must be left out when yearlyKwhBasis is used")
})

test("a scan of this interface can be adjusted", () => {
  const id = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
  const request = validEarlierRequest({
    ...smallest,
    load_profile: id,
    use_custom_load_profile: true,
    electricBattery: { ...battery, charge_efficiency: 95, discharge_efficiency: 93 },
  })
  const root = filledRequestOf(request, new Set([id]))
  const adjusted = adjustInput(root, { copiedFromId: "x", yearlyKwh: 5000 }, ADJUSTABLE_STEPS, {
    knownLoadProfiles: standardProfileKeys,
    countryAt,
  })
  expect(adjusted).toEqual({ ...root, copiedFromId: "x", yearlyKwh: 5000 })
})
