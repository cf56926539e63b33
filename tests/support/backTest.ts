/**
 * Back-test of the outlook: a plant is chosen with prices and weather up to a year, and realised in the next year.
 *
 * - Sites are drawn by a seed, evenly over the bidding zones with shipped prices, and half have a battery.
 * - The chosen plant is scanned again with fixed sizes at the prices and the sun of the next year.
 * - Of a year that has only begun, its known months are realised. The range of the year is scaled by the part of the
 *   savings that these months had in the year of the choice.
 * - No measurement realises the yield of a drawn site, so each realised site has a drawn yield of its own.
 */

import { prepareCase } from "../../domain/case/prepare.ts"
import { begunYear, dayAheadYear, type PriceYear, type Zone } from "../../domain/market/tariff/dayAhead.ts"
import type { BuiltReport } from "../../domain/report/build.ts"
import type { Outlook } from "../../domain/report/outlookSchema.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { solvePrepared } from "../../search/solve.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { randomNumbers } from "./solvedCase.ts"

/** A place in the middle of each bidding zone [degrees]. */
const ZONE_PLACES: readonly { zone: Zone; lat: number; lon: number }[] = [
  { zone: "NL", lat: 52.1, lon: 5.2 },
  { zone: "BE", lat: 50.8, lon: 4.5 },
  { zone: "DE-LU", lat: 51.0, lon: 9.8 },
  { zone: "AT", lat: 47.9, lon: 15.0 },
  { zone: "FR", lat: 46.8, lon: 2.5 },
  { zone: "CH", lat: 47.1, lon: 8.0 },
  { zone: "CZ", lat: 49.8, lon: 15.0 },
  { zone: "DK1", lat: 56.1, lon: 9.3 },
  { zone: "DK2", lat: 55.5, lon: 11.9 },
  { zone: "IT-NORTH", lat: 45.3, lon: 9.9 },
  { zone: "NO2", lat: 58.5, lon: 7.6 },
  { zone: "PL", lat: 52.0, lon: 19.5 },
  { zone: "SE4", lat: 55.9, lon: 13.7 },
]

export interface BackTestSite {
  zone: Zone
  hasBattery: boolean
  request: object
  /** Realised yield relative to the modelled one. */
  yieldFactor: number
}

/** Spread of the drawn places around the middle of a zone [degrees]. */
const PLACE_DEG = 0.3
const LOSSES_PERCENT = 14

/** Sites of the back-test, the same for the same seed. @param yieldFactor draws a realised yield from [0, 1) numbers */
export const backTestSites = (
  count: number,
  seed: number,
  yieldFactor: (uniform: () => number) => number,
): BackTestSite[] => {
  const random = randomNumbers(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  return Array.from({ length: count }, (_, n) => {
    const { zone, lat, lon } = ZONE_PLACES[n % ZONE_PLACES.length]!
    const hasBattery = random() < 0.5
    const request = {
      location: { lat: lat + between(-PLACE_DEG, PLACE_DEG), lon: lon + between(-PLACE_DEG, PLACE_DEG) },
      inputMethod: "known",
      yearlyKwh: Math.round(between(2000, 9000)),
      goal: "cost-savings",
      newPv: [
        {
          maxPanelCount: 4 + Math.floor(16 * random()),
          panelPowerWatts: 430,
          tiltAngle: Math.round(between(10, 45)),
          orientationAngle: Math.round(between(90, 270)),
          systemLosses: LOSSES_PERCENT,
        },
      ],
      ...(hasBattery ? { electricBattery: { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 200 } } : {}),
    }
    return { zone, hasBattery, request, yieldFactor: yieldFactor(random) }
  })
}

/** Figures of a plant that was chosen in one year and realised in the next. */
export interface Realised {
  zone: Zone
  hasBattery: boolean
  year: number
  ranges: Pick<Outlook, "firstYearSavings" | "npv">
  firstYearSavings: number
  npv: number
}

interface Years {
  priceYear: number
  lastPriceYear: number
  /** Prices of years that are not shipped. */
  prices?: PriceYear[]
}

const solve = (
  request: object,
  { priceYear, lastPriceYear, prices = [] }: Years,
  optimiser: Optimiser,
): BuiltReport => {
  const tariff = { type: "dynamic", priceYear }
  const input = parseScanRequest({ ...request, tariff }, standardProfileKeys, countryAt) as FilledRequest
  const prepared = prepareCase(input, { lastPriceYear, prices })
  return solvePrepared(prepared, { prices }, { optimiser, sizingTolerance: 1e-3 }, () => true)
}

/** The request of a site with the chosen plant at its realised yield; null if nothing was bought. */
const realisedRequest = ({ request, yieldFactor }: BackTestSite, chosen: StoredReport): object | null => {
  const panels = chosen.solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0)
  const { capacityKwh, powerKw: powerRatingKw } = chosen.battery.specs
  if (panels === 0 && capacityKwh === 0) return null
  const asked = request as { newPv: object[]; electricBattery?: object }
  const systemLosses = 100 - (100 - LOSSES_PERCENT) * yieldFactor
  return {
    ...request,
    newPv: panels > 0 ? [{ ...asked.newPv[0], systemLosses, minPanelCount: panels, maxPanelCount: panels }] : [],
    ...(capacityKwh > 0
      ? {
          electricBattery: {
            ...asked.electricBattery,
            ...{ capacityKwh, minCapacityKwh: capacityKwh },
            ...{ powerRatingKw, minPowerRatingKw: powerRatingKw },
          },
        }
      : { electricBattery: undefined }),
  }
}

