import { type Static, Type } from "@sinclair/typebox"
import { CONTROL_ORIGINS, CONTROLLERS, type ControllerName } from "../base/controllers.ts"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import { numberIn } from "../base/validation/units.ts"
import type { ControlledYear } from "../case/case.ts"
import { underPlant, withoutBatteryOf } from "../case/plantTerms.ts"
import { contractMoney } from "./contractMoney.ts"
import type { Figures } from "./figures.ts"
import { operationBills } from "./lifeBills.ts"
import { fraction, part } from "./schemaParts.ts"
import { productionOf } from "./traded.ts"

const eur = (description: string) => numberIn("EUR", { description: `${description} [EUR]` })

const byController = (what: string) =>
  part(`${what}, by what operates the plant`)({
    ideal: eur(`${what} with foresight of the whole year: the proven ceiling`),
    forecast: Type.Union([eur(`${what} by plans`), Type.Null()], {
      description: `${what} by plans from published prices and forecasts; without a demand charge by the rule of self-consumption in each week after four in which that cost less. Null where plans have nothing to follow (flat tariff without a demand charge), unless the request asks for them`,
    }),
    selfConsumption: eur(`${what} by the rule of self-consumption`),
  })

const ControlComparison = Strict(
  {
    chosen: StringEnum(CONTROLLERS, { description: "Controller of the plant in every other figure of the report" }),
    origin: Type.Optional(
      StringEnum(CONTROL_ORIGINS, {
        description:
          "Origin of the choice: the default (goal and tariff), the organization, or the request; absent in reports before 1.0",
      }),
    ),
    firstYearSavings: byController("First year's savings"),
    netPresentValue: byController("Net present value"),
    batteryAnnualSavings: byController("First year's savings of the battery"),
    provenWithin: orNull(
      fraction(
        "(totalCost − lowerBoundTotalCost) / totalCost, the plant as chosen operates it: proven that no allowed plant, however operated, is cheaper by more than this share",
      ),
      "when totalCost is not above 0",
    ),
  },
  { description: "The same plant under several controllers" },
)

/** Stored comparison, without provenWithin, which follows from the rest of the report. */
export type StoredControl = Omit<Static<typeof ControlComparison>, "provenWithin">

/** Part `control` of the report. */
export const ControlPart = Type.Union([ControlComparison, Type.Null()], {
  description:
    "Value of perfect foresight; null if no controller has a choice (no battery, flat tariff), and in old reports, which are operated as ideal",
})

type ByController = StoredControl["firstYearSavings"]

interface YearMoney {
  firstYearSavings: number
  netPresentValue: number
  batteryAnnualSavings: number
  returnPeriod: number | null
}

/** Part `control` with the payback periods that the outlook needs. */
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
  if (solution.capacityKwh <= 0 && !scan.input.existingBattery && !scan.tariffs[0].isVaried) return null
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
const ownMoney = ({ year: { baselineBills, bills, billsWithoutBattery }, money }: Figures): YearMoney => ({
  firstYearSavings: baselineBills[0].costEur - bills[0].costEur,
  netPresentValue: money.netPresentValueEur,
  batteryAnnualSavings: billsWithoutBattery[0].costEur - bills[0].costEur,
  returnPeriod: money.returnPeriodYears,
})

const moneyOf = (
  { scan, solution }: Figures,
  production: Float64Array,
  { withBattery, withoutBattery }: ControlledYear,
): YearMoney => {
  const { bills, baselineBills, money } = contractMoney({ scan, ...solution, operated: withBattery })
  const withoutEur = operationBills(underPlant(scan, withoutBatteryOf(solution)), production, withoutBattery)[0].costEur
  return {
    firstYearSavings: baselineBills[0].costEur - bills[0].costEur,
    netPresentValue: money.netPresentValueEur,
    batteryAnnualSavings: solution.capacityKwh > 0 ? withoutEur - bills[0].costEur : 0,
    returnPeriod: money.returnPeriodYears,
  }
}
