/**
 * A sizing as a mixed-integer linear program in the text format of HiGHS, written from the definition of the model.
 * Panels, capacity and power are variables of the year's flows. There is one binary per battery tier or piece of a
 * price curve, one for each roof with a fixed cost, and one for "no battery".
 */
import type { BatteryBounds, BatteryWear, PriceCurve, Sizing } from "../../wasm/types.ts"
import {
  beginsPhase,
  chargesProgram,
  dischargeRuleKwh,
  limitKwh,
  phaseOf,
  unservedPriceEurPerKwh,
} from "./linear-program.ts"

const term = (coefficient: number, name: string) => `${coefficient < 0 ? "-" : "+"} ${Math.abs(coefficient)} ${name}`

interface Program {
  objective: string[]
  rows: string[]
  bounds: string[]
  whole: string[]
  binary: string[]
}

/** A size, its price piece by piece between its points, and a binary for each piece. The last point ends the curve. */
function curvePart(program: Program, name: string, size: string, points: PriceCurve): void {
  const pieces = points.slice(1).map((to, i) => ({ from: points[i]!, to }))
  const sum = (of: string) => pieces.map((_, i) => `+ ${name}${of}${i}`).join(" ")
  program.rows.push(` ${name}size: ${sum("s")} ${size} = 0`)
  program.rows.push(` ${name}one: ${sum("z")} + ${name}none = 1`)
  program.binary.push(`${name}none`)
  pieces.forEach(({ from, to }, i) => {
    const slope = (to.eur - from.eur) / (to.size - from.size)
    program.objective.push(term(slope, `${name}s${i}`), term(from.eur - slope * from.size, `${name}z${i}`))
    program.rows.push(` ${name}low${i}: ${name}s${i} ${term(-from.size, `${name}z${i}`)} >= 0`)
    program.rows.push(` ${name}high${i}: ${name}s${i} ${term(-to.size, `${name}z${i}`)} <= 0`)
    program.binary.push(`${name}z${i}`)
  })
}

function panelPart({ panels, panelCurve }: Sizing, program: Program): void {
  panels.forEach((roof, k) => {
    program.objective.push(term(roof.kwPerPanel * roof.eurPerKw, `n${k}`))
    program.bounds.push(` ${roof.min} <= n${k} <= ${roof.max}`)
    if (roof.step === 1) program.whole.push(`n${k}`)
    if (!roof.fixedEur) return
    program.objective.push(term(roof.fixedEur, `f${k}`))
    program.rows.push(` fixed${k}: n${k} ${term(-roof.max, `f${k}`)} <= 0`)
    program.binary.push(`f${k}`)
  })
  if (!panelCurve) return
  const together = panels.map((roof, k) => (roof.isPricedTogether ? term(-roof.kwPerPanel, `n${k}`) : ""))
  curvePart(program, "pv", together.join(" "), panelCurve)
}

/** W: yearly discharge above the amount without wear. */
function wearPart({ year }: Sizing, { eurPerKwh, includedKwhPerKwh }: BatteryWear, program: Program): void {
  const given = [...year.loadKwh.keys()].map(t => term(-(phaseOf(year, t)?.wearShare ?? 1), `d${t}`)).join("\n ")
  program.objective.push(term(eurPerKwh, "W"))
  const heldKwh = year.existingBattery?.capacityKwh ?? 0
  program.rows.push(` wear: W ${term(includedKwhPerKwh, "C")} ${given} >= ${-includedKwhPerKwh * heldKwh}`)
}

function batteryPart(sizing: Sizing, program: Program): void {
  const { battery } = sizing
  if (battery === undefined) {
    program.bounds.push(" C = 0", " P = 0")
    return
  }
  const { minKwh, maxKwh, minKw, maxKw, includedRate = 0, highestRate, curve, smallestKwh = 0 } = battery
  program.bounds.push(` 0 <= C <= ${maxKwh}`, ` 0 <= P <= ${maxKw}`, ` 0 <= E <= ${maxKw}`)
  program.objective.push(term(battery.eurPerKw, "E"))
  program.rows.push(` excess: E - P ${term(includedRate, "C")} >= 0`, ` slow: 24 P - C >= 0`)
  if (highestRate !== undefined) program.rows.push(` fast: P ${term(-highestRate, "C")} <= 0`)
  // there: 1 if there is a battery.
  program.binary.push("there")
  const least = minKwh > 0 ? minKwh : Math.min(smallestKwh, maxKwh)
  program.rows.push(` least: C ${term(-least, "there")} >= 0`, ` most: C ${term(-maxKwh, "there")} <= 0`)
  program.rows.push(` leastPower: P ${term(-minKw, "there")} >= 0`, ` mostPower: P ${term(-maxKw, "there")} <= 0`)
  if (minKwh > 0) program.bounds.push(" there = 1")
  if (battery.creditEurPerKw) program.objective.push(term(-battery.creditEurPerKw, "P"))
  if (battery.creditEur) program.objective.push(term(-battery.creditEur, "there"))
  if (battery.wear) wearPart(sizing, battery.wear, program)
  // Power alone is no battery, also next to an existing one.
  if (curve && sizing.year.existingBattery) program.rows.push(" noPowerAlone: there + stnone = 1")
  if (curve) curvePart(program, "st", "- C", curve)
  else tierPart(battery, program)
}

