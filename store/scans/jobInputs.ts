import { eq } from "drizzle-orm"
import { distinctNotes, type Note } from "../../domain/base/note.ts"
import {
  customLoadProfileId,
  type JobInputs,
  packJobInputs,
  type ScanProfile,
  surfaceKey,
  surfacesOf,
} from "../../domain/case/jobInputs.ts"
import { takesQuarters } from "../../domain/case/resolution.ts"
import { zonesOf } from "../../domain/case/tariffPlace.ts"
import type { PriceSeries, StoredPrices } from "../../domain/market/tariff/priceSeries.ts"
import { seriesOf } from "../../domain/request/namedSeries.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { consumptionOf } from "../../domain/request/scanInput.ts"
import { quarterCurvesOf } from "../../domain/site/profiles/quarters.ts"
import { heatingOf } from "../../domain/site/profiles/state.ts"
import { studioReport } from "../../domain/site/profiles/studioReport.ts"
import { askProvider, type ProductionProvider, type Surface } from "../../domain/site/solar/provider.ts"
import type { Log } from "../../infra/log.ts"
import type { Database, Queries } from "../database.ts"
import { loadProfileHours } from "../loadProfiles.ts"
import { assumptionsAndPrices } from "../organizations.ts"
import { priceSeriesHours } from "../priceSeries.ts"
import { importedPrices } from "../prices.ts"
import { findProfileToSolve } from "../profiles.ts"
import { keepCurve, knownCurves } from "../pvgisCurves.ts"
import { scans } from "../tables.ts"
import { findInputs, keepInputs } from "./inputs.ts"
import type { Attempt, Scan } from "./move.ts"

/** Scan for which inputs are collected. */
export interface GatheredFor {
  id: string
  organizationId: string
  input: FilledRequest
  rootId: string | null
}

/** Collects a scan's inputs from the database and the network; undefined if the shipped data suffices. */
export type GatherJobInputs<Scan extends GatheredFor> = (scan: Scan) => Promise<Uint8Array | undefined>

interface GatherOptions {
  database: Pick<Database, "queries">
  /** A provider over the network; absent: production comes from the built-in model. */
  provider?: ProductionProvider | undefined
  /** Default year of the day-ahead prices; absent: the newest whole one. */
  priceYear?: number | undefined
  log: Log
}

/** Collects and stores the inputs of jobs. A later attempt has the inputs of the first. */
export const createGatherForJobs = (options: GatherOptions): GatherJobInputs<GatheredFor & Attempt> => {
  const { queries } = options.database
  return async scan => {
    const earlier = scan.attempt > 1 ? await findInputs(queries, scan.id) : undefined
    const inputs = earlier ?? (await collect(options, scan))
    if (!inputs) return undefined
    if (!earlier) await keepInputs(queries, scan, inputs)
    return packJobInputs(inputs)
  }
}

/** Reads the stored inputs of solved scans; scans of earlier versions have none, and current inputs are collected. */
export const createGatherForReports =
  (options: GatherOptions): GatherJobInputs<GatheredFor & Pick<Scan, "keepsInputs">> =>
  async scan => {
    const { queries } = options.database
    const inputs = scan.keepsInputs ? await findInputs(queries, scan.id) : await collect(options, scan)
    return inputs && packJobInputs(inputs)
  }

/** Request and stored inputs of the original scan of an adjustment. */
interface Original {
  input: FilledRequest
  inputs: JobInputs
}

/** Current inputs of a scan. An adjustment has the inputs of its original as far as its request names them. */
const collect = async (
  { database: { queries }, provider, priceYear, log }: GatherOptions,
  scan: GatheredFor,
): Promise<JobInputs | undefined> => {
  const original = scan.rootId === null ? undefined : await originalOf(queries, scan.rootId)
  const solving = { queries, provider, log: log.child({ scanId: scan.id }) }
  const marketRead = original ? Promise.resolve(marketIn(original)) : marketOf(queries, scan, priceYear)
  const named = seriesFor(queries, scan, original)
  const [market, profile, loadShape, stored, solar] = await Promise.all([
    marketRead,
    profileOf(queries, scan, original, { market: marketRead, named }),
    loadShapeOf(queries, scan, original),
    named,
    original ? producedAsOriginal(solving, scan.input, original) : producedElsewhere(solving, surfacesOf(scan.input)),
  ])
  const { assumptions } = market
  const isInQuarters = original
    ? hasQuarterSteps(original.input, original.inputs)
    : hasQuarterSteps(scan.input, { profile })
  const hasImported = isInQuarters && !original && market.prices.length > 0
  const prices = hasImported ? await importedPrices(queries, zonesOf(scan.input)) : market.prices
  const series = inStepsOf(isInQuarters, stored)
  const isPlain = Object.keys(assumptions).length === 0 && prices.length === 0 && market.priceYear === undefined
  if (isPlain && !solar && !profile && !loadShape && series.size === 0 && !isInQuarters) return undefined
  return { ...market, prices, profile, loadShape, series, ...(isInQuarters ? { isInQuarters } : {}), ...solar }
}

/** Undefined if the original was deleted, or solved by a version that stored no inputs. */
const originalOf = async (queries: Queries, id: string): Promise<Original | undefined> => {
  const [root] = await queries
    .select({ input: scans.input, keepsInputs: scans.keepsInputs })
    .from(scans)
    .where(eq(scans.id, id))
  return root?.keepsInputs ? { input: root.input, inputs: (await findInputs(queries, id)) ?? {} } : undefined
}

/** Assumptions, imported prices and default price year as the original used them. */
const marketIn = ({ inputs: { assumptions = {}, prices = [], priceYear } }: Original) => ({
  assumptions,
  prices,
  priceYear,
})

