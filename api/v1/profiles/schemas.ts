import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { numberIn } from "../../../domain/base/validation/units.ts"
import { ASSET_TYPES, assetShown } from "../../../domain/site/profiles/assets.ts"
import { CHART_VIEWS } from "../../../domain/site/profiles/charts.ts"
import { HeatConfigInput } from "../../../domain/site/profiles/heatConfig.ts"
import { EvConfigInput, HourlyKw, ProfileName, ProfileYear, Schedule } from "../../../domain/site/profiles/schema.ts"
import { DIRECTIONS } from "../../../domain/site/profiles/sources.ts"
import { PROFILE_KINDS } from "../../../domain/site/profiles/state.ts"
import { SolarConfig } from "../../../domain/site/profiles/studioProfileSchema.ts"
import { listOf } from "../../http/lists.ts"
import { RowMode } from "../../http/ownMode.ts"
import {
  ASSET_ADDED,
  FILE_READ,
  HUB_DETAIL,
  LAYER_ADDED,
  LIST_ITEM,
  MERGE,
  NEW_NAME,
  NEW_PROFILE,
  PRESETS,
  SOURCE_ADDED,
  STUDIO_DETAIL,
  SUMMARY,
} from "./examples.ts"

const text = (description: string) => Type.String({ description })
const number = (description: string) => Type.Number({ description })
const flag = (description: string) => Type.Boolean({ description })

/** Item of a list (document 3, "Profile summary"). */
export const ProfileListItem = Type.Object(
  {
    id: text("UUIDv7"),
    mode: RowMode,
    name: text("As given"),
    baseProfileType: orNull(Type.String(), "template or upload; null before a base is set"),
    baseProfileName: orNull(Type.String(), "Label of the template, or name of the file"),
    totalKwh: orNull(numberIn("kWh"), "Bought in the year [kWh]; null before there is anything that uses or produces"),
    peakKw: orNull(numberIn("kW"), "Highest hour bought [kW]"),
    totalExportKwh: numberIn("kWh", { description: "Feed-in in the year [kWh]" }),
    peakExportKw: numberIn("kW", { description: "Highest hourly feed-in [kW]" }),
    layerCount: orNull(Type.Integer(), "Layers, or sources and assets"),
    hasSolarLayer: flag("Something in the profile produces"),
    year: Type.Integer({ description: "Calendar year of the profile" }),
    createdAt: Instant("When it was made"),
    updatedAt: Instant("When it last changed"),
  },
  { description: "Profile as lists show it" },
)
export type ProfileListItem = Static<typeof ProfileListItem>

/** Summary of detail and create responses. */
export const ProfileSummary = Type.Object(
  {
    ...ProfileListItem.properties,
    lat: number("Degrees north"),
    lon: number("Degrees east"),
    userId: orNull(Type.String(), "Maker; null when an API key did"),
    organizationId: text("Owner"),
  },
  { description: "Profile without its hours", examples: [SUMMARY] },
)
export type ProfileSummary = Static<typeof ProfileSummary>

/** Summary after a part was added: the part's id is an addition. */
export const withPartId = (name: "sourceId") =>
  Type.Object(
    { ...ProfileSummary.properties, [name]: text("Id of the added layer") },
    { description: "Profile, and the added part", examples: [SOURCE_ADDED] },
  )

const PartNotes = Type.Array(Type.String(), {
  description: "Notes on the hours, for instance that the built-in model replaced the production provider",
})

/** Summary after a part was changed: notes are an addition. */
export const NotedSummary = Type.Object(
  { ...ProfileSummary.properties, notes: PartNotes },
  { description: "Profile, and what to know of the part's hours", examples: [{ ...SUMMARY, notes: [] }] },
)
export type NotedSummary = Static<typeof NotedSummary>

/** Summary after a layer or an asset was added. */
export const notedWithPartId = (name: "layerId" | "assetId") =>
  Type.Object(
    { ...NotedSummary.properties, [name]: text("Id of the added layer") },
    { description: "Profile, and the added part", examples: [name === "layerId" ? LAYER_ADDED : ASSET_ADDED] },
  )

