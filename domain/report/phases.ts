import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import type { TariffTerms } from "../market/tariff/terms.ts"
import type { Figures } from "./figures.ts"
import { calendarYear, count, eur, fraction, unit } from "./schemaParts.ts"
import { sum } from "./year.ts"

/** Terms of a tariff that can change between phases. */
const CHANGED_TERMS = ["netting", "purchase", "feedIn", "gridCharges", "batteryCredit"] as const

const Phase = Strict(
  {
    fromYear: count("First year of the analysis under these terms, from 1"),
    untilYear: count("Last year of the analysis under these terms"),
    fromCalendarYear: calendarYear("The same as a calendar year"),
    untilCalendarYear: calendarYear("The same as a calendar year"),
    changes: Type.Array(StringEnum(CHANGED_TERMS), {
      description: "Changes from the previous years; empty for the first",
    }),
    nettingEurPerKwh: unit("EUR/kWh")(
      "Credit for each kWh of the smaller of a year's import and export; 0 without netting",
    ),
    meanPurchaseEurPerKwh: Type.Optional(
      unit("EUR/kWh")("Mean purchase price over all hours of the year; absent in reports of earlier versions"),
    ),
    purchaseGrowth: Type.Optional(
      fraction(
        "Growth a year of the purchase price without added taxes and grid fees; absent under the same condition",
      ),
    ),
    meanFeedInEurPerKwh: unit("EUR/kWh")("Mean price of feed-in over all hours of the year"),
    feedInGrowth: fraction("Growth of what feed-in earns a year, counted from the first year of the analysis"),
    energyBill: eur("Energy, demand and fixed costs of a year under these terms, at the prices of the first year"),
    demandCost: Type.Optional(eur("Demand charges in energyBill; absent of reports made before there was such a part")),
    fixedCost: Type.Optional(eur("Fixed costs in energyBill; absent under the same condition")),
    feedInRevenue: eur("Payment for feed-in in such a year, including the refund by netting"),
    cost: eur("energyBill less feedInRevenue"),
    baselineCost: eur("The same for the baseline"),
    savings: eur("baselineCost less cost"),
  },
  { description: "Years in which the terms of the tariff are the same" },
)

/** Part `phases` of the report. */
export const PhasesPart = Type.Optional(
  Type.Array(Phase, {
    description:
      "Runs of years with the same terms, where terms of the tariff end within the analysis period. Each is billed as the plant is operated under its terms. Absent if one set of terms holds in all years",
  }),
)
export type PhasesPart = Exclude<Static<typeof PhasesPart>, undefined>

type Phase = PhasesPart[number]

const TERMS: Record<Phase["changes"][number], (terms: TariffTerms) => unknown> = {
  netting: terms => terms.netting ?? false,
  purchase: terms => (terms.type === "custom" ? [terms.buy, terms.grid?.buyEurPerKwh] : []),
  feedIn: terms => (terms.type === "custom" ? terms.sell : terms.feedInEurPerKwh),
  gridCharges: terms => (terms.type === "custom" ? [terms.grid?.demand, terms.grid?.fixedEurPerMonth] : []),
  batteryCredit: terms => terms.batteryCredit,
}

const changesOf = (before: TariffTerms | undefined, after: TariffTerms): Phase["changes"] =>
  before ? CHANGED_TERMS.filter(name => JSON.stringify(TERMS[name](before)) !== JSON.stringify(TERMS[name](after))) : []

const meanPrice = (hours: Float64Array): number => Number((sum(hours) / hours.length).toPrecision(6))

const total = (monthly: readonly number[]): number => monthly.reduce((eur, month) => eur + month, 0)

/** Part `phases` of the report; empty if the terms of the tariff are the same in all years. */
export const phasesPart = ({ scan, year }: Figures): { phases?: PhasesPart } => {
  const { input, tariffs } = scan
  if (tariffs.length === 1) return {}
  const phases = input.phases.map(({ fromYear, untilYear, calendarYear, terms }, phase): Phase => {
    const { energyBillEur, feedInRevenueEur, costEur, monthlyDemandEur, monthlyFixedEur } = year.bills[phase]!
    const { buyEurPerKwh, sellEurPerKwh, nettingEurPerKwh, buyGrowth, feedInGrowth } = tariffs[phase]!
    const { energyPriceGrowth, electricityPriceGrowth } = scan.assumptions
    const marketGrowth = energyPriceGrowth ?? electricityPriceGrowth
    const baselineCost = year.baselineBills[phase]!.costEur
    return {
      ...{ fromYear, untilYear },
      fromCalendarYear: calendarYear,
      untilCalendarYear: calendarYear + untilYear - fromYear,
      changes: changesOf(input.phases[phase - 1]?.terms, terms),
      nettingEurPerKwh,
      purchaseGrowth: buyGrowth ?? marketGrowth,
      feedInGrowth: feedInGrowth ?? marketGrowth,
      meanPurchaseEurPerKwh: meanPrice(buyEurPerKwh),
      meanFeedInEurPerKwh: meanPrice(sellEurPerKwh),
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
