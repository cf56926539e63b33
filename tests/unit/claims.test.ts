/** Claims about a plant name their proof: the best of all, the best within limits, or the operation alone. */
import { expect, test } from "bun:test"
import { explained } from "../../api/mcp/explain.ts"
import { REPORT_EXAMPLE } from "../../api/v1/scans/examples.ts"
import { createFormat } from "../../dashboard/src/lib/format.ts"
import { claimText, shortfallText } from "../../dashboard/src/report/claim.ts"
import { loadText } from "../../dashboard/src/text/text.ts"
import { completedReport } from "../../domain/report/detail.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { middleShortfallOf, shortfallOf } from "../../domain/report/shortfall.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { reportOf } from "../support/contractChoice.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
const en = { text: await loadText("en"), format: createFormat("en") }
const nl = { text: await loadText("nl"), format: createFormat("nl") }

const roof = { maxPanelCount: 12, panelPowerWatts: 430 }
const battery = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 900 }
const heldBattery = { ...battery, minCapacityKwh: 10, minPowerRatingKw: 5 }
const heldRoof = { ...roof, minPanelCount: 12 }

/** The report of a scan in the API's form; most fields of the scan's row are missing. */
const solved = (request: object): FullReport => {
  const site = { location: { lat: 52.1, lon: 5.18 }, inputMethod: "known", yearlyKwh: 3500 }
  const tariff = { type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.02 }
  const filled = parseEarlierRequest({ ...site, tariff, ...request }, standardProfileKeys)
  const row = { id: "s", createdAt: REPORT_EXAMPLE.createdAt, hasError: false }
  return { ...row, ...readReport(reportOf(filled, optimiser, 1e-3), "en") } as FullReport
}

test.each<[string, object, string]>([
  ["a roof and a battery of any size", { newPv: [roof], electricBattery: battery }, "free"],
  ["a least number of panels", { newPv: [{ ...roof, minPanelCount: 3 }] }, "bounded"],
  ["a fixed roof next to a free one", { newPv: [heldRoof, roof] }, "bounded"],
  ["a fixed roof with a free battery", { newPv: [heldRoof], electricBattery: battery }, "bounded"],
  ["a fixed capacity of any power", { newPv: [], electricBattery: { ...heldBattery, minPowerRatingKw: 0 } }, "bounded"],
  ["a fixed roof alone", { newPv: [heldRoof] }, "fixed"],
  ["a fixed roof and a fixed battery", { newPv: [heldRoof], electricBattery: heldBattery }, "fixed"],
  [
    "a number of panels of either module",
    {
      newPv: [
        {
          ...heldRoof,
          modules: [
            { id: "a", watts: 400, eur: 90 },
            { id: "b", watts: 450, eur: 99 },
          ],
        },
      ],
    },
    "bounded",
  ],
])("the report says what is left open: %s", (_, request, sizes) => {
  expect(solved(request).optimisation.sizes).toBe(sizes as "free")
})

test("fixed sizes that lose money: the proof is of their operation, and no investment is better", () => {
  const report = solved({ newPv: [heldRoof], electricBattery: heldBattery })
  const { netPresentValue } = report.financial
  expect(netPresentValue).toBeLessThan(-1000)
  const others = report.alternatives!.slice(1).map(other => other.netPresentValue)
  const { shortfall } = report.optimisation
  expect(shortfall!.netPresentValue).toBe(Math.max(0, ...others))
  expect(shortfall!.shortfall).toBeCloseTo(shortfall!.netPresentValue - netPresentValue, 9)
  expect(claimText(report, en)).toStartWith("At the sizes you fixed: proven")
  expect(claimText(report, nl)).toStartWith("Bij de door u vastgelegde grootte: bewezen")
  const said = explained(report, "live")
  expect(said).toContain("Proven at the sizes that the request fixed: no operation of this plant costs less")
  expect(said).toContain("At the sizes that the request fixed: ")
  expect(said).toContain("In the middle of the futures (P50) it is worth ")
  expect(said).not.toContain("no allowed plant")
})

