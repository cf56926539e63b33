/** Bills of whole contracts through the interface, compared with arithmetic by hand on exact hours. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { FullReport } from "../../domain/report/schema.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const NL = { lat: 52.1, lon: 5.18 }
const BE = { lat: 51.22, lon: 4.4 }
const DE = { lat: 51.45, lon: 7.01 }
const CENTS = 2
const YEARS = 10

const hours = (kwhAt: (hour: number, day: number) => number) =>
  Array.from({ length: 8760 }, (_, hour) => kwhAt(hour % 24, Math.floor(hour / 24)))
/** Days from 1 January 2025, a Wednesday. 1 April is day 90, 30 September day 272: 183 days. */
const isSunny = (day: number) => day >= 90 && day <= 272
const weekdayOf = (day: number) => ["wed", "thu", "fri", "sat", "sun", "mon", "tue"][day % 7]

/**
 * A home with 0.5 kWh an hour, and 1.5 kWh from 17 to 21 standard time: 16 kWh a day, 5840 a year. On 183 days panels
 * make 3 kWh an hour from 10 to 15, of which 0.5 is used. Export is 12.5 kWh on such a day, 2287.5 a year. Import is
 * 5840 − 183 · 2.5 = 5382.5 kWh.
 */
const HOME = {
  load: hours(hour => (hour >= 17 && hour < 21 ? 1.5 : 0.5)),
  made: hours((hour, day) => (isSunny(day) && hour >= 10 && hour < 15 ? 3 : 0)),
}
const BOUGHT = 5382.5
const SOLD = 2287.5

interface SiteHours {
  load: number[]
  made?: number[]
}

/** The report of a scan of exact hours. */
const reportOf = async ({ load, made }: SiteHours, request: object): Promise<FullReport> => {
  const { body: hub } = await client.post("/v1/energyhub-profiles", { name: "Exact hours", year: 2025 })
  const path = `/v1/energyhub-profiles/${hub.id}`
  expect((await client.post(`${path}/sources`, { data: load, name: "Load" })).status).toBe(201)
  if (made) {
    const panels = await client.post(`${path}/assets`, { assetType: "production-upload", config: { data: made } })
    expect(panels.status).toBe(201)
  }
  const site = { location: NL, inputMethod: "studio", customProfileId: hub.id, analysisYears: YEARS }
  const id = await completedScan(client, { ...site, ...request })
  return (await client.get(`/v1/scans/${id}`)).body
}

const asIs = ({ financial }: FullReport) => financial.parameters.baselineFirstYearCost
/** Present worth of a yearly amount, at the shipped discount rate of 4 %. @param eurIn years from 0 */
const worth = (eurIn: (year: number) => number) =>
  Array.from({ length: YEARS }, (_, year) => eurIn(year) / 1.04 ** (year + 1)).reduce((sum, eur) => sum + eur, 0)

const custom = (tariff: object) => ({ tariff: { type: "custom", ...tariff } })

