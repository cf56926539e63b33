import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { type Asset, newAsset } from "../../domain/site/profiles/assets.ts"
import { loadOf, totalsOf } from "../../domain/site/profiles/curves.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import type { Part } from "../../domain/site/profiles/parts.ts"
import { meterSource } from "../../domain/site/profiles/sources.ts"
import { curvesOf, EMPTY_STATE } from "../../domain/site/profiles/state.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { sample } from "../support/meterFiles.ts"

/**
 * `bun tests/compare/hub.ts`: an energyhub of one metered house with export. The variants are the house alone, with 87
 * kWp more, and with these 87 kWp behind the house's meter. Until November 2026 every pv asset counted as behind the
 * meter.
 */
const PLACE = { year: 2025, lat: 52.1, lon: 5.1, provider: productionKwhPerKwp }
const PANELS = { panelCount: 200, panelPowerWatts: 435, tilt: 10, azimuth: 180 }

const house = meterSource("house", readMeterFile(sample("zonneplan-2024.xlsx"), "house.xlsx"), "House", PLACE)
const panels = (behindSource: string | null) =>
  newAsset("panels", { assetType: "pv", config: PANELS, behindSource }, PLACE)

const print = (what: string, assets: Part<Asset>[]) => {
  const { curves } = curvesOf({ ...EMPTY_STATE, sources: [house], assets })
  const { totalKwh, totalExportKwh } = totalsOf(curves)
  const figures = [totalOf(curves.production), totalKwh, totalExportKwh, totalOf(loadOf(curves))]
  console.log(what.padEnd(34) + figures.map(kwh => kwh.toFixed(0).padStart(10)).join(""))
}
console.log("kWh a year".padEnd(34) + ["produced", "bought", "fed in", "load"].map(name => name.padStart(10)).join(""))
print("house alone", [])
print("87 kWp more, before (behind house)", [await panels("house")])
print("87 kWp more", [await panels(null)])
