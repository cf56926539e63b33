import type { ComponentKind } from "./componentKinds.ts"
import { NEWEST_TAX_YEAR, type TariffComponent, type TariffComponents, tariffComponents } from "./components.ts"
import { withOwnTerms } from "./ownTerms.ts"
import { type BlockTax, blockOf, NO_BLOCK_TAX } from "./taxBlocks.ts"
import type { TariffSite } from "./terms.ts"

/** Components of a site for its kind of customer. A business gets its VAT refunded, so its prices have no VAT. */
export const componentsOf = (site: TariffSite): TariffComponents & { componentsYear: number } => {
  const componentsYear = site.componentsYear ?? NEWEST_TAX_YEAR
  const national = tariffComponents({ ...site, year: componentsYear })
  const components = { ...withOwnTerms(national, site.own ?? {}, { ...site, year: componentsYear }), componentsYear }
  if (site.customer !== "business") return components
  const markUpEurPerKwh = components.markUpEurPerKwh / (1 + components.vatFraction)
  const listed = components.listed.flatMap(listing => businessTerm(listing, components.vatFraction))
  return { ...components, vatFraction: 0, feedInVatFraction: 0, markUpEurPerKwh, listed }
}

const businessTerm = (listing: TariffComponent, vatFraction: number): TariffComponent[] => {
  if (listing.component === "vat") return []
  if (listing.component !== "markUp") return [listing]
  return [{ ...listing, value: listing.value / (1 + vatFraction), unit: "EUR/kWh excluding VAT" }]
}

/** Energy tax by blocks with VAT, and the rate of the block in which the taxed import ends. */
export const blockTaxOf = ({ taxBlocks, vatFraction }: TariffComponents, site: TariffSite): BlockTax => {
  const blocks = taxBlocks.map(block => ({ ...block, eurPerKwh: block.eurPerKwh * (1 + vatFraction) }))
  const block = blockOf(blocks, site.taxedKwh ?? site.yearlyImportKwh)
  return block ? { blocks, inPriceEurPerKwh: block.eurPerKwh, inPriceFromKwh: block.fromKwh } : NO_BLOCK_TAX
}

/** Components of the kinds that a price consists of. */
export const usedOf = ({ listed }: TariffComponents, use: Partial<Record<ComponentKind, boolean>>): TariffComponent[] =>
  listed.filter(({ component }) => use[component])

/** Grid fees and levies by the kWh, each without VAT [EUR/kWh]. */
export const feesByKind = ({ listed }: Pick<TariffComponents, "listed">): { gridFee: number; levy: number } => {
  const sumOf = (kind: ComponentKind) =>
    listed.reduce((sum, { component, value }) => (component === kind ? sum + value : sum), 0)
  return { gridFee: sumOf("gridFee"), levy: sumOf("levy") }
}

/** Components that reports show next to the prices. */
export const shown = ({
  taxEurPerKwh,
  feesEurPerKwh,
  vatFraction,
  markUpEurPerKwh,
  feedInFeeEurPerKwh,
}: TariffComponents) => ({ taxEurPerKwh, feesEurPerKwh, vatFraction, markUpEurPerKwh, feedInFeeEurPerKwh })
