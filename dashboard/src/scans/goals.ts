import type { ControllerName } from "../../../domain/base/controllers.ts"
import type { Goal } from "../../../domain/request/request.ts"

/** The goals in the order in which they are offered. */
export const GOALS: readonly Goal[] = [
  "cost-savings",
  "self-sufficiency",
  "renewable-minimum",
  "maximize-connection",
  "energyhub",
]

/** Controllers that can operate the plant, in the order of the choice. */
export const CONTROLLERS: readonly ControllerName[] = ["ideal", "forecast", "selfConsumption"]
