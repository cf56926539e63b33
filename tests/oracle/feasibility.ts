/**
 * Checks a dispatch step by step against the definition of the model, with its own arithmetic. Returns the violations:
 * empty if the schedule is feasible and its cost equals the cost of its flows.
 */
import type { Dispatch, Plant, Year } from "../../wasm/types.ts"
import {
  beginsPhase,
  chargesEur,
  dischargeRuleKwh,
  limitKwh,
  panelLimitKwh,
  productionKwh,
  unservedPriceEurPerKwh,
} from "./linear-program.ts"

const TOLERANCE_KWH = 1e-9

export function violations(year: Year, plant: Plant, dispatch: Dispatch): string[] {
  const found: string[] = []
  const above = (what: string, t: number, value: number, bound: number) => {
    if (!(value <= bound + TOLERANCE_KWH)) found.push(`step ${t}: ${what} ${value} above ${bound}`)
  }
  const panelsKwh = panelLimitKwh(year, plant)
  const { existingBattery: existing = { capacityKwh: 0, powerKw: 0 } } = year
  const capacityKwh = plant.capacityKwh + existing.capacityKwh
  const power = (plant.powerKw + existing.powerKw) * year.stepHours
  let level = 0
  let cost = 0
  let missing = 0
  for (let t = 0; t < year.loadKwh.length; t++) {
    const [imported, exported, curtailed] = [
      dispatch.years[0].importKwh[t]!,
      dispatch.years[0].exportKwh[t]!,
      dispatch.years[0].curtailedKwh[t]!,
    ]
    const [charge, discharge] = [dispatch.years[0].chargeKwh[t]!, dispatch.years[0].dischargeKwh[t]!]
    const made = productionKwh(year, plant, t)
    const unserved = year.loadKwh[t]! + charge + exported + curtailed - made - imported - discharge
    for (const flow of [imported, exported, curtailed, charge, discharge, unserved]) above("0", t, 0, flow)
    above("import", t, imported, limitKwh(year, t, "importLimitKw"))
    above("export", t, exported, Math.min(limitKwh(year, t, "exportLimitKw"), panelsKwh))
    above("curtailed", t, curtailed, made)
    above("charge", t, charge, power)
    above("discharge", t, discharge, Math.min(power, dischargeRuleKwh(year, t, panelsKwh)))
    if (!year.gridCharging) above("charge and curtailed", t, charge + curtailed, made)
    if (beginsPhase(year, t)) level = (year.initialLevel ?? year.minLevel) * capacityKwh
    level += charge * year.chargeEfficiency - discharge / year.dischargeEfficiency
    above("level's distance", t, Math.abs(level - dispatch.years[0].levelKwh[t]!), 0)
    level = dispatch.years[0].levelKwh[t]!
    above("level", t, level, capacityKwh)
    above("lowest level", t, year.minLevel * capacityKwh, level)
    cost += year.buyEurPerKwh[t]! * imported - year.sellEurPerKwh[t]! * exported
    missing += unserved
  }
  cost += chargesEur(year, dispatch.years[0].importKwh, dispatch.years[0].exportKwh)
  cost += unservedPriceEurPerKwh(year) * missing
  const scale = Math.max(1, Math.abs(dispatch.costEur))
  if (!(Math.abs(cost - dispatch.costEur) <= 1e-9 * scale)) found.push(`cost ${dispatch.costEur}, flows cost ${cost}`)
  const short = Math.abs(missing - dispatch.unservedKwh)
  if (!(short <= 1e-9 * Math.max(1, missing))) found.push(`unserved ${dispatch.unservedKwh}, flows leave ${missing}`)
  return found
}