test("what the plant is worth less than is named in whole euros of both languages", () => {
  const report = solved({ newPv: [{ ...heldRoof, costPerKwp: 3000 }] })
  expect(report.optimisation.shortfall).toMatchObject({ than: "noInvestment", netPresentValue: 0 })
  const euros = Math.round(-report.financial.netPresentValue)
  expect(shortfallText(report, en)).toBe(
    `At the sizes you fixed: ${en.format.eur(euros)} less over 25 years than no investment.`,
  )
  expect(shortfallText(report, nl)).toBe(
    `Bij de door u vastgelegde grootte: over 25 jaar ${nl.format.eur(euros)} minder voordeel dan zonder investering.`,
  )
  // An offer above or below the price of the report.
  const exactEuros = report.optimisation.shortfall!.shortfall
  expect(shortfallText(report, en, 1000)).toContain(en.format.eur(exactEuros + 1000))
  const { middleShortfall } = report.optimisation
  expect(shortfallText(report, en, -exactEuros - 1)).toBe(
    `In the middle of the futures (P50) it earns ${en.format.eur(middleShortfall!.shortfall - exactEuros - 1)} less over 25 years than no investment.`,
  )
  expect(shortfallText(report, nl, -exactEuros - 1)).toStartWith(
    "In het middelste scenario (P50) levert dit in 25 jaar ",
  )
  expect(shortfallText(report, en, -middleShortfall!.shortfall)).toBeNull()
})

test("free sizes are the best possible, and nothing known is worth more", () => {
  const report = solved({ newPv: [roof] })
  expect(report.optimisation.shortfall).toBeNull()
  expect(shortfallText(report, en)).toBeNull()
  const exact = { ...report, optimisation: { ...report.optimisation, gap: 0 } }
  expect(claimText(exact, en)).toBe("Proven to be the best possible.")
})

test("a report that does not say what was left open claims no more than its limits", () => {
  const { sizes: _, ...optimisation } = { ...solved({ newPv: [heldRoof] }).optimisation, gap: 0 }
  expect(claimText({ optimisation }, en)).toBe("Proven to be the best within the limits that were set.")
  expect(claimText({ optimisation }, nl)).toBe("Bewezen de beste keuze binnen de ingestelde grenzen.")
})

test("a goal other than money is not measured by money", () => {
  const report = solved({ newPv: [{ ...heldRoof, costPerKwp: 3000 }], goal: "self-sufficiency" })
  expect(report.financial.netPresentValue).toBeLessThan(0)
  expect(report.optimisation.shortfall).toBeNull()
})

test("a shortfall is against choices that meet the goal, and of the goal cost-savings alone", () => {
  const report = solved({ newPv: [roof], electricBattery: battery })
  const { financial, outlook, alternatives = [] } = report
  const better = { ...outlook!.npv, p50: outlook!.npv.p50 + 10_000 }
  const lift = (meetsGoal: boolean) =>
    alternatives.map(plant =>
      plant.kind === "usualBattery"
        ? { ...plant, netPresentValue: financial.netPresentValue + 5000, netPresentValueRange: better, meetsGoal }
        : plant,
    )
  const against = (goal: typeof report.goal, meetsGoal: boolean) => {
    const compared = { goal, financial, outlook, alternatives: lift(meetsGoal) } as never
    return [shortfallOf(compared)?.than, middleShortfallOf(compared)?.than]
  }
  expect(against("cost-savings", true)).toEqual(["usualBattery", "usualBattery"])
  expect(against("cost-savings", false)).toEqual([undefined, undefined])
  expect(against("self-sufficiency", true)).toEqual([undefined, undefined])
})

test("a completed report has ranges of alternatives only next to the stored range of its plant", () => {
  const { id: _id, createdAt: _at, hasError: _error, ...computed } = solved({ newPv: [roof], electricBattery: battery })
  const rangesOf = (outlook: unknown) =>
    completedReport({ ...computed, outlook } as never, computed as never).alternatives!.map(
      ({ netPresentValueRange }) => netPresentValueRange,
    )
  const npv = { p10: 1, p50: 2, p90: 3 }
  const [own, ...others] = rangesOf({ ...computed.outlook!, npv })
  expect(own).toEqual(npv)
  expect(others.filter(range => range !== undefined)).not.toEqual([])
  expect(rangesOf(null).filter(range => range !== undefined)).toEqual([])
})

test("an offer is compared at its price with the middle values too, from 1 % of the larger investment on", () => {
  const report = solved({ newPv: [roof], electricBattery: battery })
  const middle = report.outlook!.npv.p50
  expect(middle).toBeGreaterThan(0)
  expect(middleShortfallOf(report as never)).toBeNull()
  const [price, dearer] = [report.financial.investment.totalInvestment, middle + 500]
  expect(middleShortfallOf(report as never, dearer)?.shortfall).toBeGreaterThanOrEqual(500)
  expect(middleShortfallOf(report as never, middle + 0.009 * price)?.than).not.toBe("noInvestment")
})