describe("a home that feeds in", () => {
  test("netting until 2027: two years of the difference, then eight of purchase and feed-in apart", async () => {
    const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.08 }
    const ends = { ...tariff, netting: true, nettingUntil: 2027, firstYear: 2026 }
    const report = await reportOf(HOME, { tariff: ends, electricityPriceGrowth: 0 })
    const netted = 0.3 * (BOUGHT - SOLD) // 928.50
    const apart = 0.3 * BOUGHT - 0.08 * SOLD // 1614.75 − 183.00 = 1431.75
    expect(asIs(report)).toBeCloseTo(928.5, CENTS)
    expect(report.phases?.map(({ baselineCost }) => baselineCost)).toEqual([928.5, 1431.75])
    expect(report.financial.parameters.baselineTotalCost).toBeCloseTo(
      worth(year => (year < 2 ? netted : apart)),
      CENTS,
    )
    expect(report.financial.yearOne.nettingCredit).toBeCloseTo((0.3 - 0.08) * SOLD, CENTS)
  })

  test("a feed-in cost above the price: what is fed in is paid for, down to the floor", async () => {
    const sell = { energy: 0.04, feeEurPerKwh: 0.1, floorEurPerKwh: -0.05 }
    const report = await reportOf(HOME, custom({ buy: { energy: 0.25, taxed: false }, sell }))
    // 0.04 − 0.10 = −0.06, at least −0.05: 0.25 · 5382.5 + 0.05 · 2287.5 = 1345.625 + 114.375
    expect(asIs(report)).toBeCloseTo(1460, CENTS)
    expect(report.financial.yearOne.feedInRevenue).toBeCloseTo(-114.375, CENTS)
  })

  test("pay above purchase: old pay of 39 ct, and nothing at negative prices in a German contract", async () => {
    const sold = reportOf(HOME, custom({ buy: { energy: 0.25, taxed: false }, sell: { energy: 0.39 } }))
    // 0.25 · 5382.5 − 0.39 · 2287.5 = 1345.625 − 892.125
    expect(asIs(await sold)).toBeCloseTo(453.5, CENTS)
    const values = hours(hour => (hour >= 10 && hour < 15 ? -0.3 : 0.1))
    const { body } = await client.post("/v1/price-series", { name: "Deep midday", year: 2025, unit: "EUR/kWh", values })
    const buy = { energy: { series: body.id }, taxed: true }
    const german = {
      location: DE,
      ...custom({ buy, sell: { energy: 0 }, grid: { buyEurPerKwh: [{ eurPerKwh: 0.05 }] } }),
    }
    // (0.1 + 0.05 + 0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0159) · 1.19 for 5382.5 − 182 · 2.5 kWh; −0.3 for the
    // rest.
    const fees = 0.05 + 0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0159
    const paid = 1.19 * (4927.5 * (0.1 + fees) + 455 * (fees - 0.3))
    expect(asIs(await reportOf(HOME, german))).toBeCloseTo(paid, CENTS)
  })

  test("a series with negative prices, a mark-up and a fee: panels of today feed in at any price", async () => {
    const values = hours(hour => (hour >= 12 && hour < 14 ? -0.05 : 0.2))
    const { body } = await client.post("/v1/price-series", { name: "Midday", year: 2025, unit: "EUR/kWh", values })
    const energy = { series: body.id }
    const buy = { energy, plusEurPerKwh: 0.02, taxed: false }
    const report = await reportOf(HOME, custom({ buy, sell: { energy, feeEurPerKwh: 0.01 } }))
    // Two of the five sunny hours have a price below 0. On the 182 other days two hours of 0.5 kWh are bought at −0.03:
    // 182 kWh.
    const bought = 182 * -0.03 + (BOUGHT - 182) * 0.22 // −5.46 + 1144.11 = 1138.65
    const sold = 183 * 2.5 * (3 * 0.19 - 2 * 0.06) // 205.875
    expect(report.financial.yearOne.feedInRevenue).toBeCloseTo(205.875, CENTS)
    expect(asIs(report)).toBeCloseTo(bought - sold, CENTS)
  })

  test("pay that ends and does not grow, and charges that change: each year by its terms", async () => {
    const sell = { energy: 0.0773, growthFraction: 0, until: 2027, after: { energy: 0.05 } }
    const grid = { fixedEurPerMonth: 10, demand: [{ eurPerKwMonth: 4 }], until: 2026, after: { fixedEurPerMonth: 25 } }
    const terms = { buy: { energy: 0.3, taxed: false }, sell, grid, firstYear: 2026 }
    const report = await reportOf(HOME, { ...custom(terms), electricityPriceGrowth: 0.02 })
    // Import 0.30 · 5382.5 = 1614.75; ten a month 120; 1.5 kW · 4 · 12 = 72; feed-in 0.0773 · 2287.5 = 176.82375, later
    // 114.375.
    const first = 1614.75 + 120 + 72 - 176.82375
    const second = 1.02 * (1614.75 + 300) - 176.82375
    const later = (year: number) => 1.02 ** year * (1614.75 + 300 - 114.375)
    const inYear = (year: number) => [first, second][year] ?? later(year)
    expect(asIs(report)).toBeCloseTo(first, CENTS)
    expect(report.financial.parameters.baselineTotalCost).toBeCloseTo(worth(inYear), CENTS)
  })
})

/**
 * Energy tax of the Netherlands in 2026 without VAT: 0.09161 to 10,000 kWh, 0.06671 to 50,000, then 0.03735 EUR/kWh.
 */
