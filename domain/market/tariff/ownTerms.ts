import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../../base/validation/schema.ts"
import type { ComponentKind } from "./componentKinds.ts"
import type { TariffComponent, TariffComponents } from "./components.ts"
import { type TaxBlock, taxEur } from "./taxBlocks.ts"

/** Maximum blocks of energy tax that an organization may name. */
const MAX_BLOCKS = 10

const rate = (description: string) =>
  Type.Number({ minimum: -10, maximum: 10, description: `${description} [EUR/kWh]` })
const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `${description}, a fraction` })

/** An organization's taxes and supplier's terms, in place of the country's known values. */
export const OwnTerms = Strict({
  energyTaxBlocks: Type.Optional(
    Type.Array(
      Strict({
        fromKwh: Type.Number({
          minimum: 0,
          maximum: 1_000_000_000,
          description: "Import of the year after which the block begins [kWh]; the lowest counts from 0",
        }),
        eurPerKwh: rate("Energy tax without VAT"),
      }),
      { minItems: 1, maxItems: MAX_BLOCKS, description: "Energy tax by blocks of the year's import, in any order" },
    ),
  ),
  importVatFraction: Type.Optional(share("VAT on purchases")),
  feedInVatFraction: Type.Optional(share("VAT that a supplier pays on the market price of feed-in")),
  markUpEurPerKwh: Type.Optional(rate("Supplier's addition to the market price, with VAT")),
  feedInFeeEurPerKwh: Type.Optional(rate("Supplier's deduction from the market price of feed-in")),
  feedInShareOfBarePrice: Type.Optional(share("Default feed-in price of a flat tariff, of its bare price")),
})
export type OwnTerms = Static<typeof OwnTerms>

/** Tariff terms among an organization's overrides. */
export const ownTermsOf = (overrides: OwnTerms): OwnTerms =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => name in OwnTerms.properties))

const blocksOf = (blocks: NonNullable<OwnTerms["energyTaxBlocks"]>): TaxBlock[] => {
  const sorted = blocks.toSorted((a, b) => a.fromKwh - b.fromKwh)
  return sorted.map(({ fromKwh, eurPerKwh }, i) => ({
    fromKwh: i === 0 ? 0 : fromKwh,
    toKwh: sorted[i + 1]?.fromKwh ?? null,
    eurPerKwh,
  }))
}

/** Unit of a term in the components of countries. */
const UNITS: Record<"vat" | "markUp" | "feedInFee" | "feedInShareOfBarePrice", string> = {
  vat: "fraction",
  markUp: "EUR/kWh including VAT",
  feedInFee: "EUR/kWh",
  feedInShareOfBarePrice: "fraction of the bare supply price",
}

/**
 * Components with an organization's own terms in place of the country's.
 * @param place country and year that the report shows with the terms
 */
export const withOwnTerms = (
  components: TariffComponents,
  ownTerms: OwnTerms,
  place: { country: string; year: number; yearlyImportKwh: number },
): TariffComponents => {
  const blocks = ownTerms.energyTaxBlocks && blocksOf(ownTerms.energyTaxBlocks)
  const shown = (
    component: ComponentKind,
    value: number,
    { unit, fromKwh = null, toKwh = null }: { unit: string; fromKwh?: number | null; toKwh?: number | null },
  ): TariffComponent => ({
    ...{ component, name: null, country: place.country, year: place.year, fromKwh, toKwh, value, unit },
    ...{ status: "own", source: "assumption of the organization" },
  })
  const terms = {
    vat: ownTerms.importVatFraction,
    markUp: ownTerms.markUpEurPerKwh,
    feedInFee: ownTerms.feedInFeeEurPerKwh,
    feedInShareOfBarePrice: ownTerms.feedInShareOfBarePrice,
  }
  const added = [
    ...(blocks ?? [])
      .filter(({ fromKwh }) => fromKwh === 0 || fromKwh < place.yearlyImportKwh)
      .map(block => shown("energyTax", block.eurPerKwh, { ...block, unit: "EUR/kWh excluding VAT" })),
    ...(["vat", "markUp", "feedInFee", "feedInShareOfBarePrice"] as const).flatMap(component => {
      const value = terms[component]
      return value === undefined ? [] : [shown(component, value, { unit: UNITS[component] })]
    }),
  ]
  const replaced = new Set(added.map(({ component }) => component))
  const taxBlocks = blocks ?? components.taxBlocks
  const { yearlyImportKwh } = place
  const meanRate = yearlyImportKwh > 0 ? taxEur(taxBlocks, yearlyImportKwh) / yearlyImportKwh : taxBlocks[0]?.eurPerKwh
  return {
    ...components,
    taxBlocks,
    taxEurPerKwh: meanRate ?? 0,
    vatFraction: terms.vat ?? components.vatFraction,
    feedInVatFraction: ownTerms.feedInVatFraction ?? components.feedInVatFraction,
    markUpEurPerKwh: terms.markUp ?? components.markUpEurPerKwh,
    feedInFeeEurPerKwh: terms.feedInFee ?? components.feedInFeeEurPerKwh,
    feedInShareOfBarePrice: terms.feedInShareOfBarePrice ?? components.feedInShareOfBarePrice,
    listed: [...added, ...components.listed.filter(({ component }) => !replaced.has(component))],
  }
}
