import type { Note } from "../base/note.ts"
import { doublesOf, pack, unpack, withRest } from "../base/packing.ts"
import type { AssumptionOverrides } from "../market/assumptions.ts"
import type { PriceYear } from "../market/tariff/dayAhead.ts"
import type { PriceSeries } from "../market/tariff/priceSeries.ts"
import type { FilledRequest, NewPvInput } from "../request/request.ts"
import type { KnownConsumption, ScanInput } from "../request/scanInput.ts"
import type { GrossLoad } from "../site/consumption/grossLoad.ts"
import { standardProfileKeys } from "../site/consumption/profiles.ts"
import type { Site } from "../site/geo/site.ts"
import type { ProfileCurves } from "../site/profiles/curves.ts"
import type { QuarterCurves } from "../site/profiles/quarters.ts"
import type { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import type { CountryMean } from "../site/solar/countryMean.ts"
import type { Production, Surface } from "../site/solar/provider.ts"
import { shadeKey, shadeOf } from "../site/solar/shade.ts"
import type { YearSunlight } from "../site/solar/yearlySunlight.ts"
import type { Heating } from "./heating.ts"
import type { SiteSun } from "./sunOrders.ts"

/** The studio, energyhub or laadplein profile behind a scan's load. */
export interface ScanProfile {
  /** `heating`: part of the use that follows the weather of the default year; absent without heat pumps. */
  curves: Omit<ProfileCurves, "baseline"> & { heating?: Float32Array }
  /** Measured quarters of the curves; absent: the scan is in hours. */
  quarters?: QuarterCurves
  /** Calendar year of the profile's hours. */
  year: number
  /** True if a meter measured export that no production of the profile explains. */
  lacksSolar: boolean
  /** Profile as reports show it. */
  report: StudioProfile
}

/** Curves of a profile in the steps of its case. */
export const stepCurvesOf = ({ curves, quarters }: ScanProfile): QuarterCurves => quarters ?? curves

/** Values of a place and its load from the shipped data, for preparing a case without those data (live/liveCase.ts). */
export interface LookedUp {
  site: Site
  /** Load from the consumption and the existing panels. */
  load: GrossLoad
  /** Overlap of the profile's meter; absent: none. */
  overlapKwh?: Float64Array | undefined
  /** Notes on the profile's meter. */
  meterNotes: readonly Note[]
  /** Mean yield of the site's country; null if unknown. */
  meanYield: CountryMean | null
  /** Production of the profile with its days in order; absent without panels. */
  profileProductionKwh?: Float64Array | undefined
  /** Light of the quarters of surfaces in shade, by surfaceKey; absent for a case in hours. */
  quarterShades?: ReadonlyMap<string, Float64Array> | undefined
  /** Use of heat pumps; absent without any. */
  heating?: Heating | undefined
  /** Orders of the days of the weather year. */
  sun: SiteSun
  /** Measured years near the site. */
  sunlight: readonly YearSunlight[]
}

/** Job inputs: data of a job from the database and the network, in addition to its request. */
export interface JobInputs {
  /** The organization's own assumptions. */
  assumptions?: AssumptionOverrides
  /** Day-ahead prices from the operator. */
  prices?: PriceYear[]
  /** Default year of day-ahead prices (PRICE_YEAR); absent: the newest whole year. */
  priceYear?: number | undefined
  /** Newest year of prices and weather, for back-tests only: jobs never carry it. */
  lastPriceYear?: number
  /** Production from another provider than the built-in model, by surfaceKey. */
  productions?: Map<string, Production>
  /** Profile for inputMethod studio; absent if it was deleted. */
  profile?: ScanProfile | undefined
  /** Hours of the scan's custom load profile, kW; absent without one, or if it was deleted. */
  loadShape?: Float64Array | undefined
  /** Price series of the scan by id, without deleted series. */
  series?: Map<string, PriceSeries>
  /** True if the scan, or the original of an adjustment, is solved in quarters. */
  isInQuarters?: true
  /** Notes for the report on the origin of the inputs. */
  notes?: Note[]
  /** Values from the shipped data, for live cases only: jobs never carry them. */
  lookedUp?: LookedUp
}

/** Id of the custom load profile (document 2) of a scan's load; undefined for a standard profile. */
export const customLoadProfileId = ({ loadProfile }: KnownConsumption): string | undefined =>
  standardProfileKeys.has(loadProfile) ? undefined : loadProfile

/** A system of a request as a surface at its site. */
export const surfaceOf = (
  { location, horizon }: Pick<ScanInput, "location" | "horizon">,
  { tiltAngle, orientationAngle, obstacles }: Pick<NewPvInput, "tiltAngle" | "orientationAngle" | "obstacles">,
): Surface => {
  const shade = shadeOf(horizon, obstacles)
  return { ...location, tiltDeg: tiltAngle, azimuthDeg: orientationAngle % 360, ...(shade ? { shade } : {}) }
}

/** Key of a surface; equal surfaces have equal keys. */
export const surfaceKey = ({ lat, lon, tiltDeg, azimuthDeg, shade }: Surface): string =>
  `${lat} ${lon} ${tiltDeg} ${azimuthDeg}${shadeKey(shade)}`

/** Surfaces of a request without duplicates. */
export const surfacesOf = (input: FilledRequest): Surface[] => {
  const surfaces = [...input.existingPv, ...input.newPv].map(pv => surfaceOf(input, pv))
  return [...new Map(surfaces.map(surface => [surfaceKey(surface), surface])).values()]
}

interface Meta {
  assumptions?: AssumptionOverrides
  prices: { zone: PriceYear["zone"]; year: number }[]
  priceYear?: number
  isInQuarters?: true
  productions: [key: string, rest: Omit<Production, "hoursKwhPerKwp">][]
  profile?: Omit<ScanProfile, "curves" | "quarters">
  /** Absent in jobs of versions without price series. */
  series?: { id: string; year: number }[]
  notes: Note[]
}

/** Packs job inputs into the bytes of a job. */
export const packJobInputs = ({
  assumptions,
  prices = [],
  priceYear,
  productions = new Map(),
  profile,
  loadShape,
  series = new Map(),
  isInQuarters,
  notes = [],
}: JobInputs): Uint8Array => {
  const curves = [...productions]
  const meta: Meta = {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map(({ zone, year }) => ({ zone, year })),
    ...(priceYear === undefined ? {} : { priceYear }),
    ...(isInQuarters ? { isInQuarters } : {}),
    productions: curves.map(([key, { hoursKwhPerKwp: _, ...rest }]) => [key, rest]),
    ...(profile ? { profile: withoutCurves(profile) } : {}),
    series: [...series].map(([id, { year }]) => ({ id, year })),
    notes,
  }
  const arrays = Object.fromEntries<Float32Array>([
    ...prices.flatMap(({ eurPerKwh, quarterEurPerKwh }, i) => [
      ...Object.entries(withRest(`price${i}`, eurPerKwh)),
      ...(quarterEurPerKwh ? Object.entries(withRest(`${PRICE_QUARTERS}${i}`, quarterEurPerKwh)) : []),
    ]),
    ...curves.map(([, { hoursKwhPerKwp }], i) => named(`production${i}`, Float32Array.from(hoursKwhPerKwp))),
    ...[...series.values()].flatMap(({ eurPerKwh }, i) => Object.entries(withRest(`series${i}`, eurPerKwh))),
    ...(loadShape ? [named("loadShape", Float32Array.from(loadShape))] : []),
    ...Object.entries(profile?.curves ?? {}).map(([name, hours]) => named(`profile.${name}`, hours)),
    ...Object.entries(profile?.quarters ?? {}).map(([name, quarters]) => named(`${OF_QUARTERS}${name}`, quarters)),
  ])
  return pack({ arrays, meta })
}

/** Unpacks the inputs of a job. Throws MalformedSeries. */
export const unpackJobInputs = (packed: Uint8Array): JobInputs => {
  const { arrays, meta } = unpack(packed)
  const { assumptions, prices, priceYear, isInQuarters, productions, profile, series = [], notes } = meta as Meta
  const hours = (name: string) => doublesOf(arrays, name)
  return {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map((price, i) => {
      const name = `${PRICE_QUARTERS}${i}`
      const quarters = name in arrays ? { quarterEurPerKwh: hours(name) } : {}
      return { ...price, eurPerKwh: hours(`price${i}`), ...quarters }
    }),
    ...(priceYear === undefined ? {} : { priceYear }),
    ...(isInQuarters ? { isInQuarters } : {}),
    productions: new Map(
      productions.map(([key, rest], i) => [key, { ...rest, hoursKwhPerKwp: hours(`production${i}`) }]),
    ),
    ...(profile ? { profile: { ...profile, curves: profileCurves(arrays), ...profileQuarters(arrays) } } : {}),
    ...(arrays.loadShape ? { loadShape: hours("loadShape") } : {}),
    series: new Map(series.map(({ id, year }, i) => [id, { year, eurPerKwh: hours(`series${i}`) }])),
    notes,
  }
}

const named = (name: string, values: Float32Array): [string, Float32Array] => [name, values]

const withoutCurves = ({ curves: _, quarters: __, ...rest }: ScanProfile): Meta["profile"] & object => rest

/** Starts of the names of quarters, of prices and of a profile. */
const PRICE_QUARTERS = "priceQuarters"
const OF_QUARTERS = "profile.quarters."

/** Curves that not every profile has. */
const OPTIONAL_CURVES = ["overlap", "modelled", "heating"] as const

const profileCurves = (arrays: Record<string, Float32Array>): ScanProfile["curves"] => ({
  result: arrays["profile.result"]!,
  export: arrays["profile.export"]!,
  production: arrays["profile.production"]!,
  ...Object.fromEntries(
    OPTIONAL_CURVES.flatMap(name => {
      const hours = arrays[`profile.${name}`]
      return hours ? [[name, hours]] : []
    }),
  ),
})

const profileQuarters = (arrays: Record<string, Float32Array>): Pick<ScanProfile, "quarters"> => {
  const [result, exported, production, overlap, modelled] = [
    ...["result", "export", "production"],
    ...["overlap", "modelled"],
  ].map(name => arrays[`${OF_QUARTERS}${name}`])
  if (!result || !exported || !production) return {}
  const rest = { ...(overlap ? { overlap } : {}), ...(modelled ? { modelled } : {}) }
  return { quarters: { result, export: exported, production, ...rest } }
}
