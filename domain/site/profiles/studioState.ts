import { type Static, Type } from "@sinclair/typebox"
import type { Path } from "../../base/validation/path.ts"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation, withPaths } from "../../base/validation/violation.ts"
import { violations } from "../../base/validation/violations.ts"
import { profileTemplates } from "../consumption/templates.ts"
import { HOURS_PER_YEAR } from "../year.ts"
import { type Base, isShape, templateBase } from "./base.ts"
import type { ProfileCurves } from "./curves.ts"
import { evConfigViolations, HeatConfigInput, heatConfigViolations } from "./heatConfig.ts"
import { peakOf, sumOfHours, totalOf } from "./hours.ts"
import {
  consumingLayer,
  LAYER_TYPES,
  type Layer,
  type PartContext,
  type PresetId,
  presetOf,
  solarLayer,
} from "./layers.ts"
import type { YearAndPlace } from "./localShape.ts"
import type { Part } from "./parts.ts"
import { EvConfigInput, HourlyKw, MAX_HOUR_KWH, MaxKw, ProfileYear, Schedule, SolarConfigInput } from "./schema.ts"
import { type SolarConfig, solarConfigViolations } from "./solarConfig.ts"
import { EMPTY_STATE, MAX_PARTS, type ProfileState } from "./state.ts"

/** The whole state of a studio, as PUT /v1/studio-profiles/{id} saves it (document 3, "Studio state"). */

const MAX_ORIGINAL_VALUES = 35_136
/** Largest value of a zero load after a client's rounding [kWh]. */
const ROUNDING_KWH = 0.01
/** Minimum share of production without a solar layer that counts. */
const UNMADE_SHARE = 1e-6

const kept = (description: string) => Type.Optional(Type.String({ maxLength: 1000, description }))
const hourValues = (description: string, maxItems = HOURS_PER_YEAR) =>
  Type.Optional(Type.Array(Type.Number({ minimum: 0, maximum: MAX_HOUR_KWH }), { maxItems, description }))

const BaseProfile = Strict(
  {
    type: Type.Optional(StringEnum(["template", "upload"], { description: "Source of the hours" })),
    templateId: kept("Household template"),
    profileKey: kept("Standard profile"),
    category: kept("Category of the profile"),
    name: kept("Label of the template, or name of the file"),
    description: kept("Description of the profile, or format of the file"),
    annualKwh: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000_000, description: "Sum of data, when data is given" }),
    ),
    data: hourValues("Bought, 8760 hours [kWh]; absent or empty: made of templateId or profileKey"),
    exportData: hourValues("Feed-in, 8760 hours [kWh]"),
    originalData: hourValues("Before scaling, as the studio keeps it", MAX_ORIGINAL_VALUES),
  },
  { description: "Start of the profile" },
)

const StateLayer = Strict({
  id: Type.Optional(
    Type.String({
      pattern: "^[\\w-]{1,64}$",
      textForm: "layer-id",
      description: "The studio's own; created if it is absent",
    }),
  ),
  type: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Such as ev_charger, heat_pump, pool_pump, custom, solar",
  }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Its name" })),
  enabled: Type.Optional(Type.Boolean({ default: true, description: "The layer counts" })),
  config: Type.Optional(
    Type.Object(
      {},
      {
        description:
          "schedule, hourlyKw, maxKw, solarConfig, evConfig, heatConfig count; other fields are stored unchanged",
      },
    ),
  ),
  data: hourValues("Hours of the layer, 8760 values [kWh]; absent or empty: made of config"),
})
type StateLayer = Static<typeof StateLayer>

const StudioState = Strict(
  {
    baseProfile: Type.Optional(BaseProfile),
    layers: Type.Optional(Type.Array(StateLayer, { maxItems: MAX_PARTS, description: "Layers on top of the base" })),
    result: hourValues("Bought, 8760 hours [kWh]; absent or empty: worked out"),
    exportResult: hourValues("Feed-in, 8760 hours [kWh]; absent or empty: worked out"),
    productionResult: hourValues("Produced, 8760 hours [kWh]; absent or empty: worked out"),
  },
  { description: "All of a studio; absent fields are emptied" },
)
export type StudioState = Static<typeof StudioState>

