import { describe, expect, test } from "bun:test"
import { yearBill } from "../../domain/finance/bill.ts"
import { dayAheadYear } from "../../domain/market/tariff/dayAhead.ts"
import { tariffYear } from "../../domain/market/tariff/tariffYear.ts"
import type { CustomTerms, TariffSite } from "../../domain/market/tariff/terms.ts"
import { hourOfYear, weekdayOfHour } from "../../domain/site/year.ts"
import { randomNumbers } from "../support/solvedCase.ts"

/** Prices and bills of custom tariffs: by hand, and by slow plain loops. */
const dutchHome: TariffSite = { country: "NL", yearlyImportKwh: 3000, priceYear: 2025, componentsYear: 2026 }
const free = { nettingEurPerKwh: 0, fixedCostEurPerMonth: 0, demandChargeEurPerKwMonth: 0 }
const nothingSold = new Float64Array(8760)

const contract = (parts: Partial<CustomTerms>): CustomTerms => ({
  type: "custom",
  buy: { energy: 0.25, taxed: false },
  sell: { energy: 0.05 },
  ...parts,
})
const billOf = (terms: CustomTerms, importKwh: Float64Array, exportKwh = nothingSold, site = dutchHome) => {
  const { demand, tax, nettingEurPerKwh, ...prices } = tariffYear(terms, site)
  const fixedCostEurPerMonth = terms.grid?.fixedEurPerMonth ?? 0
  return yearBill(importKwh, exportKwh, prices, { ...free, fixedCostEurPerMonth, nettingEurPerKwh, demand, tax })
}
const hours = (of: (hour: number) => number) => Float64Array.from({ length: 8760 }, (_, hour) => of(hour))