/** A battery as sold, with a maximum number of pieces. */
export interface ProgramProduct {
  capacityKwh: number
  powerKw: number
  eur: number
  maxCount: number
}

/** At most one product, in some number: q counts the pieces, z marks the chosen product. */
function productPart(sizing: Sizing, products: readonly ProgramProduct[], program: Program): void {
  const sum = (of: (product: ProgramProduct, i: number) => string) => products.map(of).join(" ")
  program.binary.push("there", ...products.map((_, i) => `z${i}`))
  program.whole.push(...products.map((_, i) => `q${i}`))
  program.rows.push(` there: there ${sum((_, i) => `- z${i}`)} = 0`)
  program.rows.push(` capacity: C ${sum(({ capacityKwh }, i) => term(-capacityKwh, `q${i}`))} = 0`)
  program.rows.push(` power: P ${sum(({ powerKw }, i) => term(-powerKw, `q${i}`))} = 0`)
  products.forEach(({ eur, maxCount }, i) => {
    program.objective.push(term(eur, `q${i}`))
    program.rows.push(` count${i}: q${i} - ${maxCount} z${i} <= 0`, ` some${i}: q${i} - z${i} >= 0`)
  })
  if (sizing.battery?.wear) wearPart(sizing, sizing.battery.wear, program)
}

function tierPart({ tiers: given, eurPerKwh, maxKwh }: BatteryBounds, program: Program): void {
  const tiers = given ?? [{ maxKwh, eurPerKwh: eurPerKwh! }]
  program.rows.push(` size: ${tiers.map((_, i) => `+ C${i}`).join(" ")} - C = 0`)
  program.rows.push(` tier: ${tiers.map((_, i) => `+ z${i}`).join(" ")} = 1`)
  tiers.forEach((tier, i) => {
    program.objective.push(term(tier.eurPerKwh, `C${i}`))
    const least = i === 0 ? 0 : tiers[i - 1]!.maxKwh
    program.rows.push(` low${i}: C${i} - ${least} z${i} >= 0`)
    program.rows.push(` high${i}: C${i} - ${Math.min(tier.maxKwh, maxKwh)} z${i} <= 0`)
    program.binary.push(`z${i}`)
  })
}

/** Adds limits of export that grow with the panels, and so does κ if export has a positive price. */
function panelLimits(year: Sizing["year"], t: number, rows: string[]): void {
  if (year.roofs.every(({ exportKwPerPanel }) => exportKwPerPanel === undefined)) return
  const grown = year.roofs
    .map(({ exportKwPerPanel = 0 }, k) => term(-exportKwPerPanel * year.stepHours, `n${k}`))
    .join(" ")
  rows.push(` X${t}: x${t} ${grown} <= 0`)
  if (year.sellEurPerKwh[t]! >= 0) rows.push(` Y${t}: d${t} ${grown} <= ${year.loadKwh[t]}`)
}

/** An existing battery with efficiencies of its own, operated next to the new one. */
export interface SeparateStore {
  capacityKwh: number
  powerKw: number
  chargeEfficiency: number
  dischargeEfficiency: number
}

/** Rows of the separate store in a step: h charges it, a discharges it, i is its level. */
function separatePart({ year }: Sizing, store: SeparateStore, t: number, { rows, bounds }: Program): void {
  const leastKwh = year.minLevel * store.capacityKwh
  const startKwh = (year.initialLevel ?? year.minLevel) * store.capacityKwh
  const change = `i${t} ${term(-store.chargeEfficiency, `h${t}`)} ${term(1 / store.dischargeEfficiency, `a${t}`)}`
  rows.push(beginsPhase(year, t) ? ` j${t}: ${change} = ${startKwh}` : ` j${t}: ${change} - i${t - 1} = 0`)
  const mostKwh = store.powerKw * year.stepHours
  bounds.push(` h${t} <= ${mostKwh}`, ` a${t} <= ${mostKwh}`, ` ${leastKwh} <= i${t} <= ${store.capacityKwh}`)
}

