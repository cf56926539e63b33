import { describe, expect, test } from "bun:test"
import { type ChargingPlaza, plazaYear } from "../../domain/site/consumption/chargingPlaza.ts"
import { arrivalHours, connectedHours, sessionKwh, WHOLE_DAY } from "../../domain/site/consumption/chargingSessions.ts"
import { evHours } from "../../domain/site/consumption/ev.ts"
import { heatPumpCop, heatPumpHours } from "../../domain/site/consumption/heatPump.ts"
import { layerHours, layerPresets } from "../../domain/site/consumption/layers.ts"
import { HOUR_MONTHS, hourOfYear, MONTH_START_HOURS, weekdayOfHour } from "../../domain/site/year.ts"

const total = (hours: Float64Array) => hours.reduce((sum, value) => sum + value, 0)

describe("layer", () => {
  const hourlyKw = [...new Array<number>(18).fill(0), 1, 4, 2, 0, 0, 0]

  test("the shape's peak becomes maxKw, every day of every month without a schedule", () => {
    const hours = layerHours({ hourlyKw, maxKw: 8 }, 2024)
    expect(total(hours)).toBeCloseTo(365 * 14, 9)
    expect(Array.from(hours.subarray(42, 46))).toEqual([2, 8, 4, 0])
  })

  test("a schedule switches weekdays and months off", () => {
    const schedule = Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 12 }, (_, month) => weekday === 2 && month === 10),
    )
    const hours = layerHours({ hourlyKw, maxKw: 8, schedule }, 2024)
    hours.forEach((kwh, hour) => {
      const isActive = weekdayOfHour(hour, 2024) === 2 && HOUR_MONTHS[hour] === 11
      expect(kwh).toBe(isActive ? hourlyKw[hour % 24]! * 2 : 0)
    })
    expect(total(hours)).toBe(4 * 14)
  })

  test("a shape of nothing is nothing", () => {
    expect(total(layerHours({ hourlyKw: new Array<number>(24).fill(0), maxKw: 8 }, 2024))).toBe(0)
  })

  test("the five presets have 24 hours whose peak is their power", () => {
    expect(layerPresets.map(({ id, maxKw }) => [id, maxKw])).toEqual([
      ["ev", 11],
      ["warmtepomp", 5],
      ["zwembad", 1.5],
      ["custom", 1],
      ["solar", 0],
    ])
    for (const { defaultHourlyKw, maxKw } of layerPresets) {
      expect([defaultHourlyKw.length, Math.max(...defaultHourlyKw)]).toEqual([24, maxKw])
    }
  })
})

describe("electric cars", () => {
  test("use their daily energy over the year and never more power than their charge points", () => {
    const hours = evHours(
      { count: 3, dailyConsumptionKwh: 8, chargerPowerKw: 7.4, arrivalHour: 18, departureHour: 7 },
      2023,
    )
    expect(total(hours)).toBeCloseTo(3 * 8 * 365, 6)
    expect(Math.max(...hours)).toBeLessThanOrEqual(3 * 7.4 + 1e-9)
    hours.forEach((kwh, hour) => {
      if (hour % 24 >= 7 && hour % 24 < 18) expect(kwh).toBe(0)
    })
  })

  test("without hours they come home as in the ElaadNL data, mostly in the evening", () => {
    const hours = evHours({ count: 40 }, 2023)
    const between = (from: number, to: number) => total(hours.filter((_, hour) => hour % 24 >= from && hour % 24 < to))
    expect(total(hours)).toBeGreaterThan(0.97 * 40 * 7 * 365)
    expect(between(17, 24)).toBeGreaterThan(3 * between(5, 12))
  })

  test("a short stay at a weak charger limits what is charged", () => {
    const hours = evHours({ dailyConsumptionKwh: 50, chargerPowerKw: 3.7, arrivalHour: 18, departureHour: 22 }, 2023)
    expect(total(hours)).toBeCloseTo(4 * 3.7 * 365, 6)
  })

  test("the same arguments give the same year, and an inactive day no charging", () => {
    expect(evHours({ count: 2 }, 2024)).toEqual(evHours({ count: 2 }, 2024))
    const schedule = Array.from({ length: 7 }, () => Array.from({ length: 12 }, (_, month) => month !== 6))
    const layer = { hourlyKw: [], maxKw: 3.7, schedule, evConfig: { arrivalHour: 18, departureHour: 23 } }
    const hours = layerHours(layer, 2024)
    expect(total(hours.subarray(MONTH_START_HOURS[6], MONTH_START_HOURS[7]))).toBe(0)
    expect(total(hours)).toBeCloseTo(7 * 334, 6)
    expect(Math.max(...hours)).toBeCloseTo(3.7, 9)
  })
})

describe("kilometres a year", () => {
  test("are charged over the days on which the car drives, at the consumption given", () => {
    const overnight = { arrivalHour: 18, departureHour: 8 }
    expect(total(evHours({ ...overnight, yearlyKm: 12_000 }, 2023))).toBeCloseTo(12_000 * 0.19, 6)
    expect(total(evHours({ ...overnight, yearlyKm: 12_000, kwhPer100Km: 15 }, 2023))).toBeCloseTo(1800, 6)
    const workdays = Array.from({ length: 7 }, (_, weekday) => new Array<boolean>(12).fill(weekday < 5))
    const layer = { hourlyKw: [], maxKw: 11, schedule: workdays, evConfig: { ...overnight, yearlyKm: 12_000 } }
    const daily = (12_000 * 0.19) / 260
    expect(total(layerHours(layer, 2023))).toBeWithin(12_000 * 0.19 - 5 * daily, 12_000 * 0.19 + 1e-6)
  })

  test("on no day at all are nothing", () => {
    expect(total(evHours({ yearlyKm: 12_000 }, 2023, () => false))).toBe(0)
  })
})

