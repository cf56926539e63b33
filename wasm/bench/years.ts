/** Seeded random years of every kind that the optimiser must solve, for its tests and its benchmark. */
import type { Plant, Year } from "../types.ts"

export type Kind =
  | "flat"
  | "dynamic"
  | "negative prices"
  | "limits"
  | "no grid charging"
  | "tiny battery"
  | "huge battery"

export const KINDS: readonly Kind[] = [
  "flat",
  "dynamic",
  "negative prices",
  "limits",
  "no grid charging",
  "tiny battery",
  "huge battery",
]

export interface Case {
  name: string
  year: Year
  plant: Plant
}

export interface Shape {
  /** Steps; default 8760. */
  steps?: number | undefined
  /** Default 1. */
  stepHours?: number | undefined
  /** Default: 1 to 4 by chance. */
  roofs?: number | undefined
}

/** Uniform numbers in [0, 1) that are the same everywhere for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

/** A household or a small firm: base, morning and evening, seasons, noise; kWh per step, about `annualKwh` a year. */
export function loadShape(random: () => number, steps: number, stepHours: number, annualKwh: number): Float64Array {
  const evening = 0.5 + random()
  const morning = 0.3 + 0.7 * random()
  const midday = random() < 0.3 ? 1.5 : 0.2 * random()
  const load = new Float64Array(steps)
  for (let t = 0; t < steps; t++) {
    const hour = (t * stepHours) % 24
    const day = (t * stepHours) / 24
    const bump = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2))
    const season = 1 + 0.25 * Math.cos((2 * Math.PI * day) / 365)
    const shape = 0.35 + morning * bump(7.5, 1.5) + evening * bump(19, 2.5) + midday * bump(12.5, 4)
    load[t] = (annualKwh / 8760) * 1.4 * shape * season * (0.6 + 0.8 * random()) * stepHours
  }
  return load
}

/** One panel's production, kWh per step: sun by day and season, weather that lasts about a day. */
export function productionShape(random: () => number, steps: number, stepHours: number, kwp: number): Float64Array {
  const azimuthHours = 3 * (random() - 0.5)
  const production = new Float64Array(steps)
  let weather = random()
  for (let t = 0; t < steps; t++) {
    const hour = (t * stepHours) % 24
    const day = (t * stepHours) / 24
    if (hour === 0) weather = 0.4 * weather + 0.6 * random()
    const season = Math.cos((2 * Math.PI * (day - 172)) / 365)
    const half = 6 + 2.2 * season
    const angle = (hour + stepHours / 2 - 12.5 - azimuthHours) / half
    if (Math.abs(angle) >= 1) continue
    const clear = Math.cos((Math.PI / 2) * angle) ** 1.3 * (0.55 + 0.4 * season)
    production[t] = Math.max(0, kwp * clear * (0.25 + 0.75 * weather) * (0.85 + 0.3 * random()) * stepHours)
  }
  return production
}

/** Day-ahead prices without taxes: two peaks, a dip at noon in summer, noise; EUR/kWh. */
function marketShape(random: () => number, steps: number, stepHours: number, low: number): Float64Array {
  const market = new Float64Array(steps)
  let level = 0.08
  for (let t = 0; t < steps; t++) {
    const hour = (t * stepHours) % 24
    const day = (t * stepHours) / 24
    if (hour === 0) level = 0.6 * level + 0.4 * (0.02 + 0.12 * random())
    const bump = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2))
    const summer = 0.5 - 0.5 * Math.cos((2 * Math.PI * day) / 365)
    const shape = level * (0.7 + 0.5 * bump(8, 2) + 0.7 * bump(19, 2.5)) - (0.05 + low) * summer * bump(13, 3)
    market[t] = shape + 0.02 * (random() - 0.5)
  }
  return market
}

function prices(kind: Kind, random: () => number, steps: number, stepHours: number): [Float64Array, Float64Array] {
  const buy = new Float64Array(steps)
  const sell = new Float64Array(steps)
  if (kind === "flat") {
    const sells = random() < 0.2 ? 0.25 : 0.02 + 0.1 * random()
    return [buy.fill(0.25 + (random() < 0.2 ? 0 : 0.15 * random())), sell.fill(sells)]
  }
  const negative = kind === "negative prices"
  const market = marketShape(random, steps, stepHours, negative ? 0.15 : 0)
  const taxes = negative ? 0.02 * random() : 0.05 + 0.1 * random()
  const fee = 0.02 * random()
  const floor = negative ? Number.NEGATIVE_INFINITY : 0
  for (let t = 0; t < steps; t++) {
    buy[t] = Math.max(floor, market[t]! + taxes)
    sell[t] = Math.min(buy[t]!, Math.max(floor, market[t]! - fee))
  }
  return [buy, sell]
}

/** A random year and plant of `kind`; the same for the same arguments (to the last bit on one engine: exp differs). */
export function randomCase(kind: Kind, seed: number, shape: Shape = {}): Case {
  const { steps = 8760, stepHours = 1 } = shape
  const random = randomNumbers(seed * 7919 + KINDS.indexOf(kind) * 104729 + 17)
  const annualKwh = 2000 + 18000 * random() ** 2
  const meanKw = annualKwh / 8760
  const roofs = shape.roofs ?? 1 + Math.floor(4 * random())
  const [buyEurPerKwh, sellEurPerKwh] = prices(kind, random, steps, stepHours)
  const limited = kind === "limits" || (kind !== "flat" && random() < 0.25)
  const hours = 1 + 5 * random()
  const scale = kind === "tiny battery" ? 1e-3 : kind === "huge battery" ? 40 : 1
  const capacityKwh = meanKw * (4 + 12 * random()) * scale
  const year: Year = {
    stepHours,
    loadKwh: loadShape(random, steps, stepHours, annualKwh),
    roofs: Array.from({ length: roofs }, () => ({
      productionKwhPerPanel: productionShape(random, steps, stepHours, 0.3 + 0.15 * random()),
    })),
    buyEurPerKwh,
    sellEurPerKwh,
    importLimitKw: limited && random() < 0.8 ? meanKw * (0.8 + 2 * random()) : undefined,
    exportLimitKw: limited && random() < 0.8 ? (random() < 0.2 ? 0 : meanKw * 2 * random()) : undefined,
    gridCharging: kind === "no grid charging" ? false : random() < 0.8,
    chargeEfficiency: random() < 0.15 ? 1 : 0.9 + 0.09 * random(),
    dischargeEfficiency: random() < 0.15 ? 1 : 0.9 + 0.09 * random(),
    minLevel: random() < 0.3 ? 0 : 0.2 * random(),
  }
  if (random() < 0.3) year.initialLevel = year.minLevel + (1 - year.minLevel) * random()
  const panels = Array.from({ length: roofs }, () => Math.floor((annualKwh / roofs / 380) * 2 * random()))
  const plant = { panels, capacityKwh, powerKw: capacityKwh / (kind === "huge battery" ? 10 * hours : hours) }
  return { name: `${kind} ${seed}`, year, plant }
}
