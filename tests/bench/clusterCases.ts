import type { Draws } from "./draws.ts"

const MEAN_YEARLY_KWH = 70_000

/** Roofs of one site. */
const roofs = (site: number) =>
  Array.from({ length: 4 }, (_, roof) => ({
    name: `Roof ${roof + 1}`,
    maxPanelCount: 20 + ((site * 7 + roof * 13) % 40),
    panelPowerWatts: 430,
    tiltAngle: 10 + roof * 8,
    orientationAngle: 80 + ((site * 17 + roof * 55) % 200),
  }))

/**
 * `count` businesses of different consumption on a full grid: four roofs, a battery, dynamic prices, and a monthly
 * charge for the highest import. The contracted power is not far above the least that holds in every hour.
 */
export const businessRequests = (draws: Draws, count: number): object[] =>
  Array.from({ length: count }, (_, site) => {
    const yearlyKwh = MEAN_YEARLY_KWH * draws.factor()
    return {
      location: { lat: 51 + (site % 7) * 0.2, lon: 4.5 + (site % 5) * 0.3 },
      inputMethod: "known",
      yearlyKwh,
      goal: "maximize-connection",
      newPv: roofs(site),
      electricBattery: { powerRatingKw: yearlyKwh / 1000, capacityKwh: Math.round(yearlyKwh / 150) + 10 * (site % 7) },
      tariff: {
        type: "dynamic",
        demandEurPerKwMonth: 2 + (site % 7),
        contractedPowerKw: (yearlyKwh / 6500) * (1 + (site % 10) / 100),
      },
    }
  })
