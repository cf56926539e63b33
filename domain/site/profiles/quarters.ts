/**
 * Quarter-hours of profiles: the interval in which meters measure, and in which grids bill peaks.
 *
 * - The quarters of an hour have the energy of the hour. A profile in hours and in quarters has the same year.
 * - A part without measured quarters spreads each hour evenly: templates, layers, older uploads. Panels follow the sun
 *   without passing clouds, because the meter measured the real clouds.
 * - Curves of quarters are made when a scan needs them. Stored curves, totals and charts stay hourly.
 */

import { siteOf } from "../geo/site.ts"
import { productionQuarters, skyQuarters } from "../solar/productionQuarters.ts"
import { QUARTERS_PER_HOUR } from "../steps.ts"
import type { ProfileCurves } from "./curves.ts"
import type { Hours } from "./hours.ts"
import type { Part, PartSeries } from "./parts.ts"
import type { Place } from "./solarConfig.ts"
import { curvesOf, type ProfileState } from "./state.ts"

/** Curves of a scan in 35,040 quarters [kWh]. */
export type QuarterCurves = Omit<ProfileCurves, "baseline">

const evenQuarters = (hoursKwh: Hours): Hours =>
  Float32Array.from(
    { length: hoursKwh.length * QUARTERS_PER_HOUR },
    (_, quarter) => hoursKwh[Math.floor(quarter / QUARTERS_PER_HOUR)]! / QUARTERS_PER_HOUR,
  )

const evenSeries = ({ kwh, exported, produced, overlap }: PartSeries): PartSeries => ({
  kwh: evenQuarters(kwh),
  ...(exported ? { exported: evenQuarters(exported) } : {}),
  ...(produced ? { produced: evenQuarters(produced) } : {}),
  ...(overlap ? { overlap: evenQuarters(overlap) } : {}),
})

const partInQuarters = <D>({ definition, hours }: Part<D>): Part<D> => ({
  definition,
  hours: hours.quarters ?? evenSeries(hours),
})

const panelsInQuarters = <D>({ definition, hours }: Part<D>, { lat, lon }: Place): Part<D> => {
  const sky = skyQuarters(lat, lon, siteOf(lat, lon).standardOffsetHours)
  return { definition, hours: { kwh: Float32Array.from(productionQuarters(Float64Array.from(hours.kwh), sky, 0)) } }
}

/** True if measured quarters count in the curves of a profile. */
export const hasQuarters = ({ base, sources }: Pick<ProfileState, "base" | "sources">): boolean =>
  base?.hours.quarters !== undefined ||
  sources.some(({ definition, hours }) => definition.enabled && hours.quarters !== undefined)

/** Curves of a profile in quarters; undefined without measured quarters. */
export const quarterCurvesOf = (state: ProfileState, place: Place): QuarterCurves | undefined => {
  if (!hasQuarters(state)) return undefined
  const { base, layers, sources, assets } = state
  const { baseline: _, ...curves } = curvesOf({
    base: base && partInQuarters(base),
    layers: layers.map(part =>
      part.definition.presetId === "solar" ? panelsInQuarters(part, place) : partInQuarters(part),
    ),
    sources: sources.map(partInQuarters),
    assets: assets.map(part =>
      part.definition.assetType === "pv" ? panelsInQuarters(part, place) : partInQuarters(part),
    ),
  }).curves
  return curves
}

/** Curves of a profile in quarters, measured or spread evenly. @param curves stored hourly curves */
export const curvesInQuarters = (state: ProfileState, place: Place, curves: QuarterCurves): QuarterCurves => {
  const { result, export: exported, production, overlap } = curves
  return (
    quarterCurvesOf(state, place) ?? {
      result: evenQuarters(result),
      export: evenQuarters(exported),
      production: evenQuarters(production),
      ...(overlap ? { overlap: evenQuarters(overlap) } : {}),
    }
  )
}
