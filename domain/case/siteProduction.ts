/**
 * Production of a case: existing and new panels, and the panels of a profile.
 *
 * - Hours come from the provider of the job, or from the built-in model of the weather of the price year.
 * - Modelled days are in the order of the prices; measured days of a meter stay.
 * - Quarters of hours are modelled (productionQuarters.ts).
 */

import { sharedHours } from "../base/memo.ts"
import type { Assumptions } from "../market/assumptions.ts"
import { withModule } from "../request/panelModules.ts"
import type { FilledRequest, NewPvInput } from "../request/request.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { Site } from "../site/geo/site.ts"
import { totalOf } from "../site/profiles/hours.ts"
import {
  afterLosses,
  isMeasuredAt,
  productionKwhPerKwp,
  shadeOfQuarters,
  solarYear,
  weatherYearFor,
} from "../site/solar/production.ts"
import { productionQuarters, skyQuarters } from "../site/solar/productionQuarters.ts"
import type { Production, Surface } from "../site/solar/provider.ts"
import { hidingShade } from "../site/solar/shade.ts"
import { hourlyKwh, stepsPerHour } from "../site/steps.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR } from "../site/year.ts"
import type { CandidateRoof, ExistingSystem } from "./case.ts"
import { type JobInputs, type ScanProfile, stepCurvesOf, surfaceKey, surfaceOf } from "./jobInputs.ts"
import { withoutOverlap } from "./overlap.ts"
import { inOrder, orderFor, pricedYears, type SunPlace, sunOrdersOf, type WeatherYear } from "./sunOrders.ts"
import { existingOutputKwh, outputKwhPerPanel } from "./systemOutput.ts"

/** Source, order of days and light of a case's production. */
export interface ProducedBy {
  jobInputs: JobInputs
  priceYear: number
  /** Order of the days of the weather year; absent: as they came. */
  order: Int16Array | undefined
  assumptions: Assumptions
  /** Light of the quarters of the weather year, for a case in quarters. */
  sky: Float64Array | undefined
}

/** Light of the quarters of a site; undefined for a case in hours. @param steps per hour */
export const skyOf = (
  { lat, lon }: ScanInput["location"],
  { standardOffsetHours }: Site,
  steps: number,
): Float64Array | undefined => (steps > 1 ? skyQuarters(lat, lon, standardOffsetHours) : undefined)

/** Existing and new panels of a request with their production. @param request before the choice of modules */
export const systemsOf = (
  input: ScanInput,
  request: FilledRequest,
  { jobInputs, priceYear, order, assumptions, sky }: ProducedBy,
): { existing: ExistingSystem[]; roofs: CandidateRoof[]; productions: Production[] } => {
  const productions: Production[] = []
  const produce = (pv: Placed) => {
    const surface = surfaceOf(input, pv)
    const production = productionAt(surface, jobInputs, priceYear)
    productions.push(production)
    const light = sky && skyInShade(sky, quarterShadeAt(surface, jobInputs, priceYear))
    const hours = inOrder(production.hoursKwhPerKwp, order)
    return { hours, output: { assumptions, sky: light && inOrder(light, order) }, loss: shadeLoss(surface, production) }
  }
  const existing = input.existingPv.map((pv): ExistingSystem => {
    const { hours, output, loss } = produce(pv)
    const productionKwh = existingOutputKwh(pv, hours, output)
    return { input: pv, productionKwh, ...(loss ? { shadeLossKwh: pv.panelCount * loss(pv) } : {}) }
  })
  const roofs = input.newPv.map((pv, roof) => {
    const { hours, output, loss } = produce(pv)
    return candidateRoof(pv, request.newPv[roof]!, ofRoof => ({
      input: ofRoof,
      productionKwhPerPanel: sharedHours(outputKwhPerPanel(ofRoof, hours, output)),
      ...(loss ? { shadeLossKwhPerPanel: loss(ofRoof) } : {}),
    }))
  })
  return { existing, roofs, productions }
}

type Placed = Pick<NewPvInput, "tiltAngle" | "orientationAngle" | "obstacles">

/** Light of the quarters of a surface whose share `shade` is left. */
export const skyInShade = (sky: Float64Array, shade: Float64Array | undefined): Float64Array =>
  shade ? sky.map((light, quarter) => light * shade[quarter]!) : sky

