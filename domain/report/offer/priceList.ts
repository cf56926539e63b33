/**
 * Price list of an organization: unit prices without VAT, from which a proposed offer takes its lines.
 *
 * Invariants:
 * - An item is counted by its unit in the plant of the report. An item whose count is 0 makes no line.
 * - Panels and inverters of the list replace the prices of the report. Batteries have their prices in the catalogue.
 * - A list keeps its currency when the organization takes another one. Its prices count for reports in its currency.
 * - Lines keep the order of the list, so equal reports and lists give equal proposals.
 */
import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum, TextLine } from "../../base/validation/schema.ts"
import { numberIn } from "../../base/validation/units.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import type { CsvForm } from "../../market/csvRows.ts"
import { currencySchema } from "../../market/currency.ts"
import { LIST_KINDS, LIST_UNITS, unitsOf } from "./lineKinds.ts"
import { priceViolations } from "./rules.ts"
import { DEFAULT_VAT, Payment, Terms } from "./schema.ts"

/** Items of a list: with the roofs of a report they fit into an offer. */
const MAX_LIST_ITEMS = 60
/** Price of which a million units of all items stay below the largest total. */
const MAX_LIST_PRICE = 100_000

export const PriceItem = Strict(
  {
    kind: StringEnum(LIST_KINDS, { description: "Kind of the line" }),
    description: TextLine({ minLength: 1, maxLength: 200, description: "Text of the line, as the customer reads it" }),
    unit: StringEnum(LIST_UNITS, {
      description:
        "Quantity of the line: number of panels, kWp, roofs with panels, batteries, or 1; `modules` has one of the first three",
    }),
    unitPrice: numberIn("EUR", {
      minimum: -MAX_LIST_PRICE,
      maximum: MAX_LIST_PRICE,
      description:
        "Price of one unit without VAT, with at most 4 decimals, in the currency of the list; at most 0 for a subsidy or discount [EUR]",
    }),
    vatPercent: Type.Optional(DEFAULT_VAT),
    product: Type.Optional(
      TextLine({
        minLength: 1,
        maxLength: 200,
        description:
          "Brand and model of the panels or the battery, as in the report: the price counts only for it; absent: for all",
      }),
    ),
  },
  { description: "A price of the organization" },
)

export type PriceItem = Static<typeof PriceItem>

const EXAMPLE = {
  items: [
    { kind: "modules", description: "Panel of 430 W", unit: "panel", unitPrice: 110 },
    { kind: "mounting", description: "Mounting", unit: "panel", unitPrice: 42.5 },
    { kind: "labour", description: "Installation per kWp", unit: "kwp", unitPrice: 180 },
    { kind: "labour", description: "Scaffold and roof work", unit: "roof", unitPrice: 350 },
    { kind: "electrical", description: "Group in the meter cupboard", unit: "offer", unitPrice: 275 },
  ],
  payment: "Half on order, half after the installation.",
  terms: null,
}

/** Price list with the usual terms of offers. */
export const PriceList = Strict(
  {
    items: Type.Array(PriceItem, { maxItems: MAX_LIST_ITEMS, description: "Prices, in the order of the lines" }),
    currency: Type.Optional(
      currencySchema("Currency of the prices; absent: of the list so far, or of the organization for a first list"),
    ),
    payment: orNull(Payment, "Terms of payment of a proposed offer; null: none"),
    terms: orNull(Terms, "Terms of a proposed offer; null: none"),
  },
  { description: "Prices and terms from which offers are proposed", examples: [EXAMPLE] },
)
export type PriceList = Static<typeof PriceList>

const unitViolations = ({ kind, unit }: PriceItem): Violation[] => {
  const values = unitsOf(kind)
  return values.includes(unit) ? [] : [violation(["unit"], "type", { expected: [{ values }] })]
}

/** Form of a CSV file of prices. */
export const PRICES_CSV: CsvForm<PriceItem> = {
  schema: PriceItem,
  needed: ["kind", "description", "unit", "unitPrice"],
  maxRows: MAX_LIST_ITEMS,
  tooMany: violation(["items"], "at-most-entries", { maximum: MAX_LIST_ITEMS }),
  check: item => [...priceViolations([], item), ...unitViolations(item)],
}

/** Price list of an organization without one. */
export const NO_PRICES: PriceList = { items: [], payment: null, terms: null }
