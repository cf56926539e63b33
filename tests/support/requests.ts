/** A terraced house with a dynamic tariff, a roof of its own and room for a battery. */
export const houseRequest = () => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ name: "South", maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
})

/** The least a request may hold. */
export const smallestRequest = () => ({ location: { lat: 52.1, lon: 5.18 }, inputMethod: "known", yearlyKwh: 2800 })
