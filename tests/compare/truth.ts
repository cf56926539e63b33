import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { matrixShares, PLACES, type Place, plugInShares } from "../support/selfUse.ts"
import {
  climateReferences,
  type Surface,
  summaryOf,
  type YieldReference,
  yieldReferences,
} from "../support/yieldReferences.ts"

/**
 * `bun tests/compare/truth.ts CHECKOUT [CHECKOUT...]`: differences between published figures and the sun and load
 * models of each checkout, as the table of docs/truth.md. Each checkout needs its dependencies; version 0.1.0 has its
 * files elsewhere.
 */

interface Months {
  id: string
  value: number
  monthlyKwhPerKwp?: number[]
}
interface Code {
  produce: (surface: Surface, year?: number) => Float64Array
  years: number[]
  airC: (lat: number, lon: number) => Float64Array
  sunKwhM2: (lat: number, lon: number) => number
  loadOf: (profile: string) => Float64Array
}
type Row = [what: string, published: string, of: (code: Code) => string]

const LOSSES = 0.86
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const ROTTERDAM = { lat: 51.95, lon: 4.1, tiltDeg: 40, azimuthDeg: 183 }
const FACADE = { ...ROTTERDAM, tiltDeg: 90, azimuthDeg: 180 }
/** Mean air temperature of typical years, °C: PVGIS 45° N 8° E; NSRDB Greensboro and 40.01° N 80.02° W. */
const AIR = [
  { lat: 45, lon: 8, airC: 13.6 },
  { lat: 36.1, lon: -79.95, airC: 14.4 },
  { lat: 40.01, lon: -80.02, airC: 10 },
]
const BOULDER = { lat: 40.02, lon: -105.27 }
const DENVER = { lat: 39.74, lon: -104.98 }

const folder = join(import.meta.dir, "../../fixtures/reference/solar")
const read = async (name: string): Promise<Months[]> => Bun.file(join(folder, name)).json()
const targets = await read("targets.json")
const phoenixMonths = (await read("published-yields.json")).find(({ id }) => id === "phoenix_pvwatts_ac")!
  .monthlyKwhPerKwp!
const referenceOf = (id: string): YieldReference => yieldReferences.find(each => each.id === id)!
const sunlight: { lat: number; lon: number; kwhM2: number }[] = await Bun.file(join(folder, "sunlight.json")).json()
const months = targets.filter(({ id }) => /^rotterdam_pvgis_m\d\d$/.test(id))

const codeOf = async (checkout: string): Promise<Code> => {
  const rooms = existsSync(join(checkout, "domain/site")) ? "domain/site" : "domain"
  const load = (file: string) => import(join(resolve(checkout), rooms, file))
  const { productionKwhPerKwp, solarYear } = await load("solar/production.ts")
  const { measuredYears } = await load("solar/knmi.ts")
  const { profileHours } = await load("consumption/profiles.ts")
  return {
    produce: (surface, year) => productionKwhPerKwp(surface, year).hoursKwhPerKwp,
    years: measuredYears(),
    airC: (lat, lon) => solarYear(lat, lon).airC,
    sunKwhM2: (lat, lon) => sum(solarYear(lat, lon).ghiWm2) / 1000,
    loadOf: profileHours,
  }
}

const sum = (hours: ArrayLike<number>): number => Array.from(hours).reduce((a, b) => a + b, 0)
const percent = (fraction: number): string => `${fraction > 0 ? "+" : ""}${(100 * fraction).toFixed(1)} %`
const points = (fraction: number): string => `${fraction > 0 ? "+" : ""}${(100 * fraction).toFixed(1)}`
const quantile = (hours: number[], share: number): number =>
  Float64Array.from(hours).sort()[Math.floor(share * hours.length)]!
const largestOf = (values: number[]): number => values.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0)

const hoursOfAllYears = ({ produce, years }: Code, surface: Surface): number[] =>
  years.flatMap(year => Array.from(produce(surface, year), kwh => kwh * LOSSES))
const monthsOf = (hours: Float64Array, kept = LOSSES): number[] =>
  MONTH_DAYS.map((days, month) => {
    const from = 24 * sum(MONTH_DAYS.slice(0, month))
    return kept * sum(hours.subarray(from, from + days * 24))
  })
const yieldError = ({ produce }: Code, reference: YieldReference): number =>
  (sum(produce(reference)) * reference.kept) / reference.value - 1
const overSunError = (code: Code, reference: YieldReference): number =>
  (1 + yieldError(code, reference)) / code.sunKwhM2(reference.lat, reference.lon) - 1
/** Error of Phoenix's production in months of the year, 0–11. */
const phoenixError = ({ produce }: Code, months: number[]): number => {
  const phoenix = referenceOf("phoenix_pvwatts_ac")
  const ours = monthsOf(produce(phoenix), phoenix.kept)
  return sum(months.map(month => ours[month]!)) / sum(months.map(month => phoenixMonths[month]!)) - 1
}
const shown = (errors: number[]): string => {
  const { mean, worst, bias } = summaryOf(errors)
  return [(100 * mean).toFixed(1), points(worst), percent(bias)].join("; ")
}
/** Rows of the fitted and of the held-out part of references. */
const halves = (
  [what, published]: [(count: number) => string, string],
  references: readonly YieldReference[],
  errorOf: (code: Code, reference: YieldReference) => number,
): Row[] =>
  [false, true].map(isHeldOut => {
    const part = references.filter(reference => reference.isHeldOut === isHeldOut)
    return [
      `${what(part.length)} ${isHeldOut ? "held out" : "fitted"}: mean; worst; bias`,
      published,
      code => shown(part.map(reference => errorOf(code, reference))),
    ]
  })
