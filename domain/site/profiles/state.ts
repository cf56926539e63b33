import { pack, unpack } from "../../base/packing.ts"
import type { Asset } from "./assets.ts"
import type { Base } from "./base.ts"
import {
  type CombinedProfile,
  combine,
  type MeterParts,
  type ProfileCurves,
  type ProfileTotals,
  totalsOf,
} from "./curves.ts"
import { type Hours, sumOfHours, totalOf } from "./hours.ts"
import type { Layer } from "./layers.ts"
import type { Part, PartHours } from "./parts.ts"
import type { Source } from "./sources.ts"

/** Kinds of profile; the path of each has its name. */
export const PROFILE_KINDS = ["studio", "energyhub", "laadplein"] as const
export type ProfileKind = (typeof PROFILE_KINDS)[number]

/** Layers, or sources and assets, of one profile. */
export const MAX_PARTS = 50

/** All parts of a profile. Studio profiles have a base and layers, energyhubs sources and assets, plazas assets. */
export interface ProfileState {
  base: Part<Base> | null
  layers: Part<Layer>[]
  sources: Part<Source>[]
  assets: Part<Asset>[]
}

export const EMPTY_STATE: ProfileState = { base: null, layers: [], sources: [], assets: [] }

/** True if a profile has parts for curves. */
const hasHours = ({ base, sources, assets }: ProfileState): boolean =>
  base !== null || sources.length > 0 || assets.length > 0

/** Meters of a profile: its base, with the solar layers behind it, and each consuming source. */
const metersOf = (
  base: Part<Base> | null,
  solar: Hours[],
  sources: Part<Source>[],
  assets: Part<Asset>[],
): MeterParts[] => [
  ...(base
    ? [
        {
          bought: base.hours.kwh,
          ...exportOf(base),
          hasUnexplainedExport: base.definition.hasUnexplainedExport,
          behind: solar,
        },
      ]
    : []),
  ...sources.map(({ definition, hours }) => ({
    bought: hours.kwh,
    ...exportOf({ definition, hours }),
    hasUnexplainedExport: hours.exported !== undefined && totalOf(hours.exported) > 0,
    behind: kwhOf(assets.filter(asset => asset.definition.behindSource === definition.id)),
  })),
]

const exportOf = ({
  definition: { keepsOverlap },
  hours: { kwh, exported, produced, overlap },
}: Part<Base | Source>): Pick<MeterParts, "exported" | "produced" | "overlap"> => {
  const kept =
    overlap ?? (keepsOverlap && exported ? kwh.map((bought, hour) => Math.min(bought, exported[hour]!)) : null)
  return { ...(exported ? { exported } : {}), ...(produced ? { produced } : {}), ...(kept ? { overlap: kept } : {}) }
}

const kwhOf = (parts: Part<unknown>[]): Hours[] => parts.map(({ hours }) => hours.kwh)

/** The curves of a profile from its enabled parts. */
export const curvesOf = ({ base, layers, sources, assets }: ProfileState): CombinedProfile => {
  const activeLayers = layers.filter(({ definition }) => definition.enabled)
  const activeSources = sources.filter(({ definition }) => definition.enabled)
  const activeAssets = assets.filter(({ definition }) => definition.enabled)
  const solar = kwhOf(activeLayers.filter(({ definition }) => definition.presetId === "solar"))
  const consuming = activeSources.filter(({ definition }) => definition.direction === "consumption")
  const isBehind = ({ definition }: Part<Asset>) =>
    consuming.some(source => source.definition.id === definition.behindSource)
  const generating = activeAssets.filter(({ definition }) => definition.direction === "generation")
  return combine({
    meters: metersOf(base, solar, consuming, generating),
    added: [
      ...kwhOf(activeLayers.filter(({ definition }) => definition.presetId !== "solar")),
      ...kwhOf(activeAssets.filter(({ definition }) => definition.direction === "consumption")),
    ],
    generated: [
      ...(base ? [] : solar),
      ...kwhOf(activeSources.filter(({ definition }) => definition.direction === "generation")),
      ...kwhOf(generating.filter(asset => !isBehind(asset))),
    ],
  })
}

/** Use of enabled heat pumps that follow the weather every day; undefined without any. */
export const heatingOf = ({ layers }: Pick<ProfileState, "layers">): Hours | undefined => {
  const heating = layers.filter(
    ({ definition: { enabled, heatConfig, schedule } }) => enabled && heatConfig && !schedule,
  )
  return heating.length > 0 ? Float32Array.from(sumOfHours(kwhOf(heating))) : undefined
}

/** Figures of a profile in lists; totals are null before it has a base, source or asset. */
export interface ProfileFigures extends Pick<ProfileTotals, "totalExportKwh" | "peakExportKw"> {
  baseProfileType: string | null
  baseProfileName: string | null
  totalKwh: number | null
  peakKw: number | null
  layerCount: number
  hasSolarLayer: boolean
  /** Measured export that no production explains. */
  lacksSolar: boolean
}