function yearPart(sizing: Sizing, program: Program, separate?: SeparateStore): void {
  const { year, presentWorthFactor } = sizing
  const { rows, bounds } = program
  const price = unservedPriceEurPerKwh(year)
  const constantKwh = (sizing.battery?.constantKw ?? 0) * year.stepHours
  const constant = constantKwh > 0 ? term(-constantKwh, "there") : ""
  const withConstant = { ...year, loadKwh: year.loadKwh.map(kwh => kwh + constantKwh) }
  const made = (t: number) =>
    year.roofs.map((roof, k) => [roof.productionKwhPerPanel[t], `n${k}`] as const).filter(([kwh]) => kwh! > 0)
  const minus = (t: number) => made(t).map(([kwh, name]) => term(-kwh!, name))
  const plus = (t: number) => made(t).map(([kwh, name]) => term(kwh!, name))
  const charges = chargesProgram(year, presentWorthFactor)
  program.objective.push(...charges.objective)
  rows.push(...charges.rows)
  for (let t = 0; t < year.loadKwh.length; t++) {
    const parts: [number, string][] = [
      [year.buyEurPerKwh[t]!, `g${t}`],
      [-year.sellEurPerKwh[t]!, `x${t}`],
      [price, `v${t}`],
    ]
    program.objective.push(...parts.map(([eur, name]) => term(presentWorthFactor * eur, name)))
    if (separate) separatePart(sizing, separate, t, program)
    const stored = separate ? `+ a${t} - h${t} ` : ""
    rows.push(
      ` b${t}: g${t} + v${t} - k${t} - x${t} + d${t} - c${t} ${stored}${plus(t).join(" ")} ${constant} = ${year.loadKwh[t]}`,
    )
    const { capacityKwh: heldKwh, powerKw: heldKw } = year.existingBattery ?? { capacityKwh: 0, powerKw: 0 }
    const startLevel = year.initialLevel ?? year.minLevel
    const change = `s${t} ${term(-year.chargeEfficiency, `c${t}`)} ${term(1 / year.dischargeEfficiency, `d${t}`)}`
    const before = beginsPhase(year, t) ? term(-startLevel, "C") : `- s${t - 1}`
    rows.push(` l${t}: ${change} ${before} = ${beginsPhase(year, t) ? startLevel * heldKwh : 0}`)
    rows.push(
      ` e${t}: s${t} ${term(-year.minLevel, "C")} >= ${year.minLevel * heldKwh}`,
      ` f${t}: s${t} - C <= ${heldKwh}`,
    )
    const heldStepKwh = heldKw * year.stepHours
    rows.push(` q${t}: c${t} ${term(-year.stepHours, "P")} <= ${heldStepKwh}`)
    rows.push(` r${t}: d${t} ${term(-year.stepHours, "P")} <= ${heldStepKwh}`)
    rows.push(` m${t}: k${t} ${minus(t).join(" ")} <= 0`)
    if (!year.gridCharging) rows.push(` p${t}: c${t} ${separate ? `+ h${t} ` : ""}+ k${t} ${minus(t).join(" ")} <= 0`)
    const [importKwh, exportKwh] = [limitKwh(year, t, "importLimitKw"), limitKwh(year, t, "exportLimitKw")]
    if (Number.isFinite(importKwh)) bounds.push(` g${t} <= ${importKwh}`)
    if (Number.isFinite(exportKwh)) bounds.push(` x${t} <= ${exportKwh}`)
    const ruleKwh = dischargeRuleKwh(withConstant, t)
    if (Number.isFinite(ruleKwh) && separate) rows.push(` z${t}: d${t} + a${t} <= ${ruleKwh}`)
    else if (Number.isFinite(ruleKwh)) bounds.push(` d${t} <= ${ruleKwh}`)
    panelLimits(withConstant, t, rows)
  }
}

/**
 * Program for the goals cost, minShare (unserved energy counts 2/(ηc·ηd) times as bought) and noUnserved. If the year
 * of the least plant is given, that plant is excluded. With products the battery is none, or pieces of one product: the
 * battery's own bounds and price are ignored.
 */
export function sizingProgram(sizing: Sizing, products?: readonly ProgramProduct[], separate?: SeparateStore): string {
  const program: Program = { objective: [], rows: [], bounds: [], whole: [], binary: [] }
  const { year, goal } = sizing
  panelPart(sizing, program)
  if (products) productPart(sizing, products, program)
  else batteryPart(sizing, program)
  if (sizing.leastYear) {
    const panels = sizing.panels.map((_, k) => `+ n${k}`).join(" ")
    const least = sizing.panels.reduce((sum, { min }) => sum + min, 0)
    program.rows.push(` other: ${panels} ${sizing.battery ? "+ there" : ""} >= ${least + 1}`)
  }
  yearPart(sizing, program, separate)
  const steps = [...year.loadKwh.keys()]
  if (goal?.kind === "minShare") {
    const weight = 2 / (year.chargeEfficiency * year.dischargeEfficiency)
    const load = year.loadKwh.reduce((sum, kwh) => sum + kwh, 0)
    const bought = steps.map(t => `+ g${t} + ${weight} v${t}`).join("\n ")
    program.rows.push(` share: ${bought} <= ${(1 - goal.share) * load}`)
  }
  if (goal?.kind === "noUnserved") program.bounds.push(...steps.map(t => ` v${t} = 0`))
  const part = (name: string, lines: string[]) => (lines.length > 0 ? `${name}\n${lines.join("\n ")}\n` : "")
  return (
    `Minimize\n obj: ${program.objective.join("\n ")}\nSubject To\n${program.rows.join("\n")}\n` +
    part("Bounds", program.bounds) +
    `${part("General", program.whole)}${part("Binary", program.binary)}End\n`
  )
}
