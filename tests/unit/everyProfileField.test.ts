import { expect, test } from "bun:test"
import { type TSchema, Type } from "@sinclair/typebox"
import { violations } from "../../domain/base/validation/violations.ts"
import {
  type Asset,
  type AssetInput,
  AssetInputShown,
  assetViolations,
  newAsset,
} from "../../domain/site/profiles/assets.ts"
import {
  changedLayer,
  type Layer,
  LayerChange,
  LayerInput,
  layerChangeViolations,
  layerViolations,
  newLayer,
  type PartContext,
} from "../../domain/site/profiles/layers.ts"
import type { Part } from "../../domain/site/profiles/parts.ts"
import { newSource, SourceInput, sourceViolations } from "../../domain/site/profiles/sources.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { lostFields, type Way, withMadeUpFields } from "../support/everyField.ts"

/** Every field of the parts of studio, energyhub and laadplein profiles is stored, or in the part's hours. */

const hourlyKw = Array.from({ length: 24 }, (_, hour) => hour)
const surface = { panelCount: 10, panelPowerWatts: 400 }
const roof = { id: "a", ...surface, tilt: 30, azimuth: 180 }
const context: PartContext = {
  ...{ year: 2026, lat: 52.09, lon: 5.12 },
  provider: place => productionKwhPerKwp(place, 2023),
}

/** A text that differs if the hours differ. */
const hoursOf = ({ hours }: Part<unknown>): string => Bun.hash(new Uint8Array(hours.kwh.buffer)).toString()

const refusing = (schema: TSchema, body: unknown, further: readonly unknown[]) => {
  if (violations(schema, body).length + further.length > 0) throw new RangeError("refused")
}

/** True for computed fields of solarConfig, and for its flat fields if it has surfaces (document 3). */
const isIgnored = (path: string, config: object | undefined): boolean =>
  path.endsWith("systemCapacityKw") ||
  path.endsWith("annualProductionKwh") ||
  (config !== undefined && "roofSurfaces" in config && !path.includes("roofSurfaces") && path.includes("onfig."))

interface LayerBody {
  solarConfig?: object
  [field: string]: unknown
}

const LAYERS: LayerBody[] = [
  { presetId: "custom", hourlyKw },
  { presetId: "ev", evConfig: { yearlyKm: 9000 } },
  { presetId: "ev", evConfig: {} },
  { presetId: "warmtepomp", heatConfig: { yearlyGasM3: 1200 } },
  { presetId: "warmtepomp", heatConfig: { yearlyHeatKwh: 9000 } },
  { presetId: "solar", solarConfig: surface },
  { presetId: "solar", solarConfig: { roofSurfaces: [roof] } },
]

const layers: Way<Part<Layer>> = {
  schema: LayerInput,
  bodies: LAYERS,
  async send(body) {
    refusing(LayerInput, body, layerViolations(body as LayerInput))
    return newLayer("id", body as LayerInput, context)
  },
  copies: { stored: ({ definition }) => definition },
  isExempt: (path, _, { solarConfig }) => isIgnored(path, solarConfig as object | undefined),
}

test("every field of a new layer is stored", async () => {
  expect(await lostFields(layers)).toEqual([])
})

test("every field of a changed layer is stored", async () => {
  const changes: Way<Part<Layer>> = {
    ...layers,
    schema: LayerChange,
    bodies: LAYERS.map(({ presetId: _, ...change }) => change),
    async send(change) {
      const kind = LAYERS.find(layer => Object.keys(change).some(name => name in layer && name !== "presetId"))!
      const old = await newLayer("id", kind as LayerInput, context)
      refusing(LayerChange, change, layerChangeViolations(old.definition, change))
      return changedLayer(old, change, context)
    },
  }
  expect(await lostFields(changes)).toEqual([])
})

const assets: Way<Part<Asset>> = {
  schema: AssetInputShown,
  bodies: [
    { assetType: "heat-pump", config: { annualKwh: 4000 } },
    { assetType: "heat-pump", config: { maxKw: 4 } },
    { assetType: "custom-consumption", config: { maxKw: 4, hourlyKw } },
    { assetType: "pv", config: surface },
    { assetType: "pv", config: { roofSurfaces: [roof] } },
    {
      assetType: "charging-plaza",
      config: {
        chargePoints: 3,
        chargerPowerKw: 11,
        sessionsPerDay: 9,
        kwhPerSession: 20,
        arrivalHour: 8,
        departureHour: 18,
      },
    },
    { assetType: "production-upload", config: { data: Array(8760).fill(1) } },
  ],
  async send(body) {
    refusing(AssetInputShown, body, assetViolations(body as AssetInput))
    return newAsset("id", body as AssetInput, context)
  },
  copies: { stored: ({ definition }) => definition },
  // The hours of an upload are stored apart; the direction follows from the type.
  isExempt: (path, _, { config }) =>
    path === "config.data" || path === "direction" || isIgnored(path, config as object),
}

test("every field of a new asset is stored", async () => {
  expect(await lostFields(assets)).toEqual([])
  const upload = { copies: {}, effects: { hours: hoursOf }, isExempt: () => false }
  expect(await lostFields({ ...assets, ...upload }, "data")).toEqual([])
})

test("every field of a new source changes it", async () => {
  const sources: Way<Part<unknown>> = {
    schema: SourceInput,
    bodies: [{ templateId: "gezin-gemiddeld" }, { profileKey: "standard", sourceType: "standard-profile" }, {}],
    send(body) {
      refusing(SourceInput, body, sourceViolations(body))
      return newSource("id", body, { year: 2026, lat: 52.09 })
    },
    effects: { part: part => [part, hoursOf(part)] },
    // It follows from the named shape.
    isExempt: path => path === "sourceType",
    values: { profileKey: ["office-hours-g1", "evening-g2"] },
  }
  expect(await lostFields(sources)).toEqual([])
})

test.each([
  ["presetId", LayerInput, layers],
  ["assetType", AssetInputShown, assets],
] as const)("a field that is added beside %s, or further within, is found", async (_, schema, way) => {
  const madeUp = withMadeUpFields(schema, "madeUpField", Type.Optional(Type.Number()))
  expect(madeUp.length).toBeGreaterThan(4)
  for (const [, copy] of madeUp)
    expect((await lostFields({ ...(way as Way<Part<unknown>>), schema: copy }, "madeUpField")).join()).toContain(
      "madeUpField cannot be set in any of the bodies",
    )
})
