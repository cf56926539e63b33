import { HOUR_MONTHS, HOURS_PER_YEAR, weekdayOfDay, weekdayOfHour } from "../year.ts"
import { type EvConfig, evHours } from "./ev.ts"
import { type HeatNeed, heatingHoursAt } from "./heating.ts"

/** A layer that studio profiles offer (document 3, Templates and presets). */
export interface LayerPreset {
  id: "ev" | "warmtepomp" | "zwembad" | "custom" | "solar"
  name: string
  icon: string
  color: string
  /** Peak of the layer [kW]. */
  maxKw: number
  /** kW of each hour of an active day, index 0 = midnight. */
  defaultHourlyKw: readonly number[]
}

/**
 * The five presets. Shapes and powers other than the document's (ev 11 kW, warmtepomp 5 kW) are assumed usual values.
 */
export const layerPresets: readonly LayerPreset[] = [
  {
    id: "ev",
    name: "Electric car",
    icon: "car",
    color: "#2563eb",
    maxKw: 11,
    defaultHourlyKw: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0],
  },
  {
    id: "warmtepomp",
    name: "Heat pump",
    icon: "flame",
    color: "#dc2626",
    maxKw: 5,
    defaultHourlyKw: [
      0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 1.5, 5, 1, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.4, 0.7, 0.8, 0.7, 0.5, 0.3,
      0.2, 0.2,
    ],
  },
  {
    id: "zwembad",
    name: "Pool pump",
    icon: "waves",
    color: "#0891b2",
    maxKw: 1.5,
    defaultHourlyKw: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 0, 0, 0, 0, 0, 0],
  },
  {
    id: "custom",
    name: "Custom",
    icon: "plug",
    color: "#7c3aed",
    maxKw: 1,
    defaultHourlyKw: new Array<number>(24).fill(1),
  },
  {
    id: "solar",
    name: "Solar panels",
    icon: "sun",
    color: "#f59e0b",
    maxKw: 0,
    defaultHourlyKw: new Array<number>(24).fill(0),
  },
]

/** A layer or asset that adds consumption. */
export interface ConsumptionLayer {
  /** 24 values, a shape: its peak becomes maxKw. */
  hourlyKw: readonly number[]
  /** Peak [kW]. */
  maxKw: number
  /** 7 rows Monday – Sunday of 12 columns January – December; every day of every month when absent. */
  schedule?: readonly (readonly boolean[])[]
  /** Cars instead of a fixed shape; the schedule then has the days on which they drive. */
  evConfig?: EvConfig
  /** Heat instead of a fixed shape, at a place; the schedule then has the days on which the heat pump runs. */
  heat?: { need: HeatNeed; place: { lat: number; lon: number } }
}

/**
 * Consumption of a layer, 8760 h in kWh of the standard-time axis: on active days the shape with its peak at maxKw,
 * else 0. With evConfig the cars are simulated; a charge point's power is maxKw unless evConfig names it. With heat the
 * hours follow the temperatures of the place.
 * @param calendarYear whose weekdays apply
 */
export const layerHours = (layer: ConsumptionLayer, calendarYear: number): Float64Array => {
  const { hourlyKw, maxKw, schedule, evConfig, heat } = layer
  const isActive = (day: number) => schedule?.[weekdayOfDay(day, calendarYear)]?.[HOUR_MONTHS[day * 24]! - 1] ?? true
  if (evConfig) return evHours({ chargerPowerKw: maxKw, ...evConfig }, calendarYear, isActive)
  if (heat) return heatingHoursAt(heat.need, heat.place).map((kwh, hour) => (isActive(Math.floor(hour / 24)) ? kwh : 0))
  const hours = new Float64Array(HOURS_PER_YEAR)
  const peak = Math.max(...hourlyKw)
  if (!(peak > 0)) return hours
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const isActive = schedule?.[weekdayOfHour(hour, calendarYear)]?.[HOUR_MONTHS[hour]! - 1] ?? true
    if (isActive) hours[hour] = (hourlyKw[hour % 24]! / peak) * maxKw
  }
  return hours
}
