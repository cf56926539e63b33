import type { Answer } from "../../../../client/index.ts"

/** GET of an energyhub or a charging plaza. */
export type Hub = Answer<"GET /v1/energyhub-profiles/{id}">
export type Source = Hub["sources"][number]
export type Asset = Hub["assets"][number]
export type HubKind = "energyhub" | "laadplein"

/** Operations that both kinds share. */
export const OPERATIONS = {
  energyhub: {
    read: "GET /v1/energyhub-profiles/{id}",
    rename: "PATCH /v1/energyhub-profiles/{id}",
    csv: "GET /v1/energyhub-profiles/{id}/export-csv",
    addAsset: "POST /v1/energyhub-profiles/{id}/assets",
    changeAsset: "PATCH /v1/energyhub-profiles/{id}/assets/{assetId}",
    removeAsset: "DELETE /v1/energyhub-profiles/{id}/assets/{assetId}",
  },
  laadplein: {
    read: "GET /v1/laadplein-profiles/{id}",
    rename: "PATCH /v1/laadplein-profiles/{id}",
    csv: "GET /v1/laadplein-profiles/{id}/export-csv",
    addAsset: "POST /v1/laadplein-profiles/{id}/assets",
    changeAsset: "PATCH /v1/laadplein-profiles/{id}/assets/{assetId}",
    removeAsset: "DELETE /v1/laadplein-profiles/{id}/assets/{assetId}",
  },
} as const

export interface HubProps {
  kind: HubKind
  hub: Hub
  /** Reloads the hub after a change; resolves when loaded. */
  onChange(): Promise<void>
}

/** Initial configuration of a new asset by type, with usual values. */
export const FIRST_CONFIGS = {
  "charging-plaza": {
    chargePoints: 6,
    chargerPowerKw: 11,
    sessionsPerDay: 12,
    kwhPerSession: 18,
    arrivalHour: 7,
    departureHour: 18,
  },
  pv: { panelCount: 100, panelPowerWatts: 430, tilt: 15, azimuth: 180 },
  "heat-pump": { annualKwh: 20_000 },
  "custom-consumption": { maxKw: 10, hourlyKw: new Array<number>(24).fill(1) },
} as const
export type NewAssetType = keyof typeof FIRST_CONFIGS
export const NEW_ASSET_TYPES = Object.keys(FIRST_CONFIGS) as NewAssetType[]

/** Number fields of a config, in the order of the form, each with its unit. */
export const CONFIG_FIELDS = {
  "charging-plaza": [
    ["chargePoints", ""],
    ["chargerPowerKw", "kW"],
    ["sessionsPerDay", ""],
    ["kwhPerSession", "kWh"],
    ["arrivalHour", "0 – 24"],
    ["departureHour", "0 – 24"],
    ["limitKw", "kW"],
  ],
  pv: [
    ["panelCount", ""],
    ["panelPowerWatts", "W"],
    ["tilt", "°"],
    ["azimuth", "°"],
    ["losses", "%"],
  ],
  "heat-pump": [["annualKwh", "kWh"]],
  "custom-consumption": [["maxKw", "kW"]],
  "production-upload": [],
} as const
