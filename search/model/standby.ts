import { createMemo } from "../../domain/base/memo.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import { plantStandbyKw } from "../../domain/finance/standby.ts"
import { keepYear, type Plant, type Year } from "../../wasm/index.ts"
import { withOwnLosses } from "./existingBattery.ts"

/** Maximum number of memoised loads with standby, which years of the same load share. */
const LOADS_KEPT = 2
const loads = createMemo<Float64Array>(LOADS_KEPT)

/** The year of a given plant: the standby of its battery is a load of every hour, and its store has its own losses. */
export const yearOfPlant = (scan: ScanCase, sized: Year, plant: Pick<Plant, "capacityKwh">): Year => {
  const year = withOwnLosses(scan, sized, plant)
  const kwh = plantStandbyKw(scan, plant) * year.stepHours
  if (kwh === 0) return year
  const withLoad = { ...year, loadKwh: loads([year.loadKwh], `${kwh}`, () => withStandby(year.loadKwh, kwh)) }
  keepYear(withLoad)
  return withLoad
}

const withStandby = (loadKwh: Float64Array, kwh: number): Float64Array => {
  const loaded = new Float64Array(loadKwh.length)
  for (let hour = 0; hour < loaded.length; hour++) loaded[hour] = loadKwh[hour]! + kwh
  return loaded
}
