import { type Static, type TSchema, Type } from "@sinclair/typebox"
import type { StoredNote } from "../../base/note.ts"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { violations } from "../../base/validation/violations.ts"
import { plazaYear } from "../consumption/chargingPlaza.ts"
import { heatPumpHours } from "../consumption/heatPump.ts"
import { layerHours } from "../consumption/layers.ts"
import { type Hours, scaledHours, totalOf } from "./hours.ts"
import { type PartContext, presetOf } from "./layers.ts"
import type { Part } from "./parts.ts"
import { AnnualKwh, HourlyKw, MaxKw, ProfileName, Schedule, SolarConfigInput, YearHours } from "./schema.ts"
import { changedSolarConfig, solarConfigViolations, solarProduction } from "./solarConfig.ts"
import { DIRECTIONS, type Direction, type Source } from "./sources.ts"

export const ASSET_TYPES = ["heat-pump", "custom-consumption", "pv", "charging-plaza", "production-upload"] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** An asset of an energyhub or laadplein. */
export interface Asset {
  id: string
  assetType: AssetType
  direction: Direction
  enabled: boolean
  name: string
  /** Kind of the asset, by its type; the hours of a production upload are kept apart. */
  config: Record<string, unknown>
  /** Id of the source whose meter the asset is behind: it explains what that meter feeds in. Null or absent: none. */
  behindSource?: string | null
  /** Notes on its hours for its owner; absent when nothing. */
  notes?: StoredNote[]
}

const HeatPumpConfig = Strict({
  annualKwh: Type.Optional(AnnualKwh),
  maxKw: Type.Optional(MaxKw),
  schedule: Type.Optional(Schedule),
  hourlyKw: Type.Optional(HourlyKw),
})
type HeatPumpConfig = Static<typeof HeatPumpConfig>

const CustomConsumptionConfig = Strict({ maxKw: MaxKw, hourlyKw: HourlyKw, schedule: Type.Optional(Schedule) })
type CustomConsumptionConfig = Static<typeof CustomConsumptionConfig>

const HourOfDay = Type.Number({ minimum: 0, maximum: 24 })
/** Sessions of a whole plaza a day: its year is simulated one by one. */
const MAX_SESSIONS_PER_DAY = 1000

const ChargingPlazaConfig = Strict({
  chargePoints: Type.Integer({ minimum: 1, maximum: 500, description: "Charge points" }),
  chargerPowerKw: Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: "Power of one charge point [kW]" }),
  sessionsPerDay: Type.Number({
    minimum: 0,
    maximum: MAX_SESSIONS_PER_DAY,
    description: "Sessions of the whole plaza a day, over all of its charge points; a fraction is spread over the days",
  }),
  kwhPerSession: Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: "Energy of a session [kWh]" }),
  arrivalHour: { ...HourOfDay, description: "Hour from which cars come" },
  departureHour: { ...HourOfDay, description: "Hour at which the plaza closes; equal to arrivalHour: never" },
  limitKw: Type.Optional({ ...MaxKw, description: "Power of the plaza's own connection [kW]" }),
})
type ChargingPlazaConfig = Static<typeof ChargingPlazaConfig>

const ProductionUploadConfig = Strict({ data: YearHours("Production") })
type ProductionUploadConfig = Static<typeof ProductionUploadConfig>

const CONFIGS = {
  "heat-pump": HeatPumpConfig,
  "custom-consumption": CustomConsumptionConfig,
  pv: SolarConfigInput,
  "charging-plaza": ChargingPlazaConfig,
  "production-upload": ProductionUploadConfig,
} as const

const DEFAULT_NAMES: Readonly<Record<AssetType, string>> = {
  "heat-pump": "Heat pump",
  "custom-consumption": "Custom consumption",
  pv: "Solar panels",
  "charging-plaza": "Charging plaza",
  "production-upload": "Production",
}

/** Any config: `assetViolations` checks it under the schema of the asset's type. */
const Config = Type.Object(
  {},
  {
    description:
      "heat-pump: annualKwh or maxKw, schedule, hourlyKw. custom-consumption: maxKw, hourlyKw, schedule. pv: a solarConfig. " +
      "charging-plaza: chargePoints, chargerPowerKw (of one point), sessionsPerDay (of the whole plaza, over all points), " +
      "kwhPerSession, arrivalHour, departureHour, limitKw. " +
      "production-upload: data of 8760 hours [kWh].",
  },
)

const BehindSource = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
  description:
    "Id of the source whose meter a generating asset is behind: it explains what that meter feeds in, and the load behind it " +
    "is worked out from both. Null or absent: the asset is further generation, behind no meter of the hub",
})

