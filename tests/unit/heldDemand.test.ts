/** Held demand: limits that replace demand charges. */
import { expect, test } from "bun:test"
import type { Operation } from "../../domain/case/case.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { withHeldDemand } from "../../search/compare/heldDemand.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"

const HOURS = 8760
const hours = (kwh: number) => new Float64Array(HOURS).fill(kwh)
const sizing = sizingOf(prepareCase(parseEarlierRequest(houseRequest(), standardProfileKeys)), 1e-3)

/** 1 kW; 9 kW in the first hour and 5 kW in the last of the first half of the year, 3 kW in hour 6000. */
const importKwh = hours(1)
importKwh.set([9])
importKwh[4379] = 5
importKwh[6000] = 3
const schedule: Operation = {
  years: [
    {
      ...{ importKwh, exportKwh: hours(0), curtailedKwh: hours(0) },
      ...{ chargeKwh: hours(0), dischargeKwh: hours(0), levelKwh: hours(0) },
    },
  ],
  ...{ costEur: 0, unservedKwh: 0 },
}
const halves = Int16Array.from({ length: HOURS }, (_, hour) => (hour < HOURS / 2 ? 0 : 1))
/** Charged hours: 100–199 and 6000–6099. */
const windows = Int16Array.from({ length: HOURS }, (_, hour) => (hour % 5900 >= 100 && hour % 5900 < 200 ? 0 : -1))

const limitsOf = (year: Partial<typeof sizing.year>): Float64Array => {
  const held = withHeldDemand({ ...sizing, year: { ...sizing.year, ...year } }, schedule).year
  expect(held).not.toHaveProperty("demandCharges")
  return held.importLimitKw as Float64Array
}
const near = (values: number[]) => values.map(value => expect.closeTo(value, 5))

test("each hour may take as much as the highest of its period, of several charges the least", () => {
  const demandCharges = [
    { period: windows, eurPerKw: [20] },
    { period: halves, eurPerKw: [10, 10], floorKw: 4 },
  ]
  for (const charges of [demandCharges, demandCharges.toReversed()]) {
    const limits = limitsOf({ importLimitKw: undefined, demandCharges: charges })
    expect([limits[50], limits[150], limits[5000], limits[6050]]).toEqual(near([9, 3, 4, 3]))
  }
})

test("hours without a charge keep the limit of the connection, and others are never above it", () => {
  const demandCharges = [{ period: halves.map(half => (half === 0 ? 0 : -1)), eurPerKw: [10] }]
  const one = limitsOf({ importLimitKw: 7, demandCharges })
  expect([one[50], one[5000]]).toEqual(near([7, 7]))
  const each = limitsOf({ importLimitKw: hours(12).fill(8, 0, 100), demandCharges })
  expect([each[50], each[150], each[5000]]).toEqual(near([8, 9, 12]))
  expect(limitsOf({ importLimitKw: undefined, demandCharges })[5000]).toBe(Number.POSITIVE_INFINITY)
})

test("a year without charges stays as it is", () => {
  const year = { ...sizing.year, demandCharges: undefined }
  expect(withHeldDemand({ ...sizing, year }, schedule).year).toBe(year)
})
