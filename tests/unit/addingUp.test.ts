/** Amounts of a report that are listed with their sum: the written figures add up to the written sum. */
import { expect, test } from "bun:test"
import { createFormat } from "../../dashboard/src/lib/format.ts"
import { decimalsBeside, writtenDifference } from "../../dashboard/src/report/addingUp.ts"
import { investmentText } from "../../dashboard/src/report/firstFigures.ts"
import { comparisons } from "../../dashboard/src/report/Money.tsx"
import { report as nl } from "../../dashboard/src/text/nl.report.ts"
import { loadText } from "../../dashboard/src/text/text.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createRandom } from "../support/generate.ts"

const english = createFormat("en")
/** An amount as read from its text. */
const read = (text: string): number => Number(text.replace(/[€,]/g, "").replace("−", "-"))

test("a bill from 852 to 371 that saves 482 is written in cents", () => {
  const [before, after] = [852.31, 370.62]
  expect(decimalsBeside(before - after, [before, -after])).toBe(2)
  expect(decimalsBeside(482, [852.2, -370.2])).toBe(0)
})

const text = await loadText("en")

test("two powers differ by what they are written to differ by", () => {
  const { report } = fixtureResult("new-pv-battery-cost-savings")
  const read = readReport(report, "en")
  const grid = { ...read.electricityGrid, peakGridDemandKwBau: 1139.4, peakGridDemandKw: 1139.6 }
  const shown = (peaks: Partial<typeof grid>) => {
    const row = { id: "x", createdAt: "2026-01-01T00:00:00Z", hasError: false, isShared: false, shareToken: null }
    const full = { ...row, ...read, electricityGrid: { ...grid, ...peaks } }
    const peak = comparisons(full, { text, format: english } as Parameters<typeof comparisons>[1]).find(
      ({ name }) => name === text.report.money.figures.peak,
    )!
    return [peak.show(peak.without), peak.show(peak.with), peak.show(peak.difference!)]
  }
  expect(shown({})).toEqual(["1,139\u00a0kW", "1,140\u00a0kW", "1\u00a0kW"])
  expect(shown({ peakGridDemandKwBau: 6.12, peakGridDemandKw: 6.1 })).toEqual([
    "6.1\u00a0kW",
    "6.1\u00a0kW",
    "0\u00a0kW",
  ])
  expect(shown({ peakGridDemandKwBau: 0, peakGridDemandKw: 0.42 })).toEqual([
    "0\u00a0kW",
    "0.42\u00a0kW",
    "0.42\u00a0kW",
  ])
})

test("the parts of an investment add up to it", () => {
  const words = { text, format: english }
  const texts = (solarInvestment: number, batteryPurchaseCost: number) =>
    investmentText({ solarInvestment, batteryPurchaseCost } as Parameters<typeof investmentText>[0], words)
  expect(texts(5000.4, 3000.4)).toBe("Panels €5,000.40, battery €3,000.40, installed.")
  expect(texts(5000.4, 3000.05)).toBe("Panels €5,000, battery €3,000, installed.")
  expect(texts(5000.4, 0)).toBe("Panels €5,000, installed.")
})

test("whatever the amounts, the written ones come to the written sum", () => {
  const random = createRandom(20)
  for (let i = 0; i < 5000; i++) {
    const [before, after] = [4000 * random() - 1000, 4000 * random() - 1000]
    const decimals = decimalsBeside(before - after, [before, -after])
    const [was, is] = [before, after].map(amount => read(english.eur(amount, decimals))) as [number, number]
    const slack = decimals === 0 ? 0 : 0.5 + 0.01
    expect(Math.abs(was - is - read(english.eur(before - after)))).toBeLessThanOrEqual(slack + 1e-9)
    const row = read(english.eur(writtenDifference(after, before, decimals), decimals))
    expect(Math.abs(was - is - row)).toBeLessThan(1e-9)
  }
})

test("Dutch coordinates are told apart, though their decimals have commas", () => {
  const dutch = createFormat("nl")
  expect(nl.site(dutch.number(51.441, 3), dutch.number(5.478, 3))).toBe("Locatie 51,441; 5,478")
})
