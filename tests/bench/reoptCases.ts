/** Two published REopt results (fixtures/reference/reopt) as sizings, and their life-cycle cost from a schedule. */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import type { Plant, Sizing, Year } from "../../wasm/types.ts"

export const REOPT_CASES = ["arkansasExistingPv", "losAngelesBatteryOnly"] as const
export type ReoptName = (typeof REOPT_CASES)[number]

interface Published {
  description: string
  pv: { existing_kw: number; max_total_kw: number; om_cost_us_dollars_per_kw: number }
  storage: {
    min_kw: number
    max_kw: number
    min_kwh: number
    max_kwh: number
    soc_min_pct: number
    soc_init_pct: number
  }
  financial: { offtaker_tax_pct: number }
  tariff: {
    fixed_monthly_charge_usd: number
    monthly_demand_rate_usd_per_kw: number[]
    tou_demand_period_rates_usd_per_kw: number[]
  }
  derived: {
    pwf_energy: number
    pwf_om: number
    pv_net_present_cost_per_kw: number
    storage_net_present_cost_per_kw: number
    storage_net_present_cost_per_kwh: number
    charge_efficiency: number
    discharge_efficiency: number
  }
  published: { lcc: number; lcc_bau: number; pv_kw: number; batt_kw: number; batt_kwh: number }
}

export interface ReoptCase {
  published: Published
  sizing: Sizing
  /**
   * REopt's life-cycle cost less the sizing's total: existing panels are paid for, fixed charges are not ours [USD].
   */
  offsetUsd: number
}

function readHours(name: ReoptName): Float64Array[] {
  const file = new URL(`../../fixtures/reference/reopt/${name}.csv.gz`, import.meta.url)
  const rows = gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(1)
  const cells = rows.map(row => row.split(",").map(Number))
  return cells[0]!.map((_, column) => Float64Array.from(cells, row => row[column]!))
}

/** No export, one continuous roof in kW, a battery whose sizes have one price each, the published demand charges. */
function yearOf(hours: Float64Array[], { derived, storage, tariff }: Published): Year {
  const [loadKwh, productionKwhPerPanel, buyEurPerKwh, month, period] = hours
  return {
    stepHours: 1,
    loadKwh: loadKwh!,
    roofs: [{ productionKwhPerPanel: productionKwhPerPanel! }],
    buyEurPerKwh: buyEurPerKwh!,
    sellEurPerKwh: new Float64Array(loadKwh!.length),
    exportLimitKw: 0,
    gridCharging: true,
    chargeEfficiency: derived.charge_efficiency,
    dischargeEfficiency: derived.discharge_efficiency,
    minLevel: storage.soc_min_pct,
    initialLevel: storage.soc_init_pct,
    demandCharges: [
      { period: Int16Array.from(month!), eurPerKw: tariff.monthly_demand_rate_usd_per_kw },
      { period: Int16Array.from(period!), eurPerKw: tariff.tou_demand_period_rates_usd_per_kw },
    ],
  }
}

/** A case as a sizing to `tolerance`. */
export function reoptCase(name: ReoptName, tolerance: number): ReoptCase {
  const file = new URL(`../../fixtures/reference/reopt/${name}.json`, import.meta.url)
  const published: Published = JSON.parse(readFileSync(file, "utf8"))
  const { derived, financial, pv, storage, tariff } = published
  const afterTax = 1 - financial.offtaker_tax_pct
  const worth = derived.pwf_energy * afterTax
  const eurPerKw = derived.pv_net_present_cost_per_kw + pv.om_cost_us_dollars_per_kw * derived.pwf_om * afterTax
  const sizing: Sizing = {
    year: yearOf(readHours(name), published),
    presentWorthFactor: worth,
    panels: [{ min: pv.existing_kw, max: pv.max_total_kw, step: 0, kwPerPanel: 1, eurPerKw }],
    battery: {
      minKwh: storage.min_kwh,
      maxKwh: storage.max_kwh,
      minKw: storage.min_kw,
      maxKw: storage.max_kw,
      eurPerKw: derived.storage_net_present_cost_per_kw,
      eurPerKwh: derived.storage_net_present_cost_per_kwh,
    },
    tolerance,
    maxDispatches: 5000,
  }
  const offsetUsd = 12 * worth * tariff.fixed_monthly_charge_usd - derived.pv_net_present_cost_per_kw * pv.existing_kw
  return { published, sizing, offsetUsd }
}

const highest = (values: Float64Array, of: (t: number) => boolean): number =>
  values.reduce((most, value, t) => (of(t) ? Math.max(most, value) : most), 0)

/**
 * The published life-cycle cost of a plant, from its hourly imports alone: energy, demand and fixed charges, then
 * taxes.
 */
export function lifeCycleCostUsd({ published, sizing }: ReoptCase, plant: Plant, importKw: Float64Array): number {
  const { derived, financial, pv, tariff } = published
  const { buyEurPerKwh, demandCharges } = sizing.year
  const [months, periods] = demandCharges!
  const energy = importKw.reduce((sum, kw, t) => sum + kw * buyEurPerKwh[t]!, 0)
  const monthly = tariff.monthly_demand_rate_usd_per_kw.map(
    (rate, m) => rate * highest(importKw, t => months!.period[t] === m),
  )
  const timeOfUse = tariff.tou_demand_period_rates_usd_per_kw.map(
    (rate, k) => rate * highest(importKw, t => periods!.period[t] === k),
  )
  const charges = [...monthly, ...timeOfUse].reduce((sum, usd) => sum + usd, 12 * tariff.fixed_monthly_charge_usd)
  const afterTax = 1 - financial.offtaker_tax_pct
  const [kw] = plant.panels
  return (
    derived.pv_net_present_cost_per_kw * (kw! - pv.existing_kw) +
    derived.storage_net_present_cost_per_kw * plant.powerKw +
    derived.storage_net_present_cost_per_kwh * plant.capacityKwh +
    pv.om_cost_us_dollars_per_kw * kw! * derived.pwf_om * afterTax +
    derived.pwf_energy * afterTax * (energy + charges)
  )
}