/** Body of POST …/assets. */
export const AssetInput = Strict({
  assetType: StringEnum(ASSET_TYPES, { description: "Kind of asset" }),
  name: Type.Optional(ProfileName),
  direction: Type.Optional(StringEnum(DIRECTIONS, { description: "Follows from the type" })),
  config: Type.Optional(Config),
  behindSource: Type.Optional(BehindSource),
})
export type AssetInput = Static<typeof AssetInput>

/** Body of PATCH …/assets/{assetId}. */
export const AssetChange = Strict({
  name: Type.Optional(ProfileName),
  enabled: Type.Optional(Type.Boolean({ description: "The asset counts" })),
  config: Type.Optional(Config),
  behindSource: Type.Optional(BehindSource),
})
export type AssetChange = Static<typeof AssetChange>

const CONFIG_DESCRIPTIONS: Readonly<Record<AssetType, string>> = {
  "heat-pump": "Its use: annualKwh or maxKw; without a shape: the weather's shape",
  "custom-consumption": "Its use: a peak and the shape of an active day",
  pv: "Panels: panelCount and panelPowerWatts, or roofSurfaces",
  "charging-plaza": "Charge points and the sessions of a day",
  "production-upload": "Its production of each hour",
}

/** A schema for each type of asset, which differ in `assetType` and `config`: for the interface document. */
const byAssetType = <T>(
  configs: Readonly<Record<AssetType, TSchema>>,
  fields: Record<string, TSchema>,
  options: object,
) =>
  Type.Unsafe<T>(
    Type.Union(
      ASSET_TYPES.map(assetType =>
        Type.Object(
          {
            ...fields,
            assetType: Type.Literal(assetType, { description: "Kind of asset" }),
            config: { ...configs[assetType], description: CONFIG_DESCRIPTIONS[assetType] },
          },
          options,
        ),
      ),
    ),
  )

/** AssetInput as the interface document shows it. */
export const AssetInputShown = byAssetType<AssetInput>(CONFIGS, AssetInput.properties, { additionalProperties: false })

/** AssetChange in the interface document: absent fields of `config` stay. */
export const AssetChangeShown = Type.Unsafe<AssetChange>(
  Strict({
    ...AssetChange.properties,
    config: Type.Optional(
      Type.Union(
        [
          Type.Partial(HeatPumpConfig),
          Type.Partial(CustomConsumptionConfig),
          SolarConfigInput,
          Type.Partial(ChargingPlazaConfig),
          Type.Partial(ProductionUploadConfig),
        ],
        { description: "Fields of the asset's type that change" },
      ),
    ),
  }),
)

/** An asset in an answer as the interface document shows it. @param fields common fields of every type */
export const assetShown = <T>(fields: Record<string, TSchema>) =>
  byAssetType<T>({ ...CONFIGS, "production-upload": Type.Object({}) }, fields, {})

const directionOf = (assetType: AssetType): Direction =>
  assetType === "pv" || assetType === "production-upload" ? "generation" : "consumption"

/** Violations of a new asset apart from its single fields. */
export const assetViolations = ({ assetType, direction, config = {} }: AssetInput): Violation[] => [
  ...(direction !== undefined && direction !== directionOf(assetType)
    ? [violation(["direction"], "direction-of-type", { direction: directionOf(assetType), assetType })]
    : []),
  ...configViolations(assetType, config),
]

/** Violations of an asset's change apart from its single fields. */
export const assetChangeViolations = ({ assetType, config }: Asset, change: AssetChange): Violation[] => {
  if (!change.config) return []
  if (keepsUpload(assetType, change.config)) return violations(KeptUpload, { config: change.config })
  return configViolations(assetType, changedConfig(assetType, config, change.config))
}

/** Violations of the source behind which an asset is. @param sources of the profile */
export const behindSourceViolations = (
  assetType: AssetType,
  behindSource: string | null | undefined,
  sources: readonly Source[],
): Violation[] => {
  if (behindSource === undefined || behindSource === null) return []
  const isConsuming = ({ id, direction }: Source) => id === behindSource && direction === "consumption"
  return directionOf(assetType) === "generation" && sources.some(isConsuming)
    ? []
    : [violation(["behindSource"], "not-behind-source")]
}

type AnyConfig = Record<string, unknown>

const configViolations = (assetType: AssetType, config: AnyConfig): Violation[] => {
  const broken = violations(Strict({ config: CONFIGS[assetType] }), { config })
  if (broken.length > 0) return broken
  if (assetType === "pv") return solarConfigViolations(config, ["config"])
  return assetType === "heat-pump" ? heatPumpViolations(config) : []
}

