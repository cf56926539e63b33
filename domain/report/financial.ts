import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import { internalRateOfReturn } from "../finance/internalRate.ts"
import { inverterPurchaseEur } from "../finance/purchase.ts"
import { type Assumptions, assumptionSource } from "../market/assumptions.ts"
import { CUSTOMERS } from "../market/tariff/componentKinds.ts"
import { AssumptionOriginsPart, shownAssumptions } from "./assumptionsSchema.ts"
import type { Figures } from "./figures.ts"
import { InternalRate, PlantParts, plantParts } from "./plantParts.ts"
import type { ReadWorth } from "./readPlants.ts"
import { calendarYear, eur, flag, fraction, part, presentValueEur, text, unit, years } from "./schemaParts.ts"
import { TariffComponentSchema } from "./tariffComponentSchema.ts"
import { type StoredTerm, TariffTerm, tariffTerms } from "./tariffTerms.ts"

const Parameters = Strict(
  {
    evaluationPeriod: years("Analysis period"),
    baselineFirstYearCost: eur("Year-one electricity cost of the baseline"),
    baselineTotalCost: presentValueEur("Life-cycle cost of the baseline"),
    ...shownAssumptions,
    priceYear: calendarYear("Year of the market prices"),
    componentsYear: Type.Optional(
      calendarYear("Year of taxes and fees, as published; absent in reports before 1.0, whose year is priceYear"),
    ),
    taxEurPerKwh: unit("EUR/kWh")("Energy tax without VAT, the mean over the baseline's import"),
    marginalTaxEurPerKwh: Type.Optional(
      unit("EUR/kWh")(
        "Energy tax without VAT in hourly prices: the rate of the block that the plant's import ends in; absent before 1.0",
      ),
    ),
    customer: Type.Optional(StringEnum(CUSTOMERS, { description: "Kind of customer; absent before 1.0" })),
    feesEurPerKwh: Type.Optional(
      unit("EUR/kWh")("Levies and grid fees by the kWh without VAT; absent in reports before 1.0"),
    ),
    vatFraction: fraction("VAT"),
    markUpEurPerKwh: unit("EUR/kWh")("Supplier's addition to the market price, with VAT"),
    feedInFeeEurPerKwh: unit("EUR/kWh")("Supplier's deduction from the market price of feed-in"),
    nettingEurPerKwh: unit("EUR/kWh")(
      "Credit for each kWh of the smaller of the year's import and export; 0 without netting",
    ),
    solarSource: Type.Union([StringEnum(["knmi", "climatology", "pvgis"]), Type.Null()], {
      description: "Source of the solar hours; null without any panels",
    }),
    carbonCountry: text("Country of the grid's carbon intensity, ISO 3166 alpha-2"),
    carbonYear: calendarYear("Year of the grid's carbon intensity"),
    carbonBasis: text("Method of the grid's carbon intensity"),
  },
  { description: "Inputs of the money and carbon figures" },
)

