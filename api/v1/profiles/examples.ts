import { layerPresets } from "../../../domain/site/consumption/layers.ts"
import { profileTemplates } from "../../../domain/site/consumption/templates.ts"

/** Examples of profiles in the OpenAPI document; of hours only the first ones. */

const IDS = {
  studio: "019a4c23-1b7e-7c05-9d42-8e6f0a3b5c71",
  hub: "019a4c23-4d02-7f6b-8a19-c7d05e92b340",
  layer: "019a4c24-0e63-7a8d-b1f7-52c94d0e8a16",
  source: "019a4c24-6a91-7d20-8c53-0f8b7e14d9a2",
  asset: "019a4c24-9fd8-7b37-a60e-d41c5b7f2098",
}
const MADE = { createdAt: "2026-03-01T10:30:00.000Z", updatedAt: "2026-03-01T10:34:00.000Z" }
const OWNER = { lat: 51.44, lon: 5.48, userId: null, organizationId: "019a4c1e-0a52-7c11-b0f4-5d1e83a7c9f2" }

export const LIST_ITEM = {
  id: IDS.studio,
  mode: "live",
  name: "Terraced house",
  baseProfileType: "template",
  baseProfileName: "Couple",
  totalKwh: 3406.9,
  peakKw: 11.85,
  totalExportKwh: 1980.2,
  peakExportKw: 3.1,
  layerCount: 1,
  hasSolarLayer: true,
  year: 2026,
  ...MADE,
}
export const SUMMARY = { ...LIST_ITEM, ...OWNER }
export const LAYER_ADDED = { ...SUMMARY, notes: [], layerId: IDS.layer }
export const SOURCE_ADDED = { ...SUMMARY, sourceId: IDS.source }
export const ASSET_ADDED = { ...SUMMARY, notes: [], assetId: IDS.asset }
export const FILE_READ = { ...SUMMARY, baseProfileType: "upload", measuredFraction: 0.98, notes: [] }
export const SOURCE_READ = { ...FILE_READ, sourceId: IDS.source }

const SURFACE = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180, losses: 14 }
const SOLAR = { ...SURFACE, systemCapacityKw: 4, annualProductionKwh: 4113.9 }

export const STUDIO_DETAIL = {
  ...SUMMARY,
  baseline: {
    sourceType: "template",
    name: "Couple",
    templateId: "stel",
    profileKey: null,
    category: "template",
    description: "Two people, partly away by day",
    annualKwh: 3200,
    annualExportKwh: 0,
    measuredFraction: null,
  },
  layers: [
    {
      id: IDS.layer,
      name: "Solar panels",
      type: "solar",
      presetId: "solar",
      enabled: true,
      icon: "sun",
      color: "#f59e0b",
      schedule: null,
      hourlyKw: null,
      maxKw: 4,
      solarConfig: SOLAR,
      evConfig: null,
      heatConfig: null,
      config: null,
      annualKwh: 4113.9,
      peakKw: 3.88,
      notes: [],
    },
  ],
  result: [0.21, 0.17, 0.15],
  exportResult: [0, 0, 0],
  productionResult: [0, 0, 0],
}

export const HUB_DETAIL = {
  ...SUMMARY,
  id: IDS.hub,
  name: "Business park",
  sources: [
    {
      id: IDS.source,
      name: "Small business, Netherlands",
      sourceType: "standard-profile",
      direction: "consumption",
      annualKwh: 25000,
      templateId: null,
      profileKey: "small-business",
      category: "general",
      description: "Mean of Dutch business connections above 3x25 A",
      enabled: true,
      measuredFraction: null,
      peakKw: 5.69,
    },
  ],
  assets: [
    {
      id: IDS.asset,
      assetType: "pv",
      direction: "generation",
      enabled: true,
      name: "Solar panels",
      config: SOLAR,
      behindSource: null,
      annualKwh: 4113.9,
      peakKw: 3.88,
      notes: [],
    },
  ],
}

export const PRESETS = { templates: [profileTemplates[0]], layerPresets: [layerPresets[0]] }