/** Body of PUT /v1/studio-profiles/{id}. */
export const StudioStateBody = Strict({ studioState: StudioState, year: Type.Optional(ProfileYear) })

/** The field of the body that holds the state. */
const STATE = "studioState"

/** How deep `studioState.layers` lies in a body. */
const LAYERS_DEPTH = 2

/** A body without its null fields, which studios write for absent fields; a layer's config stays unchanged. */
export const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (Array.isArray(value)) return depth === LAYERS_DEPTH ? value.map(item => withoutNulls(item, depth + 1)) : value
  if (value === null || typeof value !== "object" || depth > LAYERS_DEPTH + 1) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, name === "config" ? field : withoutNulls(field, depth + 1)]),
  )
}

/** Attributes of a layer that its config may hold, in addition to the studio's own. */
const KNOWN_CONFIG = Type.Partial(
  Type.Object({
    icon: Type.String({ maxLength: 64 }),
    color: Type.String({ maxLength: 64 }),
    schedule: Schedule,
    hourlyKw: HourlyKw,
    maxKw: MaxKw,
    solarConfig: SolarConfigInput,
    evConfig: EvConfigInput,
    heatConfig: HeatConfigInput,
  }),
)
type KnownConfig = Static<typeof KNOWN_CONFIG>

const presetOfType = (type: string): PresetId =>
  (Object.keys(LAYER_TYPES) as PresetId[]).find(id => id === type || LAYER_TYPES[id] === type) ?? "custom"

/** Settings of a layer in config: fields of solarConfig and evConfig may also be in it directly. */
const knownConfig = ({ type, config }: StateLayer): KnownConfig => {
  const settings: Record<string, unknown> = Object.fromEntries(
    Object.entries(config ?? {}).filter(([, value]) => value !== null),
  )
  const nested = { ev: "evConfig", solar: "solarConfig" }[presetOfType(type) as string]
  if (!nested || nested in settings) return settings
  const { properties } = nested === "evConfig" ? EvConfigInput : SolarConfigInput
  const flat = Object.entries(settings).filter(([name]) => name in properties)
  return flat.length > 0 ? { ...settings, [nested]: Object.fromEntries(flat) } : settings
}

const isGiven = <T>(hours: readonly T[] | undefined): hours is readonly T[] => hours !== undefined && hours.length > 0

/** Rules between the fields of a state that is well-formed field by field. */
export const studioStateViolations = (state: StudioState): Violation[] => {
  const { baseProfile, layers = [] } = state
  const lengths: [Path, readonly number[] | undefined][] = [
    [["baseProfile", "data"], baseProfile?.data],
    [["baseProfile", "exportData"], baseProfile?.exportData],
    ...layers.map(({ data }, i): [Path, number[] | undefined] => [["layers", i, "data"], data]),
    [["result"], state.result],
    [["exportResult"], state.exportResult],
    [["productionResult"], state.productionResult],
  ]
  const broken = lengths.flatMap(([path, hours]) =>
    isGiven(hours) && hours.length !== HOURS_PER_YEAR
      ? [violation([STATE, ...path], "year-of-hours", { hours: HOURS_PER_YEAR, given: hours.length })]
      : [],
  )
  if (baseProfile && !isGiven(baseProfile.data)) broken.push(...missingShape(baseProfile))
  const curves = [state.result, state.exportResult, state.productionResult]
  if (!baseProfile && (layers.length > 0 || curves.some(isGiven)))
    broken.push(violation([STATE, "baseProfile"], "base-required"))
  return [...broken, ...layers.flatMap((layer, i) => stateLayerViolations(layer, i, layers))]
}

const shapeOf = ({ templateId, profileKey }: Static<typeof BaseProfile>) =>
  templateId ? { templateId } : profileKey ? { profileKey } : {}

