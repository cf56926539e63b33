import { inOrder, orderFor, sunOrdersOf } from "../../domain/case/sunOrders.ts"
import { dayAheadYear } from "../../domain/market/tariff/dayAhead.ts"
import { sunByPrices } from "../../domain/market/tariff/middayDip.ts"
import { chainKwhPerKwp, litHours, type Weather } from "../../domain/site/solar/chain.ts"
import { knmiWeather, nearestOf } from "../../domain/site/solar/knmi.ts"
import { productionKwhPerKwp, solarYear } from "../../domain/site/solar/production.ts"
import { type DailySun, dailySums, daysBySun } from "../../domain/site/solar/sunnyDays.ts"
import germanCapture from "../../fixtures/reference/solar/germanCapture.json"
import { knmiStations, type Station } from "../../fixtures/solar/index.ts"

/**
 * Market value of a MWh of solar energy at KNMI stations, as a scan would have it without the station or the year,
 * against measured hours.
 */

/** Tilts of a flat and a south roof; Dutch stations south of the latitude represent Belgium. */
const ROOFS = [0, 35]
const SOUTH = 180
const BELGIAN_LAT = 51.7
const CET = 1
const GAIN = { direct: 1, diffuse: 1 }

export type Method = "other station" | "other days" | "prices" | "unpaired"
export interface CaptureError {
  zone: "NL" | "BE"
  year: number
  tiltDeg: number
  station: string
  method: Method
  /** Relative error of the market value. */
  error: number
}

const produced = (weather: Weather, tiltDeg: number): Float64Array =>
  chainKwhPerKwp(litHours(weather), tiltDeg, SOUTH, GAIN)

const captured = (kwh: Float64Array, eurPerKwh: Float64Array): number => {
  let eur = 0
  let sum = 0
  for (let hour = 0; hour < kwh.length; hour++) {
    eur += kwh[hour]! * eurPerKwh[hour]!
    sum += kwh[hour]!
  }
  return eur / sum
}

const withYears = (...years: number[]): Station[] =>
  knmiStations.filter(station => years.every(year => station.years.includes(year)))

const sunOf = (station: Station, year: number): DailySun =>
  dailySums(knmiWeather(station, station, year, CET, "ofTheYear").ghiWm2)

/** Errors of a year at every station; the days of the weather year are placed in four ways. */
export const captureErrors = (zone: "NL" | "BE", year: number, weatherYear: number): CaptureError[] => {
  const { eurPerKwh } = dayAheadYear({ country: zone }, year)
  const stations = withYears(year, weatherYear).filter(({ lat }) => zone === "NL" || lat < BELGIAN_LAT)
  return stations.flatMap(station => {
    const other = nearestOf(
      withYears(year).filter(({ number }) => number !== station.number),
      station,
    )
    const weather = knmiWeather(station, station, weatherYear, CET)
    const sun = dailySums(weather.ghiWm2)
    const measured = knmiWeather(station, station, year, CET, "ofTheYear")
    const moved = knmiWeather(station, other, year, CET)
    return ROOFS.flatMap(tiltDeg => {
      const truth = captured(produced(measured, tiltDeg), eurPerKwh)
      const hours = produced(weather, tiltDeg)
      const methods: [Method, Float64Array][] = [
        ["other station", produced(moved, tiltDeg)],
        ["other days", inOrder(hours, daysBySun(sun, sunOf(other, year)))],
        ["prices", inOrder(hours, daysBySun(sun, sunByPrices(eurPerKwh, zone, year)))],
        ["unpaired", hours],
      ]
      return methods.map(([method, kwh]) => ({
        ...{ zone, year, tiltDeg, method, station: station.name },
        error: captured(kwh, eurPerKwh) / truth - 1,
      }))
    })
  })
}

/** Places in all parts of Germany, and a mix of roofs. */
const GERMAN_PLACES = [
  [54.3, 10.1],
  [53.1, 8.8],
  [52.5, 13.4],
  [51.3, 12.4],
  [51.5, 7.5],
  [50.1, 8.7],
  [49.4, 11.1],
  [48.8, 9.2],
  [48.1, 11.6],
  [48.4, 12.5],
] as const
const GERMAN_ROOFS = [
  [25, 180],
  [25, 180],
  [30, 90],
  [30, 270],
] as const

/** Relative errors of the market value in Germany against the national feed-in, paired and unpaired. */
export const germanErrors = (): { year: number; paired: number; unpaired: number }[] =>
  germanCapture.map(({ year, eurPerMwh }) => {
    const { eurPerKwh } = dayAheadYear({ country: "DE" }, year)
    const sums = { paired: new Float64Array(8760), unpaired: new Float64Array(8760) }
    for (const [lat, lon] of GERMAN_PLACES) {
      const place = { country: "DE", lat, lon, calendarYear: year, imported: [] }
      const order = orderFor(
        sunOrdersOf({ hours: solarYear(lat, lon).ghiWm2, measuredYear: null }, place, [year]),
        year,
      )
      for (const [tiltDeg, azimuthDeg] of GERMAN_ROOFS) {
        const { hoursKwhPerKwp } = productionKwhPerKwp({ lat, lon, tiltDeg, azimuthDeg })
        inOrder(hoursKwhPerKwp, order).forEach((kwh, hour) => {
          sums.paired[hour]! += kwh
          sums.unpaired[hour]! += hoursKwhPerKwp[hour]!
        })
      }
    }
    const errorOf = (kwh: Float64Array) => (1000 * captured(kwh, eurPerKwh)) / eurPerMwh - 1
    return { year, paired: errorOf(sums.paired), unpaired: errorOf(sums.unpaired) }
  })

/** Mean and largest of errors, with their signs. */
export const meanAndWorst = (errors: readonly number[]): { mean: number; worst: number } => ({
  mean: errors.reduce((sum, error) => sum + error, 0) / errors.length,
  worst: errors.reduce((worst, error) => (Math.abs(error) > Math.abs(worst) ? error : worst), 0),
})