/** The figures of a profile, totals from the stored curves. */
export const figuresOf = (state: ProfileState, curves: ProfileCurves, lacksSolar: boolean): ProfileFigures => {
  const { base, layers, sources, assets } = state
  const totals = totalsOf(curves)
  const isEmpty = !hasHours(state)
  return {
    ...totals,
    totalKwh: isEmpty ? null : totals.totalKwh,
    peakKw: isEmpty ? null : totals.peakKw,
    baseProfileType: base?.definition.type ?? null,
    baseProfileName: base?.definition.name ?? null,
    layerCount: layers.length + sources.length + assets.length,
    hasSolarLayer:
      layers.some(({ definition }) => definition.presetId === "solar") ||
      [...sources, ...assets].some(({ definition }) => definition.direction === "generation"),
    lacksSolar,
  }
}

/** Definitions of the parts without their hours, for a JSON column. */
export interface ProfileDefinitions {
  base: Base | null
  layers: Layer[]
  sources: Source[]
  assets: Asset[]
}

const SERIES = ["kwh", "exported", "produced", "overlap"] as const
const ROLES = [...SERIES, "original"] as const
/** Start of the names of quarters. */
const OF_QUARTERS = "quarters."

const namedParts = ({ base, layers, sources, assets }: ProfileState): [string, Part<unknown>][] => [
  ...(base ? [["base", base] as [string, Part<unknown>]] : []),
  ...[...layers, ...sources, ...assets].map((part, i): [string, Part<unknown>] => [`part${i}`, part]),
]

const namedHours = (state: ProfileState): [string, Float32Array][] =>
  namedParts(state).flatMap(([name, { hours }]) => [
    ...namedSeries(`${name}.`, ROLES, hours),
    ...namedSeries(`${name}.${OF_QUARTERS}`, SERIES, hours.quarters ?? {}),
  ])

const namedSeries = <Role extends string>(
  prefix: string,
  roles: readonly Role[],
  series: Partial<Record<Role, Float32Array>>,
): [string, Float32Array][] =>
  roles.flatMap((role): [string, Float32Array][] => (series[role] ? [[`${prefix}${role}`, series[role]]] : []))

/** Stored definitions of a state's parts. */
export const definitionsOf = ({ base, layers, sources, assets }: ProfileState): ProfileDefinitions => ({
  base: base?.definition ?? null,
  layers: layers.map(({ definition }) => definition),
  sources: sources.map(({ definition }) => definition),
  assets: assets.map(({ definition }) => definition),
})

/** Packed, stored hours of a state's parts. */
export const packHours = (state: ProfileState): Uint8Array =>
  pack({ arrays: Object.fromEntries(namedHours(state)), meta: null })

/** True if two states have equal hours in the same places, and so equal packed bytes. */
export const hasSameHours = (state: ProfileState, other: ProfileState): boolean => {
  const [hours, otherHours] = [namedHours(state), namedHours(other)]
  return (
    hours.length === otherHours.length &&
    hours.every(([name, values], i) => name === otherHours[i]![0] && values === otherHours[i]![1])
  )
}

/** The state from its stored form. Throws MalformedSeries. */
export const unpackState = (definitions: ProfileDefinitions, hours: Uint8Array): ProfileState => {
  const { arrays } = unpack(hours)
  const seriesOf = (prefix: string, roles: readonly string[]): object =>
    Object.fromEntries(
      roles.filter(role => `${prefix}${role}` in arrays).map(role => [role, arrays[`${prefix}${role}`]]),
    )
  const part = <D>(name: string, definition: D): Part<D> => {
    const quarters = seriesOf(`${name}.${OF_QUARTERS}`, SERIES)
    const hours = { ...seriesOf(`${name}.`, ROLES), ...("kwh" in quarters ? { quarters } : {}) }
    return { definition, hours: hours as PartHours }
  }
  const { base, layers, sources, assets } = definitions
  const offset = { sources: layers.length, assets: layers.length + sources.length }
  return {
    base: base && part("base", base),
    layers: layers.map((layer, i) => part(`part${i}`, layer)),
    sources: sources.map((source, i) => part(`part${offset.sources + i}`, source)),
    assets: assets.map((asset, i) => part(`part${offset.assets + i}`, asset)),
  }
}

/** Stored form of curves. */
export const packCurves = (curves: ProfileCurves): Uint8Array => pack({ arrays: { ...curves }, meta: null })

/** The curves from their stored form. Throws MalformedSeries. */
export const unpackCurves = (packed: Uint8Array): ProfileCurves => {
  const { baseline, result, export: exported, production, overlap, modelled } = unpack(packed).arrays
  return {
    ...{ baseline: baseline!, result: result!, export: exported!, production: production! },
    ...(overlap ? { overlap } : {}),
    ...(modelled ? { modelled } : {}),
  }
}
