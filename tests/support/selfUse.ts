import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import type { Surface } from "../../domain/site/solar/provider.ts"
import independence from "../../fixtures/reference/selfUse/independence.json" with { type: "json" }
import plugIn from "../../fixtures/reference/selfUse/plugIn.json" with { type: "json" }

/** Published shares of self-consumption (fixtures/reference/selfUse), and the shares of one of our loads. */

/** Places of the sources, and De Bilt for Dutch weather. */
export const PLACES = {
  Munich: { lat: 48.215, lon: 11.727 },
  Lindenberg: { lat: 52.21, lon: 14.12 },
  "De Bilt": { lat: 52.1, lon: 5.18 },
} as const
export type Place = keyof typeof PLACES

/** Hours of 1 kWp on a surface. */
type Produce = (surface: Surface) => Float64Array
const ours: Produce = surface => productionKwhPerKwp(surface).hoursKwhPerKwp

/** Production of panels to the south, tilt 35°, 8760 hours with the sum 1. */
const productionShape = (place: Place, produce: Produce): Float64Array => {
  const hours = produce({ ...PLACES[place], tiltDeg: 35, azimuthDeg: 180 })
  const total = hours.reduce((sum, kwh) => sum + kwh, 0)
  return hours.map(kwh => kwh / total)
}

/** A battery that stores surplus and covers shortage; kWh per kWh of yearly use. */
interface Battery {
  capacity: number
  chargeEfficiency: number
  dischargeEfficiency: number
}
const NO_BATTERY: Battery = { capacity: 0, chargeEfficiency: 1, dischargeEfficiency: 1 }

/** Share of a load (sum 1) that production (sum `produced`) and a battery cover. */
const covered = (load: Float64Array, shape: Float64Array, produced: number, battery: Battery): number => {
  let level = 0
  let used = 0
  load.forEach((wanted, hour) => {
    const production = shape[hour]! * produced
    const direct = Math.min(production, wanted)
    level += Math.min((production - direct) * battery.chargeEfficiency, battery.capacity - level)
    const given = Math.min(wanted - direct, level * battery.dischargeEfficiency)
    level -= given / battery.dischargeEfficiency
    used += direct + given
  })
  return used
}

/** A published share of self-consumption, and the share of our model. */
export interface Comparison {
  what: string
  published: number
  ours: number
}

/** The small plants of the first source with a load (sum 1). @param loadOf shape of a load profile */
export const plugInShares = (
  place: Place,
  loadOf: (loadProfile: string) => Float64Array,
  produce: Produce = ours,
): Comparison[] =>
  plugIn.map(({ loadProfile, producedKwh, consumedKwh, usedKwh }) => {
    const ratio = producedKwh / consumedKwh
    const used = covered(loadOf(loadProfile), productionShape(place, produce), ratio, NO_BATTERY)
    return { what: `${loadProfile} ${consumedKwh} kWh`, published: usedKwh / producedKwh, ours: used / ratio }
  })

/** The matrix of the second source with a load (sum 1): covered use over production, as in self-consumption. */
export const matrixShares = (place: Place, load: Float64Array, produce: Produce = ours): Comparison[] => {
  const { kwpPerMwh, yieldKwhPerKwp, selfSufficiency, batteryEfficiency } = independence
  const each = Math.sqrt(batteryEfficiency)
  return selfSufficiency.flatMap(({ batteryKwhPerMwh, shares }) =>
    shares.map((share, i) => {
      const produced = (kwpPerMwh[i]! * yieldKwhPerKwp) / 1000
      const battery = {
        capacity: batteryKwhPerMwh / 1000,
        chargeEfficiency: independence.chargeEfficiency * each,
        dischargeEfficiency: independence.dischargeEfficiency * each,
      }
      const use = covered(load, productionShape(place, produce), produced, battery) / produced
      return { what: `${kwpPerMwh[i]} kWp, ${batteryKwhPerMwh} kWh per MWh`, published: share / produced, ours: use }
    }),
  )
}
