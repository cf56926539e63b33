/**
 * Monthly and yearly bills, compared with the sheet that fixtures/reference/contracts computes without the
 * product.
 */
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { type Bill, chargesOf, yearBill } from "../../domain/finance/bill.ts"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"
import cases from "../../fixtures/reference/contracts/cases.json" with { type: "json" }
import { SITES } from "../../fixtures/reference/contracts/sites.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const EUR_DIGITS = 4
const JULY = 6
const PLACES: Record<string, { lat: number; lon: number }> = {
  NL: { lat: 52.1, lon: 5.18 },
  BE: { lat: 51.22, lon: 4.4 },
  DE: { lat: 51.45, lon: 7.01 },
  CH: { lat: 47.38, lon: 8.54 },
}

interface BillCase {
  id: string
  site: string
  country: string
  tariff: object
  customer?: string
  assumptions?: object
  series?: { eurPerKwh: number; from17To21EurPerKwh: number }
  /** Panels and power of the battery, for terms that depend on the plant. */
  plant?: { panels?: number; watts?: number; batteryKw?: number }
}
const billCases: BillCase[] = [
  ...contractTemplates.map(({ id, country, tariff }) => ({
    id,
    country,
    site: "home",
    tariff: { ...tariff, priceYear: 2025 },
  })),
  ...cases,
]

/** A row of the sheet: a step of the bill of a period, with its amount. */
interface Step {
  bill: string
  period: string
  part: string
  quantity: number
  eurPerUnit: number
  eur: number
}
const [, ...lines] = readFileSync(new URL("../../fixtures/reference/contracts/bills.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
const steps = lines.map((row): Step => {
  const [, bill = "", period = "", part = "", quantity, eurPerUnit, eur] =
    /^([^,]*),([^,]*),([^,]*),"[^"]*",([^,]*),[^,]*,([^,]*),([^,]*)$/.exec(row) ?? []
  return { bill, period, part, quantity: Number(quantity), eurPerUnit: Number(eurPerUnit), eur: Number(eur) }
})

const sheet = (bill: string, period: string) => {
  const found = steps.filter(step => step.bill === bill && step.period === period)
  const eur = (part: string) => found.filter(step => step.part === part).reduce((sum, step) => sum + step.eur, 0)
  return {
    energy: eur("energy"),
    demand: eur("demand"),
    fixed: eur("fixed"),
    feedIn: eur("feedIn"),
    netting: eur("netting"),
    total: eur("total"),
  }
}

const hoursOf = (kwhAt: (hour: number) => number) =>
  Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => kwhAt(hour))
const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0)

const seriesOf = ({ eurPerKwh, from17To21EurPerKwh }: NonNullable<BillCase["series"]>) => ({
  year: 2025,
  eurPerKwh: hoursOf(hour => (hour % 24 >= 17 && hour % 24 < 21 ? from17To21EurPerKwh : eurPerKwh)),
})

const billOf = ({ site, country, tariff, customer, assumptions, series, plant = {} }: BillCase): Bill => {
  const { panels = 0, watts = 400, batteryKw = 0 } = plant
  const { importKwh, exportKwh } = Object.entries(SITES).find(([name]) => name === site)![1]
  const [bought, sold] = [hoursOf(importKwh), hoursOf(exportKwh)]
  const request = {
    ...{
      location: PLACES[country],
      inputMethod: "known",
      yearlyKwh: total(bought),
      newPv: panels > 0 ? [{ panelPowerWatts: watts, maxPanelCount: panels }] : [],
      goal: "cost-savings",
      tariff,
    },
    ...(customer ? { customer } : {}),
  }
  const scan = prepareCase(parseEarlierRequest(request, standardProfileKeys), {
    ...(assumptions ? { assumptions } : {}),
    ...(series ? { series: new Map([["shape", seriesOf(series)]]) } : {}),
  })
  const sizes = { panels: panels > 0 ? [panels] : [], capacityKwh: batteryKw, powerKw: batteryKw }
  const billed = underPlant(scan, sizes)
  return yearBill(bought, sold, billed.tariffs[0], chargesOf(billed, billed.tariffs[0]))
}

test("the sheet has 66 bills, those of all templates among them", () => {
  expect([...new Set(steps.map(({ bill }) => bill))]).toEqual(billCases.map(({ id }) => id))
  expect(billCases).toHaveLength(66)
})

test("the page shows what each bill comes to", () => {
  const page = readFileSync(new URL("../../docs/contracts.md", import.meta.url), "utf8")
  for (const { id, site } of billCases) {
    const [july, year] = [sheet(id, "july"), sheet(id, "year")].map(({ total: toPay }) => toPay.toFixed(EUR_DIGITS))
    expect(page).toMatch(new RegExp(`\\| \`${id}\` \\| ${site} \\| [^|]+ \\| ${july} \\| ${year} \\|`))
  }
})

test("each step of the sheet is quantity times rate, and the steps add up to what is to pay", () => {
  for (const { id } of billCases)
    for (const period of ["july", "year"]) {
      for (const { part, quantity, eurPerUnit, eur } of steps.filter(
        step => step.bill === id && step.period === period,
      ))
        if (part !== "total") expect(quantity * eurPerUnit).toBeCloseTo(eur, 6)
      const { energy, demand, fixed, feedIn, netting, total: toPay } = sheet(id, period)
      expect(energy + demand + fixed - feedIn - netting).toBeCloseTo(toPay, 6)
    }
})

describe.each(billCases)("$id", billCase => {
  const bill = billOf(billCase)

  test("the bill of July is that of the sheet", () => {
    const { energy, demand, fixed } = sheet(billCase.id, "july")
    expect(bill.monthlyEnergyEur[JULY]!).toBeCloseTo(energy, EUR_DIGITS)
    expect(bill.monthlyDemandEur[JULY]!).toBeCloseTo(demand, EUR_DIGITS)
    expect(bill.monthlyFixedEur[JULY]!).toBeCloseTo(fixed, EUR_DIGITS)
  })

  test("the bill of the year is that of the sheet", () => {
    const { energy, demand, fixed, feedIn, netting, total: toPay } = sheet(billCase.id, "year")
    expect(total(bill.monthlyEnergyEur)).toBeCloseTo(energy, EUR_DIGITS)
    expect(total(bill.monthlyDemandEur)).toBeCloseTo(demand, EUR_DIGITS)
    expect(total(bill.monthlyFixedEur)).toBeCloseTo(fixed, EUR_DIGITS)
    expect(bill.nettingCreditEur).toBeCloseTo(netting, EUR_DIGITS)
    expect(bill.feedInRevenueEur).toBeCloseTo(feedIn + netting, EUR_DIGITS)
    expect(bill.costEur).toBeCloseTo(toPay, EUR_DIGITS)
  })
})
