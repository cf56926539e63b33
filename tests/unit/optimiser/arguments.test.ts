/** Wrong arguments are refused by name. */
import { expect, test } from "bun:test"
import { randomCase } from "../../../wasm/bench/years.ts"
import { InvalidArgument, type Plant, type Year } from "../../../wasm/index.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const { year, plant } = randomCase("dynamic", 1, { steps: 48, roofs: 2 })

/** The argument that dispatch() names for these changes. */
function refused(years: object, plants: object = {}): string | undefined {
  try {
    optimiser.dispatch({ ...year, ...years } as Year, { ...plant, ...plants } as Plant)
  } catch (error) {
    if (error instanceof InvalidArgument) {
      expect(error.code).toBe("INVALID_ARGUMENT")
      expect(error.message).toStartWith(error.argument)
      return error.argument
    }
    throw error
  }
}

function withValue(values: Float64Array, index: number, value: number): Float64Array {
  const copy = values.slice()
  copy[index] = value
  return copy
}

test("a right year is taken", () => {
  expect(refused({})).toBeUndefined()
  expect(refused({ importLimitKw: Number.POSITIVE_INFINITY, exportLimitKw: 0, initialLevel: 1 })).toBeUndefined()
})

test("arrays of a wrong length or kind", () => {
  const short = new Float64Array(47)
  expect(refused({ loadKwh: new Float64Array(0) })).toBe("year.loadKwh")
  expect(refused({ loadKwh: new Float64Array(200_000) })).toBe("year.loadKwh")
  expect(refused({ loadKwh: [...year.loadKwh] })).toBe("year.loadKwh")
  expect(refused({ buyEurPerKwh: short })).toBe("year.buyEurPerKwh")
  expect(refused({ sellEurPerKwh: short })).toBe("year.sellEurPerKwh")
  expect(refused({ sellEurPerKwh: undefined })).toBe("year.sellEurPerKwh")
  expect(refused({ roofs: undefined })).toBe("year.roofs")
  expect(refused({ roofs: [year.roofs[0], { productionKwhPerPanel: short }] })).toBe(
    "year.roofs[1].productionKwhPerPanel",
  )
})

test("values that are no numbers, infinite or negative", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1]) {
    expect(refused({ loadKwh: withValue(year.loadKwh, 7, value) })).toBe("year.loadKwh[7]")
    const production = withValue(year.roofs[0]!.productionKwhPerPanel, 9, value)
    expect(refused({ roofs: [{ productionKwhPerPanel: production }, year.roofs[1]] })).toBe(
      "year.roofs[0].productionKwhPerPanel[9]",
    )
  }
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refused({ buyEurPerKwh: withValue(year.buyEurPerKwh, 3, value) })).toBe("year.buyEurPerKwh[3]")
    expect(refused({ sellEurPerKwh: withValue(year.sellEurPerKwh, 4, value) })).toBe("year.sellEurPerKwh[4]")
  }
})

test("selling above buying", () => {
  const sell = withValue(year.sellEurPerKwh, 5, year.buyEurPerKwh[5]! + 1e-9)
  expect(refused({ sellEurPerKwh: sell })).toBe("year.sellEurPerKwh[5]")
})

test("numbers of the year out of range", () => {
  for (const value of [0, -0.1, 1.01, Number.NaN, "0.9"]) {
    expect(refused({ chargeEfficiency: value })).toBe("year.chargeEfficiency")
    expect(refused({ dischargeEfficiency: value })).toBe("year.dischargeEfficiency")
  }
  for (const value of [-0.1, 1.1, Number.NaN]) expect(refused({ minLevel: value })).toBe("year.minLevel")
  for (const value of [0.1, 1.1, Number.NaN]) {
    expect(refused({ minLevel: 0.2, initialLevel: value })).toBe("year.initialLevel")
  }
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refused({ stepHours: value })).toBe("year.stepHours")
  }
  for (const value of [-1, Number.NaN, Number.NEGATIVE_INFINITY]) {
    expect(refused({ importLimitKw: value })).toBe("year.importLimitKw")
    expect(refused({ exportLimitKw: value })).toBe("year.exportLimitKw")
  }
  expect(refused({ gridCharging: undefined })).toBe("year.gridCharging")
})

