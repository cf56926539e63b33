import { readFileSync } from "node:fs"
import { packJobInputs, surfaceKey } from "../../domain/case/jobInputs.ts"
import { dayAheadYear } from "../../domain/market/tariff/dayAhead.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { siteOf } from "../../domain/site/geo/site.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { HOURS_PER_YEAR, MONTH_START_HOURS } from "../../domain/site/year.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/**
 * `bun tests/compare/pairing.ts`: revenue of one year's sun at the prices of another year [EUR/MWh]. The days are
 * unchanged, or paired within each month by rank of price and sun, or by rank of Germany's solar feed-in in the price
 * year. Six scans are solved unchanged and with the last pairing. See docs/notes/yields.md.
 */

const SITES = [
  ["De Bilt", 52.1, 5.18],
  ["Eelde", 53.1, 6.6],
  ["Maastricht", 50.9, 5.8],
  ["Vlissingen", 51.45, 3.6],
  ["Antwerp", 51.22, 4.4],
  ["Liège", 50.63, 5.57],
] as const
const HOURS = 24

const file = new URL("../../fixtures/reference/solar/germanFeedInDaily.csv", import.meta.url)
const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n")
/** Germany's solar feed-in on each of the 365 days of a year [MWh]. */
const germanDays = (year: number): number[] =>
  lines.flatMap(line => {
    const [date = "", mwh] = line.split(",")
    return date.startsWith(`${year}-`) && !date.endsWith("-02-29") ? [Number(mwh)] : []
  })

const daysOf = (hours: Float64Array): number[] =>
  Array.from({ length: HOURS_PER_YEAR / HOURS }, (_, day) =>
    hours.subarray(day * HOURS, (day + 1) * HOURS).reduce((sum, value) => sum + value, 0),
  )

/** The days of each month in another order: its sunniest day on the day of the highest rank, and so on. */
const paired = (hours: Float64Array, rank: readonly number[]): Float64Array => {
  const sun = daysOf(hours)
  const found = new Float64Array(HOURS_PER_YEAR)
  for (let month = 0; month < 12; month++) {
    const [from, to] = [MONTH_START_HOURS[month]! / HOURS, MONTH_START_HOURS[month + 1]! / HOURS]
    const days = Array.from({ length: to - from }, (_, day) => from + day)
    const bySun = days.toSorted((a, b) => sun[b]! - sun[a]!)
    for (const [place, day] of days.toSorted((a, b) => rank[b]! - rank[a]!).entries())
      found.set(hours.subarray(bySun[place]! * HOURS, (bySun[place]! + 1) * HOURS), day * HOURS)
  }
  return found
}

const earned = (hours: Float64Array, eurPerKwh: Float64Array): string => {
  const kwh = hours.reduce((sum, value) => sum + value, 0)
  return ((1000 * hours.reduce((sum, value, hour) => sum + value * eurPerKwh[hour]!, 0)) / kwh).toFixed(1)
}

const surfaceOf = (lat: number, lon: number) => ({ lat, lon, tiltDeg: 35, azimuthDeg: 180 })
const sunOf = (lat: number, lon: number, year: number) => productionKwhPerKwp(surfaceOf(lat, lon), year)

console.log("what a MWh of sun earns [EUR]: own weather, other weather left, paired by price, paired by German feed-in")
for (const [name, lat, lon] of SITES)
  for (const [year, weatherYear] of [
    [2023, 2024],
    [2024, 2023],
    [2025, 2024],
  ] as const) {
    const { eurPerKwh } = dayAheadYear({ country: siteOf(lat, lon).country ?? "", lon }, year)
    const sun = sunOf(lat, lon, weatherYear).hoursKwhPerKwp
    const cheap = daysOf(eurPerKwh).map(price => -price)
    const own = year === 2025 ? "–" : earned(sunOf(lat, lon, year).hoursKwhPerKwp, eurPerKwh)
    const ways = [sun, paired(sun, cheap), paired(sun, germanDays(year))].map(way => earned(way, eurPerKwh))
    console.log([name, year, own, ...ways].join("\t"))
  }

const optimiser = await createOptimiser()
console.log(
  "\nscans at prices of 2025, weather left and paired: panels, kWh of battery, savings of year one, net present value",
)
for (const [name, lat, lon] of SITES) {
  const request = {
    ...{ location: { lat, lon }, inputMethod: "known", yearlyKwh: 3500 },
    newPv: [{ maxPanelCount: 20, panelPowerWatts: 430, orientationAngle: 180 }],
    electricBattery: { capacityKwh: 15, powerRatingKw: 7.5 },
  }
  const input = parseEarlierRequest(request, standardProfileKeys)
  const left = sunOf(lat, lon, 2023)
  const inOrder = { ...left, hoursKwhPerKwp: paired(left.hoursKwhPerKwp, germanDays(2025)) }
  const shown = [left, inOrder].map(production => {
    const material = packJobInputs({ productions: new Map([[surfaceKey(surfaceOf(lat, lon)), production]]) })
    const result = solveJob(
      { scanId: "s", runId: "r", attempt: 1, input, material },
      { optimiser, sizingTolerance: 1e-3 },
      () => true,
    )
    if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
    const { solar, battery, overview, financial } = readReport(result.report, "en")
    const panels = solar.newSystems[0]!.panelCount
    const figures = [overview.kpi.yearlySavings, financial.netPresentValue].map(eur => eur.toFixed(0))
    return `${panels}, ${battery.specs.capacityKwh.toFixed(1)}, ${figures.join(", ")}`
  })
  console.log([name, ...shown].join("\t"))
}