describe("by hand", () => {
  test("one price, a fee on feed-in and fixed costs: 1 kWh an hour bought, 0.5 sold", () => {
    const terms = contract({ sell: { energy: 0.05, feeEurPerKwh: 0.02 }, grid: { fixedEurPerMonth: 30 } })
    const bill = billOf(
      terms,
      hours(() => 1),
      hours(() => 0.5),
    )
    // 8760 · 0.25 + 12 · 30 = 2550; 4380 · 0.03 = 131.4.
    expect(bill.energyBillEur).toBeCloseTo(2550, 9)
    expect(bill.feedInRevenueEur).toBeCloseTo(131.4, 9)
    // January: 744 · 0.25 = 186.
    expect([bill.monthlyEnergyEur[0], bill.monthlyFixedEur[0]]).toEqual([186, 30])
  })

  test("day and night in January, when clocks show standard time: 31 · (16 · 0.30 + 8 · 0.20) = 198.40", () => {
    const energy = [{ eurPerKwh: 0.3, hours: [[7, 23]] }, { eurPerKwh: 0.2 }]
    const bill = billOf(
      contract({ buy: { energy, taxed: false } }),
      hours(() => 1),
    )
    expect(bill.monthlyEnergyEur[0]).toBeCloseTo(198.4, 9)
    // July has as many hours of each, but begins an hour earlier. Its last hour of standard time is 1 August, 0:00,
    // which is also a night hour.
    expect(bill.monthlyEnergyEur[6]).toBeCloseTo(198.4, 9)
  })

  test("the mean of twelve monthly peaks with a floor of 2.5 kW: (11 · 2.5 + 4) / 12 · 50 = 131.25", () => {
    const grid = { demand: [{ eurPerKwYear: 50, meanOfMonths: true, floorKw: 2.5 }] }
    const importKwh = hours(hour => (hour === hourOfYear(3, 10, 12) ? 4 : 1))
    const bill = billOf(contract({ grid }), importKwh)
    expect(bill.monthlyDemandEur.reduce((sum, eur) => sum + eur)).toBeCloseTo(131.25, 9)
    expect(bill.monthlyDemandEur[2]).toBeCloseTo((4 * 50) / 12, 9)
  })

  test("the highest hour of the year, and that of winter evenings: 4 · 60 + 3 · 3 · 2 = 258", () => {
    const demand = [{ eurPerKwYear: 60 }, { eurPerKwMonth: 2, months: [1, 2, 12], hours: [[17, 20]] }]
    // 4 kW at noon of a day in June, 3 kW at 18:00 of each day.
    const importKwh = hours(hour => (hour === hourOfYear(6, 10, 12) ? 4 : hour % 24 === 18 ? 3 : 1))
    const { monthlyDemandEur } = billOf(contract({ grid: { demand } }), importKwh)
    expect(monthlyDemandEur.reduce((sum, eur) => sum + eur)).toBeCloseTo(258, 9)
    expect([monthlyDemandEur[0], monthlyDemandEur[5]]).toEqual([26, 20])
  })

  test("a charge on weekdays without public holidays: a peak on Whit Monday is not charged", () => {
    const workdays = ["mon", "tue", "wed", "thu", "fri"] as const
    const demand = [
      { eurPerKwMonth: 10, months: [6], days: [...workdays] },
      { eurPerKwMonth: 0, days: ["holidays" as const] },
    ]
    // 9 June 2025.
    const importKwh = hours(hour => (hour === hourOfYear(6, 9, 12) ? 8 : 2))
    expect(billOf(contract({ grid: { demand } }), importKwh).monthlyDemandEur[5]).toBeCloseTo(20, 9)
    const onWeekdays = billOf(contract({ grid: { demand: demand.slice(0, 1) } }), importKwh)
    expect(onWeekdays.monthlyDemandEur[5]).toBeCloseTo(80, 9)
  })

  test("a Dutch home on 0.10 before taxes: (0.10 + 0.09161) · 1.21 = 0.2318481 EUR/kWh", () => {
    const { buyEurPerKwh, components } = tariffYear(contract({ buy: { energy: 0.1, taxed: true } }), dutchHome)
    expect(new Set(buyEurPerKwh).size).toBe(1)
    expect(buyEurPerKwh[0]).toBeCloseTo(0.2318481, 9)
    expect(components.map(({ component }) => component)).toEqual(["energyTax", "vat"])
  })

  test("a business pays the tax without VAT: 0.10 + 0.09161", () => {
    const site: TariffSite = { ...dutchHome, customer: "business" }
    const { buyEurPerKwh } = tariffYear(contract({ buy: { energy: 0.1, taxed: true } }), site)
    expect(buyEurPerKwh[0]).toBeCloseTo(0.19161, 9)
  })

  test("grid fees of a contract stand in place of the country's: 0.03 for the 0.0489337 of Fluvius Antwerpen, with 6 % VAT", () => {
    const site: TariffSite = { ...dutchHome, country: "BE" }
    const buy = { energy: 0.1, taxed: true }
    const ofCountry = tariffYear(contract({ buy }), site)
    const ofContract = tariffYear(contract({ buy, grid: { buyEurPerKwh: [{ eurPerKwh: 0.03 }] } }), site)
    const namesOf = ({ components }: typeof ofCountry) => components.map(({ component }) => component)
    expect([namesOf(ofCountry).includes("gridFee"), namesOf(ofContract).includes("gridFee")]).toEqual([true, false])
    expect(ofContract.buyEurPerKwh[0]! - ofCountry.buyEurPerKwh[0]!).toBeCloseTo((0.03 - 0.0489337) * 1.06, 9)
  })

  test("netting at one price gives what purchase costs more: 100 kWh both ways cost 0", () => {
    const terms = contract({ netting: true })
    const some = hours(hour => (hour < 100 ? 1 : 0))
    expect(tariffYear(terms, dutchHome).nettingEurPerKwh).toBeCloseTo(0.2, 12)
    expect(billOf(terms, some, some).costEur).toBeCloseTo(0, 9)
  })
})

