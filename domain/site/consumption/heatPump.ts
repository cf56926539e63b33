import { HOURS_PER_YEAR } from "../year.ts"
import { storedHours } from "./stored.ts"

/** Heat demand and weather of a heat pump; default: the shipped Dutch year 2023. */
export interface HeatPumpWeather {
  /** 8760 h, °C. */
  outsideC: Float64Array
  /** 8760 h, heat demand in any unit. */
  heatDemand: Float64Array
}

/** Heating system of the rooms, which decides the water temperature. */
export const EMITTERS = ["floor", "radiators"] as const
export type Emitters = (typeof EMITTERS)[number]

const MIN_TEMPERATURE_LIFT = 15
/** Maximum lift [K]; beyond it the parabola of the COP would rise again. */
const MAX_TEMPERATURE_LIFT = 0.09 / (2 * 0.0005)
const FIELD_FACTOR = 0.85

/**
 * Temperature of the water that heats rooms [°C]: floor heating 30 °C − 0.5·outside, radiators 40 °C − 1.0·outside.
 * Source: Ruhnau, Hirth & Praktiknjo, Scientific Data 6:189 (2019).
 */
export const flowTemperatureC = (outsideC: number, emitters: Emitters): number =>
  emitters === "floor" ? 30 - 0.5 * outsideC : 40 - outsideC

/**
 * Coefficient of performance of an air-source heat pump: 6.08 − 0.09·ΔT + 0.0005·ΔT², times 0.85 for field conditions;
 * ΔT from the outside air to the flow, at least 15 K and at most 90 K. Source: Ruhnau, Hirth & Praktiknjo, Scientific
 * Data 6:189 (2019).
 */
export const copAtFlow = (outsideC: number, flowC: number): number => {
  const lift = Math.min(Math.max(MIN_TEMPERATURE_LIFT, flowC - outsideC), MAX_TEMPERATURE_LIFT)
  return FIELD_FACTOR * (6.08 - 0.09 * lift + 0.0005 * lift * lift)
}

/** COP with floor heating (`copAtFlow`). @param outsideC outside temperature [°C] */
export const heatPumpCop = (outsideC: number): number => copAtFlow(outsideC, flowTemperatureC(outsideC, "floor"))

/**
 * Space heat of a terraced house of medium insulation and the outside air, Netherlands 2023
 * (`fixtures/load/SOURCES.md`).
 */
export const dutchHeatingYear = (): HeatPumpWeather => ({
  outsideC: storedHours("temperature"),
  heatDemand: storedHours("heatTerracedMedium"),
})

/**
 * Electricity of a heat pump, 8760 h in kWh with the sum annualKwh: heat demand over the COP of the hour. Heat follows
 * the weather, so the hours belong to dates and not to weekdays.
 */
export const heatPumpHours = (annualKwh: number, weather: HeatPumpWeather = dutchHeatingYear()): Float64Array => {
  const hours = new Float64Array(HOURS_PER_YEAR)
  let sum = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    hours[hour] = weather.heatDemand[hour]! / heatPumpCop(weather.outsideC[hour]!)
    sum += hours[hour]!
  }
  return hours.map(value => (value * annualKwh) / sum)
}
