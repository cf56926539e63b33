import { type Static, Type } from "@sinclair/typebox"
import type { StoredNote } from "../../base/note.ts"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { type LayerPreset, layerHours, layerPresets } from "../consumption/layers.ts"
import type { ProductionProvider } from "../solar/provider.ts"
import {
  changedEvConfig,
  changedHeatConfig,
  evConfigViolations,
  HeatConfigInput,
  heatConfigViolations,
} from "./heatConfig.ts"
import { peakOf, scaledHours } from "./hours.ts"
import type { Part } from "./parts.ts"
import {
  EvConfigInput,
  HourlyKw,
  MaxKw,
  ProfileName,
  Schedule,
  type SolarConfigInput,
  SolarConfigInput as SolarConfigSchema,
} from "./schema.ts"
import {
  changedSolarConfig,
  type Place,
  type SolarConfig,
  solarConfigViolations,
  solarProduction,
} from "./solarConfig.ts"

export type PresetId = LayerPreset["id"]

/** A layer of a studio profile. */
export interface Layer {
  id: string
  presetId: PresetId
  /** Kind of layer, as the studio names it. */
  type: string
  name: string
  /** The layer counts. */
  enabled: boolean
  icon: string
  color: string
  /** Null: active every day of every month; always null for solar. */
  schedule: Schedule | null
  /** Shape of an active day; null for solar layers, and for layers whose hours the studio gave. */
  hourlyKw: number[] | null
  /** Peak [kW]; of a solar layer its capacity. */
  maxKw: number
  solarConfig: SolarConfig | null
  evConfig: EvConfigInput | null
  /** Heat that the layer makes; null or absent unless its hours follow the weather. */
  heatConfig?: HeatConfigInput | null
  /** The studio's own settings of a layer, stored unchanged. */
  config: Record<string, unknown> | null
  /** Notes on its hours for its owner; absent when nothing. */
  notes?: StoredNote[]
}

const PRESET_IDS = layerPresets.map(({ id }) => id)

/** How the studio names the layers of each preset. */
export const LAYER_TYPES: Readonly<Record<PresetId, string>> = {
  ev: "ev_charger",
  warmtepomp: "heat_pump",
  zwembad: "pool_pump",
  custom: "custom",
  solar: "solar",
}

/** The preset with an id. */
export const presetOf = (id: PresetId): LayerPreset => layerPresets.find(preset => preset.id === id)!

const attributes = {
  name: Type.Optional(ProfileName),
  enabled: Type.Optional(Type.Boolean({ default: true, description: "The layer counts" })),
  schedule: Type.Optional(Schedule),
  hourlyKw: Type.Optional(HourlyKw),
  maxKw: Type.Optional({
    ...MaxKw,
    description:
      "Peak [kW] of the shape of hourlyKw, default by preset; kept, and without effect, while heatConfig makes the hours",
  }),
  solarConfig: Type.Optional(SolarConfigSchema),
  evConfig: Type.Optional(EvConfigInput),
  heatConfig: Type.Optional(HeatConfigInput),
}

/** Body of POST …/layers. */
export const LayerInput = Strict({
  presetId: StringEnum(PRESET_IDS, { description: "Kind of layer" }),
  ...attributes,
})
export type LayerInput = Static<typeof LayerInput>

/** Body of PATCH …/layers/{layerId}. */
export const LayerChange = Strict({
  ...attributes,
  evConfig: Type.Optional(
    Type.Union([EvConfigInput, Type.Null()], { description: "Cars that are simulated; null: the shape counts again" }),
  ),
  heatConfig: Type.Optional(
    Type.Union([HeatConfigInput, Type.Null()], {
      description: "Heat by the temperatures of the place; null: the shape counts again",
    }),
  ),
})
export type LayerChange = Static<typeof LayerChange>

/** Place and year of a part's hours, and the provider of its solar production. */
export interface PartContext extends Place {
  year: number
  provider: ProductionProvider
}

const misplaced = (presetId: PresetId, change: LayerChange): Violation[] => {
  const refused: (keyof LayerChange)[] =
    presetId === "solar" ? ["schedule", "hourlyKw", "maxKw", "evConfig"] : ["solarConfig"]
  if (presetId !== "ev" && presetId !== "solar") refused.push("evConfig")
  if (presetId !== "warmtepomp") refused.push("heatConfig")
  return refused
    .filter(field => change[field] !== undefined)
    .map(field => violation([field], "not-of-preset", { preset: presetId }))
}

/** Rules between the fields of a new layer. */
export const layerViolations = (input: LayerInput): Violation[] => {
  const { evConfig, heatConfig } = input
  const broken = [
    ...misplaced(input.presetId, input),
    ...(evConfig ? evConfigViolations(evConfig, ["evConfig"]) : []),
    ...(heatConfig ? heatConfigViolations(heatConfig, ["heatConfig"]) : []),
  ]
  if (input.presetId !== "solar") return broken
  return input.solarConfig
    ? [...broken, ...solarConfigViolations(input.solarConfig, ["solarConfig"])]
    : [...broken, violation(["solarConfig"], "solar-config-required")]
}

