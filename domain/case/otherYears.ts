import { type PriceYear, priceYearsOf } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffTerms } from "../market/tariff/terms.ts"
import type { NewPvInput } from "../request/request.ts"
import { type MeasuredYear, measuredYearsAt } from "../site/solar/production.ts"
import type { ScanCase } from "./case.ts"
import { allTermsOf } from "./laterTerms.ts"
import { sumOf } from "./prepare.ts"
import { existingOutputKwh, outputKwhPerPanel } from "./systemOutput.ts"

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
  { input, tariff, later, tariffSite }: ScanCase,
  imported: readonly PriceYear[],
): (Pick<ScanCase, "tariff" | "later"> & { priceYear: number })[] => {
  if (!allTermsOf(input).some(followsMarket)) return [{ priceYear: tariff.priceYear, tariff }]
  return priceYearsOf(tariffSite, imported).map(priceYear => {
    const underYear = (terms: TariffTerms) => tariffYear(terms, { ...tariffSite, priceYear })
    return {
      priceYear,
      tariff: underYear(input.tariff),
      ...(later ? { later: later.map(phase => ({ ...phase, tariff: underYear(phase.terms) })) } : {}),
    }
  })
}

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
