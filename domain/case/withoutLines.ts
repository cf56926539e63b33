import type { BillLine } from "../base/billLines.ts"
import { mapped } from "../base/nonEmpty.ts"
import { type PriceParts, partsWithin } from "../market/tariff/priceParts.ts"
import { componentsOf, feesByKind } from "../market/tariff/siteComponents.ts"
import { NO_BLOCK_TAX } from "../market/tariff/taxBlocks.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import type { ScanCase } from "./case.ts"

/**
 * Cases whose bills lack lines: without the first line, without the first two lines, and so on. Only for bills of a
 * year that was operated under the whole contract.
 */
export const withoutLines = (scan: ScanCase, lines: readonly BillLine[]): ScanCase[] => {
  const { vatFraction } = componentsOf(scan.tariffSite)
  const cases: ScanCase[] = []
  let left = inAllTerms(scan, ({ otherCharges: _, ...tariff }) => splitOf(scan, tariff))
  for (const line of lines) {
    const less = inAllTerms(left, tariff => REMOVALS[line](tariff as SplitTariff, vatFraction))
    const { assumptions } = less
    left = line === "demandCharges" ? { ...less, assumptions: { ...assumptions, demandChargeEurPerKwMonth: 0 } } : less
    cases.push(left)
  }
  return cases
}

const inAllTerms = (scan: ScanCase, change: (tariff: TariffYear) => TariffYear): ScanCase => ({
  ...scan,
  tariffs: mapped(scan.tariffs, change),
})

type SplitTariff = TariffYear & { parts: PriceParts }

/** Tariff with the parts of its prices. An untaxed custom price has the country's parts, like a flat price. */
const splitOf = ({ input, tariffSite }: ScanCase, tariff: TariffYear): SplitTariff => {
  const [{ terms }] = input.phases
  const components = componentsOf(tariffSite)
  const { gridFee, levy } = feesByKind(components)
  const vat = 1 + components.vatFraction
  const isAllIn = terms.type === "custom" && !terms.buy.taxed
  if (tariff.parts && !isAllIn) return { ...tariff, parts: tariff.parts }
  const least = tariff.buyEurPerKwh.reduce((low, price) => Math.min(low, price), Number.POSITIVE_INFINITY)
  const inPrice = { gridFee: gridFee * vat, tax: (components.taxEurPerKwh + levy) * vat }
  const estimated = partsWithin(least, inPrice, {
    nettingEurPerKwh: tariff.nettingEurPerKwh,
    length: tariff.buyEurPerKwh.length,
  })
  const hasOwnGridFee = terms.type === "custom" && terms.grid?.buyEurPerKwh !== undefined
  return { ...tariff, parts: hasOwnGridFee && tariff.parts ? { ...estimated, ...gridFeeOf(tariff.parts) } : estimated }
}

const gridFeeOf = ({ gridFeeEurPerKwh, nettedGridFeeEurPerKwh }: PriceParts) => ({
  gridFeeEurPerKwh,
  nettedGridFeeEurPerKwh,
})

const NO_GRID_FEE = (hours: number) => ({ gridFeeEurPerKwh: new Float64Array(hours), nettedGridFeeEurPerKwh: 0 })

const REMOVALS: Record<BillLine, (tariff: SplitTariff, vatFraction: number) => TariffYear> = {
  fixedCosts: tariff => ({ ...tariff, fixedCostEurPerMonth: 0 }),
  demandCharges: tariff => ({ ...tariff, demand: [] }),
  gridFees: tariff => {
    const { parts, buyEurPerKwh, nettingEurPerKwh } = tariff
    return {
      ...tariff,
      buyEurPerKwh: buyEurPerKwh.map((price, hour) => price - parts.gridFeeEurPerKwh[hour]!),
      nettingEurPerKwh: nettingEurPerKwh - parts.nettedGridFeeEurPerKwh,
      parts: { ...parts, ...NO_GRID_FEE(buyEurPerKwh.length) },
    }
  },
  // VAT is removed from all charges per kWh; charges of the connection keep their VAT.
  taxes: (tariff, vatFraction) => {
    const { parts, buyEurPerKwh, nettingEurPerKwh } = tariff
    const bare = (eurPerKwh: number) => eurPerKwh / (1 + vatFraction)
    return {
      ...tariff,
      buyEurPerKwh: buyEurPerKwh.map(price => bare(price - parts.taxEurPerKwh)),
      nettingEurPerKwh: bare(nettingEurPerKwh - parts.nettedTaxEurPerKwh),
      tax: NO_BLOCK_TAX,
      parts: {
        gridFeeEurPerKwh: parts.gridFeeEurPerKwh.map(bare),
        nettedGridFeeEurPerKwh: bare(parts.nettedGridFeeEurPerKwh),
        taxEurPerKwh: 0,
        nettedTaxEurPerKwh: 0,
      },
    }
  },
}