/** Share of light that shade leaves in each quarter. The hours of a provider have no quarters. */
const quarterShadeAt = (
  surface: Surface,
  { productions, lookedUp }: JobInputs,
  priceYear: number,
): Float64Array | undefined => {
  if (!surface.shade) return undefined
  const key = surfaceKey(surface)
  if (lookedUp) return lookedUp.quarterShades?.get(key)
  return productions?.has(key) ? undefined : shadeOfQuarters(surface, weatherYearFor(surface, priceYear))
}

/** Loss of one panel to shade in a year, after system losses [kWh]; by the built-in model. */
const shadeLoss = (surface: Surface, { shadeLossKwhPerKwp, weatherYear }: Production) => {
  if (!hidingShade(surface.shade)) return undefined
  const year = weatherYearFor(surface, weatherYear ?? DEFAULT_YEAR)
  const perKwp = shadeLossKwhPerKwp ?? productionKwhPerKwp(surface, year).shadeLossKwhPerKwp ?? 0
  return ({ panelPowerWatts, systemLosses }: Pick<NewPvInput, "panelPowerWatts" | "systemLosses">): number =>
    (perKwp * afterLosses(systemLosses) * panelPowerWatts) / 1000
}

/** Candidate roof, with its choices of modules if there are any. @param requestedPv roof in the request */
const candidateRoof = (
  pv: NewPvInput,
  requestedPv: NewPvInput,
  roofOf: (roof: NewPvInput) => CandidateRoof,
): CandidateRoof => {
  if (!requestedPv.modules) return roofOf(pv)
  const choices = requestedPv.modules.map(module => ({ ...roofOf(withModule(requestedPv, module)), module }))
  return { ...choices[0]!, choices }
}

/** Production of a surface from the provider of the job, else from the built-in model. */
const productionAt = (surface: Surface, { productions }: JobInputs, priceYear: number): Production =>
  productions?.get(surfaceKey(surface)) ?? productionKwhPerKwp(surface, weatherYearFor(surface, priceYear))

/** Sunlight of the weather year; of a provider, which sends none, the production of the first panels. */
export const weatherOf = (input: ScanInput, jobInputs: JobInputs, priceYear: number): WeatherYear => {
  const { lat, lon } = input.location
  const [first] = [...input.existingPv, ...input.newPv]
  const provided = first && jobInputs.productions?.get(surfaceKey(surfaceOf(input, first)))
  if (provided) return { hours: provided.hoursKwhPerKwp, measuredYear: provided.weatherYear }
  const year = weatherYearFor(input.location, priceYear)
  return { hours: solarYear(lat, lon, year).ghiWm2, measuredYear: isMeasuredAt(lat, lon) ? year : null }
}

/** Production of a site without panels: one shared array, never written to. */
const NO_PRODUCTION = new Float64Array(HOURS_PER_YEAR)

/** Production of the baseline in each step [kWh]. */
export const productionOfToday = (
  existing: readonly ExistingSystem[],
  ofProfile: Float64Array | undefined,
  steps: number,
): Float64Array => {
  const produced = [...existing.map(({ productionKwh }) => productionKwh), ...(ofProfile ? [ofProfile] : [])]
  if (produced.length === 0 && steps === 1) return NO_PRODUCTION
  return sharedHours(sumOf(produced, HOURS_PER_YEAR * steps))
}

/**
 * Production of the profile without overlap; undefined if it is 0. Modelled days are in the order of the prices. Days
 * next to a meter file stay, since the file's load has the same sun.
 */
export const profileProductionOf = (
  profile: ScanProfile,
  { lookedUp }: JobInputs,
  place: SunPlace,
  { priceYear, sky }: Pick<ProducedBy, "priceYear" | "sky">,
): Float64Array | undefined => {
  if (lookedUp) return lookedUp.profileProductionKwh
  const { report } = profile
  const curves = stepCurvesOf(profile)
  if (totalOf(curves.production) === 0) return undefined
  const kwh = withoutOverlap(Float64Array.from(curves.production), curves)
  const inSteps = sky && stepsPerHour(kwh) === 1 ? productionQuarters(kwh, sky) : kwh
  if (report.baseProfileType === "upload" || curves.overlap) return inSteps
  const years = pricedYears(place, priceYear, false)
  return inOrder(inSteps, orderFor(sunOrdersOf({ hours: hourlyKwh(kwh), measuredYear: null }, place, years), priceYear))
}

/** Sum of series of a length. */
export const sumOf = (series: readonly Float64Array[], length: number): Float64Array => {
  const sum = new Float64Array(length)
  for (const values of series) for (let step = 0; step < length; step++) sum[step]! += values[step]!
  return sum
}
