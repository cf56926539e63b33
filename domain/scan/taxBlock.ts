import { tariffYear } from "../market/tariff/tariffYear.ts"
import { blockOf } from "../market/tariff/taxBlocks.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { Operation, ScanCase } from "./case.ts"

/** The import of a year that energy tax is charged for [kWh]: without what is netted. */
export const taxedKwh = (
  { tariff }: Pick<ScanCase, "tariff">,
  { importKwh, exportKwh }: Pick<Operation, "importKwh" | "exportKwh">,
): number => {
  const boughtKwh = totalOf(importKwh)
  return tariff.nettingEurPerKwh > 0 ? boughtKwh - Math.min(boughtKwh, totalOf(exportKwh)) : boughtKwh
}

/** Whether an import ends in the tax block whose rate the case's prices hold. */
export const isInPricedBlock = ({ tariff: { tax } }: Pick<ScanCase, "tariff">, importKwh: number): boolean =>
  (blockOf(tax.blocks, importKwh)?.fromKwh ?? tax.inPriceFromKwh) === tax.inPriceFromKwh

/** The case with prices that hold the tax rate of the block that an import ends in. */
export const withTaxOf = (scan: ScanCase, importKwh: number): ScanCase =>
  isInPricedBlock(scan, importKwh)
    ? scan
    : { ...scan, tariff: tariffYear(scan.input.tariff, { ...scan.tariffSite, taxedKwh: importKwh }) }
