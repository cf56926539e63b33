import type { TariffYear } from "../market/tariff/terms.ts"

/** What operates a plant: with foresight of the whole year, by plans from what is known, or by a rule. */
export const CONTROLLERS = ["ideal", "forecast", "selfConsumption", "zeroExport"] as const
export type ControllerName = (typeof CONTROLLERS)[number]

/** What a bill holds that a plan can lower. */
export interface Incentives {
  tariff: Pick<TariffYear, "isVaried" | "demand">
  assumptions: { demandChargeEurPerKwMonth: number }
}

/** Whether there is something to plan for: prices that change by the hour, or a charge for the highest import. */
export const rewardsPlans = ({ tariff, assumptions }: Incentives): boolean =>
  tariff.isVaried || tariff.demand.length > 0 || assumptions.demandChargeEurPerKwMonth > 0

/**
 * The controller of a request that names none: plans where they are rewarded, else the rule of self-consumption. Goals other than
 * cost-savings promise a share or a limit, which only the year with foresight proves.
 */
export const defaultController = (goal: string, incentives: Incentives): ControllerName => {
  if (goal !== "cost-savings") return "ideal"
  return rewardsPlans(incentives) ? "forecast" : "selfConsumption"
}
