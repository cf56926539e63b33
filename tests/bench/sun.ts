/**
 * `npm run bench -- sun`: market value of a MWh of solar energy at KNMI stations and in Germany, with the sun of the
 * price year, against measured hours.
 */
import { type CaptureError, captureErrors, germanErrors, type Method, meanAndWorst } from "../support/capture.ts"
import { type Row, report } from "./table.ts"

/** Year of the prices, and the weather year whose days are reordered. */
const YEARS = [
  ["NL", 2023, 2024],
  ["NL", 2024, 2023],
  ["BE", 2023, 2024],
  ["BE", 2024, 2023],
] as const
const WORST: Record<Method, number> = { "other station": 0.05, "other days": 0.08, prices: 0.08, unpaired: 1 }
const MEAN = 0.03
const NAMES: Record<Method, string> = {
  "other station": "hours of the nearest other station",
  "other days": "days of another year, by sums of the nearest other station",
  prices: "days of another year, by prices",
  unpaired: "days of another year, unpaired",
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`

const rowOf = (title: string, method: Method, errors: readonly CaptureError[]): Row => {
  const { mean, worst } = meanAndWorst(errors.map(({ error }) => error))
  const bar = method === "unpaired" ? "" : `${percent(MEAN)}, worst ${percent(WORST[method])}`
  return {
    what: `${title}, ${NAMES[method]}`,
    measured: `${percent(mean)}, worst ${percent(worst)}`,
    bar,
    ...(bar ? { holds: Math.abs(mean) <= MEAN && Math.abs(worst) <= WORST[method] } : {}),
  }
}

export async function bench(): Promise<void> {
  const stations = YEARS.map(([zone, year, weatherYear]) => captureErrors(zone, year, weatherYear))
  const germany = germanErrors()
  report("sun", [
    {
      title: "market value at stations, flat and south roofs, against measured hours",
      rows: stations.flatMap((errors, i) =>
        Object.keys(NAMES).map(method =>
          rowOf(
            `${YEARS[i]![0]} ${YEARS[i]![1]}`,
            method as Method,
            errors.filter(one => one.method === method),
          ),
        ),
      ),
      data: stations,
    },
    {
      title: "market value in Germany, against the national feed-in",
      rows: germany.map(({ year, paired, unpaired }) => ({
        what: `${year}, days by feed-in; unpaired`,
        measured: `${percent(paired)}; ${percent(unpaired)}`,
        bar: "",
      })),
      data: germany,
    },
  ])
}
