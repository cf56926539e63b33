import type { ScanCase } from "../case/case.ts"
import { customLoadProfileId } from "../case/jobInputs.ts"
import { dayAheadYear, marketPrices } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import { localProfileHours } from "../site/profiles/localShape.ts"
import type { ShippedSeries } from "./series/shipped.ts"

/** Shipped series that the hours of a case follow. Imported prices and profiles of an organization are not shipped. */
export const shippedSeriesOf = (scan: ScanCase): ShippedSeries => ({ ...marketOf(scan), ...shapeOf(scan) })

const marketOf = ({ input, tariffs, tariffSite: site, calendarYear }: ScanCase): ShippedSeries => {
  if (!followsMarket(input.phases[0].terms)) return {}
  const market = dayAheadYear(site, tariffs[0].priceYear, site.imported)
  return market.published.isShipped ? { marketEurPerKwh: marketPrices(market, { year: calendarYear }) } : {}
}

const shapeOf = ({ input: { consumption, location }, calendarYear: year }: ScanCase): ShippedSeries =>
  consumption.kind === "known" && customLoadProfileId(consumption) === undefined
    ? { loadShape: localProfileHours(consumption.loadProfile, { year, lat: location.lat }) }
    : {}