/** Money of the plant and of the baseline (document 1, "Full report", `financial`). */
export const Financial = part("Money of the plant and of the baseline")({
  isPositiveOutcome: flag(
    "netPresentValue, outlook.npv.p50 and that of beyondMeasures are above 0, as far as the report has them",
  ),
  netPresentValue: presentValueEur("projectedBaseline − projectedOptimized"),
  beyondMeasures: Type.Optional(
    Strict(
      {
        firstYearSavings: eur("yearOne.savingsVsBaseline of the plant at that site"),
        netPresentValue: presentValueEur("netPresentValue of the plant at that site"),
      },
      {
        description:
          "The plant at the site after the free measures of measures, which plant and baseline then both have; absent without measures, and if it was not calculated",
      },
    ),
  ),
  investment: part("Purchases of the investment")({
    solarInvestment: eur("Purchase of new panels"),
    inverterInvestment: Type.Optional(
      eur(
        "The part of solarInvestment that the assumptions inverterFixedEur and inverterPurchaseEurPerKw ask for; absent where inverters are in the price of the panels",
      ),
    ),
    batteryPurchaseCost: eur("Purchase of the battery"),
    replacementCostNetPresentValue: presentValueEur("Battery replacements"),
    solarReplacementCost: Type.Optional(
      presentValueEur("Replacement of panels and inverters; absent in older reports"),
    ),
    solarMaintenanceCost: presentValueEur("Maintenance of new panels; 0 unless asked for"),
    batteryMaintenanceCost: presentValueEur("Maintenance of the battery; 0 unless asked for"),
    totalInvestment: presentValueEur("Sum of the parts"),
    totalInvestmentAfterIncentives: presentValueEur("Equals totalInvestment: no incentives are modelled"),
  }),
  yearOne: part("Electricity of the first year with the plant")({
    energyBill: eur("Energy, demand and fixed costs of import, feed-in revenue not subtracted"),
    feedInRevenue: eur("Feed-in revenue"),
    nettingCredit: eur("Refund by netting, part of feedInRevenue; 0 without netting"),
    maintenanceCosts: eur("Maintenance of new panels and battery; 0 unless asked for"),
    savingsVsBaseline: eur("Year-one electricity cost of the baseline less ours; maintenance is apart"),
  }),
  lifecycle: part("Electricity and plant over the analysis period")({
    energyBill: presentValueEur("Energy, demand and fixed costs of import"),
    feedInRevenue: presentValueEur("Feed-in revenue"),
    totalCost: presentValueEur("Life-cycle cost with the plant"),
    savingsVsBaseline: presentValueEur("Life-cycle cost of the baseline − totalCost"),
  }),
  parameters: Parameters,
  assumptionOrigins: Type.Optional(AssumptionOriginsPart),
  tariffComponents: Type.Optional(
    Type.Array(TariffComponentSchema, {
      description: "Taxes, levies, fees and supplier's terms that the prices are made of; absent in reports before 1.0",
    }),
  ),
  tariffTerms: Type.Optional(
    Type.Array(TariffTerm, {
      description:
        "Every term of the contract with its year, status and source; taxes and fees of the country are in tariffComponents; absent in reports before 1.0",
    }),
  ),
  costComparison: part("The baseline compared with the plant")({
    firstYearBaseline: eur("Year-one electricity cost of the baseline"),
    firstYearOptimized: eur("Year-one electricity cost with the plant"),
    projectedBaseline: presentValueEur("Life-cycle cost of the baseline"),
    projectedOptimized: presentValueEur("Life-cycle cost with the plant"),
  }),
  cashflowSummary: part("Totals of the cash flows")({
    breakEvenYear: orNull(
      Type.Integer({
        minimum: 1,
        description:
          "Year from which on the cumulated nominal cash flow is positive; in reports before 1.0 the first year in which it was",
      }),
      "when it does not end positive",
    ),
    endBalance: eur("Cumulated nominal cash flow at the end of the analysis period"),
    avgAnnualReturn: unit("fraction per year")("endBalance / totalInvestment / years; 0 without investment"),
    internalRateOfReturn: Type.Optional(InternalRate),
  }),
  parts: Type.Optional(PlantParts),
})

/** Stored form of the section: terms of the tariff are data that become sentences on reading. */
export type StoredFinancial = Omit<Static<typeof Financial>, "tariffTerms"> & { tariffTerms?: StoredTerm[] }

const parameters = ({ scan, year, money, carbon }: Figures): StoredFinancial["parameters"] => ({
  evaluationPeriod: scan.input.analysisYears,
  baselineFirstYearCost: year.baselineBills[0].costEur,
  baselineTotalCost: money.baselineCostEur,
  ...scan.assumptions,
  priceYear: scan.tariffs[0].priceYear,
  componentsYear: scan.tariffs[0].componentsYear,
  taxEurPerKwh: scan.tariffs[0].taxEurPerKwh,
  marginalTaxEurPerKwh: scan.tariffs[0].tax.inPriceEurPerKwh / (1 + scan.tariffs[0].vatFraction),
  customer: scan.input.customer,
  feesEurPerKwh: scan.tariffs[0].feesEurPerKwh,
  vatFraction: scan.tariffs[0].vatFraction,
  markUpEurPerKwh: scan.tariffs[0].markUpEurPerKwh,
  feedInFeeEurPerKwh: scan.tariffs[0].feedInFeeEurPerKwh,
  nettingEurPerKwh: scan.tariffs[0].nettingEurPerKwh,
  solarSource: scan.solarSource,
  carbonCountry: carbon.country,
  carbonYear: carbon.year,
  carbonBasis: carbon.basis,
})

