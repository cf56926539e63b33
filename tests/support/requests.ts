/** A terraced house with a dynamic tariff, a roof of its own and room for a battery. */
export const houseRequest = () => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ name: "South", maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
  tariff: { type: "dynamic" as const },
})

/** The smallest valid request. */
export const smallestRequest = () => ({ location: { lat: 52.1, lon: 5.18 }, inputMethod: "known", yearlyKwh: 2800 })

/** A farm with six roofs: its solve takes long enough to interrupt it. */
export const farmRequest = () => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 90_000,
  newPv: Array.from({ length: 6 }, (_, i) => ({
    name: `Roof ${i + 1}`,
    maxPanelCount: 200 + i * 10,
    panelPowerWatts: 430,
    tiltAngle: 10 + i * 5,
    orientationAngle: 60 + i * 40,
  })),
  electricBattery: { powerRatingKw: 100, capacityKwh: 400 },
  tariff: { type: "dynamic" as const },
})

/**
 * Twenty equal roofs, a share goal and a high demand charge: seconds of work to hundreds of dispatches and a gap of 1
 * %.
 */
export const hardRequest = () => ({
  location: { lat: 52, lon: 5 },
  inputMethod: "known",
  yearlyKwh: 500_000,
  goal: "renewable-minimum",
  renewableElectricityMinFraction: 0.91,
  tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: -0.1, demandEurPerKwMonth: 1000 },
  electricityPriceGrowth: 0,
  newPv: Array.from({ length: 20 }, (_, i) => ({
    maxPanelCount: i % 2 === 0 ? 150 : 500,
    panelPowerWatts: 400 + i,
    orientationAngle: 90 * (1 + (i % 3)),
    costPerKwp: i % 2 === 0 ? 300 : 1000,
  })),
  electricBattery: { capacityKwh: 20_000, powerRatingKw: 1000, roundtripEfficiency: 100, costPerKwh: 400 },
})