/** Chooses a plant with years up to `year` and realises it in the next; null if nothing is bought. */
export const realise = (site: BackTestSite, year: number, optimiser: Optimiser): Realised | null => {
  const { zone, hasBattery, request } = site
  const { report: chosen } = solve(request, { priceYear: year, lastPriceYear: year }, optimiser)
  const plant = realisedRequest(site, chosen)
  if (!plant || !chosen.outlook) return null
  const { report: next } = solve(plant, { priceYear: year + 1, lastPriceYear: year + 1 }, optimiser)
  return {
    ...{ zone, hasBattery, year: year + 1 },
    ranges: chosen.outlook,
    firstYearSavings: next.overview.kpi.yearlySavings,
    npv: next.financial.netPresentValue,
  }
}

/** Savings of the hours in which prices of the begun year are known [EUR]. */
const savedIn = ({ series: { hours } }: BuiltReport, isKnown: (hour: number) => boolean): number => {
  const { gridUsedOnsite, gridStored, solarExported, batteryExported, baselineImport, baselineExport } = hours
  return hours.buyEurPerKwh.reduce((sum, buy, hour) => {
    if (!isKnown(hour)) return sum
    const importKwh = gridUsedOnsite[hour]! + gridStored[hour]!
    const exportKwh = solarExported[hour]! + batteryExported[hour]!
    const soldEur = hours.sellEurPerKwh[hour]! * (exportKwh - baselineExport[hour]!)
    return sum + buy * (baselineImport[hour]! - importKwh) + soldEur
  }, 0)
}

/**
 * Chooses a plant with years up to `year` and realises it in the known months of the next, which has only begun. Other
 * months have the prices of `year`, and do not count. Null if nothing is bought.
 */
export const realiseBegun = (site: BackTestSite, year: number, optimiser: Optimiser): Realised | null => {
  const { zone, hasBattery, request } = site
  const years = { priceYear: year, lastPriceYear: year }
  const chosen = solve(request, years, optimiser)
  const plant = realisedRequest(site, chosen.report)
  const begun = begunYear(zone, year + 1)
  if (!plant || !chosen.report.outlook || !begun) return null
  const isKnown = (hour: number) => !Number.isNaN(begun[hour])
  const { eurPerKwh: before } = dayAheadYear({ country: "", zone }, year)
  const eurPerKwh = begun.map((eur, hour) => (isKnown(hour) ? eur : before[hour]!))
  const next = { priceYear: year + 1, lastPriceYear: year + 1, prices: [{ zone, year: year + 1, eurPerKwh }] }
  const part = savedIn(chosen, isKnown) / chosen.report.overview.kpi.yearlySavings
  const scaled = ({ p10, p50, p90 }: Percentiles): Percentiles => ({
    p10: part * p10,
    p50: part * p50,
    p90: part * p90,
  })
  const { firstYearSavings, npv } = chosen.report.outlook
  return {
    ...{ zone, hasBattery, year: year + 1 },
    ranges: { firstYearSavings: scaled(firstYearSavings), npv },
    firstYearSavings: savedIn(solve(plant, next, optimiser), isKnown),
    npv: chosen.report.financial.netPresentValue,
  }
}

type Percentiles = Outlook["npv"]

/** Place of a realised figure against the range. */
export const placeIn = ({ p10, p90 }: Percentiles, value: number): "below" | "inside" | "above" =>
  value < p10 ? "below" : value > p90 ? "above" : "inside"

/**
 * Mean quantile loss of the three percentiles [EUR]: smaller for a range that is both narrow and right (R. Koenker & G.
 * Bassett, "Regression Quantiles", Econometrica 46 (1978) 33–50).
 */
export const pinballLoss = ({ p10, p50, p90 }: Percentiles, value: number): number => {
  const lossAt = (quantile: number, forecast: number) =>
    value >= forecast ? quantile * (value - forecast) : (1 - quantile) * (forecast - value)
  return (lossAt(0.1, p10) + lossAt(0.5, p50) + lossAt(0.9, p90)) / 3
}
