import { plantStandbyKw } from "../domain/finance/standby.ts"
import type { ScanCase } from "../domain/scan/case.ts"
import { keepYear, type Plant, type Year } from "../wasm/index.ts"

/** Years with the standby in their load, by that in kW: their sums and checks are kept with them. */
const loaded = new WeakMap<Year, Map<number, Year>>()

/** The year of a given plant: the standby of its battery is a load of every hour. */
export const yearOfPlant = (scan: ScanCase, year: Year, plant: Pick<Plant, "capacityKwh">): Year => {
  const kw = plantStandbyKw(scan, plant)
  if (kw === 0) return year
  const known = loaded.get(year) ?? new Map<number, Year>()
  loaded.set(year, known)
  const made = known.get(kw) ?? withLoad(year, kw)
  known.set(kw, made)
  return made
}

const withLoad = (year: Year, kw: number): Year => {
  const made = { ...year, loadKwh: year.loadKwh.map(kwh => kwh + kw * year.stepHours) }
  keepYear(made)
  return made
}
