import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import type { TariffYear } from "../market/tariff/terms.ts"

/** What operates a plant: with foresight of the whole year, by plans from what is known, or by a rule. */
export const CONTROLLERS = ["ideal", "forecast", "selfConsumption", "zeroExport"] as const
export type ControllerName = (typeof CONTROLLERS)[number]

/** Who chose a controller: nobody, the organization, or the request. */
export const CONTROL_ORIGINS = ["shipped", "organization", "request"] as const
export type ControlOrigin = (typeof CONTROL_ORIGINS)[number]

/** What a bill holds that a plan can lower. */
export interface Incentives {
  tariff: Pick<TariffYear, "isVaried" | "demand">
  assumptions: { demandChargeEurPerKwMonth: number }
  /** Terms of later years; absent: those of the tariff hold in all. */
  later?: readonly { tariff: Pick<TariffYear, "isVaried" | "demand"> }[]
}

/** Whether there is something to plan for: prices that change by the hour, or a charge for the highest import. */
export const rewardsPlans = ({ tariff, ...incentives }: Incentives): boolean =>
  tariff.isVaried || hasDemandCharges({ tariff, ...incentives })

/**
 * What may operate a plant in the years to come, each as likely: plans or a rule where they differ, else the one that
 * was chosen. Without a battery it is the inverter that follows prices or does not. Foresight is nobody's; a report
 * that is made with it stays with it.
 */
export const possibleControllers = (
  chosen: ControllerName,
  { hasBattery, incentives }: { hasBattery: boolean; incentives: Incentives },
): ControllerName[] => {
  const hasChoice = incentives.tariff.isVaried || (hasBattery && rewardsPlans(incentives))
  if (chosen === "ideal" || !hasChoice) return [chosen]
  return ["forecast", chosen === "zeroExport" ? chosen : "selfConsumption"]
}

/** Who may name a controller; undefined: does not. */
export interface ControllerWishes {
  goal: string
  request: ControllerName | undefined
  organization: ControllerName | undefined
}

/**
 * What operates the plant: what the request names, else what the organization has chosen, else plans where they are
 * rewarded and the rule of self-consumption where they are not. Goals other than cost-savings promise a share or a
 * limit, which only the year with foresight proves: for them only the request counts.
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
