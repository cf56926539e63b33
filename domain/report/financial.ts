import { internalRateOfReturn } from "../finance/internalRate.ts"
import { inverterPurchaseEur } from "../finance/purchase.ts"
import { type Assumptions, assumptionSource } from "../market/assumptions.ts"
import type { Figures } from "./figures.ts"
import { plantParts } from "./plantParts.ts"
import type { StoredReport } from "./schema.ts"
import { tariffTerms } from "./tariffTerms.ts"

const parameters = ({ scan, year, money, carbon }: Figures): StoredReport["financial"]["parameters"] => ({
  evaluationPeriod: scan.input.analysisYears,
  baselineFirstYearCost: year.baselineBill.costEur,
  baselineTotalCost: money.baselineCostEur,
  ...scan.assumptions,
  priceYear: scan.tariff.priceYear,
  componentsYear: scan.tariff.componentsYear,
  taxEurPerKwh: scan.tariff.taxEurPerKwh,
  marginalTaxEurPerKwh: scan.tariff.tax.inPriceEurPerKwh / (1 + scan.tariff.vatFraction),
  customer: scan.input.customer,
  feesEurPerKwh: scan.tariff.feesEurPerKwh,
  vatFraction: scan.tariff.vatFraction,
  markUpEurPerKwh: scan.tariff.markUpEurPerKwh,
  feedInFeeEurPerKwh: scan.tariff.feedInFeeEurPerKwh,
  nettingEurPerKwh: scan.tariff.nettingEurPerKwh,
  solarSource: scan.solarSource,
  carbonCountry: carbon.country,
  carbonYear: carbon.year,
  carbonBasis: carbon.basis,
})

const origins = ({ scan }: Figures): NonNullable<StoredReport["financial"]["assumptionOrigins"]> =>
  (Object.keys(scan.assumptions) as (keyof Assumptions)[]).map(name => {
    const { unit, source } = assumptionSource(name)
    return { name, origin: scan.assumptionOrigins?.[name] ?? "shipped", unit, source }
  })

const inverterPart = ({ scan, solution }: Figures): { inverterInvestment?: number } => {
  const eur = inverterPurchaseEur(scan, solution.panels)
  return eur > 0 ? { inverterInvestment: eur } : {}
}

/** Group `financial` of the report. */
export const financial = (figures: Figures): StoredReport["financial"] => {
  const { year, money, costs } = figures
  const firstYearBaseline = year.baselineBill.costEur
  const firstYearOptimized = year.bill.costEur
  return {
    isPositiveOutcome: money.netPresentValueEur > 0,
    netPresentValue: money.netPresentValueEur,
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
      energyBill: year.bill.energyBillEur,
      feedInRevenue: year.bill.feedInRevenueEur,
      nettingCredit: year.bill.nettingCreditEur,
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
    tariffComponents: figures.scan.tariff.components,
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
