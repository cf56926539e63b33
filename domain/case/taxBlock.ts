import { tariffYear } from "../market/tariff/tariffYear.ts"
import { blockOf } from "../market/tariff/taxBlocks.ts"
import type { TariffSite, TariffTerms, TariffYear } from "../market/tariff/terms.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { Operation, ScanCase, Schedule } from "./case.ts"
import { sumOnce } from "./knownSums.ts"

/** The import of a year that energy tax is charged for [kWh]: without what is netted. */
export const taxedKwh = (
  { tariff }: Pick<ScanCase, "tariff">,
  schedule: Pick<Schedule, "importKwh" | "exportKwh">,
): number => {
  const boughtKwh = sumOnce(schedule, "import", () => totalOf(schedule.importKwh))
  if (!(tariff.nettingEurPerKwh > 0)) return boughtKwh
  const soldKwh = sumOnce(schedule, "export", () => totalOf(schedule.exportKwh))
  return boughtKwh - Math.min(boughtKwh, soldKwh)
}

/** The same of a year under each of the case's terms. */
export const taxedKwhOfAll = (scan: ScanCase, operation: Operation): number[] => [
  taxedKwh(scan, operation),
  ...(scan.later ?? []).map(({ tariff }, phase) => taxedKwh({ tariff }, operation.later![phase]!)),
]

/** Whether an import ends in the tax block whose rate the case's prices hold. */
export const isInPricedBlock = ({ tariff: { tax } }: Pick<ScanCase, "tariff">, importKwh: number): boolean =>
  (blockOf(tax.blocks, importKwh)?.fromKwh ?? tax.inPriceFromKwh) === tax.inPriceFromKwh

/** Whether the imports of all terms do. */
export const areInPricedBlocks = (scan: ScanCase, [importKwh, ...laterKwh]: readonly number[]): boolean =>
  isInPricedBlock(scan, importKwh!) &&
  (scan.later ?? []).every((terms, phase) => isInPricedBlock(terms, laterKwh[phase]!))

/** A controller buys so much more or less than foresight at most, as a part of it: else its year is not looked at. */
const NEAR_BLOCK = 0.2

/** Imports, a little lower and a little higher ones. */
const near = (importKwh: readonly number[]): number[][] =>
  [1 - NEAR_BLOCK, 1, 1 + NEAR_BLOCK].map(times => importKwh.map(kwh => times * kwh))

/** Whether imports that are near those given end in other blocks than the case's prices hold. */
export const isNearOtherBlock = (scan: ScanCase, importKwh: readonly number[]): boolean =>
  near(importKwh).some(kwh => !areInPricedBlocks(scan, kwh))

/**
 * The case with the rates of the other blocks that imports near those given end in; three at most, the same one perhaps
 * twice.
 */
export const casesOfNearBlocks = (scan: ScanCase, importKwh: readonly number[]): ScanCase[] =>
  near(importKwh)
    .filter(kwh => !areInPricedBlocks(scan, kwh))
    .map(kwh => withTaxOf(scan, kwh))

const taxed = <Terms extends { tariff: TariffYear }>(held: Terms, terms: TariffTerms, site: TariffSite): Terms =>
  isInPricedBlock(held, site.taxedKwh!) ? held : { ...held, tariff: tariffYear(terms, site) }

/** The case with prices that hold the tax rate of the block that an import ends in, under each of its terms. */
export const withTaxOf = (scan: ScanCase, [importKwh, ...laterKwh]: readonly number[]): ScanCase => {
  const siteOf = (kwh: number): TariffSite => ({ ...scan.tariffSite, taxedKwh: kwh })
  const priced = taxed(scan, scan.input.tariff, siteOf(importKwh!))
  if (!scan.later) return priced
  return { ...priced, later: scan.later.map((held, phase) => taxed(held, held.terms, siteOf(laterKwh[phase]!))) }
}
