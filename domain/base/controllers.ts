/** Controller of a plant: with foresight of the whole year, by plans from known data, or by a rule. */
export const CONTROLLERS = ["ideal", "forecast", "selfConsumption"] as const
export type ControllerName = (typeof CONTROLLERS)[number]

/** Former controller, replaced by self-consumption under a feed-in limit of 0. */
export const FORMER_CONTROLLER = "zeroExport"

/** Origin of a controller: the default, the organization, or the request. */
export const CONTROL_ORIGINS = ["shipped", "organization", "request"] as const
export type ControlOrigin = (typeof CONTROL_ORIGINS)[number]