describe("ElaadNL distributions", () => {
  test("quantiles are those of the data", () => {
    expect([0, 0.5, 0.75].map(sessionKwh("private"))).toEqual([99.9, 19.4, 8.2])
    expect([0, 0.5].map(connectedHours("public"))).toEqual([72, 4.4])
    const arrive = arrivalHours("private", false, WHOLE_DAY)
    expect([0.05, 0.5, 0.95].map(share => Math.floor(arrive(share) * 4) / 4)).toEqual([8.75, 18.5, 23])
  })

  test("a window keeps its hours, over midnight too", () => {
    const night = arrivalHours("public", true, { fromHour: 22, hours: 8 })
    for (const share of [0, 0.3, 0.999999]) {
      expect(night(share)).toBeGreaterThanOrEqual(22)
      expect(night(share)).toBeLessThan(30)
    }
  })
})

describe("heat pump", () => {
  test("COP follows Ruhnau's regression with its field factor", () => {
    expect(heatPumpCop(0)).toBeCloseTo(0.85 * (6.08 - 0.09 * 30 + 0.0005 * 900), 12)
    expect(heatPumpCop(30)).toBeCloseTo(0.85 * (6.08 - 0.09 * 15 + 0.0005 * 225), 12)
  })

  test("a year of it is the energy asked for, in the cold", () => {
    const hours = heatPumpHours(3200)
    expect(total(hours)).toBeCloseTo(3200, 8)
    const month = (index: number) => total(hours.subarray(MONTH_START_HOURS[index], MONTH_START_HOURS[index + 1]))
    expect(month(0)).toBeGreaterThan(0.12 * 3200)
    expect(month(6)).toBeLessThan(0.01 * 3200)
  })

  test("with equal heat the colder hour takes more", () => {
    const weather = { heatDemand: new Float64Array(8760).fill(1), outsideC: new Float64Array(8760).fill(10) }
    weather.outsideC[5] = -10
    const hours = heatPumpHours(1000, weather)
    expect(hours[5]! / hours[6]!).toBeCloseTo(heatPumpCop(10) / heatPumpCop(-10), 12)
  })
})

describe("charging plaza", () => {
  const plaza: ChargingPlaza = {
    chargePoints: 10,
    chargerPowerKw: 22,
    sessionsPerDay: 40,
    kwhPerSession: 15,
    arrivalHour: 6,
    departureHour: 23,
  }
  const asked = 40 * 15 * 365

  test("what is asked is served or reported as unserved; nothing while it is closed", () => {
    const { hoursKwh, unservedKwh } = plazaYear(plaza, 2023)
    expect(total(hoursKwh) + unservedKwh).toBeCloseTo(asked, 6)
    expect(unservedKwh).toBeLessThan(0.03 * asked)
    hoursKwh.forEach((kwh, hour) => {
      if (hour % 24 < 6 || hour % 24 >= 23) expect(kwh).toBe(0)
    })
  })

  test("its own limit is never passed: cars queue, and energy moves to later hours", () => {
    const free = plazaYear(plaza, 2023)
    const limited = plazaYear({ ...plaza, limitKw: 45 }, 2023)
    expect(Math.max(...free.hoursKwh)).toBeGreaterThan(60)
    expect(Math.max(...limited.hoursKwh)).toBeLessThanOrEqual(45 + 1e-9)
    expect(total(limited.hoursKwh) + limited.unservedKwh).toBeCloseTo(asked, 6)
    const evening = (hours: Float64Array) => total(hours.filter((_, hour) => hour % 24 >= 20))
    expect(evening(limited.hoursKwh)).toBeGreaterThan(evening(free.hoursKwh))
  })

  test("open all day it serves everything but the year's last cars; fractions of sessions are spread", () => {
    const always = { ...plaza, arrivalHour: 0, departureHour: 0, sessionsPerDay: 0.75, chargePoints: 3 }
    const { hoursKwh, unservedKwh } = plazaYear(always, 2023)
    expect(total(hoursKwh) + unservedKwh).toBeCloseTo(Math.floor(365 * 0.75) * 15, 6)
    expect(unservedKwh).toBeLessThanOrEqual(15)
  })

  test("sessions are of the whole plaza: more charge points serve the same energy", () => {
    const few = plazaYear({ ...plaza, chargePoints: 10 }, 2023)
    const many = plazaYear({ ...plaza, chargePoints: 20 }, 2023)
    expect(total(many.hoursKwh) + many.unservedKwh).toBeCloseTo(total(few.hoursKwh) + few.unservedKwh, 6)
  })

  test("a night window charges over midnight", () => {
    const { hoursKwh } = plazaYear({ ...plaza, arrivalHour: 22, departureHour: 6 }, 2023)
    expect(hoursKwh[hourOfYear(5, 3, 23)]).toBeGreaterThan(0)
    expect(hoursKwh[hourOfYear(5, 3, 12)]).toBe(0)
    expect(plazaYear(plaza, 2023)).toEqual(plazaYear(plaza, 2023))
  })
})
