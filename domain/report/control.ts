import type { ControllerName } from "../base/controllers.ts"
import type { ControlledYear, Operation } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { StoredControl } from "./controlSchema.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { operationBill } from "./lifeBills.ts"
import { productionOf } from "./traded.ts"

type ByController = StoredControl["firstYearSavings"]

interface YearMoney {
  firstYearSavings: number
  netPresentValue: number
  batteryAnnualSavings: number
  returnPeriod: number | null
}

/** Part `control` with the payback periods that the sensitivity table needs. */
export interface ControlComparison {
  part: StoredControl
  returnPeriods: Record<"ideal" | "selfConsumption", number | null>
}

/**
 * Part `control` of the report: the plant with foresight of the whole year, with smart control (plans), and with
 * self-consumption control. Null if no controller has a choice, which is without a battery under a flat tariff.
 */
export const control = (figures: Figures): ControlComparison | null => {
  const { scan, solution } = figures
  if (solution.capacityKwh <= 0 && !scan.tariff.isVaried) return null
  const { chosen, ideal, forecast, selfConsumption } = solution.control
  const production = productionOf(scan, solution.panels)
  const of = (name: ControllerName, year: ControlledYear): YearMoney =>
    name === chosen ? ownMoney(figures) : moneyOf(figures, production, year)
  const money = {
    ideal: of("ideal", ideal),
    forecast: forecast && of("forecast", forecast),
    selfConsumption: of("selfConsumption", selfConsumption),
  }
  const each = (name: keyof Omit<YearMoney, "returnPeriod">): ByController => ({
    ideal: money.ideal[name],
    forecast: money.forecast?.[name] ?? null,
    selfConsumption: money.selfConsumption[name],
  })
  return {
    part: {
      chosen,
      origin: scan.controlOrigin,
      firstYearSavings: each("firstYearSavings"),
      netPresentValue: each("netPresentValue"),
      batteryAnnualSavings: each("batteryAnnualSavings"),
    },
    returnPeriods: { ideal: money.ideal.returnPeriod, selfConsumption: money.selfConsumption.returnPeriod },
  }
}

/** Money under the report's own controller. */
const ownMoney = ({ year: { baselineBill, bill, billWithoutBattery }, money }: Figures): YearMoney => ({
  firstYearSavings: baselineBill.costEur - bill.costEur,
  netPresentValue: money.netPresentValueEur,
  batteryAnnualSavings: billWithoutBattery.costEur - bill.costEur,
  returnPeriod: money.returnPeriodYears,
})

const moneyOf = (
  { scan, solution, year: { baselineBill } }: Figures,
  production: Float64Array,
  { withBattery, withoutBattery }: ControlledYear,
): YearMoney => {
  const billOf = (operation: Operation) => operationBill(scan, production, operation)
  const bill = billOf(withBattery)
  const costs = plantCosts(scan, solution, givenKwh(scan, withBattery))
  const money = lifecycle(baselineBill, bill, costs, horizonOf(scan))
  return {
    firstYearSavings: baselineBill.costEur - bill.costEur,
    netPresentValue: money.netPresentValueEur,
    batteryAnnualSavings: solution.capacityKwh > 0 ? billOf(withoutBattery).costEur - bill.costEur : 0,
    returnPeriod: money.returnPeriodYears,
  }
}
