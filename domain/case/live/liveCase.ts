import type { PriceYear } from "../../market/tariff/dayAhead.ts"
import { dayAheadYears } from "../../market/tariff/dayAhead.ts"
import { needsMarket } from "../../market/tariff/followsMarket.ts"
import type { AdjustableStep } from "../../request/adjustableSteps.ts"
import type { FilledRequest } from "../../request/request.ts"
import { productionKwhPerKwp, weatherYearFor } from "../../site/solar/production.ts"
import type { Production } from "../../site/solar/provider.ts"
import { sunlightOfYears } from "../../site/solar/yearlySunlight.ts"
import type { ScanCase } from "../case.ts"
import { type JobInputs, surfaceKey, surfacesOf } from "../jobInputs.ts"
import { allTermsOf } from "../laterTerms.ts"
import { prepareCase } from "../prepare.ts"
import { countryMean } from "../yieldNotes.ts"
import { packValue, unpackValue } from "./pack.ts"

/** What the service gives of a scan besides what its request looks up. */
export interface KeptScan {
  /** Of the scan that is adjusted. */
  id: string
  /** What that scan asked for. */
  input: FilledRequest
  /**
   * What adjustments are laid over: the same, or where the scan is an adjustment itself, what its original asked for.
   */
  root: FilledRequest
  /** What adjustments may change. */
  steps: readonly AdjustableStep[]
  /** Cuts of the original, as they are stored (search/size/cuts.ts). */
  cuts?: Uint8Array | undefined
  /** As the workers of the service solve. */
  solver: { sizingTolerance: number; budgetMs: number }
}

/** All that a browser needs to solve adjustments of a scan by itself as the service would. */
export interface LiveCase extends KeptScan {
  inputs: JobInputs
}

/**
 * What is nobody's but the owner's, and what needs the data of all contracts, of which adjustments tried out say
 * nothing.
 */
const withoutOwn = ({ dossierId: _dossier, copiedFromId: _copied, contracts: _contracts, ...input }: FilledRequest) =>
  input

/**
 * The live case of a scan: what its adjustments would look up in the shipped data is looked up here, for all that
 * sliders do not change. Takes as long as a scan takes to prepare: not for a thread that answers requests. Throws
 * InvalidInput.
 */
export const liveCaseOf = ({ input, root, ...kept }: KeptScan, jobInputs: JobInputs): LiveCase => {
  const alone = { ...kept, input: withoutOwn(input), root: withoutOwn(root) }
  const prepared = prepareCase(alone.root, jobInputs)
  const { site, loadKwh, nearestExportKwh, tariffSite } = prepared
  const { lat, lon } = prepared.input.location
  const load = nearestExportKwh === undefined ? { loadKwh } : { loadKwh, nearestExportKwh }
  const inputs: JobInputs = {
    ...jobInputs,
    ...(tariffSite.priceYear === undefined ? {} : { priceYear: tariffSite.priceYear }),
    prices: pricesOf(prepared),
    productions: productionsOf(prepared, [alone.root, alone.input], jobInputs),
    lookedUp: { site, load, meanYield: countryMean(site.country), sunlight: sunlightOfYears(lat, lon) },
  }
  return { ...alone, inputs: withoutShape(inputs) }
}

/** The load is looked up already. */
const withoutShape = ({ loadShape: _, ...inputs }: JobInputs): JobInputs => inputs

/** Every year of day-ahead prices that the tariff may be priced in; none where it follows no market. */
const pricesOf = ({ input, tariffSite }: ScanCase): PriceYear[] =>
  allTermsOf(input).some(needsMarket) ? dayAheadYears(tariffSite, tariffSite.imported) : []

const productionsOf = (
  { input: { location }, tariffSite: { priceYear = 0 } }: ScanCase,
  requests: readonly FilledRequest[],
  { productions }: JobInputs,
): Map<string, Production> =>
  new Map(
    requests.flatMap(surfacesOf).map(surface => {
      const key = surfaceKey(surface)
      return [key, productions?.get(key) ?? productionKwhPerKwp(surface, weatherYearFor(location, priceYear))]
    }),
  )

/** A live case as bytes of an answer; its hours to their last bit. */
export const packLiveCase = (live: LiveCase): Uint8Array<ArrayBuffer> => packValue(live)

/** The live case of such bytes, of the same version. Throws MalformedPack. */
export const unpackLiveCase = (packed: ArrayBuffer): LiveCase => unpackValue(packed) as LiveCase