const ANNUAL_KWH = ["config", "annualKwh"]
const MAX_KW = ["config", "maxKw"]

const heatPumpViolations = ({ annualKwh, maxKw, schedule, hourlyKw }: HeatPumpConfig): Violation[] => {
  if (annualKwh === undefined && maxKw === undefined)
    return [violation(ANNUAL_KWH, "one-is-required", { others: [MAX_KW] })]
  if (annualKwh === undefined) return []
  if (maxKw !== undefined) return [violation(MAX_KW, "either-or", { other: ANNUAL_KWH })]
  const neverRuns = schedule?.flat().every(isActive => !isActive) || hourlyKw?.every(kw => kw === 0)
  return neverRuns ? [violation(ANNUAL_KWH, "heat-pump-never-runs")] : []
}

/** True if a change keeps the hours of a production upload, which are not in its config. */
const keepsUpload = (assetType: AssetType, change: AnyConfig): boolean =>
  assetType === "production-upload" && !("data" in change)

const KeptUpload = Strict({ config: Strict({}) })

/** A config with changes: given fields replace the old ones, and exclude the fields that they are alternatives of. */
const changedConfig = (assetType: AssetType, old: AnyConfig, change: AnyConfig): AnyConfig => {
  if (assetType === "pv") return changedSolarConfig(old, change)
  if (assetType === "production-upload") return change
  const { annualKwh, maxKw, ...kept } = old
  if (assetType === "heat-pump" && ("annualKwh" in change || "maxKw" in change)) return { ...kept, ...change }
  return { ...old, ...change }
}

/** A new asset with its hours. @param input one without violations */
export const newAsset = (id: string, input: AssetInput, context: PartContext): Promise<Part<Asset>> => {
  const direction = directionOf(input.assetType)
  const defaults = { enabled: true, name: DEFAULT_NAMES[input.assetType], config: {}, behindSource: null }
  return assetWithHours({ id, ...defaults, ...input, direction }, context)
}

/** An asset with changes; its hours are computed again if its config changes. @param change one without violations */
export const changedAsset = async (
  part: Part<Asset>,
  change: AssetChange,
  context: PartContext,
): Promise<Part<Asset>> => {
  const { config, ...rest } = change
  const asset = { ...part.definition, ...rest }
  if (!config || keepsUpload(asset.assetType, config)) return { ...part, definition: asset }
  return assetWithHours({ ...asset, config: changedConfig(asset.assetType, asset.config, config) }, context)
}

const assetWithHours = async (asset: Asset, context: PartContext): Promise<Part<Asset>> => {
  const { assetType, config } = asset
  if (assetType === "pv") {
    const production = await solarProduction(config, context, context.provider)
    const { config: computed, hours, notes } = production
    return { definition: { ...asset, config: computed, notes }, hours: { kwh: hours } }
  }
  if (assetType === "production-upload") {
    const { data } = config as ProductionUploadConfig
    return { definition: { ...asset, config: {} }, hours: { kwh: new Float32Array(data) } }
  }
  return { definition: asset, hours: { kwh: new Float32Array(consumptionOf(assetType, config, context.year)) } }
}

const consumptionOf = (assetType: AssetType, config: AnyConfig, year: number): ArrayLike<number> => {
  if (assetType === "heat-pump") return heatPumpUse(config, year)
  if (assetType === "charging-plaza") return plazaYear(config as ChargingPlazaConfig, year).hoursKwh
  return layerHours(config as CustomConsumptionConfig, year)
}

/**
 * A heat pump's year: by its energy it follows the weather, by its power or own hours the shape of a day. Its schedule
 * then says when it runs, and the energy is spread over these hours.
 */
const heatPumpUse = ({ annualKwh, maxKw, schedule, hourlyKw }: HeatPumpConfig, year: number): Hours => {
  const followsWeather = annualKwh !== undefined && !hourlyKw
  const shape = {
    hourlyKw: followsWeather ? ALL_DAY : (hourlyKw ?? presetOf("warmtepomp").defaultHourlyKw),
    maxKw: maxKw ?? 1,
    ...(schedule ? { schedule } : {}),
  }
  const hours = layerHours(shape, year)
  if (followsWeather) {
    const heating = heatPumpHours(annualKwh)
    for (let hour = 0; hour < hours.length; hour++) hours[hour]! *= heating[hour]!
  }
  return scaledHours(hours, annualKwh === undefined ? 1 : annualKwh / totalOf(hours))
}

const ALL_DAY: readonly number[] = new Array<number>(24).fill(1)