test("demand charges that name no price, fall outside the year or are too many", () => {
  const steps = year.loadKwh.length
  const set = (changed: object) => ({ demandCharges: [{ period: new Int16Array(steps), eurPerKw: [5], ...changed }] })
  expect(refused(set({}))).toBeUndefined()
  expect(refused({ demandCharges: [] })).toBeUndefined()
  expect(refused({ demandCharges: {} })).toBe("year.demandCharges")
  expect(refused(set({ period: new Int16Array(steps - 1) }))).toBe("year.demandCharges[0].period")
  expect(refused(set({ period: new Float64Array(steps) }))).toBe("year.demandCharges[0].period")
  expect(refused(set({ period: new Int16Array(steps).fill(1, 1, 2) }))).toBe("year.demandCharges[0].period[1]")
  expect(refused(set({ period: new Int16Array(steps).fill(-2) }))).toBe("year.demandCharges[0].period[0]")
  expect(refused(set({ eurPerKw: [-1] }))).toBe("year.demandCharges[0].eurPerKw[0]")
  expect(refused(set({ eurPerKw: [Number.NaN] }))).toBe("year.demandCharges[0].eurPerKw[0]")
  expect(refused(set({ eurPerKw: 5 }))).toBe("year.demandCharges[0].eurPerKw")
  expect(refused(set({ eurPerKw: new Array(500).fill(1) }))).toBe("year.demandCharges")
})

test("netting above what selling loses against buying", () => {
  const least = year.buyEurPerKwh.reduce((low, price, t) => Math.min(low, price - year.sellEurPerKwh[t]!), 1)
  expect(refused({ nettingEurPerKwh: least })).toBeUndefined()
  expect(refused({ nettingEurPerKwh: least + 1e-6 })).toBe("year.nettingEurPerKwh")
  expect(refused({ nettingEurPerKwh: -0.01 })).toBe("year.nettingEurPerKwh")
  expect(refused({ nettingEurPerKwh: Number.NaN })).toBe("year.nettingEurPerKwh")
})

test("sizes that are negative, infinite or for other roofs", () => {
  expect(refused({}, { panels: [1] })).toBe("plant.panels")
  expect(refused({}, { panels: [1, 2, 3] })).toBe("plant.panels")
  for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refused({}, { panels: [1, value] })).toBe("plant.panels[1]")
    expect(refused({}, { capacityKwh: value })).toBe("plant.capacityKwh")
    expect(refused({}, { powerKw: value })).toBe("plant.powerKw")
  }
})

test("a refusal says which rule is broken, as data and as an English sentence", () => {
  const broken = (change: object): unknown => {
    try {
      optimiser.dispatch({ ...year, ...change } as Year, plant)
    } catch (error) {
      const { rule, params, message } = error as InvalidArgument
      return [rule, params, message]
    }
    return undefined
  }
  expect(broken({ stepHours: -1 })).toEqual([
    "number",
    { above: 0, value: -1 },
    "year.stepHours must be a finite number above 0, not -1",
  ])
  expect(broken({ initialLevel: 1.5, minLevel: 0.25 })).toEqual([
    "number",
    { min: 0.25, max: 1, value: 1.5 },
    "year.initialLevel must be a finite number at least 0.25 and at most 1, not 1.5",
  ])
  expect(broken({ gridCharging: 1 })).toEqual(["type", { type: "boolean" }, "year.gridCharging must be true or false"])
  expect(broken({ buyEurPerKwh: new Float64Array(47) })).toEqual([
    "series-length",
    { expected: 48, found: 47 },
    "year.buyEurPerKwh must have 48 values, one for each step, not 47",
  ])
})
