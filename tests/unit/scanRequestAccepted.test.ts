import { describe, expect, test } from "bun:test"
import { battery, existing, known, parse, refusal, roof, studio } from "../support/scanRequests.ts"

const ACCEPTED: [rule: string, body: Record<string, unknown>][] = [
  // @covers scans: request yearlyKwh, accepted
  // @covers scans: request copiedFromId, accepted
  ["the least", known],
  // @covers scans: request inputMethod, accepted
  // @covers scans: request customProfileId, accepted
  ["studio", studio],
  // @covers scans: request yearlyKwh with studio, accepted
  ["studio ignores yearlyKwh", { ...studio, yearlyKwh: 1 }],
  // @covers scans: request location, accepted
  ["the poles and the date line", { ...known, location: { lat: -90, lon: 180 } }],
  // @covers scans: request loadProfile, accepted
  ["a load profile", { ...known, loadProfile: "office" }],
  // @covers scans: request existingPv, accepted
  ["existing panels by count and power alone", { ...known, existingPv: [existing] }],
  // @covers scans: request yearlyExportKwh, accepted
  ["export with panels", { ...known, existingPv: [existing], yearlyExportKwh: 3500 }],
  // @covers scans: request newPv, accepted
  ["a roof by count and power alone", { ...known, newPv: [roof] }],
  ["twenty roofs", { ...known, newPv: Array(20).fill(roof) }],
  // @covers scans: request tariff, accepted
  ["a flat tariff", { ...known, tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.3 } }],
  [
    "charges and netting",
    { ...known, tariff: { type: "dynamic", demandEurPerKwMonth: 0, fixedEurPerMonth: 0, netting: true } },
  ],
  ["a business", { ...known, customer: "business" }],
  ["a price year", { ...known, tariff: { type: "dynamic", priceYear: 2024 } }],
  ["netting switched off", { ...known, goal: "self-sufficiency", tariff: { type: "dynamic", netting: false } }],
  ["a negative price", { ...known, tariff: { type: "dynamic", feedInEurPerKwh: -0.05 } }],
  // @covers scans: request electricBattery.powerKw, accepted
  ["a battery with powerKw", { ...known, electricBattery: { powerKw: 5, capacityKwh: 10 } }],
  ["the same power twice", { ...known, electricBattery: { ...battery, powerKw: 5 } }],
  ["a battery of size zero", { ...known, electricBattery: { powerRatingKw: 0, capacityKwh: 0 } }],
  ["a fraction with another goal", { ...known, renewableElectricityMinFraction: 0.5 }],
  // @covers scans: request renewableElectricityMinFraction, accepted
  ["renewable-minimum", { ...known, goal: "renewable-minimum", renewableElectricityMinFraction: 0 }],
  // @covers scans: request goal, accepted
  ["maximize-connection", { ...known, goal: "maximize-connection", tariff: { type: "dynamic", contractedPowerKw: 8 } }],
  ["energyhub", { ...studio, goal: "energyhub" }],
  ["30 years", { ...known, analysisYears: 30 }],
  // @covers scans: request analysisYears, accepted
  ["10 years", { ...known, analysisYears: 10 }],
  // @covers scans: request includePvMaintenanceCosts, accepted
  // @covers scans: request includeBatteryMaintenanceCosts, accepted
  ["maintenance costs", { ...known, includePvMaintenanceCosts: true, includeBatteryMaintenanceCosts: true }],
  // @covers scans: request dossierId, accepted
  ["a dossier", { ...known, dossierId: "customer-1042" }],
  [
    "a surface with everything given",
    {
      ...known,
      existingPv: [{ ...existing, name: "Shed", tiltAngle: 90, orientationAngle: 0, systemLosses: 0 }],
      newPv: [
        {
          ...roof,
          name: "Barn",
          minPanelCount: 10,
          tiltAngle: 0,
          orientationAngle: 360,
          costPerKwp: 0,
          fixedCostEur: 250,
          systemLosses: 100,
        },
      ],
    },
  ],
  // @covers scans: request electricBattery, accepted
  [
    "a battery with everything given",
    {
      ...known,
      electricBattery: {
        ...battery,
        minCapacityKwh: 10,
        minPowerRatingKw: 5,
        minimumChargeLevel: 0,
        roundtripEfficiency: 100,
        costPerKwh: 0,
        fixedCostEur: 900,
        brandName: "Brand",
        modelName: "Model",
      },
    },
  ],
]

describe("a request within the rules is accepted", () => {
  test.each(ACCEPTED)("%s", (_, body) => {
    expect(refusal(body)).toEqual([])
  })
})

test("all violations are answered at once, also those between fields", () => {
  expect(refusal({ location: { lat: 100, lon: 5 }, inputMethod: "known", goal: "renewable-minimum", kwh: 1 })).toEqual([
    "unknown field kwh",
    "location.lat must be at most 90",
    "yearlyKwh is required when inputMethod is known",
    "renewableElectricityMinFraction is required when goal is renewable-minimum",
  ])
})

// @covers scans: request: defaults
// @covers scans: limits: analysisYears
test("the defaults are those of the contract", () => {
  const input = parse({ ...known, existingPv: [existing], newPv: [roof, roof], electricBattery: battery })
  expect(input).toEqual({
    ...known,
    inputMethod: "known",
    loadProfile: "standard",
    existingPv: [{ ...existing, name: "Roof 1", tiltAngle: 35, orientationAngle: 180, systemLosses: 14 }],
    newPv: [1, 2].map(n => ({
      ...roof,
      name: `Roof ${n}`,
      minPanelCount: 0,
      tiltAngle: 35,
      orientationAngle: 180,
      systemLosses: 14,
    })),
    inverterControl: "none",
    tariff: { type: "dynamic", taxesIncluded: true },
    electricBattery: {
      ...battery,
      minCapacityKwh: 0,
      minPowerRatingKw: 0,
      minimumChargeLevel: 10,
      roundtripEfficiency: 92,
    },
    goal: "cost-savings",
    analysisYears: 25,
    includePvMaintenanceCosts: false,
    includeBatteryMaintenanceCosts: false,
  })
})
