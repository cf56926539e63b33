import { join, resolve } from "node:path"
import { type Surface, summaryOf, yieldReferences } from "../support/yieldReferences.ts"

/**
 * `bun tests/compare/sun.ts CHECKOUT [CHECKOUT...]`: production of the built-in model and published references, for
 * each checkout: peaks and percentiles of the hours at Rotterdam, and yearly and monthly yields. Each needs its
 * dependencies.
 */

interface Target extends Surface {
  id: string
  lossesPercent: number
  value: number
  unit: string
}
interface Code {
  productionKwhPerKwp(surface: Surface, year?: number): { hoursKwhPerKwp: Float64Array }
  measuredYears(): number[]
  solarYear(lat: number, lon: number): { ghiWm2: Float64Array; airC: Float64Array }
}

const LOSSES_PERCENT = 14
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** PVGIS-SARAH2 over 2010–2019 at 51.95° N 4.10° E, tilt 40, azimuth 183, losses 14 %. */
const ROTTERDAM = { lat: 51.95, lon: 4.1, tiltDeg: 40, azimuthDeg: 183 }
const FACADE = { ...ROTTERDAM, tiltDeg: 90, azimuthDeg: 180 }
const PVGIS_HOURS = { p90: 0.498, p95: 0.653, p99: 0.788, "p99.9": 0.856, max: 0.943, above086: 7, yearKwh: 1084.6 }

const folder = join(import.meta.dir, "../../fixtures/reference/solar")
const targets: Target[] = await Bun.file(join(folder, "targets.json")).json()
/** Mean air temperature of typical years, °C: PVGIS 2005–2023; NSRDB TMY3 and PSM. Sunlight, kWh/m². */
const CLIMATES = [
  { id: "45N 8E", lat: 45, lon: 8, ghiKwhM2: 1435.9, airC: 13.6 },
  { id: "Greensboro", lat: 36.1, lon: -79.95, ghiKwhM2: 1566.2, airC: 14.4 },
  { id: "40.01N 80.02W", lat: 40.01, lon: -80.02, ghiKwhM2: 1456.8, airC: 10 },
]

const sumOf = (hours: Float64Array): number => hours.reduce((a, b) => a + b, 0)
const afterLosses = (hours: Float64Array, percent: number): Float64Array => hours.map(kwh => kwh * (1 - percent / 100))
const monthOf = (hours: Float64Array, month: number): number => {
  const first = MONTH_DAYS.slice(0, month - 1).reduce((a, b) => a + b, 0) * 24
  return sumOf(hours.subarray(first, first + MONTH_DAYS[month - 1]! * 24))
}

const codeOf = async (checkout: string): Promise<Code> => ({
  ...(await import(join(resolve(checkout), "domain/site/solar/production.ts"))),
  ...(await import(join(resolve(checkout), "domain/site/solar/knmi.ts"))),
})

/** Figures of the hours of one or more years, kW per kWp. */
const hourFigures = (years: Float64Array[]): Record<keyof typeof PVGIS_HOURS, number> => {
  const sorted = Float64Array.from(years.flatMap(hours => Array.from(hours))).sort()
  const quantile = (share: number): number => sorted[Math.floor(share * sorted.length)]!
  return {
    p90: quantile(0.9),
    p95: quantile(0.95),
    p99: quantile(0.99),
    "p99.9": quantile(0.999),
    max: sorted[sorted.length - 1]!,
    above086: sorted.filter(kw => kw > 0.86).length / years.length,
    yearKwh: sumOf(sorted) / years.length,
  }
}

const printRow = (name: string, cells: string[]): void =>
  console.log([name.padEnd(26), ...cells.map(cell => cell.padStart(14))].join(" "))
const percentOff = (value: number, published: number): string => `${((value / published - 1) * 100).toFixed(1)} %`
const beside = (value: number, published: number, digits: number): string =>
  `${value.toFixed(digits)} ${percentOff(value, published)}`

const compareHours = (codes: Code[], names: string[]): void => {
  printRow("Rotterdam, hours", ["PVGIS", ...names.flatMap(name => [name, `${name} 2023`])])
  const produced = (code: Code, years: number[], surface: Surface) =>
    years.map(year => afterLosses(code.productionKwhPerKwp(surface, year).hoursKwhPerKwp, LOSSES_PERCENT))
  const figures = codes.flatMap(code => [
    hourFigures(produced(code, code.measuredYears(), ROTTERDAM)),
    hourFigures(produced(code, [2023], ROTTERDAM)),
  ])
  for (const [key, published] of Object.entries(PVGIS_HOURS)) {
    const digits = published > 1 ? 1 : 3
    const cells = figures.map(figure => beside(figure[key as keyof typeof PVGIS_HOURS], published, digits))
    printRow(key, [published.toFixed(digits), ...cells])
  }
  const peaks = codes.flatMap(code => [
    hourFigures(produced(code, code.measuredYears(), FACADE)).max.toFixed(3),
    hourFigures(produced(code, [2023], FACADE)).max.toFixed(3),
  ])
  printRow("largest of a south facade", ["", ...peaks])
}

const compareYields = (codes: Code[], names: string[]): void => {
  printRow("Yields, kWh/kWp", ["published", ...names])
  for (const target of targets.filter(({ id }) => /_pvgis_m\d\d$/.test(id))) {
    const month = Number(target.id.slice(-2))
    const cells = codes.map(code => {
      const hours = afterLosses(code.productionKwhPerKwp(target).hoursKwhPerKwp, target.lossesPercent)
      return beside(monthOf(hours, month), target.value, 1)
    })
    printRow(target.id, [target.value.toFixed(1), ...cells])
  }
  for (const isHeldOut of [false, true]) {
    const part = yieldReferences.filter(reference => reference.isHeldOut === isHeldOut)
    const yields = codes.map(code =>
      part.map(reference => sumOf(code.productionKwhPerKwp(reference).hoursKwhPerKwp) * reference.kept),
    )
    printRow(isHeldOut ? "Held out" : "Fitted", ["published", ...names])
    part.forEach(({ id, value }, i) => {
      printRow(id, [value.toFixed(1), ...yields.map(ours => beside(ours[i]!, value, 1))])
    })
    const summaries = yields.map(ours => summaryOf(ours.map((kwh, i) => kwh / part[i]!.value - 1)))
    for (const key of ["mean", "worst", "bias"] as const)
      printRow(key, ["", ...summaries.map(summary => `${(100 * summary[key]).toFixed(1)} %`)])
  }
}

const compareClimates = (codes: Code[], names: string[]): void => {
  printRow("Sunlight, kWh/m²; air, °C", ["published", ...names])
  for (const { id, lat, lon, ghiKwhM2, airC } of CLIMATES) {
    const weathers = codes.map(code => code.solarYear(lat, lon))
    const sun = weathers.map(({ ghiWm2 }) => beside(sumOf(ghiWm2) / 1000, ghiKwhM2, 0))
    printRow(id, [ghiKwhM2.toFixed(0), ...sun])
    printRow("", [airC.toFixed(1), ...weathers.map(weather => (sumOf(weather.airC) / 8760).toFixed(1))])
  }
}

const checkouts = Bun.argv.slice(2)
if (checkouts.length === 0) throw new Error("bun tests/compare/sun.ts CHECKOUT [CHECKOUT...]")
const codes = await Promise.all(checkouts.map(codeOf))
const names = checkouts.map((_, i) => (i === 0 ? "first" : i === 1 ? "second" : `${i + 1}th`))
compareHours(codes, names)
console.log("")
compareYields(codes, names)
console.log("")
compareClimates(codes, names)
