import { distinctNotes, type Note } from "../../domain/base/note.ts"
import {
  customLoadProfileId,
  type JobInputs,
  packJobInputs,
  type ScanProfile,
  surfaceKey,
  surfacesOf,
} from "../../domain/case/jobInputs.ts"
import { seriesOf } from "../../domain/request/namedSeries.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { consumptionOf } from "../../domain/request/scanInput.ts"
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

/** Organization and request for which inputs are collected. */
export interface GatheredFor {
  id: string
  organizationId: string
  input: FilledRequest
}

/** Collects a scan's inputs from the database and the network; undefined if the shipped data suffices. */
export type GatherJobInputs = (scan: GatheredFor) => Promise<Uint8Array | undefined>

interface GatherOptions {
  database: Pick<Database, "queries">
  /** A provider over the network; absent: production comes from the built-in model. */
  provider?: ProductionProvider | undefined
  /** Default year of the day-ahead prices; absent: the newest whole one. */
  priceYear?: number | undefined
  log: Log
}

export const createGatherJobInputs =
  ({ database: { queries }, provider, priceYear, log }: GatherOptions): GatherJobInputs =>
  async scan => {
    const [{ assumptions, hasPrices }, profile, loadShape, series] = await Promise.all([
      assumptionsAndPrices(queries, scan.organizationId),
      profileOf(queries, scan),
      loadShapeOf(queries, scan),
      priceSeriesHours(queries, scan.organizationId, [...new Set(seriesOf(scan.input).map(({ id }) => id))]),
    ])
    const prices = hasPrices ? await importedPrices(queries) : []
    const solar = provider
      ? await producedElsewhere(queries, provider, scan.input, log.child({ scanId: scan.id }))
      : undefined
    const isPlain = Object.keys(assumptions).length === 0 && prices.length === 0 && priceYear === undefined
    if (isPlain && !solar && !profile && !loadShape && series.size === 0) return undefined
    return packJobInputs({ assumptions, prices, priceYear, profile, loadShape, series, ...solar })
  }

/** The current version of the scan's live profile; undefined if the scan names none, or it was deleted. */
const profileOf = async (
  queries: Queries,
  { input, organizationId }: GatheredFor,
): Promise<ScanProfile | undefined> => {
  const consumption = consumptionOf(input)
  if (consumption.kind !== "profile") return undefined
  const found = await findProfileToSolve(queries, { organizationId, mode: "live", id: consumption.profileId })
  if (!found) return undefined
  const { profile, state } = found
  const { baseline: _, ...curves } = found.curves
  const heating = heatingOf(state)
  return {
    curves: { ...curves, ...(heating ? { heating } : {}) },
    year: profile.year,
    lacksSolar: profile.lacksSolar,
    report: studioReport(profile, state),
  }
}

/** The hours of the custom load profile that the scan names; undefined if the scan names none, or it was deleted. */
const loadShapeOf = async (
  queries: Queries,
  { input, organizationId }: GatheredFor,
): Promise<Float64Array | undefined> => {
  const consumption = consumptionOf(input)
  const id = consumption.kind === "known" ? customLoadProfileId(consumption) : undefined
  if (id === undefined) return undefined
  return loadProfileHours(queries, organizationId, id)
}

/** Curves of the provider, from the database if stored; a surface it cannot give falls back to the built-in model. */
const producedElsewhere = async (
  queries: Queries,
  provider: ProductionProvider,
  input: FilledRequest,
  log: Log,
): Promise<Required<Pick<JobInputs, "productions" | "notes">>> => {
  const surfaces = surfacesOf(input)
  const productions = await knownCurves(queries, surfaces)
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
