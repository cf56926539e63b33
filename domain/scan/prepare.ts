import { type Assumptions, defaultAssumptions } from "../assumptions/assumptions.ts"
import { grossLoad } from "../consumption/grossLoad.ts"
import { profileHours } from "../consumption/profiles.ts"
import { type Site, siteOf } from "../geo/site.ts"
import { afterLosses, productionKwhPerKwp } from "../solar/production.ts"
import type { Production } from "../solar/provider.ts"
import { tariffYear } from "../tariff/tariffYear.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR } from "../time/year.ts"
import type { CandidateRoof, ExistingSystem, ScanCase } from "./case.ts"
import type { BatteryInput, ScanInput } from "./request.ts"
import { SLOWEST_BATTERY_HOURS } from "./rules.ts"

/** What a scan needs beside its request; whoever makes the job gathers it from the database and the network. */
export interface ScanMaterial {
  assumptions?: Assumptions
}

/** A valid request as the case to solve. Throws InvalidInput where the fields are possible only one by one. */
export const prepareCase = (input: ScanInput, { assumptions = defaultAssumptions }: ScanMaterial = {}): ScanCase => {
  const site = siteOf(input.location.lat, input.location.lon)
  const productions: Production[] = []
  const produce = (pv: { tiltAngle: number; orientationAngle: number }): Float64Array => {
    const { lat, lon } = input.location
    const production = productionKwhPerKwp({ lat, lon, tiltDeg: pv.tiltAngle, azimuthDeg: pv.orientationAngle % 360 })
    productions.push(production)
    return production.hoursKwhPerKwp
  }
  const existing = input.existingPv.map((pv): ExistingSystem => {
    const kwp = (pv.panelCount * pv.panelPowerWatts) / 1000
    return { input: pv, productionKwh: scaled(produce(pv), kwp * afterLosses(pv.systemLosses)) }
  })
  const roofs = input.newPv.map((pv): CandidateRoof => {
    const kwpPerPanel = pv.panelPowerWatts / 1000
    return { input: pv, productionKwhPerPanel: scaled(produce(pv), kwpPerPanel * afterLosses(pv.systemLosses)) }
  })
  const existingProductionKwh = sumOf(existing.map(({ productionKwh }) => productionKwh))
  const loadKwh = grossLoadOf(input, existingProductionKwh)
  const { battery, note: batteryNote } = cappedBattery(input.electricBattery)
  return {
    input: battery ? { ...input, electricBattery: battery } : input,
    site,
    loadKwh,
    existing,
    roofs,
    existingProductionKwh,
    tariff: tariffOf(input, site, loadKwh, existingProductionKwh),
    assumptions,
    solarSource: productions[0]?.source ?? null,
    notes: [...new Set([...productions.map(({ note }) => note), ...batteryNote])],
  }
}

/**
 * Refuses at once what only a look at a whole year can tell: more export than the panels can make, a flat feed-in price
 * above the purchase price with taxes. Throws InvalidInput.
 */
export const assertFeasible = (input: ScanInput): void => {
  const needsYear = input.existingPv.length > 0 || (input.tariff.type === "flat" && !input.tariff.taxesIncluded)
  if (needsYear && input.inputMethod === "known") prepareCase({ ...input, newPv: [] })
}

const grossLoadOf = (input: ScanInput, existingProductionKwh: Float64Array): Float64Array => {
  const shape = profileHours(input.loadProfile ?? "standard", DEFAULT_YEAR)
  return grossLoad({
    shape,
    productionKwh: existingProductionKwh,
    boughtKwh: input.yearlyKwh ?? 0,
    ...(input.existingPv.length > 0 && input.yearlyExportKwh !== undefined
      ? { exportedKwh: input.yearlyExportKwh }
      : {}),
  })
}

const tariffOf = (input: ScanInput, site: Site, loadKwh: Float64Array, existingProductionKwh: Float64Array) => {
  const yearlyImportKwh = loadKwh.reduce((sum, kwh, hour) => sum + Math.max(0, kwh - existingProductionKwh[hour]), 0)
  return tariffYear(input.tariff, { country: site.country ?? "", yearlyImportKwh, calendarYear: DEFAULT_YEAR })
}

/** A battery slower than the solver takes is made smaller, and the report says so. */
const cappedBattery = (battery: BatteryInput | undefined): { battery?: BatteryInput; note: string[] } => {
  if (!battery) return { note: [] }
  const largestKwh = SLOWEST_BATTERY_HOURS * battery.powerRatingKw
  if (battery.capacityKwh <= largestKwh) return { battery, note: [] }
  const note = `The battery's capacity is limited to ${largestKwh} kWh: ${SLOWEST_BATTERY_HOURS} hours at its power of ${battery.powerRatingKw} kW.`
  return { battery: { ...battery, capacityKwh: largestKwh }, note: [note] }
}

const scaled = (hours: Float64Array, factor: number): Float64Array => hours.map(value => value * factor)

const sumOf = (series: Float64Array[]): Float64Array => {
  const sum = new Float64Array(HOURS_PER_YEAR)
  for (const hours of series) for (let hour = 0; hour < HOURS_PER_YEAR; hour++) sum[hour] += hours[hour]
  return sum
}
