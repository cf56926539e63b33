import { describe, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import fc from "fast-check"
import { pack, unpack } from "../../domain/base/packing.ts"
import { buildReport } from "../../domain/report/build.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { lasts, means, stats, sums } from "../../domain/site/chart/aggregate.ts"
import { type CalendarDate, INTERVALS, type Interval, parseDate, timeline } from "../../domain/site/chart/intervals.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { solved } from "../support/solvedCase.ts"

const optimiser = await checkedOptimiser()
const { scan, solution } = solved()
const { report, series } = buildReport(scan, solution)
const on = (text: string): CalendarDate => parseDate(text)!
const chart = (interval: Interval, text: string) =>
  chartData(series, { interval, startDate: on(text), clock: AMSTERDAM })
const hourNumbers = Float64Array.from({ length: 8760 }, (_, hour) => hour)
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const expectClose = (a: number, b: number) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(b), 1))

test("monthly arrays begin with the month of the first label of a year, and name their months", () => {
  const [january, june] = [chart("year", "2026-01-01"), chart("year", "2026-06-15")]
  expect(june.monthLabels).toEqual(june.labels)
  expect(january.monthLabels[0]).toBe("2026-01")
  for (const name of ["monthlyEnergyCosts", "monthlyCo2SavingsKg", "monthlyFixedCosts"] as const)
    expect(june[name]).toEqual([...january[name].slice(5), ...january[name].slice(0, 5)])
  const week = chart("week", "2026-06-15")
  expect([week.monthLabels[0], week.monthlyEnergyCosts]).toEqual(["2026-01", january.monthlyEnergyCosts])
})

test("lines of the bill add up to the year's bills and feed-in revenue to the cent", () => {
  const { billLines = [], monthlyDemandCosts, monthlyFixedCosts } = chart("year", "2026-04-01")
  const { costComparison, yearOne } = report.financial
  const cents = (amounts: readonly number[]) => Math.round(100 * total(amounts))
  const centsOf = (side: "baseline" | "plant", lines = billLines) => cents(lines.flatMap(line => line[side]))
  expect(centsOf("baseline")).toBe(Math.round(100 * costComparison.firstYearBaseline))
  expect(centsOf("plant")).toBe(Math.round(100 * costComparison.firstYearOptimized))
  const paid = billLines.filter(({ line }) => line === "feedIn" || line === "netting")
  expect(centsOf("plant", paid)).toBe(Math.round(-100 * yearOne.feedInRevenue))
  for (const [line, amounts] of [
    ["demand", monthlyDemandCosts],
    ["fixed", monthlyFixedCosts],
  ] as const) {
    const shown = billLines.find(one => one.line === line)?.plant ?? amounts.map(() => 0)
    for (const [month, eur] of shown.entries()) expect(Math.abs(eur - amounts[month]!)).toBeLessThanOrEqual(0.01)
  }
})

test("energy has a line for each rate of a contract with few rates", () => {
  const { scan: own, solution: plant } = solved({ tariff: "flat" })
  const [tariff] = own.tariffs
  const buyEurPerKwh = tariff.buyEurPerKwh.map((_, hour) => (hour % 24 < 7 ? 0.2 : 0.3))
  const twoRates = { ...own, tariffs: [{ ...tariff, buyEurPerKwh }] as typeof own.tariffs }
  const { series: hours } = buildReport(twoRates, plant)
  const { billLines = [] } = chartData(hours, { interval: "year", startDate: on("2026-01-01"), clock: AMSTERDAM })
  const energy = billLines.filter(({ line }) => line === "energy")
  expect(energy.map(({ eurPerKwh }) => eurPerKwh)).toEqual([0.3, 0.2])
  const { gridUsedOnsite, gridStored } = hours.hours
  const nightKwh = gridUsedOnsite.reduce((kwh, used, hour) => (hour % 24 < 7 ? kwh + used + gridStored[hour]! : kwh), 0)
  expect(total(energy[1]!.plant)).toBeCloseTo(0.2 * nightKwh, 1)
})

test("a netted bill has the energy at the full price, and what netting gives back", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, netting: true, nettingUntil: 2040 }
  const request = { ...houseRequest(), tariff, newPv: [{ maxPanelCount: 12, minPanelCount: 12, panelPowerWatts: 430 }] }
  const input = parseEarlierRequest(JSON.parse(JSON.stringify(request)), standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result))
  const { figures } = unpackSeries(result.series)
  const eurOf = (name: string) =>
    total((figures.billLines ?? []).filter(({ line }) => line === name).flatMap(({ plant }) => plant))
  const { overview, financial } = readReport(result.report, "en")
  const { yearlyGridPurchaseKwh, yearlyFeedInKwh } = overview.selfConsumption
  const bought = eurOf("energy") + eurOf("tax") + eurOf("gridFee")
  expect(bought).toBeCloseTo(0.3 * yearlyGridPurchaseKwh, 1)
  expect(eurOf("feedIn")).toBeCloseTo(-0.05 * yearlyFeedInKwh, 1)
  expect(eurOf("netting")).toBeCloseTo(-0.25 * Math.min(yearlyGridPurchaseKwh, yearlyFeedInKwh), 1)
  const bill = bought + eurOf("feedIn") + eurOf("netting") + eurOf("fixed")
  expect(bill).toBeCloseTo(financial.costComparison.firstYearOptimized, 2)
})

