/**
 * The year as a linear program in the text format of HiGHS, written from the definition of the model. It has the flows
 * of each step, the battery's level, the limits, and the rule that bounds discharging (κ).
 */
import type { Phase, Plant, Year } from "../../wasm/types.ts"

/** Limit of the contract in step t [kWh]. */
export function limitKwh(year: Year, t: number, name: "importLimitKw" | "exportLimitKw"): number {
  const limit = year[name] ?? Number.POSITIVE_INFINITY
  return (typeof limit === "number" ? limit : limit[t]!) * year.stepHours
}

/** Maximum export of a plant's panels in a step [kWh]. */
export function panelLimitKwh(year: Year, { panels }: Plant): number {
  if (year.roofs.every(({ exportKwPerPanel }) => exportKwPerPanel === undefined)) return Number.POSITIVE_INFINITY
  return (
    year.roofs.reduce((kwh, { exportKwPerPanel = 0 }, k) => kwh + panels[k]! * exportKwPerPanel, 0) * year.stepHours
  )
}

/** Production of a plant in step t that no price stops, up to what load and limit take [kWh]; 0 if export is free. */
export function mustRunKwh(year: Year, plant: Plant, t: number): number {
  if (year.sellEurPerKwh[t]! >= 0) return 0
  const kwh = year.roofs.reduce(
    (sum, { mustRunPanels, productionKwhPerPanel }, k) =>
      mustRunPanels === undefined ? sum : sum + plant.panels[k]! * productionKwhPerPanel[t]!,
    0,
  )
  return Math.min(kwh, year.loadKwh[t]! + Math.min(limitKwh(year, t, "exportLimitKw"), panelLimitKwh(year, plant)))
}

/** κ [kWh per step]: maximum discharge of a battery in step t; `panelsKwh` is the maximum export of the panels. */
export function dischargeRuleKwh(year: Year, t: number, panelsKwh = Number.POSITIVE_INFINITY): number {
  const exportLimit = Math.min(limitKwh(year, t, "exportLimitKw"), panelsKwh)
  const importLimit = limitKwh(year, t, "importLimitKw")
  const netting = (phaseOf(year, t)?.isNetted ?? true) ? (year.nettingEurPerKwh ?? 0) : 0
  if (year.sellEurPerKwh[t]! < 0 && year.buyEurPerKwh[t]! < netting) return Math.max(0, year.loadKwh[t]! - importLimit)
  return year.sellEurPerKwh[t]! < 0 ? year.loadKwh[t]! : year.loadKwh[t]! + exportLimit
}

export function productionKwh(year: Year, plant: Plant, t: number): number {
  return year.roofs.reduce((sum, roof, k) => sum + plant.panels[k]! * roof.productionKwhPerPanel[t]!, 0)
}

const highest = (values: Iterable<number>): number => {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) most = Math.max(most, value)
  return most
}

/** Highest demand charge of a step [EUR/kWh]. */
function demandEurPerKwh({ demandCharges = [], loadKwh, stepHours }: Year): number {
  const rate = (t: number) =>
    demandCharges.reduce((sum, { period, eurPerKw }) => sum + (period[t]! < 0 ? 0 : eurPerKw[period[t]!]!), 0)
  return highest(loadKwh.keys().map(rate)) / stepHours
}

/** Phase of a step; undefined in a year without phases. */
export function phaseOf({ phases, loadKwh }: Year, t: number): Phase | undefined {
  return phases?.[Math.floor((t * phases.length) / loadKwh.length)]
}

/** True if the battery begins a step at its initial level. */
export function beginsPhase({ phases = [], loadKwh }: Year, t: number): boolean {
  return t % (loadKwh.length / Math.max(1, phases.length)) === 0
}

/** M: cost of unserved energy [EUR/kWh]. */
export function unservedPriceEurPerKwh(year: Year): number {
  return Math.max(10, 2 * (highest(year.buyEurPerKwh) + demandEurPerKwh(year)))
}

/** Demand charges and netting of a schedule, EUR. */
export function chargesEur(year: Year, importKwh: Float64Array, exportKwh: Float64Array): number {
  const { demandCharges = [], nettingEurPerKwh = 0, stepHours } = year
  const sum = (values: Float64Array) =>
    values.reduce((total, kwh, t) => ((phaseOf(year, t)?.isNetted ?? true) ? total + kwh : total), 0)
  let eur = -nettingEurPerKwh * Math.min(sum(importKwh), sum(exportKwh))
  for (const { period, eurPerKw, floorKw = 0 } of demandCharges) {
    for (const [k, price] of eurPerKw.entries()) {
      if (!period.includes(k)) continue
      eur += price * Math.max(floorKw, highest(importKwh.map((kwh, t) => (period[t] === k ? kwh : 0))) / stepHours)
    }
  }
  return eur
}