const MeasuredFraction = orNull(
  numberIn("fraction"),
  "Share of the hours that were measured, 0-1; null without a meter file",
)

/** Summary after a meter file was read. */
export const UploadedSummary = Type.Object(
  {
    ...ProfileSummary.properties,
    measuredFraction: numberIn("fraction", {
      description: "Share of the hours that were measured, 0-1; the others are filled in",
    }),
    notes: Type.Array(Type.String(), { description: "Changes to the file that its owner should know" }),
  },
  { description: "Profile, and how the file was read", examples: [FILE_READ] },
)

export const ProfileList = listOf(ProfileListItem, LIST_ITEM)
export type ProfileList = Static<typeof ProfileList>

export const CombinedList = listOf(
  Type.Object({
    ...ProfileListItem.properties,
    profileKind: StringEnum(PROFILE_KINDS, { description: "Kind of profile" }),
  }),
  { ...LIST_ITEM, profileKind: "studio" },
)
export type CombinedList = Static<typeof CombinedList>

export const ProfileListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "From 1" })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Items of a page" })),
})
export type ProfileListQuery = Static<typeof ProfileListQuery>

/** Body that makes a profile of any kind. */
export const ProfileInput = Strict(
  {
    name: Type.Optional({ ...ProfileName, description: "Default: a numbered label" }),
    year: Type.Optional({ ...ProfileYear, description: "Calendar year; default: the current one" }),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, default: 52.09, description: "Degrees north" })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, default: 5.12, description: "Degrees east" })),
  },
  { examples: [NEW_PROFILE] },
)
export type ProfileInput = Static<typeof ProfileInput>

export const RenameInput = Strict({ name: ProfileName }, { examples: [NEW_NAME] })
export const DuplicateInput = Strict(
  {
    name: Type.Optional({ ...ProfileName, description: "Default: the original's name and (copy)" }),
  },
  { examples: [NEW_NAME] },
)
export const MergeInput = Strict(
  {
    profileIds: Type.Array(Type.String(), {
      minItems: 2,
      maxItems: 50,
      description: "Ids of studio, energyhub or laadplein profiles",
    }),
    name: Type.Optional({ ...ProfileName, description: "Default: the names joined" }),
  },
  { examples: [MERGE] },
)

export const ProfileChartQuery = Type.Object({
  view: StringEnum(CHART_VIEWS, { description: "Part to show; production and export without index: the whole year" }),
  index: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 51, description: "Week 0-51, or month 0-11 in the view month" }),
  ),
  startDate: Type.Optional(
    Type.String({ description: "First day instead of an index, ISO 8601; its year does not matter" }),
  ),
})

const partFigures = {
  annualKwh: numberIn("kWh", { description: "Energy of the year [kWh]" }),
  peakKw: numberIn("kW", { description: "Highest hour [kW]" }),
}

const LayerDetail = Type.Object({
  id: text("Layer id"),
  name: text("As given, or of the preset"),
  type: text("ev_charger, heat_pump, pool_pump, custom or solar, or as saved"),
  presetId: text("Preset that it was made of"),
  enabled: flag("It counts"),
  icon: text("Icon of the preset"),
  color: text("Colour of the preset"),
  schedule: orNull(Schedule, "Active days; null for solar"),
  hourlyKw: orNull(HourlyKw, "Shape of an active day [kW]; null for solar, and for hours that were saved"),
  maxKw: number("Peak [kW]"),
  solarConfig: orNull(SolarConfig, "Panels; null unless solar"),
  evConfig: orNull(EvConfigInput, "Cars that are simulated"),
  heatConfig: orNull(HeatConfigInput, "Heat that the layer makes by the temperatures of the place"),
  config: orNull(Type.Object({}), "Settings that were saved with the layer"),
  ...partFigures,
  notes: PartNotes,
})

