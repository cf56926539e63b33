import { and, eq, inArray, lt, sql } from "drizzle-orm"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import { pack, unpack } from "../domain/report/series/pack.ts"
import {
  customLoadProfileId,
  packMaterial,
  type ScanMaterial,
  type ScanProfile,
  surfaceKey,
  surfacesOf,
} from "../domain/scan/material.ts"
import type { ScanInput } from "../domain/scan/request.ts"
import { type ProfileDefinitions, unpackCurves, unpackState } from "../domain/site/profiles/state.ts"
import { studioReport } from "../domain/site/profiles/studioReport.ts"
import type { Production, ProductionProvider, Surface } from "../domain/site/solar/provider.ts"
import type { Log } from "../infra/log.ts"
import type { Database, Queries } from "../store/database.ts"
import { loadProfiles, organizations, priceYears, profileStates, profiles, pvgisCurves } from "../store/tables.ts"
import type { Scan } from "./moves.ts"

/** Curves of a PVGIS server are asked again after a year. */
const CURVE_LIFE_MS = 365 * 86_400_000

/** Gathers what a scan needs from the database and the network; undefined when the shipped data serves. */
export type GatherMaterial = (scan: Scan) => Promise<Uint8Array | undefined>

interface MaterialOptions {
  database: Database
  /** A provider over the network; absent: production comes from the built-in model. */
  provider?: ProductionProvider
  log: Log
}

export const createGatherMaterial =
  ({ database: { queries }, provider, log }: MaterialOptions): GatherMaterial =>
  async scan => {
    const [{ assumptions, hasPrices }, profile, loadShape] = await Promise.all([
      ownAssumptions(queries, scan),
      profileOf(queries, scan),
      loadShapeOf(queries, scan),
    ])
    const prices = hasPrices ? await importedPrices(queries) : []
    const solar = provider
      ? await producedElsewhere(queries, provider, scan.input as ScanInput, log.child({ scanId: scan.id }))
      : undefined
    if (Object.keys(assumptions).length === 0 && prices.length === 0 && !solar && !profile && !loadShape)
      return undefined
    return packMaterial({ assumptions, prices, profile, loadShape, ...solar })
  }

/** What the organization assumes in place of the shipped values, and whether prices were imported for all. */
const ownAssumptions = async (queries: Queries, { organizationId }: Scan) => {
  const [own] = await queries
    .select({ assumptions: organizations.assumptions, hasPrices: sql<boolean>`exists (select from ${priceYears})` })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return { assumptions: own?.assumptions ?? {}, hasPrices: own?.hasPrices ?? false }
}

/** The profile that the scan names, as it is now; undefined when it names none, or it is gone. */
const profileOf = async (queries: Queries, { input, organizationId }: Scan): Promise<ScanProfile | undefined> => {
  const { customProfileId } = input as ScanInput
  if (customProfileId === undefined) return undefined
  const [row] = await queries
    .select({ profile: profiles, stored: profileStates })
    .from(profiles)
    .innerJoin(profileStates, eq(profileStates.profileId, profiles.id))
    .where(and(eq(profiles.id, customProfileId), eq(profiles.organizationId, organizationId)))
  if (!row) return undefined
  const { profile, stored } = row
  const { result, export: exported, production } = unpackCurves(stored.curves)
  const state = unpackState(stored.definitions as ProfileDefinitions, stored.hours)
  return {
    curves: { result, export: exported, production },
    year: profile.year,
    lacksSolar: profile.lacksSolar,
    report: studioReport(profile, state),
  }
}

/** The hours of the custom load profile that the scan names; undefined when it names none, or it is gone. */
const loadShapeOf = async (queries: Queries, { input, organizationId }: Scan): Promise<Float64Array | undefined> => {
  const id = customLoadProfileId(input as ScanInput)
  if (id === undefined) return undefined
  const [row] = await queries
    .select({ hours: loadProfiles.hours })
    .from(loadProfiles)
    .where(and(eq(loadProfiles.id, id), eq(loadProfiles.organizationId, organizationId)))
  return row && Float64Array.from(unpack(row.hours).arrays.kw)
}

const importedPrices = async (queries: Queries): Promise<PriceYear[]> => {
  const rows = await queries.select().from(priceYears)
  return rows.map(({ zone, year, hours }) => ({
    zone: zone as PriceYear["zone"],
    year,
    eurPerKwh: Float64Array.from(unpack(hours).arrays.eurPerKwh),
  }))
}

/** Curves of the provider, from the database where they are known; a surface it cannot give falls back to the built-in model. */
const producedElsewhere = async (
  queries: Queries,
  provider: ProductionProvider,
  input: ScanInput,
  log: Log,
): Promise<Required<Pick<ScanMaterial, "productions" | "notes">>> => {
  const surfaces = surfacesOf(input)
  const productions = await knownCurves(queries, surfaces)
  const notes = new Set<string>()
  const ask = async (surface: Surface) => {
    try {
      const production = await provider(surface)
      productions.set(surfaceKey(surface), production)
      await keepCurve(queries, surface, production)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ err: error }, "the production provider failed; the built-in model is used")
      notes.add(`The production provider failed (${reason}): the built-in model is used in its place.`)
    }
  }
  await Promise.all(surfaces.filter(surface => !productions.has(surfaceKey(surface))).map(ask))
  return { productions, notes: [...notes] }
}

const knownCurves = async (queries: Queries, surfaces: Surface[]): Promise<Map<string, Production>> => {
  if (surfaces.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(pvgisCurves)
    .where(inArray(pvgisCurves.surface, surfaces.map(surfaceKey)))
  return new Map(
    rows.map(({ surface, curve }) => {
      const { arrays, meta } = unpack(curve)
      const rest = meta as Omit<Production, "hoursKwhPerKwp">
      return [surface, { ...rest, hoursKwhPerKwp: Float64Array.from(arrays.hoursKwhPerKwp) }]
    }),
  )
}

const keepCurve = async (queries: Queries, surface: Surface, production: Production): Promise<void> => {
  const { hoursKwhPerKwp, ...meta } = production
  const curve = pack({ arrays: { hoursKwhPerKwp: Float32Array.from(hoursKwhPerKwp) }, meta })
  const row = { surface: surfaceKey(surface), curve, createdAt: new Date() }
  await queries.insert(pvgisCurves).values(row).onConflictDoNothing()
}

/** Forgets curves past their life. */
export const sweepCurves = async ({ queries }: Database, now: Date): Promise<void> => {
  await queries.delete(pvgisCurves).where(lt(pvgisCurves.createdAt, new Date(now.getTime() - CURVE_LIFE_MS)))
}
