import { expect, test } from "bun:test"
import { highLoadForecast, loadForecast, meanOfHoursBefore, sunForecast } from "../../domain/control/forecasts.ts"
import { peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"

/** 2023 begins with a Sunday. */
const YEAR = 2023
const WINTER_ONLY = { from: 0, to: 0 }
const hours = (value: (day: number, hour: number) => number) =>
  Float64Array.from({ length: 8760 }, (_, t) => value(Math.floor(t / 24), t % 24))
const at = (day: number, hour: number) => day * 24 + hour

test("a load is expected to be the mean of the last four days of its kind", () => {
  // Each day has its number as its load. Monday 30 January is day 29.
  const { near, far } = loadForecast(
    hours(day => day),
    YEAR,
    WINTER_ONLY,
  )
  const monday = 29
  expect(near[at(monday, 8)]).toBe((26 + 25 + 24 + 23) / 4)
  const tuesday = 30
  expect(near[at(tuesday, 8)]).toBe((29 + 26 + 25 + 24) / 4)
  expect(far[at(tuesday, 8)]).toBe((26 + 25 + 24 + 23) / 4)
  const sunday = 28
  expect(near[at(sunday, 8)]).toBe((27 + 21 + 20 + 14) / 4)
  expect(far[at(sunday, 8)]).toBe((21 + 20 + 14 + 13) / 4)
})

test("the highest load that is expected is that of the last eight days of its kind, an hour earlier or later", () => {
  const { near, far } = highLoadForecast(
    hours((day, hour) => (hour === 12 ? 400 - day : 0)),
    YEAR,
    WINTER_ONLY,
  )
  // The eight working days before Monday 30 January begin on Wednesday 18 January: day 17.
  const monday = 29
  expect([10, 11, 12, 13, 14].map(hour => near[at(monday, hour)])).toEqual([0, 383, 383, 383, 0])
  expect(far[at(monday, 12)]).toBe(383)
  const tuesday = 30
  expect([near[at(tuesday, 12)], far[at(tuesday, 12)]]).toEqual([382, 383])
})

test("people live by the clock: in the week of summer time the morning peak is expected an hour earlier on the standard axis", () => {
  // Summer time from 26 March (day 84) 02:00: seven o'clock is hour 6 of the axis from then on.
  const summer = { from: at(84, 2), to: at(301, 2) }
  const peak = (day: number) => (at(day, 6) >= summer.from && at(day, 6) < summer.to ? 6 : 7)
  const { near } = loadForecast(
    hours((day, hour) => (hour === peak(day) ? 1 : 0)),
    YEAR,
    summer,
  )
  expect([near[at(83, 7)], near[at(85, 6)], near[at(85, 7)]]).toEqual([1, 1, 0])
})

test("the sun is expected halfway between the 24 hours before and the month, of the clearest day around", () => {
  const sunny = (hour: number) => (hour >= 8 && hour < 16 ? 1 : 0)
  // Every fifth day is clear, the others have 40 %.
  const { clearKwh, next, usual } = sunForecast(hours((day, hour) => sunny(hour) * (day % 5 === 0 ? 1 : 0.4)))
  expect([clearKwh[at(101, 12)], clearKwh[at(101, 2)]]).toEqual([1, 0])
  // April has 30 days, of which six are clear.
  const ofMonth = (6 + 24 * 0.4) / 30
  expect(usual[at(100, 0)]).toBeCloseTo(ofMonth, 12)
  expect(next[at(101, 0)]).toBeCloseTo((1 + ofMonth) / 2, 12)
  expect(next[at(102, 0)]).toBeCloseTo((0.4 + ofMonth) / 2, 12)
  expect(next[at(101, 12)]).toBeCloseTo((0.7 + ofMonth) / 2, 12)
})

test("without any sun nothing is expected", () => {
  const { clearKwh, next, usual } = sunForecast(new Float64Array(8760))
  expect([Math.max(...clearKwh), Math.max(...next), Math.max(...usual)]).toEqual([0, 0, 0])
})

test("a price that is not published is expected to be the mean of the hours before", () => {
  const mean = meanOfHoursBefore(
    hours((day, hour) => day + hour / 100),
    4,
  )
  expect(mean[at(50, 7)]).toBeCloseTo((49 + 48 + 47 + 46) / 4 + 0.07, 12)
})

test("tomorrow's prices are known from 13:00 by the clock, and what is left is worth the lower quartile of the last known day", () => {
  const prices = hours((day, hour) => (day + hour) / 100)
  const site = {
    loadKwh: hours(() => 1),
    productionKwh: hours(() => 0),
    buyEurPerKwh: prices,
    sellEurPerKwh: prices,
    dischargeEfficiency: 0.9,
    calendarYear: YEAR,
  }
  const { pricesUntil, nearUntil, endValueEurPerKwh } = plantKnowledge(site)
  expect([pricesUntil[at(20, 12)], pricesUntil[at(20, 13)]]).toEqual([at(21, 0), at(22, 0)])
  // In summer the clock is an hour ahead of the axis: 13:00 is hour 12, and the day ends with hour 22.
  expect([pricesUntil[at(200, 11)], pricesUntil[at(200, 12)], nearUntil[at(200, 12)]]).toEqual([
    at(200, 23),
    at(201, 23),
    at(200, 23),
  ])
  expect(pricesUntil[at(200, 23)]).toBe(at(201, 23))
  expect(endValueEurPerKwh[at(20, 12)]).toBeCloseTo((0.9 * (20 + 6)) / 100, 12)
  expect(pricesUntil[8759]).toBe(8760)
})

test("energy is held back for peaks where a charge is worth it beside what its hours cost by the kWh", () => {
  const site = { loadKwh: hours(() => 1), buyEurPerKwh: hours(() => 0.25), calendarYear: YEAR }
  // 100 days of 24 h at 0.25 EUR/kWh are 600 EUR for 1 kW.
  const period = Int16Array.from({ length: 8760 }, (_, t) => (t < 2400 ? 0 : -1))
  const charged = (...eur: number[]) => ({
    ...site,
    demandCharges: eur.map(eurPerKw => ({ period, eurPerKw: [eurPerKw] })),
  })
  expect(peakKnowledge(charged(5.9))).toEqual({})
  expect(peakKnowledge(charged(6.1)).highNearLoadKwh).toHaveLength(8760)
  expect(peakKnowledge(charged(3.1, 3.1)).highNearLoadKwh).toHaveLength(8760)
  expect(peakKnowledge({ ...charged(0.1), buyEurPerKwh: hours(() => 0) }).highNearLoadKwh).toHaveLength(8760)
})
