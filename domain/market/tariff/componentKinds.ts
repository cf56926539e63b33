/** Components of a price apart from the market price. */
export const COMPONENT_KINDS = [
  "energyTax",
  "levy",
  "gridFee",
  "vat",
  "markUp",
  "feedInFee",
  "feedInShareOfBarePrice",
] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/**
 * Status of a figure:
 * - confirmed: the published rate;
 * - typical: one of several published rates, used for all suppliers or grids;
 * - statistics: a mean of an office of statistics;
 * - minimum: the lowest legal or charged rate;
 * - provisional: not final;
 * - assumed: an assumption of this product without a publication;
 * - own: the organization's value.
 */
export const COMPONENT_STATUSES = [
  "confirmed",
  "typical",
  "statistics",
  "minimum",
  "provisional",
  "assumed",
  "own",
] as const
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number]

/** Kind of customer: a business pays its own rates of energy tax, if there are any. */
export const CUSTOMERS = ["household", "business"] as const
export type Customer = (typeof CUSTOMERS)[number]
