/**
 * Steps of a scan: hours, or the quarter-hours of its meter.
 *
 * - `auto` takes quarters if a meter measured them and a contract bills them: peaks, or prices of parts of an hour.
 *   Shipped market prices have quarters for a part of a year only, so they alone do not count.
 * - The job inputs of a scan carry quarters only if it is solved in them. Adjustments have the steps of their original.
 */

import type { AssumptionOverrides } from "../market/assumptions.ts"
import { billsPartsOfHours } from "../market/tariff/custom/partsOfHours.ts"
import type { StoredPrices } from "../market/tariff/priceSeries.ts"
import type { FilledRequest } from "../request/request.ts"
import { type ScanInput, scanInputOf } from "../request/scanInput.ts"

/**
 * True if a scan is solved in the measured quarters of its meter, if it has any.
 * @param ownAssumptions the organization's assumptions @param series price series that the request names
 */
export const takesQuarters = (
  request: FilledRequest,
  ownAssumptions: AssumptionOverrides,
  series: readonly StoredPrices[],
): boolean => {
  const { resolution = "auto" } = request
  if (resolution !== "auto") return resolution === "quarter"
  if (series.some(({ quarterEurPerKwh }) => quarterEurPerKwh !== undefined)) return true
  const input = scanInputOf(request, ownAssumptions)
  return [input, ...(input.contracts ?? [])].some(contract => billsQuarters(contract, ownAssumptions))
}

const billsQuarters = ({ phases, assumptions }: ScanInput, ownAssumptions: AssumptionOverrides): boolean => {
  const { demandChargeEurPerKwMonth = 0 } = { ...ownAssumptions, ...assumptions }
  return (
    demandChargeEurPerKwMonth > 0 || phases.some(({ terms }) => terms.type === "custom" && billsPartsOfHours(terms))
  )
}
