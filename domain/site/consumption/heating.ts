/** Electricity of a heat pump that takes over a house's heat, by the temperatures of the place. */

import { createBoundedMap } from "../../base/boundedMap.ts"
import { solarYear } from "../solar/production.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR } from "../year.ts"
import { copAtFlow, dutchHeatingYear, type Emitters, flowTemperatureC } from "./heatPump.ts"

/** Kinds of gas boilers. */
export const BOILERS = ["condensing", "conventional"] as const
export type Boiler = (typeof BOILERS)[number]

/** Yearly heat as known to the owner, and the heat pump for it. */
export interface HeatNeed {
  /** Gas of a year [m³]; either this or yearlyHeatKwh. */
  yearlyGasM3?: number
  /** Heat of a year, hot water included [kWh]. */
  yearlyHeatKwh?: number
  /** Appliance that burnt the gas; condensing when absent. */
  boiler?: Boiler
  /** Heating system of the rooms; radiators when absent. */
  emitters?: Emitters
  /** The heat pump makes the hot water too; true when absent. */
  makesHotWater?: boolean
  /** Part of the heat that is for hot water, 0–1; 0.22 when absent. */
  hotWaterShare?: number
  /** Maximum heat output of the heat pump [kW]; another source covers the rest. No limit if absent. */
  maxHeatKw?: number
}

/** Gross calorific value of Dutch gas, 35.17 MJ/m³ [kWh/m³]. */
const GAS_KWH_PER_M3 = 35.17 / 3.6
/**
 * Heat over the gross calorific value of gas. Condensing: Orr, Lelyveld & Burton, "In-situ monitoring of efficiencies
 * of condensing boilers and use of secondary heating" (2009), 82.5 % of combination boilers. Conventional: assumed.
 */
const BOILER_EFFICIENCY: Readonly<Record<Boiler, number>> = { condensing: 0.825, conventional: 0.75 }
/** Gas of Dutch homes that is not for space heating: CBS, "Temperature-corrected consumption" (2009). */
const USUAL_HOT_WATER_SHARE = 0.22
/**
 * Days with a mean above the first need no heat; other days need the degrees that they are below the second (Eurostat).
 */
const HEATING_LIMIT_C = 15
const ROOM_BASE_C = 18
const HOT_WATER_C = 50
/** Energy of tapping profile M by hour of the day [kWh]: Regulation (EU) 814/2013, Annex III. */
const TAPPED_KWH: readonly number[] = [
  0, 0, 0, 0, 0, 0, 0, 1.61, 0.42, 0.21, 0.105, 0.21, 0.315, 0, 0.105, 0.105, 0.105, 0, 0.315, 0.105, 0.735, 1.505, 0,
  0,
]

const sumOf = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

/** Heat of a year that a house needs, hot water included [kWh]. @param need one with gas or heat */
export const yearlyHeatKwh = ({ yearlyGasM3 = 0, yearlyHeatKwh, boiler = "condensing" }: HeatNeed): number =>
  yearlyHeatKwh ?? yearlyGasM3 * GAS_KWH_PER_M3 * BOILER_EFFICIENCY[boiler]

/** Degree days of each day (0–364): 18 °C less the mean of a day of at most 15 °C, else 0. @param outsideC 8760 h */
export const degreeDays = (outsideC: ArrayLike<number>): Float64Array =>
  Float64Array.from({ length: DAYS_PER_YEAR }, (_, day) => {
    let mean = 0
    for (let hour = 0; hour < 24; hour++) mean += outsideC[day * 24 + hour]! / 24
    return mean <= HEATING_LIMIT_C ? ROOM_BASE_C - mean : 0
  })

/**
 * Share of each hour of the day in a day's space heat: the mean of the Dutch terraced house
 * (`fixtures/load/SOURCES.md`).
 */
const hoursOfDay = createBoundedMap<readonly number[]>({ capacity: 1 })
const spaceHeatShares = (): readonly number[] =>
  hoursOfDay.getOrMake("all", () => {
    const { heatDemand } = dutchHeatingYear()
    const sums = new Array<number>(24).fill(0)
    for (let hour = 0; hour < HOURS_PER_YEAR; hour++) sums[hour % 24]! += heatDemand[hour]!
    const total = sumOf(sums)
    return sums.map(sum => sum / total)
  })

/** Space heat of each hour [kWh] with the sum given: by degree days; equal days if no day is cold. */
const spaceHeat = (yearKwh: number, outsideC: ArrayLike<number>): Float64Array => {
  const days = degreeDays(outsideC)
  const total = sumOf(days)
  const shares = spaceHeatShares()
  return Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
    const ofYear = total > 0 ? days[Math.floor(hour / 24)]! / total : 1 / DAYS_PER_YEAR
    return yearKwh * ofYear * shares[hour % 24]!
  })
}

/**
 * Electricity of an air-source heat pump, 8760 h in kWh (Ruhnau, Hirth & Praktiknjo 2019, `heatPump.ts`). Space heat is
 * divided by the COP at the flow temperature of the emitters, hot water by the COP at 50 °C. Hot water comes first if
 * maxHeatKw limits the heat.
 * @param outsideC 8760 h, °C
 */
export const heatingHours = (need: HeatNeed, outsideC: ArrayLike<number>): Float64Array => {
  const { makesHotWater = true, hotWaterShare = USUAL_HOT_WATER_SHARE, emitters = "radiators", maxHeatKw } = need
  const heatKwh = yearlyHeatKwh(need)
  const space = spaceHeat(heatKwh * (1 - hotWaterShare), outsideC)
  const waterDayKwh = makesHotWater ? (heatKwh * hotWaterShare) / DAYS_PER_YEAR : 0
  const tapped = sumOf(TAPPED_KWH)
  const most = maxHeatKw ?? Number.POSITIVE_INFINITY
  return space.map((spaceKwh, hour) => {
    const outside = outsideC[hour]!
    const waterKwh = Math.min(most, (waterDayKwh * TAPPED_KWH[hour % 24]!) / tapped)
    const roomsKwh = Math.min(most - waterKwh, spaceKwh)
    return (
      roomsKwh / copAtFlow(outside, flowTemperatureC(outside, emitters)) + waterKwh / copAtFlow(outside, HOT_WATER_C)
    )
  })
}

/** Like `heatingHours`, with the temperatures of a place in the weather year of its production. */
export const heatingHoursAt = (need: HeatNeed, { lat, lon }: { lat: number; lon: number }): Float64Array =>
  heatingHours(need, solarYear(lat, lon).airC)