describe("energy tax by blocks", () => {
  const bare = custom({ buy: { energy: 0.1, taxed: true }, sell: { energy: 0.02 } })

  test("70,080 kWh: three blocks, with VAT for a household and without for a business", async () => {
    const farm = { load: hours(() => 8) }
    // 916.10 + 40,000 · 0.06671 + 20,080 · 0.03735 = 916.10 + 2668.40 + 749.988 = 4334.488
    const net = 7008 + 4334.488
    expect(asIs(await reportOf(farm, { ...bare, customer: "business" }))).toBeCloseTo(net, CENTS)
    expect(asIs(await reportOf(farm, { ...bare, customer: "household" }))).toBeCloseTo(1.21 * net, CENTS)
  })

  test("netting takes the last block away first: 15,690 kWh bought, 7320 fed in", async () => {
    // 2 kWh an hour are 17,520 a year. On 183 days five hours make 10 kWh: export is 183 · 40, import 17,520 − 183 ·
    // 10.
    const site = {
      load: hours(() => 2),
      made: hours((hour, day) => (isSunny(day) && hour >= 10 && hour < 15 ? 10 : 0)),
    }
    const tariff = { ...bare.tariff, netting: true }
    // The remaining 8370 kWh are all in the first block.
    expect(asIs(await reportOf(site, { tariff }))).toBeCloseTo(1.21 * 8370 * (0.1 + 0.09161), CENTS)
  })

  test("a contract on offer whose plant ends in another block than the site", async () => {
    const roof = { panelPowerWatts: 430, minPanelCount: 20, maxPanelCount: 20, costPerKwp: 500 }
    const offered = { ...bare.tariff, name: "Taxes by blocks" }
    const request = { tariff: { type: "flat", flatEurPerKwh: 0.25 }, contracts: [offered], newPv: [roof] }
    const { contracts, electricityGrid, sustainability } = await reportOf({ load: hours(() => 1.25) }, request)
    const { annualEnergySuppliedKwhBau: before, annualEnergySuppliedKwh: after } = electricityGrid
    expect(before).toBe(10_950)
    expect(after).toBeLessThan(10_000)
    const { gridFeedInKwh: exported } = sustainability.energyBalance
    const row = contracts!.ranked.find(({ contract }) => contract === 0)!
    // With the plant all import is in the first block: (0.10 + 0.09161) · 1.21 = 0.2318481. In the baseline 950 kWh are
    // in the second block.
    const withPlant = 0.2318481 * after - 0.02 * exported
    const without = 1.21 * (1095 + 916.1 + 950 * 0.06671)
    expect(row.firstYearCost).toBeCloseTo(withPlant, CENTS)
    expect(row.siteAsIsTotalCost).toBeCloseTo(
      worth(year => 1.02 ** year * without),
      CENTS,
    )
    // Prices grow by 2 % a year, and the panels' savings shrink by 0.5 % a year.
    const inYear = (year: number) => 1.02 ** year * (without - (without - withPlant) * 0.995 ** year)
    expect(row.totalCost).toBeCloseTo(row.investment + worth(inYear), CENTS)
  })
})

describe("prices by the calendar", () => {
  test("seasons, weekdays and hours of the clock", async () => {
    const days = ["mon", "tue", "wed", "thu", "fri"]
    const energy = [
      { eurPerKwh: 0.35, months: [4, 5, 6, 7, 8, 9], days, hours: [[12, 20]] },
      { eurPerKwh: 0.25, days, hours: [[7, 23]] },
      { eurPerKwh: 0.15 },
    ]
    const report = await reportOf(
      { load: hours(() => 1) },
      custom({ buy: { energy, taxed: false }, sell: { energy: 0 } }),
    )
    // Weekdays of April to September 2025: 22 + 22 + 21 + 23 + 21 + 22 = 131, of the year 261.
    const [peak, day] = [131 * 8, 261 * 16 - 131 * 8]
    expect(asIs(report)).toBeCloseTo(0.35 * peak + 0.25 * day + 0.15 * (8760 - peak - day), CENTS) // 1836.40
  })

  test("working days and holidays of Bavaria, beside those of all Germany and of a contract on offer", async () => {
    const days = ["sat", "sun", "holidays"]
    const energy = [{ eurPerKwh: 0.2, days }, { eurPerKwh: 0.3 }]
    const terms = { type: "custom", buy: { energy, taxed: false }, sell: { energy: 0 } }
    const bavarian = { ...terms, holidaysOf: "DE-BY" }
    const site = { location: { lat: 48.14, lon: 11.58 } }
    const load = hours(() => 1)
    // 261 weekdays in 2025; 9 are holidays of all Germany, Epiphany (a Monday) and Corpus Christi (a Thursday) of
    // Bavaria too.
    const [ofLand, ofAll] = [24 * (250 * 0.3 + 115 * 0.2), 24 * (252 * 0.3 + 113 * 0.2)] // 2352.00, 2356.80
    const report = await reportOf({ load }, { ...site, tariff: bavarian, contracts: [terms, bavarian] })
    expect(asIs(report)).toBeCloseTo(ofLand, CENTS)
    const costs = [null, 0, 1].map(
      wanted => report.contracts!.ranked.find(({ contract }) => contract === wanted)!.firstYearCost,
    )
    expect(costs.map(eur => eur.toFixed(CENTS))).toEqual([ofLand, ofAll, ofLand].map(eur => eur.toFixed(CENTS)))
    expect(report.financial.tariffTerms).toContainEqual(expect.objectContaining({ path: "holidaysOf", value: "DE-BY" }))
  })

  test("charges for peaks on weekdays from 17 to 20, and for the highest hour of the year", async () => {
    // 1 kWh an hour; on Sundays 4 at 18, on Wednesdays 3 at 16 standard time: 17 by the clock of summer.
    const load = hours((hour, day) => {
      if (weekdayOf(day) === "sun" && hour === 18) return 4
      return weekdayOf(day) === "wed" && hour === 16 ? 3 : 1
    })
    const days = ["mon", "tue", "wed", "thu", "fri"]
    const demand = [{ eurPerKwMonth: 5, days, hours: [[17, 20]] }, { eurPerKwYear: 30 }]
    const grid = { demand, fixedEurPerMonth: 10 }
    const report = await reportOf({ load }, custom({ buy: { energy: 0.2, taxed: false }, sell: { energy: 0 }, grid }))
    // 8760 + 52 Sundays · 3 + 53 Wednesdays · 2 = 9022 kWh. April to October 3 kW, five months 1 kW: 26 kW · 5. 4 kW ·
    // 30.
    expect(asIs(report)).toBeCloseTo(0.2 * 9022 + 130 + 120 + 120, CENTS) // 2174.40
  })
})