/**
 * The variables and rows of demand charges (D, highest kW of a period) and netting (y, kWh netted); prices times
 * `worth`.
 */
export function chargesProgram(year: Year, worth: number): { objective: string[]; rows: string[] } {
  const { demandCharges = [], nettingEurPerKwh, stepHours } = year
  const objective: string[] = []
  const rows: string[] = []
  demandCharges.forEach(({ period, eurPerKw, floorKw = 0 }, set) => {
    eurPerKw.forEach((price, k) => {
      objective.push(term(worth * price, `D${set}_${k}`))
      if (floorKw > 0 && period.includes(k)) rows.push(` F${set}_${k}: D${set}_${k} >= ${floorKw}`)
    })
    period.forEach((k, t) => {
      if (k >= 0) rows.push(` D${set}_${t}: g${t} - ${stepHours} D${set}_${k} <= 0`)
    })
  })
  if (nettingEurPerKwh !== undefined) {
    const steps = [...year.loadKwh.keys()].filter(t => phaseOf(year, t)?.isNetted ?? true)
    objective.push(term(-worth * nettingEurPerKwh, "y"))
    rows.push(` yg: y ${steps.map(t => `- g${t}`).join("\n ")} <= 0`)
    rows.push(` yx: y ${steps.map(t => `- x${t}`).join("\n ")} <= 0`)
  }
  return { objective, rows }
}

const term = (coefficient: number, name: string) => `${coefficient < 0 ? "-" : "+"} ${Math.abs(coefficient)} ${name}`

/**
 * Minimise cost over g import, x export, k curtailed, v unserved, c charge, d discharge, s level.
 * @param curtailedEurPerKwh value of curtailed energy in each step; default none
 */
export function linearProgram(year: Year, plant: Plant, curtailedEurPerKwh?: Float64Array): string {
  const steps = year.loadKwh.length
  const power = plant.powerKw * year.stepHours
  const price = unservedPriceEurPerKwh(year)
  const panelsKwh = panelLimitKwh(year, plant)
  const { objective, rows } = chargesProgram(year, 1)
  const bounds: string[] = []
  for (let t = 0; t < steps; t++) {
    const made = productionKwh(year, plant, t)
    objective.push(
      `${term(year.buyEurPerKwh[t]!, `g${t}`)} ${term(-year.sellEurPerKwh[t]!, `x${t}`)} ${term(price, `v${t}`)}`,
    )
    if (curtailedEurPerKwh) objective.push(term(-curtailedEurPerKwh[t]!, `k${t}`))
    rows.push(` b${t}: g${t} + v${t} - k${t} - x${t} + d${t} - c${t} = ${year.loadKwh[t]! - made}`)
    const charged = `s${t} ${term(-year.chargeEfficiency, `c${t}`)} ${term(1 / year.dischargeEfficiency, `d${t}`)}`
    const first = (year.initialLevel ?? year.minLevel) * plant.capacityKwh
    rows.push(t === 0 ? ` l0: ${charged} = ${first}` : ` l${t}: ${charged} - s${t - 1} = 0`)
    if (!year.gridCharging) rows.push(` p${t}: c${t} + k${t} <= ${made}`)
    const importKwh = limitKwh(year, t, "importLimitKw")
    const exportKwh = Math.min(limitKwh(year, t, "exportLimitKw"), panelsKwh)
    if (importKwh < Number.POSITIVE_INFINITY) bounds.push(` g${t} <= ${importKwh}`)
    if (exportKwh < Number.POSITIVE_INFINITY) bounds.push(` x${t} <= ${exportKwh}`)
    const mustRun = mustRunKwh(year, plant, t)
    const given = Math.min(power, Math.max(0, dischargeRuleKwh(year, t, panelsKwh) - mustRun))
    bounds.push(` k${t} <= ${made - mustRun}`, ` c${t} <= ${power}`, ` d${t} <= ${given}`)
    bounds.push(` ${year.minLevel * plant.capacityKwh} <= s${t} <= ${plant.capacityKwh}`)
  }
  return `Minimize\n obj: ${objective.join("\n ")}\nSubject To\n${rows.join("\n")}\nBounds\n${bounds.join("\n")}\nEnd\n`
}
