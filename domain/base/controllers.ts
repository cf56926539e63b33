/** Controller of a plant: with foresight of the whole year, by plans from known data, or by a rule. */
export const CONTROLLERS = ["ideal", "forecast", "selfConsumption", "zeroExport"] as const
export type ControllerName = (typeof CONTROLLERS)[number]

/** Origin of a controller: the default, the organization, or the request. */
export const CONTROL_ORIGINS = ["shipped", "organization", "request"] as const
export type ControlOrigin = (typeof CONTROL_ORIGINS)[number]