describe("parts of the bill", () => {
  test("energy, grid and taxes grow apart, each from its own amount", async () => {
    const grid = { buyEurPerKwh: [{ eurPerKwh: 0.05 }], fixedEurPerMonth: 20, demand: [{ eurPerKwMonth: 3 }] }
    const terms = { buy: { energy: 0.1, plusEurPerKwh: 0.01, taxed: true }, sell: { energy: 0 }, grid }
    const growth = { energyPriceGrowth: 0.03, gridFeeGrowth: 0.05, taxGrowth: -0.02 }
    const report = await reportOf({ load: hours(() => 0.5) }, { ...custom(terms), ...growth })
    // 4380 kWh with VAT of 21 %: energy 0.11, grid 0.05, tax 0.09161; 240 a year fixed, 0.5 kW · 3 · 12 = 18.
    const energy = 1.21 * 4380 * 0.11 // 582.978
    const charges = 1.21 * 4380 * 0.05 + 240 + 18 // 522.99
    const tax = 1.21 * 4380 * 0.09161 // 485.514678
    const inYear = (year: number) => energy * 1.03 ** year + charges * 1.05 ** year + tax * 0.98 ** year
    expect(asIs(report)).toBeCloseTo(inYear(0), CENTS) // 1591.48
    expect(report.financial.parameters.baselineTotalCost).toBeCloseTo(worth(inYear), CENTS)
  })

  test("a German home: electricity tax, three levies, concession fee and VAT of 19 %", async () => {
    const grid = { buyEurPerKwh: [{ eurPerKwh: 0.08 }] }
    const terms = custom({ buy: { energy: 0.12, taxed: true }, sell: { energy: 0.0773 }, grid })
    const report = await reportOf({ load: hours(() => 0.5) }, { ...terms, location: DE })
    // 0.12 + 0.08 + 0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0159 = 0.26586 EUR/kWh without VAT
    expect(asIs(report)).toBeCloseTo(4380 * 0.26586 * 1.19, CENTS) // 1385.72
  })

  test("a Flemish home on quarters of an hour: their mean times 1.02, with grid, excise and VAT of 6 %", async () => {
    const values = Array.from({ length: 35_040 }, (_, quarter) => [0.08, 0.1, 0.12, 0.14][quarter % 4]!)
    const { body } = await client.post("/v1/price-series", { name: "Quarters", year: 2025, unit: "EUR/kWh", values })
    const buy = { energy: { series: body.id }, timesFraction: 1.02, plusEurPerKwh: 0.004, taxed: true }
    const grid = { buyEurPerKwh: [{ eurPerKwh: 0.0489337 }] }
    const terms = custom({ buy, sell: { energy: 0.02 }, grid })
    const report = await reportOf({ load: hours(() => 0.5) }, { ...terms, location: BE })
    // 0.11 · 1.02 + 0.004 + 0.0489337 + contribution 0.0019261 + excise 0.04748 = 0.2145398
    expect(asIs(report)).toBeCloseTo(4380 * 0.2145398 * 1.06, CENTS) // 996.07
  })
})

test("an export limit of 0: nothing is paid, and what is bought costs its price", async () => {
  const roof = { panelPowerWatts: 430, minPanelCount: 10, maxPanelCount: 10 }
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.08, limits: { exportKw: 0 } }
  const report = await reportOf({ load: HOME.load }, { tariff, newPv: [roof] })
  const { gridFeedInKwh, gridPurchaseKwh } = report.sustainability.energyBalance
  expect([gridFeedInKwh, report.financial.yearOne.feedInRevenue]).toEqual([0, 0])
  expect(report.financial.costComparison.firstYearOptimized).toBeCloseTo(0.3 * gridPurchaseKwh, CENTS)
  expect(asIs(report)).toBeCloseTo(0.3 * 5840, CENTS)
})
