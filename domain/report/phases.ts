import type { LaterTerms } from "../case/case.ts"
import type { TariffTerms } from "../market/tariff/terms.ts"
import type { Figures } from "./figures.ts"
import type { PhasesPart } from "./phasesSchema.ts"
import { sum } from "./year.ts"

type Phase = PhasesPart[number]
type Terms = Pick<LaterTerms, "terms" | "tariff">

const changesOf = (before: Terms | undefined, { terms }: Terms): Phase["changes"] => {
  if (!before) return []
  const isNettingOther = (before.terms.netting ?? false) !== (terms.netting ?? false)
  const isFeedInOther = JSON.stringify(feedInOf(before.terms)) !== JSON.stringify(feedInOf(terms))
  const areChargesOther = JSON.stringify(chargesOf(before.terms)) !== JSON.stringify(chargesOf(terms))
  return [
    ...(isNettingOther ? (["netting"] as const) : []),
    ...(isFeedInOther ? (["feedIn"] as const) : []),
    ...(areChargesOther ? (["gridCharges"] as const) : []),
  ]
}

const chargesOf = (terms: TariffTerms) =>
  terms.type === "custom" ? [terms.grid?.demand, terms.grid?.fixedEurPerMonth] : []

const feedInOf = (terms: TariffTerms) => (terms.type === "custom" ? terms.sell : terms.feedInEurPerKwh)

const total = (monthly: readonly number[]): number => monthly.reduce((eur, month) => eur + month, 0)

/** Part `phases` of the report; empty if the terms of the tariff are the same in all years. */
export const phasesPart = ({ scan, year }: Figures): { phases?: PhasesPart } => {
  const { later, input, tariff } = scan
  const [next] = later ?? []
  if (!later || !next) return {}
  const calendarStart = next.calendarYear - next.fromYear + 1
  const all = [{ fromYear: 1, terms: input.tariff, tariff }, ...later]
  const bills = [year.bill, ...year.bill.later!]
  const baselineBills = [year.baselineBill, ...year.baselineBill.later!]
  const phases = all.map(({ fromYear, ...terms }, phase): Phase => {
    const untilYear = (all[phase + 1]?.fromYear ?? input.analysisYears + 1) - 1
    const { energyBillEur, feedInRevenueEur, costEur, monthlyDemandEur, monthlyFixedEur } = bills[phase]!
    const { sellEurPerKwh, nettingEurPerKwh } = terms.tariff
    const baselineCost = baselineBills[phase]!.costEur
    return {
      ...{ fromYear, untilYear },
      fromCalendarYear: calendarStart + fromYear - 1,
      untilCalendarYear: calendarStart + untilYear - 1,
      changes: changesOf(all[phase - 1], terms),
      nettingEurPerKwh,
      feedInGrowth:
        terms.tariff.feedInGrowth ?? scan.assumptions.energyPriceGrowth ?? scan.assumptions.electricityPriceGrowth,
      meanFeedInEurPerKwh: Number((sum(sellEurPerKwh) / sellEurPerKwh.length).toPrecision(6)),
      energyBill: energyBillEur,
      demandCost: total(monthlyDemandEur),
      fixedCost: total(monthlyFixedEur),
      feedInRevenue: feedInRevenueEur,
      cost: costEur,
      baselineCost,
      savings: baselineCost - costEur,
    }
  })
  return { phases }
}
