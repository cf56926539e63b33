import { seriesOf } from "../../../domain/request/namedSeries.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import type { Queries } from "../../../store/database.ts"
import { knownPriceSeries } from "../../../store/priceSeries.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { NotFound } from "../../http/errors.ts"

type NamingSeries = Pick<FilledRequest, "tariff" | "contracts">

/**
 * Checks that a request's price series may be read in its mode. Throws NotFound, naming the field.
 * @param original request of an adjustment's original, whose price series are stored with it
 */
export const assertPriceSeries = async (
  queries: Queries,
  owner: Owner,
  request: NamingSeries,
  original?: NamingSeries,
): Promise<void> => {
  const stored = new Set(original ? seriesOf(original).map(({ id }) => id) : [])
  const named = seriesOf(request).filter(({ id }) => !stored.has(id))
  if (named.length === 0) return
  const knownSeries = await knownPriceSeries(
    queries,
    owner,
    named.map(({ id }) => id),
  )
  const missing = named.find(({ id }) => !knownSeries.has(id))
  if (missing) throw new NotFound("named-not-found", { path: missing.path, id: missing.id, what: "price-series" })
}
