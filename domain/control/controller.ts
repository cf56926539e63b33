import type { ControllerName, ControlOrigin } from "../base/controllers.ts"
import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import type { TariffYear } from "../market/tariff/terms.ts"

/** Parts of a bill that a plan can lower. */
export interface Incentives {
  tariff: Pick<TariffYear, "isVaried" | "demand">
  assumptions: { demandChargeEurPerKwMonth: number }
  /** Terms of later years; absent: the tariff's terms hold in all years. */
  later?: readonly { tariff: Pick<TariffYear, "isVaried" | "demand"> }[]
}

/** True if plans have a use: prices that change by the hour, or a charge for the highest import. */
export const rewardsPlans = ({ tariff, ...incentives }: Incentives): boolean =>
  tariff.isVaried || hasDemandCharges({ tariff, ...incentives })

/**
 * Possible controllers of a plant in later years, equally likely: plans or a rule if they differ, else the chosen
 * controller. Without a battery it is the inverter that follows prices or does not. No real controller has foresight; a
 * report that is made with it stays with it.
 */
export const possibleControllers = (
  chosen: ControllerName,
  { hasBattery, incentives }: { hasBattery: boolean; incentives: Incentives },
): ControllerName[] => {
  const hasChoice = incentives.tariff.isVaried || (hasBattery && rewardsPlans(incentives))
  if (chosen === "ideal" || !hasChoice) return [chosen]
  return ["forecast", chosen === "zeroExport" ? chosen : "selfConsumption"]
}

/** Sources of a controller; undefined: does not. */
export interface ControllerWishes {
  goal: string
  request: ControllerName | undefined
  organization: ControllerName | undefined
}

/**
 * Controller of the plant: from the request, else from the organization, else plans if they have a use, and otherwise
 * the rule of self-consumption. Goals other than cost-savings promise a share or a limit, which only the year with
 * foresight proves: for them only the request counts.
 */
export const controllerFor = (
  { goal, request, organization }: ControllerWishes,
  incentives: Incentives,
): { control: ControllerName; controlOrigin: ControlOrigin } => {
  if (request !== undefined) return { control: request, controlOrigin: "request" }
  if (goal !== "cost-savings") return { control: "ideal", controlOrigin: "shipped" }
  if (organization !== undefined) return { control: organization, controlOrigin: "organization" }
  return { control: rewardsPlans(incentives) ? "forecast" : "selfConsumption", controlOrigin: "shipped" }
}