const Baseline = Type.Object(
  {
    sourceType: text("template or upload"),
    name: text("Label of the template, or name of the file"),
    templateId: orNull(Type.String(), "Household template"),
    profileKey: orNull(Type.String(), "Standard profile"),
    category: orNull(Type.String(), "Category of the profile"),
    description: orNull(Type.String(), "Description of the profile, or format of the file"),
    annualKwh: numberIn("kWh", { description: "Bought in the year [kWh]" }),
    annualExportKwh: numberIn("kWh", { description: "Feed-in in the year [kWh]" }),
    measuredFraction: MeasuredFraction,
  },
  { description: "Start of the profile" },
)

const hours = (description: string) =>
  Type.Array(numberIn("kWh/h"), { description: `${description}, 8760 hours [kWh]` })

/** GET /v1/studio-profiles/{id}. */
export const StudioDetail = Type.Object(
  {
    ...ProfileSummary.properties,
    baseline: orNull(Baseline, "Base; null before one is set"),
    layers: Type.Array(LayerDetail, { description: "Layers on top of the base" }),
    result: orNull(hours("Bought"), "null before a base is set"),
    exportResult: orNull(hours("Fed in"), "null before a base is set"),
    productionResult: orNull(hours("Produced"), "null before a base is set"),
  },
  { description: "Studio profile", examples: [STUDIO_DETAIL] },
)
export type StudioDetail = Static<typeof StudioDetail>

const SourceDetail = Type.Object({
  id: text("Source id"),
  name: text("As given, or of the profile"),
  sourceType: StringEnum(["template", "standard-profile", "upload", "data"], {
    description: "Source of its hours",
  }),
  direction: StringEnum(DIRECTIONS, { description: "Direction: consumption or production" }),
  annualKwh: numberIn("kWh", { description: "Energy of the year [kWh]" }),
  templateId: orNull(Type.String(), "Household template"),
  profileKey: orNull(Type.String(), "Standard profile"),
  category: orNull(Type.String(), "Category of the profile"),
  description: orNull(Type.String(), "Description of the profile, or format of the file"),
  enabled: flag("It counts"),
  measuredFraction: MeasuredFraction,
  peakKw: partFigures.peakKw,
})

const AssetDetail = Type.Object({
  id: text("Asset id"),
  assetType: StringEnum(ASSET_TYPES, { description: "Kind of asset" }),
  direction: StringEnum(DIRECTIONS, { description: "Direction: consumption or production" }),
  enabled: flag("It counts"),
  name: text("As given, or of the type"),
  config: Type.Object({}, { description: "As given, by type; what is computed of it too" }),
  behindSource: orNull(Type.String(), "Id of the source whose meter the asset is behind"),
  ...partFigures,
  notes: PartNotes,
})

/** GET /v1/energyhub-profiles/{id} and /v1/laadplein-profiles/{id}. */
export const HubDetail = Type.Object(
  {
    ...ProfileSummary.properties,
    sources: Type.Array(SourceDetail, { description: "Buildings, processes and plants; of a laadplein none" }),
    assets: Type.Array(assetShown<Static<typeof AssetDetail>>(AssetDetail.properties), {
      description: "Devices at the hub other than its sources",
    }),
  },
  { description: "Energyhub or laadplein profile", examples: [HUB_DETAIL] },
)
export type HubDetail = Static<typeof HubDetail>

const preset = { id: text("Id"), icon: text("Name of an icon") }

/** GET /v1/studio-profiles/presets. */
export const Presets = Type.Object(
  {
    templates: Type.Array(
      Type.Object({
        ...preset,
        label: text("Name"),
        description: text("Description of the preset"),
        annualKwh: number("Usual use [kWh]"),
      }),
      { description: "Households to begin with" },
    ),
    layerPresets: Type.Array(
      Type.Object({
        ...preset,
        name: text("Name"),
        color: text("CSS colour"),
        maxKw: number("Peak [kW]"),
        defaultHourlyKw: Type.Array(Type.Number(), {
          minItems: 24,
          maxItems: 24,
          description: "Usual day, index 0 = midnight [kW]",
        }),
      }),
      { description: "Layers to add" },
    ),
  },
  { examples: [PRESETS] },
)
