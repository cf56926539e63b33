import climateRows from "../../fixtures/reference/solar/climates.json" with { type: "json" }
import publishedRows from "../../fixtures/reference/solar/published-yields.json" with { type: "json" }
import stateRows from "../../fixtures/reference/solar/small-states.json" with { type: "json" }
import targetRows from "../../fixtures/reference/solar/targets.json" with { type: "json" }

/** Published yearly yields, split by a seeded hash into a part that constants are fitted to and a part held out. */

/** Number of the decision on the sunlight model. */
const SEED = "015"
/** Mean efficiency of PVWatts' inverter of 96 %, which its system losses do not hold; the losses of PVGIS do. */
const PVWATTS_INVERTER = 0.9542
/** Dirt and all other losses of the World Bank's yields of countries. */
const COUNTRY_LOSSES = (1 - 0.035) * (1 - 0.075)

/** A plane at a place. */
export interface Surface {
  lat: number
  lon: number
  tiltDeg: number
  azimuthDeg: number
}

/** A published figure with its place. */
export interface YieldReference extends Surface {
  id: string
  /** Share of the production that system losses and inverter leave. */
  kept: number
  /** kWh/kWp, or kWh/kWp for each kWh/m² of sunlight. */
  value: number
  isHeldOut: boolean
}

/** A third of some names, those with the smallest hashes of seed and name. */
const heldOutOf = (ids: readonly string[]): Set<string> => {
  const hashOf = (id: string): string => new Bun.CryptoHasher("sha256").update(`${SEED} ${id}`).digest("hex")
  const sorted = ids.map(id => [hashOf(id), id] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  return new Set(sorted.slice(0, Math.round(ids.length / 3)).map(([, id]) => id))
}

const yearly = [...targetRows, ...publishedRows, ...stateRows].filter(
  ({ id }) => /_pvgis(_mean|_flat)?$|_gsa(_mean)?$|_pvwatts_(rack_)?ac$/.test(id) && !/_m\d\d$/.test(id),
)
const heldOutYields = heldOutOf(yearly.map(({ id }) => id))
/** Yearly yields of roofs at places, and means of small states. */
export const yieldReferences: readonly YieldReference[] = yearly.map(row => ({
  id: row.id,
  lat: row.lat,
  lon: row.lon,
  tiltDeg: row.tiltDeg ?? 0,
  azimuthDeg: row.azimuthDeg ?? 180,
  kept: (1 - (row.lossesPercent ?? 0) / 100) * (row.id.includes("_pvwatts_") ? PVWATTS_INVERTER : 1),
  value: row.value,
  isHeldOut: heldOutYields.has(row.id),
}))

const heldOutCountries = heldOutOf(climateRows.map(({ country }) => country))
/** Mean yields of countries over their mean sunlight, at a place in their middle. */
export const climateReferences: readonly YieldReference[] = climateRows.map(
  ({ country, yieldOverSun, ...surface }) => ({
    ...surface,
    id: country,
    kept: COUNTRY_LOSSES,
    value: yieldOverSun,
    isHeldOut: heldOutCountries.has(country),
  }),
)

/** Size of relative errors. */
export interface ErrorSummary {
  count: number
  /** Mean of absolute values. */
  mean: number
  /** With its sign. */
  worst: number
  bias: number
}

/** Summary of relative errors. */
export const summaryOf = (errors: readonly number[]): ErrorSummary => {
  const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  return {
    count: errors.length,
    mean: meanOf(errors.map(Math.abs)),
    worst: errors.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0),
    bias: meanOf(errors),
  }
}
