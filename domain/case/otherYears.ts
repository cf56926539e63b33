import { type PriceYear, priceYearsOf } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import type { NewPvInput } from "../request/request.ts"
import { type MeasuredYear, measuredYearsAt } from "../site/solar/production.ts"
import type { ScanCase } from "./case.ts"
import { sumOf } from "./prepare.ts"
import { existingOutputKwh, outputKwhPerPanel } from "./systemOutput.ts"
import { tariffsOf } from "./tariffs.ts"

/** Scan under the weather of one year and the prices of another or the same year. */
export interface OtherYear {
  /** Null: the weather of the scan. */
  weatherYear: number | null
  priceYear: number
  scan: ScanCase
}

/**
 * Cases under other years; the load stays.
 * - All-pairs spread: each pair of a measured weather year and an available price year, without duplicates.
 * - Otherwise: every price year with the weather of the scan.
 * - Outside the Netherlands and Belgium, and without panels, the weather is always the scan's.
 * - Prices that do not follow the market are always the tariff's own.
 */
export const otherYearsOf = (scan: ScanCase, imported: readonly PriceYear[] = []): OtherYear[] => {
  const underPrices = withPriceYears(scan, imported)
  const { lat, lon } = scan.input.location
  const hasPanels = scan.existing.length + scan.roofs.length > 0
  const measured = hasPanels && scan.input.savingsSpread === "all-pairs" ? measuredYearsAt(lat, lon) : []
  if (measured.length === 0)
    return underPrices.map(({ priceYear, ...priced }) => ({
      weatherYear: null,
      priceYear,
      scan: { ...scan, ...priced },
    }))
  return measured.flatMap(weather => {
    const produced = withWeather(scan, weather)
    return underPrices.map(({ priceYear, ...priced }) => ({
      weatherYear: weather.year,
      priceYear,
      scan: { ...produced, ...priced },
    }))
  })
}

const withPriceYears = (
  { input, tariffs, tariffSite }: ScanCase,
  imported: readonly PriceYear[],
): (Pick<ScanCase, "tariffs"> & { priceYear: number })[] =>
  input.phases.some(({ terms }) => followsMarket(terms))
    ? priceYearsOf(tariffSite, imported).map(priceYear => ({
        priceYear,
        tariffs: tariffsOf(input, { ...tariffSite, priceYear }),
      }))
    : [{ priceYear: tariffs[0].priceYear, tariffs }]

const withWeather = (scan: ScanCase, { produce }: MeasuredYear): ScanCase => {
  const hoursOf = ({ tiltAngle, orientationAngle }: Pick<NewPvInput, "tiltAngle" | "orientationAngle">) =>
    produce(tiltAngle, orientationAngle)
  const existing = scan.existing.map(({ input }) => ({
    input,
    productionKwh: existingOutputKwh(input, hoursOf(input), scan.assumptions),
  }))
  const roofs = scan.roofs.map(({ input }) => ({
    input,
    productionKwhPerPanel: outputKwhPerPanel(input, hoursOf(input), scan.assumptions),
  }))
  const existingProductionKwh = sumOf([
    ...existing.map(({ productionKwh }) => productionKwh),
    ...(scan.profileProductionKwh ? [scan.profileProductionKwh] : []),
  ])
  return { ...scan, existing, roofs, existingProductionKwh }
}
