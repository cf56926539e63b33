import type { Note } from "../base/note.ts"
import { doublesOf, pack, unpack, withRest } from "../base/packing.ts"
import type { AssumptionOverrides } from "../market/assumptions.ts"
import type { PriceYear } from "../market/tariff/dayAhead.ts"
import type { PriceSeries } from "../market/tariff/priceSeries.ts"
import type { FilledRequest, NewPvInput } from "../request/request.ts"
import type { KnownConsumption } from "../request/scanInput.ts"
import type { GrossLoad } from "../site/consumption/grossLoad.ts"
import { standardProfileKeys } from "../site/consumption/profiles.ts"
import type { Site } from "../site/geo/site.ts"
import type { ProfileCurves } from "../site/profiles/curves.ts"
import type { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import type { Production, Surface } from "../site/solar/provider.ts"
import type { YearSunlight } from "../site/solar/yearlySunlight.ts"
import type { CountryMean } from "./yieldNotes.ts"

/** The studio, energyhub or laadplein profile behind a scan's load. */
export interface ScanProfile {
  curves: Pick<ProfileCurves, "result" | "export" | "production">
  /** Calendar year of its hours. */
  year: number
  /** A meter measured export that no production of the profile explains. */
  lacksSolar: boolean
  /** As reports show it. */
  report: StudioProfile
}

/**
 * What the shipped data say of a place and its load, looked up before: where a case is prepared without them
 * (live/liveCase.ts).
 */
export interface LookedUp {
  site: Site
  /** Of the consumption and the panels of today. */
  load: GrossLoad
  /** Mean yield of the site's country; null where none is known. */
  meanYield: CountryMean | null
  /** The measured years near the site. */
  sunlight: readonly YearSunlight[]
}

/** What a job needs besides its request, gathered from the database and the network. */
export interface JobInputs {
  /** The organization's own assumptions. */
  assumptions?: AssumptionOverrides
  /** Day-ahead prices that the operator brought. */
  prices?: PriceYear[]
  /** Year of the day-ahead prices where the request names none (PRICE_YEAR); absent: the newest whole one. */
  priceYear?: number | undefined
  /** Production from another provider than the built-in model, by surfaceKey. */
  productions?: Map<string, Production>
  /** Of inputMethod studio; absent when it is gone. */
  profile?: ScanProfile | undefined
  /** Hours of the custom load profile that the scan names, kW; absent when it names none, or it is gone. */
  loadShape?: Float64Array | undefined
  /** Price series that the scan names, by their ids; those that are gone are not in it. */
  series?: Map<string, PriceSeries>
  /** For the report: where the inputs come from. */
  notes?: Note[]
  /** Never part of a job. */
  lookedUp?: LookedUp
}

/** The id of the custom load profile (document 2) that a scan's load follows; undefined for a standard one. */
export const customLoadProfileId = ({ loadProfile }: KnownConsumption): string | undefined =>
  standardProfileKeys.has(loadProfile) ? undefined : loadProfile

/** A system of a request as a surface at its site. */
export const surfaceOf = (
  { location }: Pick<FilledRequest, "location">,
  { tiltAngle, orientationAngle }: Pick<NewPvInput, "tiltAngle" | "orientationAngle">,
): Surface => ({ ...location, tiltDeg: tiltAngle, azimuthDeg: orientationAngle % 360 })

/** Names a surface; equal surfaces have equal names. */
export const surfaceKey = ({ lat, lon, tiltDeg, azimuthDeg }: Surface): string =>
  `${lat} ${lon} ${tiltDeg} ${azimuthDeg}`

/** All surfaces of a request, each once. */
export const surfacesOf = (input: FilledRequest): Surface[] => {
  const surfaces = [...input.existingPv, ...input.newPv].map(pv => surfaceOf(input, pv))
  return [...new Map(surfaces.map(surface => [surfaceKey(surface), surface])).values()]
}

interface Meta {
  assumptions?: AssumptionOverrides
  prices: { zone: PriceYear["zone"]; year: number }[]
  priceYear?: number
  productions: [key: string, rest: Omit<Production, "hoursKwhPerKwp">][]
  profile?: Omit<ScanProfile, "curves">
  /** Absent of jobs from before there were any. */
  series?: { id: string; year: number }[]
  notes: Note[]
}

/** Job inputs as bytes of a job. */
export const packJobInputs = ({
  assumptions,
  prices = [],
  priceYear,
  productions = new Map(),
  profile,
  loadShape,
  series = new Map(),
  notes = [],
}: JobInputs): Uint8Array => {
  const curves = [...productions]
  const meta: Meta = {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map(({ zone, year }) => ({ zone, year })),
    ...(priceYear === undefined ? {} : { priceYear }),
    productions: curves.map(([key, { hoursKwhPerKwp: _, ...rest }]) => [key, rest]),
    ...(profile ? { profile: withoutCurves(profile) } : {}),
    series: [...series].map(([id, { year }]) => ({ id, year })),
    notes,
  }
  const arrays = Object.fromEntries<Float32Array>([
    ...prices.flatMap(({ eurPerKwh }, i) => Object.entries(withRest(`price${i}`, eurPerKwh))),
    ...curves.map(([, { hoursKwhPerKwp }], i) => named(`production${i}`, Float32Array.from(hoursKwhPerKwp))),
    ...[...series.values()].flatMap(({ eurPerKwh }, i) => Object.entries(withRest(`series${i}`, eurPerKwh))),
    ...(loadShape ? [named("loadShape", Float32Array.from(loadShape))] : []),
    ...Object.entries(profile?.curves ?? {}).map(([name, hours]) => named(`profile.${name}`, hours)),
  ])
  return pack({ arrays, meta })
}

/** The inputs of a job. Throws MalformedSeries. */
export const unpackJobInputs = (packed: Uint8Array): JobInputs => {
  const { arrays, meta } = unpack(packed)
  const { assumptions, prices, priceYear, productions, profile, series = [], notes } = meta as Meta
  const hours = (name: string) => doublesOf(arrays, name)
  return {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map((price, i) => ({ ...price, eurPerKwh: hours(`price${i}`) })),
    ...(priceYear === undefined ? {} : { priceYear }),
    productions: new Map(
      productions.map(([key, rest], i) => [key, { ...rest, hoursKwhPerKwp: hours(`production${i}`) }]),
    ),
    ...(profile ? { profile: { ...profile, curves: profileCurves(arrays) } } : {}),
    ...(arrays.loadShape ? { loadShape: hours("loadShape") } : {}),
    series: new Map(series.map(({ id, year }, i) => [id, { year, eurPerKwh: hours(`series${i}`) }])),
    notes,
  }
}

const named = (name: string, values: Float32Array): [string, Float32Array] => [name, values]

const withoutCurves = ({ curves: _, ...rest }: ScanProfile): Omit<ScanProfile, "curves"> => rest

const profileCurves = (arrays: Record<string, Float32Array>): ScanProfile["curves"] => ({
  result: arrays["profile.result"]!,
  export: arrays["profile.export"]!,
  production: arrays["profile.production"]!,
})