const meanC = (hours: Float64Array): number => sum(hours) / hours.length

const ownUse = (code: Code, place: Place, profile: string): number[] =>
  plugInShares(place, () => code.loadOf(profile), code.produce)
    .filter(({ what }) => what.startsWith("standard"))
    .map(({ ours, published: share }) => ours - share)
const matrix = (code: Code, place: Place): number[] =>
  matrixShares(place, code.loadOf("standard"), code.produce).map(({ ours, published: share }) => ours - share)

/** Places whose yields have rows of their own. */
const NAMED = [
  ["Boulder", "boulder_pvwatts_ac"],
  ["Phoenix", "phoenix_pvwatts_ac"],
  ["Denver", "denver_pvwatts_rack_ac"],
  ["Turkey, 37° N 38° E", "37N38E_pvgis"],
  ["Arkansas", "arkansas_pvwatts_ac"],
  ["Kuwait", "kuwait_gsa"],
  ["Madrid", "madrid_pvgis_flat"],
] as const

const rows: Row[] = [
  [
    "Rotterdam, largest hour of all years, kW/kWp",
    "0.943",
    code => quantile(hoursOfAllYears(code, ROTTERDAM), 0.9999999).toFixed(3),
  ],
  [
    "hours a year above 0.86",
    "7",
    code => (hoursOfAllYears(code, ROTTERDAM).filter(kw => kw > 0.86).length / code.years.length).toFixed(0),
  ],
  ["99th percentile", "0.788", code => percent(quantile(hoursOfAllYears(code, ROTTERDAM), 0.99) / 0.788 - 1)],
  [
    "largest hour of a south façade",
    "below 0.943",
    code => quantile(hoursOfAllYears(code, FACADE), 0.9999999).toFixed(3),
  ],
  ["year, default weather", "1,084.6 kWh/kWp", code => percent((LOSSES * sum(code.produce(ROTTERDAM))) / 1084.6 - 1)],
  ...[12, 1, 2, 6].map((month): Row => {
    const { value } = months[month - 1]!
    const name = new Date(Date.UTC(2023, month - 1)).toLocaleString("en", { month: "long", timeZone: "UTC" })
    return [
      `${name}, default weather`,
      `${value} kWh/kWp`,
      code => percent(monthsOf(code.produce(ROTTERDAM))[month - 1]! / value - 1),
    ]
  }),
  [
    "December, mean of the measured years",
    "29.4 kWh/kWp",
    code =>
      percent(sum(code.years.map(year => monthsOf(code.produce(ROTTERDAM, year))[11]!)) / code.years.length / 29.4 - 1),
  ],
  ...halves([count => `yearly yields, ${count} places`, "4; 8; 1 %"], yieldReferences, yieldError),
  ...halves(
    [count => `yield over sunlight, ${count} countries`, "0.776 to 1.07 kWh/kWp for each kWh/m²"],
    climateReferences,
    overSunError,
  ),
  [
    `sunlight at ${sunlight.length} places, mostly measured: mean; worst; bias`,
    "979 to 2,189 kWh/m²",
    code => shown(sunlight.map(({ lat, lon, kwhM2 }) => code.sunKwhM2(lat, lon) / kwhM2 - 1)),
  ],
  ...NAMED.map(([name, id]): Row => {
    const reference = referenceOf(id)
    return [`yield, ${name}`, `${reference.value} kWh/kWp`, code => percent(yieldError(code, reference))]
  }),
  [
    "Phoenix, June to August",
    `${sum(phoenixMonths.slice(5, 8)).toFixed(1)} kWh/kWp`,
    code => percent(phoenixError(code, [5, 6, 7])),
  ],
  ["Phoenix, August", `${phoenixMonths[7]} kWh/kWp`, code => percent(phoenixError(code, [7]))],
  [
    "air at three typical years, worst",
    "10.0 to 14.4 °C",
    code => `${largestOf(AIR.map(({ lat, lon, airC }) => meanC(code.airC(lat, lon)) - airC)).toFixed(1)} °C`,
  ],
  [
    "air at Boulder less that at Denver, as high",
    "0 °C",
    code => `${(meanC(code.airC(BOULDER.lat, BOULDER.lon)) - meanC(code.airC(DENVER.lat, DENVER.lon))).toFixed(1)} °C`,
  ],
  ["newest year of KNMI hours", "2024", code => String(Math.max(...code.years))],
  ...(Object.keys(PLACES) as Place[]).flatMap((place): Row[] => [
    [
      `own use of 600 Wp, 1,500, 3,000, 6,000 kWh, ${place}`,
      "0.498, 0.697, 0.865",
      code => `${ownUse(code, place, "standard").map(points).join(", ")} points`,
    ],
    [
      `own use, HTW's matrix, worst of 28, ${place}`,
      "0.125 to 0.945",
      code => `${points(largestOf(matrix(code, place)))} points`,
    ],
  ]),
]

const checkouts = Bun.argv.slice(2)
if (checkouts.length === 0) throw new Error("bun tests/compare/truth.ts CHECKOUT [CHECKOUT...]")
const codes = await Promise.all(checkouts.map(codeOf))
console.log(
  `| figure | published | ${checkouts.map((_, i) => `checkout ${i + 1}`).join(" | ")} |\n|---|---|${"---|".repeat(codes.length)}`,
)
for (const [what, value, of] of rows) console.log(`| ${what} | ${value} | ${codes.map(of).join(" | ")} |`)
