import { sumOnce } from "../base/memo.ts"
import { mapped } from "../base/nonEmpty.ts"
import { tariffYear } from "../market/tariff/tariffYear.ts"
import { blockOf } from "../market/tariff/taxBlocks.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { Operation, ScanCase, Schedule } from "./case.ts"
import { overlapKwhOf } from "./overlap.ts"

/**
 * Taxed import of a year [kWh]: import without netted energy.
 * @param overlapKwh overlap of the year, which netting removes
 */
export const taxedKwh = (
  { nettingEurPerKwh }: Pick<TariffYear, "nettingEurPerKwh">,
  schedule: Pick<Schedule, "importKwh" | "exportKwh">,
  overlapKwh = 0,
): number => {
  const boughtKwh = sumOnce(schedule, "import", () => totalOf(schedule.importKwh))
  if (!(nettingEurPerKwh > 0)) return boughtKwh + overlapKwh
  const soldKwh = sumOnce(schedule, "export", () => totalOf(schedule.exportKwh))
  return boughtKwh - Math.min(boughtKwh, soldKwh)
}

/** Taxed import of a year under each of the case's terms [kWh]. */
export const taxedKwhOfAll = (scan: ScanCase, { years }: Operation): number[] =>
  scan.tariffs.map((tariff, phase) => taxedKwh(tariff, years[phase]!, overlapKwhOf(scan)))

/** True if an import ends in the tax block whose rate the case's prices include. */
export const isInPricedBlock = ({ tax }: Pick<TariffYear, "tax">, importKwh: number): boolean =>
  (blockOf(tax.blocks, importKwh)?.fromKwh ?? tax.inPriceFromKwh) === tax.inPriceFromKwh

/** True if the imports under all terms end in the blocks of the case's prices. */
export const areInPricedBlocks = ({ tariffs }: ScanCase, importKwh: readonly number[]): boolean =>
  tariffs.every((tariff, phase) => isInPricedBlock(tariff, importKwh[phase]!))

/**
 * Assumed maximum difference between the imports of a controller and of foresight, relative; larger differences are not
 * examined.
 */
const NEAR_BLOCK = 0.2

/** Imports, and the same imports lower and higher by NEAR_BLOCK. */
const near = (importKwh: readonly number[]): number[][] =>
  [1 - NEAR_BLOCK, 1, 1 + NEAR_BLOCK].map(times => importKwh.map(kwh => times * kwh))

/** True if imports near the given imports end in other blocks than the blocks of the case's prices. */
export const isNearOtherBlock = (scan: ScanCase, importKwh: readonly number[]): boolean =>
  near(importKwh).some(kwh => !areInPricedBlocks(scan, kwh))

/**
 * Cases with the rates of the other blocks in which imports near the given imports end; at most three, possibly with
 * duplicates.
 */
export const casesOfNearBlocks = (scan: ScanCase, importKwh: readonly number[]): ScanCase[] =>
  near(importKwh)
    .filter(kwh => !areInPricedBlocks(scan, kwh))
    .map(kwh => withTaxOf(scan, kwh))

/** Case with prices that include the tax rate of the block in which the import ends, under each of its terms. */
export const withTaxOf = (scan: ScanCase, importKwh: readonly number[]): ScanCase => ({
  ...scan,
  tariffs: mapped(scan.tariffs, (tariff, phase) => {
    const taxedKwh = importKwh[phase]!
    if (isInPricedBlock(tariff, taxedKwh)) return tariff
    return tariffYear(scan.input.phases[phase]!.terms, { ...scan.tariffSite, taxedKwh })
  }),
})