describe("dates", () => {
  test("with and without a time of day and a zone", () => {
    const expected = { year: 2026, month: 11, day: 21 }
    const times = ["", "T23:30:00", "T23:30:00Z", "T00:10:00.5+05:45", "T23:30:00 02:00", "T23:59:60Z"]
    for (const time of times) expect([time, parseDate(`2026-11-21${time}`)]).toEqual([time, expected])
  })
  test("29 February is the 28th, and what is no date is null", () => {
    expect(parseDate("2028-02-29")).toEqual({ year: 2028, month: 2, day: 28 })
    for (const text of ["2027-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-1", "today", "2026-04-01x", ""])
      expect(parseDate(text)).toBeNull()
  })
  test("what no clock shows is no time of day, and no zone", () => {
    for (const time of ["T25:00:00Z", "T24:00:00", "T13:60:00", "T13:00:61Z", "T13:00:00+24:00", "T13:00:00+02:60"])
      expect([time, parseDate(`2026-11-21${time}`)]).toEqual([time, null])
  })
})

describe("time axes", () => {
  test("a day has its 24 hours", () => {
    const { labels, slots, startDate, endDate } = timeline("day", on("2026-02-01"), AMSTERDAM)
    expect(labels).toEqual(Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`))
    expect(sums(hourNumbers, slots)).toEqual(Array.from({ length: 24 }, (_, hour) => 31 * 24 + hour))
    expect([startDate, endDate]).toEqual(["2026-01-31T23:00:00.000Z", "2026-02-01T23:00:00.000Z"])
  })
  test("a week runs on over the year's end", () => {
    const { labels, slots, endDate } = timeline("week", on("2026-12-29"), AMSTERDAM)
    expect(labels).toEqual([
      "2026-12-29",
      "2026-12-30",
      "2026-12-31",
      "2027-01-01",
      "2027-01-02",
      "2027-01-03",
      "2027-01-04",
    ])
    expect(slots.map(({ firstHour }) => firstHour / 24)).toEqual([362, 363, 364, 0, 1, 2, 3])
    expect(endDate).toBe("2027-01-04T23:00:00.000Z")
  })
  test("a month has as many days as the start's, and leaves 29 February out", () => {
    expect(timeline("month", on("2028-02-10"), AMSTERDAM).labels).toHaveLength(28)
    expect(timeline("month", on("2026-04-30"), AMSTERDAM).labels).toHaveLength(30)
    const january = timeline("month", on("2028-01-31"), AMSTERDAM)
    expect(january.labels).toHaveLength(31)
    expect(january.labels.slice(28, 30)).toEqual(["2028-02-28", "2028-03-01"])
  })
  test("a year is twelve calendar months from the start's on", () => {
    const { labels, slots, startDate, endDate } = timeline("year", on("2026-11-21"), AMSTERDAM)
    expect(labels[0]).toBe("2026-11")
    expect(labels[2]).toBe("2027-01")
    expect(slots.map(({ hours }) => hours / 24)).toEqual([30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31])
    expect([startDate, endDate]).toEqual(["2026-10-31T23:00:00.000Z", "2027-10-31T23:00:00.000Z"])
  })
})

describe("aggregation", () => {
  const slots = [
    { firstHour: 8759, hours: 2 },
    { firstHour: 10, hours: 3 },
  ]
  test("sums, means, last values and statistics, over the year's end too", () => {
    expect(sums(hourNumbers, slots)).toEqual([8759, 33])
    expect(means(hourNumbers, slots)).toEqual([8759 / 2, 11])
    expect(lasts(hourNumbers, slots)).toEqual([0, 12])
    expect(stats(hourNumbers, slots)).toEqual([
      { min: 0, max: 8759, average: 8759 / 2 },
      { min: 10, max: 12, average: 11 },
    ])
  })
})

const POINTS = { day: [24], week: [7], month: [28, 30, 31], year: [12] }
const ENERGIES = [
  "consumption",
  "solarUsedOnsite",
  "solarExported",
  "solarStored",
  "solarWasted",
  "solarProduction",
  "gridUsedOnsite",
  "gridStored",
  "baselineGridConsumption",
  "batteryUsedOnsite",
  "batteryExported",
] as const

describe("chartData", () => {
  test("has every array at its length from any start date", () => {
    const anyDate = fc.date({ min: new Date("2020-01-01"), max: new Date("2050-12-31"), noInvalidDate: true })
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...INTERVALS), (date, interval) => {
        const data = chart(interval, date.toISOString())
        expect([...Value.Errors(ChartData, data)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
        const points = data.labels.length
        expect(POINTS[interval]).toContain(points)
        // When summer time ends two hours of the day have one label.
        expect(new Set(data.instants).size).toBe(points)
        for (const name of [
          ...ENERGIES,
          "batteryLevel",
          "consumptionStats",
          "batteryLevelStats",
          "tariffRates",
        ] as const)
          expect(data[name]).toHaveLength(points)
        expect(data.yearlyCashflows).toHaveLength(26)
        expect(data.cumulativeCashflows).toHaveLength(26)
        expect(data.intervalType).toBe(interval)
      }),
      { numRuns: 60 },
    )
  })

  test("a year's labels sum to the report's figures, whichever month is first", () => {
    for (const start of ["2026-01-01", "2026-07-15"]) {
      const data = chart("year", start)
      expectClose(total(data.consumption), report.overview.kpi.yearlyUsageKwh)
      expectClose(total(data.solarProduction), report.solar.totalYearlyOutputKwh)
      expectClose(total(data.solarUsedOnsite), report.solar.directConsumption)
      expectClose(total(data.solarExported), report.solar.toGrid)
      expectClose(total(data.gridUsedOnsite) + total(data.gridStored), report.electricityGrid.annualEnergySuppliedKwh)
      expectClose(total(data.solarExported) + total(data.batteryExported), report.overview.energyFlow.yearlyFeedInKwh)
      expectClose(total(data.baselineGridConsumption), report.electricityGrid.annualEnergySuppliedKwhBau)
      expectClose(total(data.monthlyCo2SavingsKg), report.sustainability.co2Emissions.co2SavedTotalKg)
      expectClose(
        total([...data.monthlyEnergyCosts, ...data.monthlyDemandCosts, ...data.monthlyFixedCosts]),
        report.financial.yearOne.energyBill,
      )
      expect(data.yearlyElectricityCost).toBe(report.overview.financialSummary.firstYearElectricityCost)
      expect(data.cumulativeCashflows.at(-1)).toBe(report.financial.cashflowSummary.endBalance)
    }
  })

  test("a year is the sum of its months, a month of its days, a day of its hours", () => {
    const year = chart("year", "2026-01-01")
    for (let month = 0; month < 12; month++) {
      const first = `2026-${String(month + 1).padStart(2, "0")}-01`
      const days = chart("month", first)
      for (const name of ENERGIES) expectClose(total(days[name]), year[name][month]!)
      expect(days.batteryLevel.at(-1)).toBe(year.batteryLevel[month]!)
      const hours = chart("day", first)
      for (const name of ENERGIES) expectClose(total(hours[name]), days[name][0]!)
      const week = chart("week", first)
      for (const name of ENERGIES) expect(week[name]).toEqual(days[name].slice(0, 7))
    }
  })

  test("statistics and levels are those of the hours", () => {
    const day = chart("day", "2026-05-03")
    const week = chart("week", "2026-05-03")
    expect(week.consumptionStats[0]!.max).toBe(Math.max(...day.consumption))
    expect(week.consumptionStats[0]!.min).toBe(Math.min(...day.consumption))
    expectClose(week.consumptionStats[0]!.average, total(day.consumption) / 24)
    expect(week.batteryLevel[0]).toBe(day.batteryLevel[23])
    expect(week.batteryLevelStats[0]!.max).toBe(Math.max(...day.batteryLevel))
    expectClose(week.tariffRates[0]!.average, total(day.tariffRates.map(({ average }) => average)) / 24)
  })

  test("the connection's limit is shown, and null without one", () => {
    expect(chart("day", "2026-01-01").interconnectionLimitKw).toBeNull()
    const limited = solved({ contractedPowerKw: 17 })
    const built = buildReport(limited.scan, limited.solution)
    const data = chartData(built.series, { interval: "day", startDate: on("2026-01-01"), clock: AMSTERDAM })
    expect(data.interconnectionLimitKw).toBe(17)
  })
})

const bits = (values: Float32Array) => [...new Uint32Array(values.buffer, values.byteOffset, values.length)]

describe("packed arrays", () => {
  test("any float32, also from the middle of a larger buffer", () => {
    fc.assert(
      fc.property(fc.array(fc.float32Array({ maxLength: 50 }), { maxLength: 4 }), fc.jsonValue(), (arrays, meta) => {
        const named = Object.fromEntries(arrays.map((values, index) => [`n${index}`, values]))
        const bytes = pack({ arrays: named, meta })
        const shifted = new Uint8Array(bytes.length + 3)
        shifted.set(bytes, 3)
        const back = unpack(shifted.subarray(3))
        expect(Object.keys(back.arrays)).toEqual(Object.keys(named))
        for (const name of Object.keys(named)) expect(bits(back.arrays[name]!)).toEqual(bits(named[name]!))
        expect(JSON.stringify(back.meta)).toBe(JSON.stringify(meta))
      }),
      { numRuns: 100 },
    )
  })
})