/** Current assumptions, imported prices and default price year. */
const marketOf = async (queries: Queries, { organizationId }: GatheredFor, priceYear: number | undefined) => {
  const { assumptions, hasPrices } = await assumptionsAndPrices(queries, organizationId)
  return { assumptions, prices: hasPrices ? await importedPrices(queries) : [], priceYear }
}

/**
 * The scan's live profile as its original used it, or its current version; undefined if absent or deleted. An
 * adjustment has quarters only if its original has them; originals without stored inputs are in hours.
 */
const profileOf = async (
  queries: Queries,
  { input, organizationId, rootId }: GatheredFor,
  original: Original | undefined,
  { market, named }: { market: Promise<Pick<JobInputs, "assumptions">>; named: Promise<Map<string, StoredPrices>> },
): Promise<ScanProfile | undefined> => {
  const consumption = consumptionOf(input)
  if (consumption.kind !== "profile") return undefined
  if (original && original.input.customProfileId === input.customProfileId) return original.inputs.profile
  const stored = await findProfileToSolve(queries, { organizationId, mode: "live", id: consumption.profileId })
  if (!stored) return undefined
  const { profile, state } = stored
  const { baseline: _, ...curves } = stored.curves
  const heating = heatingOf(state)
  const isInQuarters =
    rootId === null
      ? takesQuarters(input, (await market).assumptions ?? {}, [...(await named).values()])
      : hasQuarterSteps(original?.input ?? input, original?.inputs ?? {})
  const quarters = isInQuarters ? quarterCurvesOf(state, profile) : undefined
  return {
    curves: { ...curves, ...(heating ? { heating } : {}) },
    ...(quarters ? { quarters } : {}),
    year: profile.year,
    lacksSolar: profile.lacksSolar,
    report: studioReport(profile, state),
  }
}

/** The hours of the custom load profile that the scan names; undefined if the scan names none, or it was deleted. */
const loadShapeOf = async (
  queries: Queries,
  { input, organizationId }: GatheredFor,
  original: Original | undefined,
): Promise<Float64Array | undefined> => {
  const consumption = consumptionOf(input)
  const id = consumption.kind === "known" ? customLoadProfileId(consumption) : undefined
  if (id === undefined) return undefined
  if (original && original.input.loadProfile === id) return original.inputs.loadShape
  return loadProfileHours(queries, organizationId, id)
}

/** Price series that the scan names. */
const seriesFor = async (
  queries: Queries,
  { input, organizationId }: GatheredFor,
  original: Original | undefined,
): Promise<Map<string, StoredPrices>> => {
  const ids = [...new Set(seriesOf(input).map(({ id }) => id))]
  const stored = new Map([...(original?.inputs.series ?? [])].filter(([id]) => ids.includes(id)))
  const current = await priceSeriesHours(
    queries,
    organizationId,
    ids.filter(id => !stored.has(id)),
  )
  return new Map([...stored, ...current])
}

/** True if a scan with these inputs is solved in quarters. */
const hasQuarterSteps = (
  { resolution }: FilledRequest,
  { isInQuarters, profile }: Pick<JobInputs, "isInQuarters" | "profile">,
): boolean => isInQuarters === true || resolution === "quarter" || profile?.quarters !== undefined

/** Price series in the steps of the scan. */
const inStepsOf = (isInQuarters: boolean, series: ReadonlyMap<string, StoredPrices>): Map<string, PriceSeries> =>
  new Map(
    [...series].map(([id, { year, eurPerKwh, quarterEurPerKwh }]) => [
      id,
      { year, eurPerKwh: (isInQuarters && quarterEurPerKwh) || eurPerKwh },
    ]),
  )

interface Providing {
  queries: Queries
  provider: ProductionProvider | undefined
  log: Log
}

type Provided = Required<Pick<JobInputs, "productions" | "notes">>

/** Production of an adjustment: the same source as its original, and the provider for other surfaces. */
const producedAsOriginal = async (
  providing: Providing,
  input: FilledRequest,
  { inputs, input: before }: Original,
): Promise<Provided | undefined> => {
  const { productions = new Map(), notes = [] } = inputs
  if (productions.size === 0 && notes.length === 0) return undefined
  const earlier = new Set(surfacesOf(before).map(surfaceKey))
  const added = surfacesOf(input).filter(surface => !earlier.has(surfaceKey(surface)))
  const more = added.length > 0 ? await producedElsewhere(providing, added) : undefined
  return {
    productions: new Map([...productions, ...(more?.productions ?? [])]),
    notes: distinctNotes([...notes, ...(more?.notes ?? [])] as Note[]),
  }
}

/**
 * Curves of the provider, from the database if stored; a surface it cannot give falls back to the built-in model.
 * Undefined without a provider.
 */
const producedElsewhere = async (
  { queries, provider, log }: Providing,
  surfaces: readonly Surface[],
): Promise<Provided | undefined> => {
  if (!provider) return undefined
  const productions = await knownCurves(queries, [...surfaces])
  const notes: Note[] = []
  const ask = async (surface: Surface) => {
    const provided = await askProvider(provider, surface)
    if ("production" in provided) {
      productions.set(surfaceKey(surface), provided.production)
      await keepCurve(queries, surface, provided.production).catch(error =>
        log.warn({ err: error }, "a curve of the production provider was not kept"),
      )
    } else {
      log.warn({ err: provided.error }, "the production provider failed; the built-in model is used")
      notes.push(provided.warning)
    }
  }
  await Promise.all(surfaces.filter(surface => !productions.has(surfaceKey(surface))).map(ask))
  return { productions, notes: distinctNotes(notes) }
}
