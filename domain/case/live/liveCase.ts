import type { PriceYear } from "../../market/tariff/dayAhead.ts"
import { dayAheadYears, knownQuarters } from "../../market/tariff/dayAhead.ts"
import { needsMarket } from "../../market/tariff/followsMarket.ts"
import type { AdjustableStep } from "../../request/adjustableSteps.ts"
import type { FilledRequest } from "../../request/request.ts"
import { countryMean } from "../../site/solar/countryMean.ts"
import { productionKwhPerKwp, shadeOfQuarters, weatherYearFor } from "../../site/solar/production.ts"
import type { Production, Surface } from "../../site/solar/provider.ts"
import { sunlightOfYears } from "../../site/solar/yearlySunlight.ts"
import { stepsPerHour } from "../../site/steps.ts"
import { DEFAULT_YEAR } from "../../site/year.ts"
import type { ScanCase } from "../case.ts"
import { type JobInputs, stepCurvesOf, surfaceKey, surfacesOf } from "../jobInputs.ts"
import { meterNotes } from "../overlap.ts"
import { prepareCase } from "../prepare.ts"
import { readsMarket } from "../readings.ts"
import { packValue, unpackValue } from "./pack.ts"

/** Data of a scan from the service's store, without looked-up values. */
export interface KeptScan {
  /** Id of the scan that adjustments change. */
  id: string
  /** Request of that scan. */
  input: FilledRequest
  /**
   * Request that adjustments are applied to: the original's request if the scan is an adjustment itself, else the
   * scan's own.
   */
  root: FilledRequest
  /** Steps that adjustments may change. */
  steps: readonly AdjustableStep[]
  /** Stored cuts of the original (search/size/cuts.ts). */
  cuts?: Uint8Array | undefined
  /** Solver settings of the service's workers. */
  solver: { sizingTolerance: number; budgetMs: number }
}

/** Live case: all data with which a browser solves adjustments of a scan as the service would. */
export interface LiveCase extends KeptScan {
  inputs: JobInputs
}

/**
 * Removes the owner's private ids. Contracts on offer go too: they need the data of all contracts, and tried
 * adjustments do not compare them.
 */
const withoutOwn = ({ dossierId: _dossier, copiedFromId: _copied, contracts: _contracts, ...input }: FilledRequest) =>
  input

/**
 * Prepares the live case of a scan. Values that adjustments would look up in the shipped data are looked up here, as
 * far as sliders do not change them. Takes as long as preparing a scan: not for a thread that answers requests. Throws
 * InvalidInput.
 */
export const liveCaseOf = ({ input, root, ...kept }: KeptScan, jobInputs: JobInputs): LiveCase => {
  const alone = { ...kept, input: withoutOwn(input), root: withoutOwn(root) }
  const prepared = prepareCase(alone.root, jobInputs)
  const {
    site,
    loadKwh,
    hasModelledQuarters,
    overlapKwh,
    heating,
    nearestExportKwh,
    tariffSite,
    sun,
    profileProductionKwh,
  } = prepared
  const { lat, lon } = prepared.input.location
  const load = {
    loadKwh,
    ...(nearestExportKwh === undefined ? {} : { nearestExportKwh }),
    ...(hasModelledQuarters ? { hasModelledQuarters } : {}),
  }
  const inputs: JobInputs = {
    ...jobInputs,
    ...(tariffSite.priceYear === undefined ? {} : { priceYear: tariffSite.priceYear }),
    prices: pricesOf(prepared),
    productions: productionsOf(prepared, [alone.root, alone.input], jobInputs),
    lookedUp: {
      site,
      load,
      overlapKwh,
      meterNotes: jobInputs.profile ? meterNotes(stepCurvesOf(jobInputs.profile), overlapKwh) : [],
      heating,
      sun,
      profileProductionKwh,
      quarterShades: quarterShadesOf(prepared, [alone.root, alone.input], jobInputs),
      meanYield: countryMean(site.country),
      sunlight: sunlightOfYears(lat, lon),
    },
  }
  return { ...alone, inputs: withoutLoads(inputs) }
}

/** Removes load profile and quarters, because `lookedUp` has the load. */
const withoutLoads = ({ loadShape: _, profile, ...inputs }: JobInputs): JobInputs => {
  if (!profile) return inputs
  const { quarters: __, ...hourly } = profile
  return { ...inputs, profile: hourly }
}

/**
 * Day-ahead prices of a live case: all years in which the tariff may be priced, or the year of the readings if no terms
 * need market prices.
 */
const pricesOf = (scan: ScanCase): PriceYear[] => {
  const { input, tariffSite, tariffs } = scan
  const needsAll = input.phases.some(({ terms }) => needsMarket(terms))
  if (!needsAll && !readsMarket(scan)) return []
  const years = dayAheadYears(tariffSite, tariffSite.imported).map(prices => withQuarters(prices, tariffSite.steps))
  return needsAll ? years : years.filter(({ year }) => year === tariffs[0].priceYear)
}

/** A price year with its known quarters, for a case in quarters. */
const withQuarters = (prices: PriceYear, steps = 1): PriceYear =>
  steps > 1 ? { ...prices, quarterEurPerKwh: knownQuarters(prices) ?? null } : prices

const productionsOf = (
  { input: { location }, tariffSite: { priceYear = 0 } }: ScanCase,
  requests: readonly FilledRequest[],
  { productions }: JobInputs,
): Map<string, Production> =>
  new Map(
    requests.flatMap(surfacesOf).map(surface => {
      const key = surfaceKey(surface)
      const provided = productions?.get(key)
      const year = weatherYearFor(location, priceYear)
      return [key, provided ? withLoss(provided, surface) : productionKwhPerKwp(surface, year)]
    }),
  )

/** Production of a provider with the loss that the built-in model gives for its weather year. */
const withLoss = (provided: Production, surface: Surface): Production => {
  const year = weatherYearFor(surface, provided.weatherYear ?? DEFAULT_YEAR)
  const { shadeLossKwhPerKwp } = surface.shade ? productionKwhPerKwp(surface, year) : provided
  return shadeLossKwhPerKwp === undefined ? provided : { ...provided, shadeLossKwhPerKwp }
}

/** Light of the quarters of surfaces in shade, of a case in quarters. Surfaces of a provider have none. */
const quarterShadesOf = (
  { loadKwh, tariffSite: { priceYear = 0 } }: ScanCase,
  requests: readonly FilledRequest[],
  { productions }: JobInputs,
): Map<string, Float64Array> | undefined => {
  if (stepsPerHour(loadKwh) === 1) return undefined
  const modelled = requests.flatMap(surfacesOf).filter(surface => !productions?.has(surfaceKey(surface)))
  const shades = modelled.flatMap(surface => {
    const shade = shadeOfQuarters(surface, weatherYearFor(surface, priceYear))
    return shade ? [[surfaceKey(surface), shade] as const] : []
  })
  return new Map(shades)
}

/** Packs a live case into the bytes of an answer; numbers keep their last bit. */
export const packLiveCase = (live: LiveCase): Uint8Array<ArrayBuffer> => packValue(live)

/** Unpacks a live case of the same version. Throws MalformedPack. */
export const unpackLiveCase = (packed: ArrayBuffer): LiveCase => unpackValue(packed) as LiveCase
