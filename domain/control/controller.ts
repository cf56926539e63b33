import type { ControllerName, ControlOrigin } from "../base/controllers.ts"
import type { NonEmpty } from "../base/nonEmpty.ts"
import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import type { TariffYear } from "../market/tariff/terms.ts"

/** Parts of a bill that a plan can lower. */
export interface Incentives {
  tariffs: NonEmpty<Pick<TariffYear, "isVaried" | "demand">>
  assumptions: { demandChargeEurPerKwMonth: number }
}

/** True if plans are useful: prices change by the hour, or the highest import is charged. */
export const rewardsPlans = (incentives: Incentives): boolean =>
  incentives.tariffs[0].isVaried || hasDemandCharges(incentives)

/**
 * Possible controllers of a plant in later years, equally likely: plans or a rule if they differ, else the chosen
 * controller. Without a battery only the inverter can follow prices. No real controller has foresight; a report made
 * with foresight keeps it.
 */
export const possibleControllers = (
  chosen: ControllerName,
  { hasBattery, incentives }: { hasBattery: boolean; incentives: Incentives },
): ControllerName[] => {
  const hasChoice = incentives.tariffs[0].isVaried || (hasBattery && rewardsPlans(incentives))
  if (chosen === "ideal" || !hasChoice) return [chosen]
  return ["forecast", "selfConsumption"]
}

/** Sources of the choice of a controller; undefined: the source names none. */
export interface ControllerWishes {
  goal: string
  request: ControllerName | undefined
  organization: ControllerName | undefined
}

/**
 * Controller of the plant: the request's, else the organization's, else plans if they are useful, otherwise
 * self-consumption. Goals other than cost-savings promise a share or a limit, which only the year with foresight
 * proves, so only the request can change their controller.
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
