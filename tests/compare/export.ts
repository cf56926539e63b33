import { grossLoad } from "../../domain/site/consumption/grossLoad.ts"
import { profileHours } from "../../domain/site/consumption/profiles.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"

/**
 * `bun tests/compare/export.ts`: import and export of the computed load behind a meter, and the metered values. Some
 * panels can give the export, some cannot (such requests were refused until November 2026).
 */
const BOUGHT_KWH = 3000
const { hoursKwhPerKwp } = productionKwhPerKwp({ lat: 52.1, lon: 5.18, tiltDeg: 35, azimuthDeg: 180 })
const perKwp = hoursKwhPerKwp.map(kwh => kwh * 0.86)

const cells = (values: readonly (string | number)[]) =>
  values.map(value => (typeof value === "number" ? value.toFixed(0) : value).padStart(16)).join("")
console.log(cells(["kWp", "produced", "metered export", "export", "import", "before"]))
for (const kwp of [2, 2.4, 3, 4.8, 8]) {
  for (const exportedKwh of [500, 1500, 2500]) {
    const productionKwh = perKwp.map(kwh => kwh * kwp)
    const year = { shape: profileHours("standard"), productionKwh, boughtKwh: BOUGHT_KWH, exportedKwh }
    const { loadKwh, nearestExportKwh } = grossLoad(year)
    const net = loadKwh.map((kwh, hour) => kwh - productionKwh[hour]!)
    const bought = totalOf(net.map(kwh => Math.max(0, kwh)))
    const fedIn = totalOf(net.map(kwh => Math.max(0, -kwh)))
    const before = nearestExportKwh === undefined ? "the same" : "refused"
    console.log(cells([kwp.toFixed(1), totalOf(productionKwh), exportedKwh, fedIn, bought, before]))
  }
}