export const CHART = {
  view: "production",
  index: null,
  intervalType: "month",
  labels: ["2026-01", "2026-02", "2026-03"],
  instants: ["2025-12-31T23:00:00.000Z", "2026-01-31T23:00:00.000Z", "2026-02-28T23:00:00.000Z"],
  timeZone: "Europe/Amsterdam",
  baseline: [301.2, 262.8, 270.4],
  combined: [262.5, 205.1, 171.9],
  production: [88.7, 168.3, 366.2],
  unit: "kWh",
}

export const NEW_PROFILE = { name: "Terraced house", year: 2026, lat: 51.44, lon: 5.48 }
export const NEW_NAME = { name: "Corner house" }
export const MERGE = { profileIds: [IDS.studio, IDS.hub], name: "House and business park" }

/** Bodies by purpose. */
export const BASES = {
  template: { templateId: "stel", annualKwh: 3500 },
  "standard profile": { profileKey: "small-business", annualKwh: 30000 },
}
export const NEW_LAYERS = {
  "heat pump": { presetId: "warmtepomp", maxKw: 4 },
  "heat pump by gas": {
    presetId: "warmtepomp",
    heatConfig: { yearlyGasM3: 1200, boiler: "condensing", emitters: "radiators", makesHotWater: true },
  },
  "electric car": {
    presetId: "ev",
    evConfig: {
      count: 1,
      batteryKwh: 60,
      dailyConsumptionKwh: 7,
      arrivalHour: 18,
      departureHour: 8,
      chargerPowerKw: 11,
    },
  },
  "one roof": { presetId: "solar", solarConfig: SURFACE },
}
export const LAYER_CHANGES = {
  "switched off": { enabled: false },
  "two roofs": {
    solarConfig: {
      roofSurfaces: [
        { id: "east", panelCount: 6, panelPowerWatts: 400, tilt: 35, azimuth: 90 },
        { id: "west", panelCount: 6, panelPowerWatts: 400, tilt: 35, azimuth: 270 },
      ],
    },
  },
}
export const STUDIO_STATE = {
  studioState: {
    baseProfile: { type: "template", templateId: "stel", annualKwh: 3500 },
    layers: [{ type: "heat_pump", name: "Heat pump", enabled: true, config: { maxKw: 4 } }],
  },
  year: 2026,
}
export const NEW_SOURCES = {
  template: { sourceType: "template", templateId: "groot-gezin", annualKwh: 6000 },
  "standard profile": { sourceType: "standard-profile", profileKey: "small-business" },
}
export const SOURCE_CHANGE = { name: "Office", annualKwh: 28000 }
export const NEW_ASSETS = {
  panels: { assetType: "pv", config: SURFACE },
  "panels that are behind no meter": { assetType: "pv", config: SURFACE, behindSource: null },
  "heat pump": { assetType: "heat-pump", config: { annualKwh: 4000 } },
  "charging plaza": {
    assetType: "charging-plaza",
    name: "Car park",
    config: {
      chargePoints: 8,
      chargerPowerKw: 11,
      sessionsPerDay: 12,
      kwhPerSession: 18,
      arrivalHour: 8,
      departureHour: 18,
      limitKw: 44,
    },
  },
}
export const ASSET_CHANGE = { name: "Roof of the hall", enabled: true }

export const HOUSEHOLD = {
  id: "standard",
  type: "residential",
  profileKey: "standard",
  label: "Average household",
  category: "household",
  description: "One home with the habits of the Dutch mean and the ups and downs of a measured home",
}
export const HOUSEHOLD_DETAIL = {
  ...HOUSEHOLD,
  defaultAnnualKwh: 2500,
  sortOrder: 1,
  isActive: true,
  referenceYear: 2023,
  profileFile: { load: [0.25, 0.2, 0.18], pv: [0, 0, 0] },
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
}
export const BUSINESS = {
  profileKey: "small-business",
  label: "Small business, Netherlands",
  category: "general",
  description: "Mean of Dutch business connections above 3x25 A",
  defaultAnnualKwh: 25000,
  peakKw: 5.69,
  monthlyTotals: [2427, 2174, 2255, 1892, 1911, 1936, 1943, 1949, 1965, 2119, 2195, 2234],
}