const origins = ({ scan }: Figures): NonNullable<StoredFinancial["assumptionOrigins"]> =>
  (Object.keys(scan.assumptions) as (keyof Assumptions)[]).map(name => {
    const { unit, source } = assumptionSource(name)
    return { name, origin: scan.assumptionOrigins?.[name] ?? "shipped", unit, source }
  })

const inverterPart = ({ scan, solution }: Figures): { inverterInvestment?: number } => {
  const eur = inverterPurchaseEur(scan, solution.panels)
  return eur > 0 ? { inverterInvestment: eur } : {}
}

/** Worths of the plant in other parts of the report; undefined: the report lacks them. */
export interface OtherWorths {
  /** P50 of the net present value in the outlook. */
  middleNpv: number | undefined
  /** Worth beyond the free measures. */
  beyondMeasures: ReadWorth | undefined
}

/** Group `financial` of the report. */
export const financial = (
  figures: Figures,
  { middleNpv = 1, beyondMeasures: beyond }: OtherWorths,
): StoredFinancial => {
  const { year, money, costs } = figures
  const firstYearBaseline = year.baselineBills[0].costEur
  const firstYearOptimized = year.bills[0].costEur
  return {
    isPositiveOutcome: Math.min(money.netPresentValueEur, middleNpv, beyond?.netPresentValue ?? 1) > 0,
    netPresentValue: money.netPresentValueEur,
    ...(beyond
      ? { beyondMeasures: { firstYearSavings: beyond.firstYearSavings, netPresentValue: beyond.netPresentValue } }
      : {}),
    investment: {
      solarInvestment: money.solarPurchaseEur,
      ...inverterPart(figures),
      batteryPurchaseCost: money.batteryPurchaseEur,
      replacementCostNetPresentValue: money.replacementEur,
      solarReplacementCost: money.solarReplacementEur,
      solarMaintenanceCost: money.solarMaintenanceEur,
      batteryMaintenanceCost: money.batteryMaintenanceEur,
      totalInvestment: money.investmentEur,
      totalInvestmentAfterIncentives: money.investmentEur,
    },
    yearOne: {
      energyBill: year.bills[0].energyBillEur,
      feedInRevenue: year.bills[0].feedInRevenueEur,
      nettingCredit: year.bills[0].nettingCreditEur,
      maintenanceCosts: costs.solarMaintenanceEurPerYear + costs.batteryMaintenanceEurPerYear,
      savingsVsBaseline: firstYearBaseline - firstYearOptimized,
    },
    lifecycle: {
      energyBill: money.energyBillEur,
      feedInRevenue: money.feedInRevenueEur,
      totalCost: money.totalCostEur,
      savingsVsBaseline: money.netPresentValueEur,
    },
    parameters: parameters(figures),
    assumptionOrigins: origins(figures),
    tariffComponents: figures.scan.tariffs[0].components,
    tariffTerms: tariffTerms(figures.scan),
    costComparison: {
      firstYearBaseline,
      firstYearOptimized,
      projectedBaseline: money.baselineCostEur,
      projectedOptimized: money.totalCostEur,
    },
    cashflowSummary: {
      breakEvenYear: money.breakEvenYear,
      endBalance: money.endBalanceEur,
      avgAnnualReturn: money.averageAnnualReturn,
      internalRateOfReturn: internalRateOfReturn(money.yearlyCashflowsEur),
    },
    parts: plantParts(figures),
  }
}
