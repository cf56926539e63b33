/** Bodies that the OpenAPI document shows; tests send each of them. */

export const SMALL_SCAN_EXAMPLE = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 2800,
  newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }],
}

export const SCAN_EXAMPLE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  loadProfile: "standard",
  existingPv: [{ name: "Shed", panelCount: 4, panelPowerWatts: 300 }],
  newPv: [{ name: "South", maxPanelCount: 14, panelPowerWatts: 430, tiltAngle: 40, orientationAngle: 170 }],
  tariff: { type: "dynamic" },
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 450 },
  goal: "cost-savings",
  analysisYears: 25,
  dossierId: "customer-1042",
}

export const ADJUSTMENT_EXAMPLE = {
  copiedFromId: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
  electricBattery: null,
  goal: "self-sufficiency",
}

export const BATCH_EXAMPLE = { scans: [SMALL_SCAN_EXAMPLE, { ...SMALL_SCAN_EXAMPLE, yearlyKwh: 4100 }] }
