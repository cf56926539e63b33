import { describe, expect, test } from "bun:test"
import { degreeDays, heatingHours, heatingHoursAt, yearlyHeatKwh } from "../../domain/site/consumption/heating.ts"
import { copAtFlow, flowTemperatureC } from "../../domain/site/consumption/heatPump.ts"
import { layerHours } from "../../domain/site/consumption/layers.ts"
import { MONTH_START_HOURS } from "../../domain/site/year.ts"

const total = (hours: ArrayLike<number>) => Array.from(hours).reduce((sum, value) => sum + value, 0)
const steady = (outsideC: number) => new Float64Array(8760).fill(outsideC)
const UTRECHT = { lat: 52.09, lon: 5.12 }

test("degree days are those of Eurostat: 18 °C less the mean of a day of at most 15 °C", () => {
  const outsideC = steady(20)
  outsideC.fill(15, 0, 24)
  outsideC.fill(15.1, 24, 48)
  for (let hour = 48; hour < 72; hour++) outsideC[hour] = hour < 60 ? 0 : 10
  expect(Array.from(degreeDays(outsideC).subarray(0, 4))).toEqual([3, 0, 13, 0].map(value => expect.closeTo(value, 9)))
})

describe("heat of a year", () => {
  test("is the gas at its gross calorific value by the boiler's efficiency, or what is given", () => {
    expect(yearlyHeatKwh({ yearlyGasM3: 1000 })).toBeCloseTo(9769.4 * 0.825, 0)
    expect(yearlyHeatKwh({ yearlyGasM3: 1000, boiler: "conventional" })).toBeCloseTo(9769.4 * 0.75, 0)
    expect(yearlyHeatKwh({ yearlyHeatKwh: 8000, boiler: "conventional" })).toBe(8000)
  })
})

describe("electricity of a heat pump", () => {
  test("at one temperature all year is the heat over its two COPs", () => {
    const space = copAtFlow(5, 35)
    const water = copAtFlow(5, 50)
    expect(space).toBeCloseTo(0.85 * (6.08 - 0.09 * 30 + 0.0005 * 900), 12)
    const need = { yearlyHeatKwh: 10_000, hotWaterShare: 0.3, emitters: "radiators" } as const
    expect(total(heatingHours(need, steady(5)))).toBeCloseTo(7000 / space + 3000 / water, 6)
    expect(total(heatingHours({ ...need, makesHotWater: false }, steady(5)))).toBeCloseTo(7000 / space, 6)
  })

  test("floor heating takes less than radiators", () => {
    expect([flowTemperatureC(0, "floor"), flowTemperatureC(0, "radiators")]).toEqual([30, 40])
    const of = (emitters: "floor" | "radiators") => total(heatingHoursAt({ yearlyGasM3: 1200, emitters }, UTRECHT))
    expect(of("floor")).toBeLessThan(0.95 * of("radiators"))
  })

  test.each(["floor", "radiators"] as const)("a kWh of heat never takes less where it is colder, with %s", emitters => {
    const cops = Array.from({ length: 91 }, (_, step) => copAtFlow(30 - step, flowTemperatureC(30 - step, emitters)))
    expect(cops).toEqual(cops.toSorted((one, other) => other - one))
  })

  test("in a place without cold days heat is spread evenly", () => {
    const hours = heatingHours({ yearlyHeatKwh: 3650, hotWaterShare: 0 }, steady(25))
    expect(total(hours.subarray(0, 24))).toBeCloseTo(total(hours) / 365, 9)
    expect(total(hours)).toBeGreaterThan(0)
  })

  test("never gives more heat than its power: a boiler makes the rest", () => {
    const need = { yearlyHeatKwh: 15_000, makesHotWater: false, emitters: "floor" } as const
    const [all, some] = [heatingHours(need, steady(0)), heatingHours({ ...need, maxHeatKw: 1 }, steady(0))]
    expect(Math.max(...all)).toBeGreaterThan(1 / copAtFlow(0, 30))
    expect(Math.max(...some)).toBeCloseTo(1 / copAtFlow(0, 30), 9)
    expect(total(some)).toBeLessThan(total(all))
  })

  test("hot water comes out of that power first", () => {
    const need = { yearlyHeatKwh: 15_000, hotWaterShare: 0.3, emitters: "floor", maxHeatKw: 1 } as const
    const hours = heatingHours(need, steady(0))
    // A kW of heat costs most at the temperature of the hot water; at seven o'clock hot water takes the full power.
    expect(Math.max(...hours)).toBeCloseTo(1 / copAtFlow(0, 50), 9)
    expect(hours[7]).toBeCloseTo(1 / copAtFlow(0, 50), 9)
  })

  test("follows the temperatures of the place", () => {
    const month = (hours: Float64Array, index: number) =>
      total(hours.subarray(MONTH_START_HOURS[index], MONTH_START_HOURS[index + 1]))
    const need = { yearlyGasM3: 1200 }
    const utrecht = heatingHoursAt(need, UTRECHT)
    const sydney = heatingHoursAt(need, { lat: -33.87, lon: 151.21 })
    expect(total(utrecht)).toBeWithin(2500, 4500)
    expect(month(utrecht, 0)).toBeGreaterThan(5 * month(utrecht, 6))
    expect(month(sydney, 6)).toBeGreaterThan(5 * month(sydney, 0))
    expect(total(heatingHoursAt(need, { lat: 64.1, lon: 29 }))).toBeGreaterThan(1.05 * total(utrecht))
  })

  test("does not run on days without a cross in its schedule", () => {
    const schedule = Array.from({ length: 7 }, () => Array.from({ length: 12 }, (_, month) => month !== 0))
    const heat = { need: { yearlyGasM3: 1200 }, place: UTRECHT }
    const hours = layerHours({ hourlyKw: [1], maxKw: 5, schedule, heat }, 2023)
    expect(total(hours.subarray(0, MONTH_START_HOURS[1]))).toBe(0)
    expect(total(hours)).toBeGreaterThan(1000)
  })
})
