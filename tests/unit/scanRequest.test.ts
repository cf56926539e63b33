import { describe, expect, test } from "bun:test"
import { battery, existing, known, refusal, roof, studio } from "../support/scanRequests.ts"

/**
 * Document 1, "Scan creation request", with the bounds of the contract: bodies that break one rule, and the message.
 */
const REFUSED: [rule: string, body: unknown, says: string][] = [
  ["a body", "text", "the body must be an object"],
  // @covers scans: request location, refused
  ["location", { inputMethod: "known", yearlyKwh: 1 }, "location is required"],
  ["location.lat", { ...known, location: { lat: 91, lon: 0 } }, "location.lat must be at most 90"],
  ["location.lat below", { ...known, location: { lat: -91, lon: 0 } }, "location.lat must be at least -90"],
  ["location.lon", { ...known, location: { lat: 0, lon: 181 } }, "location.lon must be at most 180"],
  ["location.lon type", { ...known, location: { lat: 0, lon: "5" } }, "location.lon must be a number"],
  // @covers scans: request inputMethod, refused
  ["inputMethod", { location: known.location }, "inputMethod is required"],
  ["inputMethod value", { ...known, inputMethod: "meter" }, "inputMethod must be one of known, studio"],
  // @covers scans: request yearlyKwh, refused
  ["yearlyKwh", { location: known.location, inputMethod: "known" }, "yearlyKwh is required when inputMethod is known"],
  ["yearlyKwh zero", { ...known, yearlyKwh: 0 }, "yearlyKwh must be above 0"],
  ["yearlyKwh bound", { ...known, yearlyKwh: 100_000_001 }, "yearlyKwh must be at most 100000000"],
  ["yearlyKwh null", { ...known, yearlyKwh: null }, "yearlyKwh must be a number"],
  // @covers scans: request yearlyExportKwh, refused
  [
    "export without panels",
    { ...known, yearlyExportKwh: 10 },
    "yearlyExportKwh needs existingPv: without panels there is no feed-in",
  ],
  [
    "export with an empty list",
    { ...known, yearlyExportKwh: 10, existingPv: [] },
    "yearlyExportKwh needs existingPv: without panels there is no feed-in",
  ],
  [
    "export above consumption",
    { ...known, existingPv: [existing], yearlyExportKwh: 3501 },
    "yearlyExportKwh must be at most yearlyKwh (3500)",
  ],
  [
    "export in studio",
    { ...studio, existingPv: [existing], yearlyExportKwh: 1 },
    "yearlyExportKwh must be left out when inputMethod is studio: the profile defines it",
  ],
  // @covers scans: request loadProfile, refused
  [
    "loadProfile unknown",
    { ...known, loadProfile: "castle" },
    'loadProfile "castle" is not a standard profile; GET /v1/profiles lists them',
  ],
  [
    "loadProfile in studio",
    { ...studio, loadProfile: "standard" },
    "loadProfile must be left out when inputMethod is studio: the profile defines it",
  ],
  // @covers scans: request customProfileId, refused
  [
    "customProfileId missing",
    { location: known.location, inputMethod: "studio" },
    "customProfileId is required when inputMethod is studio",
  ],
  [
    "customProfileId with known",
    { ...known, customProfileId: "a" },
    "customProfileId must be left out when inputMethod is known; use inputMethod studio with a profile",
  ],
  // @covers scans: request existingPv, refused
  ["existingPv type", { ...known, existingPv: existing }, "existingPv must be a list"],
  ["existingPv count", { ...known, existingPv: Array(21).fill(existing) }, "existingPv must have at most 20 entries"],
  [
    "existingPv.panelCount",
    { ...known, existingPv: [{ ...existing, panelCount: 0 }] },
    "existingPv[0].panelCount must be at least 1",
  ],
  [
    "existingPv.panelCount whole",
    { ...known, existingPv: [{ ...existing, panelCount: 1.5 }] },
    "existingPv[0].panelCount must be a whole number",
  ],
  [
    "existingPv.panelPowerWatts",
    { ...known, existingPv: [{ panelCount: 8 }] },
    "existingPv[0].panelPowerWatts is required",
  ],
  [
    "existingPv.tiltAngle",
    { ...known, existingPv: [{ ...existing, tiltAngle: -1 }] },
    "existingPv[0].tiltAngle must be at least 0",
  ],
  [
    "existingPv.orientationAngle",
    { ...known, existingPv: [{ ...existing, orientationAngle: 361 }] },
    "existingPv[0].orientationAngle must be at most 360",
  ],
  [
    "existingPv.systemLosses",
    { ...known, existingPv: [{ ...existing, systemLosses: -1 }] },
    "existingPv[0].systemLosses must be at least 0",
  ],
  ["existingPv.name", { ...known, existingPv: [{ ...existing, name: "" }] }, "existingPv[0].name must not be empty"],
  // @covers scans: request newPv, refused
  ["newPv count", { ...known, newPv: Array(21).fill(roof) }, "newPv must have at most 20 entries"],
  ["newPv.maxPanelCount", { ...known, newPv: [{ panelPowerWatts: 430 }] }, "newPv[0].maxPanelCount is required"],
  [
    "newPv.maxPanelCount low",
    { ...known, newPv: [{ ...roof, maxPanelCount: 0 }] },
    "newPv[0].maxPanelCount must be at least 1",
  ],
  [
    "newPv.maxPanelCount high",
    { ...known, newPv: [{ ...roof, maxPanelCount: 1_000_001 }] },
    "newPv[0].maxPanelCount must be at most 1000000",
  ],
  [
    "newPv.minPanelCount",
    { ...known, newPv: [{ ...roof, minPanelCount: 11 }] },
    "newPv[0].minPanelCount must be at most newPv[0].maxPanelCount (10)",
  ],
  [
    "newPv.panelPowerWatts",
    { ...known, newPv: [{ ...roof, panelPowerWatts: 0 }] },
    "newPv[0].panelPowerWatts must be above 0",
  ],
  [
    "newPv.panelPowerWatts bound",
    { ...known, newPv: [{ ...roof, panelPowerWatts: 2001 }] },
    "newPv[0].panelPowerWatts must be at most 2000",
  ],
  ["newPv.tiltAngle", { ...known, newPv: [{ ...roof, tiltAngle: 91 }] }, "newPv[0].tiltAngle must be at most 90"],
  [
    "newPv.orientationAngle",
    { ...known, newPv: [{ ...roof, orientationAngle: 361 }] },
    "newPv[0].orientationAngle must be at most 360",
  ],
  [
    "newPv.systemLosses",
    { ...known, newPv: [{ ...roof, systemLosses: 101 }] },
    "newPv[0].systemLosses must be at most 100",
  ],
  [
    "newPv.costPerKwp",
    { ...known, newPv: [{ ...roof, costPerKwp: 100_001 }] },
    "newPv[0].costPerKwp must be at most 100000",
  ],
  [
    "newPv.name",
    { ...known, newPv: [{ ...roof, name: "x".repeat(201) }] },
    "newPv[0].name must have at most 200 characters",
  ],
  // @covers scans: request tariff, refused
  ["tariff.type", { ...known, tariff: {} }, "tariff.type is required"],
  ["tariff.type value", { ...known, tariff: { type: "day" } }, "tariff.type must be one of flat, dynamic, custom"],
  [
    "tariff.flatEurPerKwh bound",
    { ...known, tariff: { type: "flat", flatEurPerKwh: 11 } },
    "tariff.flatEurPerKwh must be at most 10",
  ],
  [
    "tariff.feedInEurPerKwh above purchase",
    { ...known, tariff: { type: "flat", flatEurPerKwh: 0.2, feedInEurPerKwh: 0.3 } },
    "tariff.feedInEurPerKwh must be at most the purchase price (0.2)",
  ],
  [
    "tariff.contractedPowerKw",
    { ...known, tariff: { type: "dynamic", contractedPowerKw: 0 } },
    "tariff.contractedPowerKw must be above 0",
  ],
  [
    "tariff.taxesIncluded",
    { ...known, tariff: { type: "dynamic", taxesIncluded: "yes" } },
    "tariff.taxesIncluded must be true or false",
  ],
  // @covers scans: request electricBattery, refused
  [
    "battery.powerRatingKw",
    { ...known, electricBattery: { capacityKwh: 10 } },
    "electricBattery.powerRatingKw is required",
  ],
  [
    "battery.capacityKwh",
    { ...known, electricBattery: { powerRatingKw: 5 } },
    "electricBattery.capacityKwh is required",
  ],
  // @covers scans: request electricBattery.powerKw, refused
  [
    "battery two powers",
    { ...known, electricBattery: { ...battery, powerKw: 6 } },
    "electricBattery.powerKw is another name of electricBattery.powerRatingKw: give one, or the same number",
  ],
  [
    "battery.minCapacityKwh",
    { ...known, electricBattery: { ...battery, minCapacityKwh: 11 } },
    "electricBattery.minCapacityKwh must be at most electricBattery.capacityKwh (10)",
  ],
  [
    "battery.minPowerRatingKw",
    { ...known, electricBattery: { ...battery, minPowerRatingKw: 6 } },
    "electricBattery.minPowerRatingKw must be at most electricBattery.powerRatingKw (5)",
  ],
  [
    "battery too slow",
    { ...known, electricBattery: { powerRatingKw: 0.1, capacityKwh: 10, minCapacityKwh: 4.8 } },
    "electricBattery.powerRatingKw must be at least minCapacityKwh / 24 (0.2 kW)",
  ],
  [
    "battery.minimumChargeLevel",
    { ...known, electricBattery: { ...battery, minimumChargeLevel: 101 } },
    "electricBattery.minimumChargeLevel must be at most 100",
  ],
  [
    "battery.roundtripEfficiency",
    { ...known, electricBattery: { ...battery, roundtripEfficiency: 0 } },
    "electricBattery.roundtripEfficiency must be above 0",
  ],
  // @covers scans: request goal, refused
  [
    "goal",
    { ...known, goal: "profit" },
    "goal must be one of self-sufficiency, cost-savings, maximize-connection, energyhub, renewable-minimum",
  ],
  // @covers scans: request renewableElectricityMinFraction, refused
  [
    "goal renewable-minimum",
    { ...known, goal: "renewable-minimum" },
    "renewableElectricityMinFraction is required when goal is renewable-minimum",
  ],
  [
    "goal maximize-connection",
    { ...known, goal: "maximize-connection" },
    "tariff.contractedPowerKw is required when goal is maximize-connection",
  ],
  [
    "goal energyhub",
    { ...known, goal: "energyhub" },
    "inputMethod must be studio, with the customProfileId of an energyhub profile, when goal is energyhub",
  ],
  ["fraction", { ...known, renewableElectricityMinFraction: 1.1 }, "renewableElectricityMinFraction must be at most 1"],
  // @covers scans: request analysisYears, refused
  ["analysisYears low", { ...known, analysisYears: 9 }, "analysisYears must be at least 10"],
  ["analysisYears high", { ...known, analysisYears: 31 }, "analysisYears must be at most 30"],
  ["analysisYears whole", { ...known, analysisYears: 12.5 }, "analysisYears must be a whole number"],
  // @covers scans: request includePvMaintenanceCosts, refused
  [
    "includePvMaintenanceCosts",
    { ...known, includePvMaintenanceCosts: 1 },
    "includePvMaintenanceCosts must be true or false",
  ],
  // @covers scans: request includeBatteryMaintenanceCosts, refused
  [
    "includeBatteryMaintenanceCosts",
    { ...known, includeBatteryMaintenanceCosts: "no" },
    "includeBatteryMaintenanceCosts must be true or false",
  ],
  // @covers scans: request dossierId, refused
  ["dossierId", { ...known, dossierId: "x".repeat(65) }, "dossierId must have at most 64 characters"],
  [
    "dossierId with a control character",
    { ...known, dossierId: "a\u0000b" },
    "dossierId must be a text without control characters",
  ],
  // @covers scans: request copiedFromId, refused
  ["copiedFromId", { ...known, copiedFromId: 7 }, "copiedFromId must be a string"],
  ["unknown field", { ...known, yearlyKWH: 1 }, "unknown field yearlyKWH, did you mean yearlyKwh?"],
  [
    "unknown nested field",
    { ...known, newPv: [{ ...roof, tilt: 3 }] },
    "unknown field newPv[0].tilt, did you mean newPv[0].tiltAngle?",
  ],
  ["unknown field far from all", { ...known, colour: "red" }, "unknown field colour"],
]

describe("a request that breaks a rule is refused with a sentence that names the field", () => {
  test.each(REFUSED)("%s", (_, body, says) => {
    expect(refusal(body)).toEqual([says])
  })
})