const missingShape = (base: Static<typeof BaseProfile>): Violation[] => {
  const path = [STATE, "baseProfile"]
  if (base.templateId && !profileTemplates.some(({ id }) => id === base.templateId))
    return [
      violation([...path, "templateId"], "template-without-data", { values: profileTemplates.map(({ id }) => id) }),
    ]
  if (base.annualKwh === 0) return [violation([...path, "annualKwh"], "above-zero-without-data")]
  const key = base.templateId || base.profileKey
  if (!key) return [violation([...path, "templateId"], "shape-without-data")]
  return isShape(key) ? [] : [violation([...path, "profileKey"], "unknown-profile-key", { key, isWithoutData: true })]
}

const stateLayerViolations = (layer: StateLayer, i: number, layers: readonly StateLayer[]): Violation[] => {
  const path = [STATE, "layers", i]
  const config = [...path, "config"]
  const presetId = presetOfType(layer.type)
  const before = layers.slice(0, i)
  const broken: Violation[] = []
  if (layer.id !== undefined && before.some(({ id }) => id === layer.id))
    broken.push(violation([...path, "id"], "unique", {}))
  if ((presetId === "solar" || presetId === "ev") && before.some(({ type }) => presetOfType(type) === presetId))
    broken.push(violation(path, "second-layer-of-state", { preset: presetId }))
  const settings = knownConfig(layer)
  broken.push(...violations(KNOWN_CONFIG, settings).map(each => withPaths(each, inner => [...config, ...inner])))
  if (broken.length > 0) return broken
  if (presetId === "ev" && settings.evConfig) return evConfigViolations(settings.evConfig, [...config, "evConfig"])
  if (presetId === "warmtepomp" && settings.heatConfig)
    return heatConfigViolations(settings.heatConfig, [...config, "heatConfig"])
  if (presetId !== "solar") return broken
  if (settings.solarConfig) return solarConfigViolations(settings.solarConfig, [...config, "solarConfig"])
  return isGiven(layer.data) ? [] : [violation([...config, "solarConfig"], "solar-config-without-data")]
}

/** A studio state with its hours, and the curves computed by the studio. */
export interface SavedStudio {
  state: ProfileState
  studioCurves: Partial<Pick<ProfileCurves, "result" | "export" | "production">>
}

/**
 * Makes the parts of a state. @param state one without violations @param newId makes the id of a layer that has none
 */
export const savedStudio = async (
  state: StudioState,
  context: PartContext,
  newId: () => string,
): Promise<SavedStudio> => {
  const layers = await Promise.all((state.layers ?? []).map(layer => stateLayer(layer, context, newId)))
  const { result, exportResult, productionResult } = state
  const studioCurves = {
    ...(isGiven(result) ? { result: new Float32Array(result) } : {}),
    ...(isGiven(exportResult) ? { export: new Float32Array(exportResult) } : {}),
    ...(isGiven(productionResult) ? { production: new Float32Array(productionResult) } : {}),
  }
  const solar = layers.filter(({ definition }) => definition.enabled && definition.presetId === "solar")
  const base = state.baseProfile
    ? stateBase(state.baseProfile, context, unmade(studioCurves.production, solar, state.baseProfile.exportData))
    : null
  return { state: { ...EMPTY_STATE, base, layers }, studioCurves }
}

/**
 * Production without a layer: from profiles that were merged. Production of layers that feed-in raised (curves.ts) is
 * no such production: it is not above the feed-in.
 */
const unmade = (
  production: Float32Array | undefined,
  solar: Part<Layer>[],
  exported: readonly number[] = [],
): Float32Array | undefined => {
  if (!production) return undefined
  const layersKwh = sumOfHours(solar.map(({ hours }) => hours.kwh))
  const rest = production.map((kwh, hour) => Math.max(0, kwh - layersKwh[hour]!))
  const isRaised = (kwh: number, hour: number) => kwh === 0 || production[hour]! <= (exported[hour] ?? 0) + ROUNDING_KWH
  if (solar.length > 0 && rest.every(isRaised)) return undefined
  return totalOf(rest) > UNMADE_SHARE * totalOf(production) ? rest : undefined
}

