import { HOUR_MONTHS, HOURS_PER_YEAR, MONTH_DAYS } from "../year.ts"
import type { Asset } from "./assets.ts"
import { type Hours, peakOf, totalOf } from "./hours.ts"
import type { Layer } from "./layers.ts"
import type { Part } from "./parts.ts"
import type { Schedule } from "./schema.ts"
import type { SolarConfig } from "./solarConfig.ts"
import type { Source } from "./sources.ts"
import type { ProfileFigures, ProfileState } from "./state.ts"
import type { StudioProfile } from "./studioProfileSchema.ts"

type ReportLayer = StudioProfile["layers"][number]

/** Mean power by month (12 rows, January first) and hour of the day (24 columns) [kW]. */
export const heatmap = (hours: Hours): number[][] => {
  const months = Array.from({ length: 12 }, () => new Array<number>(24).fill(0))
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) months[HOUR_MONTHS[hour]! - 1]![hour % 24]! += hours[hour]!
  return months.map((sums, month) => sums.map(kwh => kwh / MONTH_DAYS[month]!))
}

/** All days of all months. */
export const EVERY_DAY: Schedule = Array.from({ length: 7 }, () => new Array<boolean>(12).fill(true))

/** The studioProfile of a report; sources and assets of an energyhub or laadplein are among its layers. */
export const studioReport = (
  profile: { id: string; name: string; year: number } & Pick<
    ProfileFigures,
    "baseProfileType" | "baseProfileName" | "totalKwh" | "peakKw" | "layerCount" | "hasSolarLayer"
  >,
  { layers, sources, assets }: ProfileState,
): StudioProfile => ({
  id: profile.id,
  name: profile.name,
  baseProfileType: profile.baseProfileType,
  baseProfileName: profile.baseProfileName,
  totalKwh: profile.totalKwh,
  peakKw: profile.peakKw,
  layerCount: profile.layerCount,
  hasSolarLayer: profile.hasSolarLayer,
  year: profile.year,
  layers: [...layers.map(layerOf), ...sources.map(sourceOf), ...assets.map(assetOf)],
})

const figures = ({ hours }: Part<unknown>, isProduction: boolean) => ({
  annualKwh: totalOf(hours.kwh),
  peakKw: peakOf(hours.kwh),
  loadHeatmap: isProduction ? null : heatmap(hours.kwh),
  productionHeatmap: isProduction ? heatmap(hours.kwh) : null,
})

const layerOf = (part: Part<Layer>): ReportLayer => {
  const { presetId, config: _config, notes: _notes, heatConfig, ...layer } = part.definition
  const isSolar = presetId === "solar"
  return {
    ...layer,
    ...(heatConfig ? { heatConfig } : {}),
    schedule: isSolar ? null : (layer.schedule ?? EVERY_DAY),
    ...figures(part, isSolar),
  }
}

const PLAIN = {
  icon: null,
  color: null,
  maxKw: null,
  schedule: null,
  hourlyKw: null,
  solarConfig: null,
  evConfig: null,
}

const sourceOf = (part: Part<Source>): ReportLayer => {
  const { id, name, sourceType, enabled, direction } = part.definition
  return { ...PLAIN, id, name, type: sourceType, enabled, ...figures(part, direction === "generation") }
}

/** Fields of an asset's config that a layer also has. */
interface LayerConfig {
  maxKw?: number
  schedule?: Schedule
  hourlyKw?: number[]
}

const assetOf = (part: Part<Asset>): ReportLayer => {
  const { id, name, assetType, enabled, direction, config } = part.definition
  const { maxKw = null, schedule = null, hourlyKw = null } = config as LayerConfig
  return {
    ...PLAIN,
    id,
    name,
    type: assetType,
    enabled,
    ...(assetType === "pv" ? { solarConfig: config as SolarConfig } : { maxKw, schedule, hourlyKw }),
    ...figures(part, direction === "generation"),
  }
}