/** Rules between a layer and its changes. */
export const layerChangeViolations = (layer: Layer, change: LayerChange): Violation[] => {
  const { solarConfig, evConfig, heatConfig } = change
  return [
    ...misplaced(layer.presetId, change),
    ...(evConfig ? evConfigViolations(evConfig, ["evConfig"], layer.evConfig) : []),
    ...(heatConfig
      ? heatConfigViolations(changedHeatConfig(layer.heatConfig ?? null, heatConfig), ["heatConfig"])
      : []),
    ...(solarConfig && layer.presetId === "solar"
      ? solarConfigViolations(changedSolarConfig(inputOf(layer.solarConfig), solarConfig), ["solarConfig"])
      : []),
  ]
}

/** A stored solarConfig as one that is asked for. */
const inputOf = (config: SolarConfig | null): SolarConfigInput => (config ?? {}) as SolarConfigInput

/** A profile has at most one solar and one EV layer. */
export const secondLayerViolations = (presetId: PresetId, present: readonly PresetId[]): Violation[] =>
  (presetId === "solar" || presetId === "ev") && present.includes(presetId)
    ? [violation(["presetId"], "second-layer", { preset: presetId })]
    : []

/** A new layer with its hours. @param input one without violations */
export const newLayer = async (id: string, input: LayerInput, context: PartContext): Promise<Part<Layer>> => {
  const { solarConfig, ...fields } = input
  const preset = presetOf(input.presetId)
  const isSolar = preset.id === "solar"
  const layer: Layer = {
    id,
    type: LAYER_TYPES[preset.id],
    name: preset.name,
    enabled: true,
    icon: preset.icon,
    color: preset.color,
    schedule: null,
    maxKw: preset.maxKw,
    evConfig: null,
    ...fields,
    hourlyKw: isSolar ? null : [...(input.hourlyKw ?? preset.defaultHourlyKw)],
    solarConfig: null,
    config: null,
  }
  return isSolar ? solarLayer(layer, solarConfig!, context) : consumingLayer(layer, context)
}

/** A solar layer with a fresh production curve. */
export const solarLayer = async (layer: Layer, input: SolarConfigInput, context: PartContext): Promise<Part<Layer>> => {
  const { config, hours, notes } = await solarProduction(input, context, context.provider)
  return {
    definition: { ...layer, solarConfig: config, maxKw: config.systemCapacityKw!, notes },
    hours: { kwh: hours },
  }
}

/** A layer of use with its hours: cars are simulated, heat follows the weather, anything else its shape. */
export const consumingLayer = (
  layer: Layer,
  { year, lat, lon }: Pick<PartContext, "year" | keyof Place>,
): Part<Layer> => {
  const { hourlyKw, maxKw, schedule, evConfig, heatConfig, presetId } = layer
  const kwh = layerHours(
    {
      hourlyKw: hourlyKw ?? presetOf(presetId).defaultHourlyKw,
      maxKw,
      ...(schedule ? { schedule } : {}),
      ...(evConfig ? { evConfig } : {}),
      ...(heatConfig ? { heat: { need: heatConfig, place: { lat, lon } } } : {}),
    },
    year,
  )
  return { definition: layer, hours: { kwh: new Float32Array(kwh) } }
}

/**
 * A layer with changes; its hours are computed again if they depend on a changed field. @param change one without
 * violations
 */
export const changedLayer = async (
  part: Part<Layer>,
  change: LayerChange,
  context: PartContext,
): Promise<Part<Layer>> => {
  const { solarConfig, evConfig, heatConfig, ...rest } = change
  const old = part.definition
  const layer: Layer = { ...old, ...rest }
  if (evConfig !== undefined) layer.evConfig = evConfig && changedEvConfig(old.evConfig, evConfig)
  if (heatConfig !== undefined) layer.heatConfig = heatConfig && changedHeatConfig(old.heatConfig ?? null, heatConfig)
  if (solarConfig) return solarLayer(layer, changedSolarConfig(inputOf(old.solarConfig), solarConfig), context)
  const { schedule, hourlyKw, maxKw } = change
  const isModelled = evConfig !== undefined || heatConfig !== undefined
  if (!schedule && !hourlyKw && !isModelled && maxKw === undefined) return { ...part, definition: layer }
  const peakKw = peakOf(part.hours.kwh)
  const hasGivenHours = layer.hourlyKw === null && !layer.evConfig && !layer.heatConfig
  if (hasGivenHours && !schedule && !isModelled && peakKw > 0)
    return { definition: layer, hours: { kwh: scaledHours(part.hours.kwh, layer.maxKw / peakKw) } }
  return consumingLayer(layer, context)
}