const stateBase = (
  base: Static<typeof BaseProfile>,
  at: YearAndPlace,
  produced: Float32Array | undefined,
): Part<Base> => {
  const { data, exportData, originalData, annualKwh } = base
  const template = isGiven(data)
    ? undefined
    : templateBase({ ...shapeOf(base), annualKwh } as Parameters<typeof templateBase>[0], at)
  const kwh = template?.hours.kwh ?? new Float32Array(data!)
  const exported = isGiven(exportData) ? new Float32Array(exportData) : undefined
  const annualExportKwh = exported ? totalOf(exported) : 0
  const type = base.type ?? template?.definition.type ?? "upload"
  return {
    definition: {
      type,
      name: base.name ?? template?.definition.name ?? (type === "upload" ? "Upload" : "Template"),
      templateId: base.templateId ?? null,
      profileKey: base.profileKey ?? null,
      category: base.category ?? template?.definition.category ?? null,
      description: base.description ?? template?.definition.description ?? null,
      annualKwh: totalOf(kwh),
      annualExportKwh,
      measuredFraction: null,
      hasUnexplainedExport: annualExportKwh > 0 && produced === undefined,
      ...(annualExportKwh > 0 && produced === undefined ? { keepsOverlap: true } : {}),
    },
    hours: {
      kwh,
      ...(exported ? { exported } : {}),
      ...(produced ? { produced } : {}),
      ...(isGiven(originalData) ? { original: new Float32Array(originalData) } : {}),
    },
  }
}

const stateLayer = async (input: StateLayer, context: PartContext, newId: () => string): Promise<Part<Layer>> => {
  const presetId = presetOfType(input.type)
  const preset = presetOf(presetId)
  const settings = knownConfig(input)
  const hours = isGiven(input.data) ? new Float32Array(input.data) : undefined
  const layer: Layer = {
    id: input.id ?? newId(),
    presetId,
    type: input.type,
    name: input.name ?? preset.name,
    enabled: input.enabled ?? true,
    icon: settings.icon ?? preset.icon,
    color: settings.color ?? preset.color,
    schedule: presetId === "solar" ? null : (settings.schedule ?? null),
    hourlyKw: presetId === "solar" ? null : (settings.hourlyKw ?? (hours ? null : [...preset.defaultHourlyKw])),
    maxKw: settings.maxKw ?? (hours ? peakOf(hours) : preset.maxKw),
    solarConfig: (settings.solarConfig as SolarConfig | undefined) ?? null,
    evConfig: settings.evConfig ?? null,
    ...(presetId === "warmtepomp" && settings.heatConfig ? { heatConfig: settings.heatConfig } : {}),
    config: input.config ?? null,
  }
  if (hours) return { definition: layer, hours: { kwh: hours } }
  return presetId === "solar" ? solarLayer(layer, settings.solarConfig!, context) : consumingLayer(layer, context)
}

/**
 * Curves of a saved studio: given by the studio, or computed. The overlap is at most each given hour.
 */
export const savedCurves = (
  { modelled, ...curves }: ProfileCurves,
  studioCurves: SavedStudio["studioCurves"],
): ProfileCurves => {
  const saved = { ...curves, ...studioCurves, ...(modelled && !studioCurves.production ? { modelled } : {}) }
  const { overlap } = saved
  if (!overlap) return saved
  const least = (kwh: number, hour: number) => Math.min(kwh, ...Object.values(studioCurves).map(hours => hours[hour]!))
  return { ...saved, overlap: overlap.map(least) }
}

/** Violations of a saved studio's curves: more feed-in than purchase and production together. */
export const savedCurvesViolations = ({ result, export: exported, production }: ProfileCurves): Violation[] => {
  const hour = exported.findIndex((kwh, at) => kwh > result[at]! + production[at]! + ROUNDING_KWH)
  return hour < 0 ? [] : [violation([STATE, "exportResult", hour], "export-without-origin")]
}