describe("by a slow loop", () => {
  const spot = dayAheadYear({ country: "NL" }, 2025).eurPerKwh

  test("0.9 of the market plus 0.015, grid fee of winter evenings, taxes; feed-in with fee, floor and stop", () => {
    const terms = contract({
      buy: { energy: "dayAhead", timesFraction: 0.9, plusEurPerKwh: 0.015, taxed: true },
      sell: {
        energy: "dayAhead",
        timesFraction: 0.8,
        feeEurPerKwh: 0.01,
        floorEurPerKwh: 0.02,
        stopsAtNegativePrices: true,
      },
      grid: {
        buyEurPerKwh: [{ eurPerKwh: 0.08, months: [1, 2, 3, 10, 11, 12], hours: [[16, 21]] }, { eurPerKwh: 0.03 }],
      },
    })
    const { buyEurPerKwh, sellEurPerKwh, countedEurPerKwh, cappedHours } = tariffYear(terms, dutchHome)
    let capped = 0
    for (let hour = 0; hour < 8760; hour++) {
      // Summer time of 2025: from hour 2 of 30 March to hour 2 of 26 October, both of standard time.
      const isSummer = hour >= hourOfYear(3, 30, 2) && hour < hourOfYear(10, 26, 2)
      const clock = (hour + (isSummer ? 1 : 0)) % 24
      const day = hour + (isSummer ? 1 : 0)
      const isWinter = day < hourOfYear(4, 1, 0) || day >= hourOfYear(10, 1, 0)
      const fee = isWinter && clock >= 16 && clock < 21 ? 0.08 : 0.03
      const buy = (0.9 * spot[hour]! + 0.015 + fee + 0.09161) * 1.21
      const paid = spot[hour]! < 0 ? 0 : Math.max(0.02, 0.8 * spot[hour]! - 0.01)
      if (paid > buy) capped++
      expect(buyEurPerKwh[hour]).toBeCloseTo(buy, 12)
      expect(sellEurPerKwh[hour]).toBeCloseTo(paid, 12)
      expect(countedEurPerKwh![hour]).toBeCloseTo(Math.min(paid, buy), 12)
    }
    expect(cappedHours).toBe(capped)
    expect(capped).toBeGreaterThan(0)
  })

  test.each([1, 2, 3, 4])("bill of random flows %i under windows and charges", seed => {
    const random = randomNumbers(seed)
    const importKwh = hours(() => 5 * random())
    const exportKwh = hours(() => 3 * random())
    const [high, low, rate, yearly, floorKw] = [random(), random() / 2, 10 * random(), 100 * random(), 6 * random()]
    const terms = contract({
      buy: { energy: [{ eurPerKwh: low, days: ["sat", "sun"] }, { eurPerKwh: high }], taxed: false },
      sell: { energy: 0 },
      grid: {
        demand: [
          { eurPerKwMonth: rate, days: ["mon"] },
          { eurPerKwYear: yearly, floorKw },
        ],
        fixedEurPerMonth: 7,
      },
    })
    let energyEur = 0
    const mondays = new Map<number, number>()
    let highest = 0
    for (let hour = 0; hour < 8760; hour++) {
      const isSummer = hour >= hourOfYear(3, 30, 2) && hour < hourOfYear(10, 26, 2)
      const local = Math.min(8759, hour + (isSummer ? 1 : 0))
      const weekday = weekdayOfHour(local, 2025)
      const month = Array.from({ length: 12 }, (_, i) => i + 1).findLast(m => hourOfYear(m, 1, 0) <= local)!
      energyEur += importKwh[hour]! * (weekday >= 5 ? low : high)
      if (weekday === 0) mondays.set(month, Math.max(mondays.get(month) ?? 0, importKwh[hour]!))
      highest = Math.max(highest, importKwh[hour]!)
    }
    const mondaysKw = [...mondays.values()].reduce((sum, kw) => sum + kw, 0)
    const chargesEur = rate * mondaysKw + yearly * Math.max(floorKw, highest) + 12 * 7
    expect(billOf(terms, importKwh, exportKwh).costEur).toBeCloseTo(energyEur + chargesEur, 6)
  })
})

test("the zone that a tariff names, with its own prices", () => {
  const terms = contract({ zone: "DE-LU", buy: { energy: "dayAhead", taxed: false } })
  expect([...tariffYear(terms, dutchHome).buyEurPerKwh]).toEqual([...dayAheadYear({ country: "DE" }, 2025).eurPerKwh])
})
