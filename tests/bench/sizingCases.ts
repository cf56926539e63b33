/** Random sizings on the random years: roofs of different price, batteries with and without tiers, common horizons. */
import { type Kind, randomCase, randomNumbers, type Shape } from "../../wasm/bench/years.ts"
import type { BatteryBounds, Sizing, Year } from "../../wasm/types.ts"

export interface SizingCase {
  name: string
  sizing: Sizing
}

/** Typical price of a home battery: less per kWh for a larger size. */
function battery(random: () => number, meanKw: number): BatteryBounds {
  const eurPerKwh = 250 + 450 * random()
  const edge = Math.round(meanKw * 6 * 1000) / 1000
  const bounds = {
    minKwh: 0,
    maxKwh: Math.floor(meanKw * 40_000) / 1000,
    minKw: 0,
    maxKw: meanKw * 20,
    eurPerKw: random() < 0.3 ? 0 : 200 * random(),
  }
  if (random() < 0.5) return { ...bounds, eurPerKwh }
  const tiers = [
    { maxKwh: edge, eurPerKwh },
    { maxKwh: 2 * edge, eurPerKwh: 0.9 * eurPerKwh },
    { maxKwh: 1e9, eurPerKwh: 0.8 * eurPerKwh },
  ]
  return { ...bounds, tiers }
}

/** `days` whole days from all seasons of a year, one after the other. */
function excerpt(year: Year, days: number): Year {
  const day = Math.round(24 / year.stepHours)
  const stride = Math.floor(year.loadKwh.length / days / day) * day
  const pick = (series: Float64Array) => {
    const picked = new Float64Array(days * day)
    for (let i = 0; i < days; i++) picked.set(series.subarray(i * stride, i * stride + day), i * day)
    return picked
  }
  return {
    ...year,
    loadKwh: pick(year.loadKwh),
    roofs: year.roofs.map(roof => ({ productionKwhPerPanel: pick(roof.productionKwhPerPanel) })),
    buyEurPerKwh: pick(year.buyEurPerKwh),
    sellEurPerKwh: pick(year.sellEurPerKwh),
  }
}

/** A random sizing of a year of `kind`, or of `days` from it, to a gap of 0.1 %; the same for the same arguments. */
export function randomSizing(kind: Kind, seed: number, shape: Shape & { days?: number } = {}): SizingCase {
  const { name, year: whole } = randomCase(kind, seed, shape)
  const year = shape.days === undefined ? whole : excerpt(whole, shape.days)
  const random = randomNumbers(seed * 31337 + 5)
  const steps = year.loadKwh.length
  const load = year.loadKwh.reduce((sum, kwh) => sum + kwh, 0)
  const meanKw = load / (steps * year.stepHours)
  // On less than a year the factor scales the savings to the full horizon.
  const years = (steps * year.stepHours) / 8760
  const sizing: Sizing = {
    year,
    presentWorthFactor: (9 + 7 * random()) / years,
    panels: year.roofs.map(roof => {
      const yearly = roof.productionKwhPerPanel.reduce((sum, kwh) => sum + kwh, 0) || 1
      const most = Math.max(1, Math.round((load / yearly / year.roofs.length) * (0.5 + 1.5 * random())))
      return { min: 0, max: most, step: 1, kwPerPanel: 0.38, eurPerKw: 700 + 900 * random() }
    }),
    battery: battery(random, meanKw),
    tolerance: 1e-3,
    maxDispatches: 500,
  }
  return { name, sizing }
}
