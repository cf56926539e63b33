import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, Strict, StringEnum, TextLine } from "../../base/validation/schema.ts"
import { numberIn } from "../../base/validation/units.ts"
import { currencySchema } from "../../market/currency.ts"
import { LINE_KINDS, LINE_UNITS } from "./lineKinds.ts"
import { MAX_PHOTOS, OfferPhoto, PhotoInput } from "./photos.ts"

/** States of an offer. A sent offer is expired after its last day. */
const OFFER_STATUSES = ["draft", "sent", "accepted", "expired", "withdrawn"] as const

const MAX_LINES = 100
/** Panels of a proposed line. */
export const MAX_QUANTITY = 1_000_000
/** Above the largest battery of a scan at its largest price by kWh. */
const MAX_UNIT_PRICE = 100_000_000_000
/** Maximum total, whose cents binary numbers have exactly. */
export const MAX_TOTAL = 10_000_000_000_000
const MAX_LOAN = 1_000_000_000
const MAX_LOAN_YEARS = 40
const MAX_LOAN_PERCENT = 30
const MAX_DRAWING_CHARACTERS = 8_000

/** Text of several lines: no other control characters than line feeds. */
const TextBlock = (maxLength: number, description: string) =>
  Type.String({
    pattern: "^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$",
    textForm: "no-control-characters",
    maxLength,
    description,
  })

const vatPercent = (without: string) =>
  numberIn("percent", {
    minimum: 0,
    maximum: 100,
    description: `VAT with at most 2 decimals; absent: ${without} [percent]`,
  })
/** VAT of a price that may leave it to the country. */
export const DEFAULT_VAT = vatPercent("the rate of the country")

export const OfferLine = Strict(
  {
    kind: StringEnum(LINE_KINDS, { description: "Kind of the line" }),
    description: TextLine({ minLength: 1, maxLength: 300, description: "Text of the line, as the customer reads it" }),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_QUANTITY,
      description: "Number of units, with at most 3 decimals [pieces]",
    }),
    unit: Type.Optional(
      StringEnum(LINE_UNITS, { description: "Unit of the quantity; `flat`: a fixed price; absent: not shown" }),
    ),
    unitPrice: numberIn("EUR", {
      minimum: -MAX_UNIT_PRICE,
      maximum: MAX_UNIT_PRICE,
      description:
        "Price of one unit without VAT, with at most 4 decimals, in the currency of the offer; at most 0 for a subsidy or discount [EUR]",
    }),
    vatPercent: Type.Optional(vatPercent("not decided, such an offer is not sent")),
  },
  { description: "A line of an offer" },
)
export type OfferLine = Static<typeof OfferLine>

const Loan = {
  amount: numberIn("EUR", {
    exclusiveMinimum: 0,
    maximum: MAX_LOAN,
    description: "Amount of the loan with at most 2 decimals, in the currency of the offer [EUR]",
  }),
  ratePercent: numberIn("percent", {
    minimum: 0,
    maximum: MAX_LOAN_PERCENT,
    description: "Nominal interest a year, with at most 4 decimals [percent]",
  }),
  years: Type.Integer({ minimum: 1, maximum: MAX_LOAN_YEARS, description: "Term [years]" }),
}
const OfferLoan = Strict(Loan, { description: "Loan of the customer; it does not change the price" })
export type OfferLoan = Static<typeof OfferLoan>

export const Terms = TextBlock(10_000, "Terms of the offer, as the customer reads them")
export const Payment = TextBlock(2_000, "Terms of payment, as the customer reads them")
const ValidUntil = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  textForm: "day",
  maxLength: 10,
  description: "Last day on which the offer can be accepted, of the years 2000 to 9998, by the clock of the site",
  examples: ["2126-04-30"],
})
const Lines = Type.Array(OfferLine, { maxItems: MAX_LINES, description: "Lines of the offer, in their order" })

export const OFFER_INPUT_EXAMPLE = {
  lines: [
    {
      kind: "modules",
      description: "12 panels of 430 W",
      quantity: 12,
      unit: "piece",
      unitPrice: 215.5,
      vatPercent: 0,
    },
    { kind: "battery", description: "Battery of 10 kWh", quantity: 1, unitPrice: 5200, vatPercent: 21 },
    { kind: "labour", description: "Installation", quantity: 16, unit: "hour", unitPrice: 62.5, vatPercent: 0 },
    { kind: "subsidy", description: "Subsidy of the province", quantity: 1, unitPrice: -750, vatPercent: 0 },
  ],
  validUntil: "2126-04-30",
  terms: "Delivery within eight weeks.",
  payment: "Half on order, half after the installation.",
  status: "sent",
}

/** Body of PUT /v1/scans/{id}/offer. */
export const OfferInput = Strict(
  {
    lines: Type.Optional(Lines),
    validUntil: Type.Optional(orNull(ValidUntil)),
    terms: Type.Optional(orNull(Terms)),
    payment: Type.Optional(orNull(Payment)),
    loan: Type.Optional(orNull(OfferLoan)),
    photos: Type.Optional(
      Type.Array(PhotoInput, { maxItems: MAX_PHOTOS, description: "Photos of the offer, in their order" }),
    ),
    status: Type.Optional(
      StringEnum(["draft", "sent", "withdrawn"], {
        description:
          "sent: the customer can read and accept it; absent: draft after a change of any other field, otherwise as before",
      }),
    ),
  },
  {
    description:
      "Changes of an offer. A field that is left out stays, null removes it; the first lines are proposed from the report",
    examples: [OFFER_INPUT_EXAMPLE],
  },
)
export type OfferInput = Static<typeof OfferInput>

const money = (description: string) =>
  numberIn("EUR", { description: `${description}, in the currency of the offer [EUR]` })

export const OfferTotals = Strict(
  {
    net: money("Sum of the lines without VAT"),
    vat: Type.Array(
      Strict({
        percent: numberIn("percent", { description: "Rate of VAT [percent]" }),
        net: money("Sum of its lines without VAT"),
        amount: money("VAT of its lines"),
      }),
      { description: "VAT by rate, the lowest first" },
    ),
    vatTotal: money("VAT of all lines"),
    gross: money("Price to pay: net and VAT, less subsidies and discounts"),
    subsidy: money("Subsidies in gross, with VAT; at most 0"),
  },
  { description: "Totals to the cent: each line and its VAT are rounded, half away from 0, and then summed" },
)
export type OfferTotals = Static<typeof OfferTotals>

/** Terms of an offer without its lines; null: none. */
const CONDITIONS = {
  validUntil: orNull(ValidUntil, "Last day on which it can be accepted, by the clock of the site; null: no end"),
  terms: orNull(Terms, "Terms of the offer; null: none"),
  payment: orNull(Payment, "Terms of payment; null: none"),
}

const Photos = Type.Array(OfferPhoto, { maxItems: MAX_PHOTOS, description: "Photos of the offer, in their order" })

/** Content of an offer, as stored. An offer without photos has no such field, so that its hash stays the same. */
export const OfferContent = Strict({
  ...{ lines: Lines, ...CONDITIONS, loan: orNull(OfferLoan) },
  photos: Type.Optional(Photos),
})
export type OfferContent = Static<typeof OfferContent>

const Drawing = Type.String({
  pattern: "^M[0-9ML ]+$",
  textForm: "drawing",
  maxLength: MAX_DRAWING_CHARACTERS,
  description:
    "Drawn name as path data of SVG: `M` and `L` with whole numbers, in a box of 600 by 200, such as `M10 20L30 40`",
  examples: ["M10 120L60 40L110 120M30 90L90 90"],
})

/** Fields of an acceptance of an offer in the request of the customer. */
export const OFFER_ACCEPTANCE = {
  offerVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "Version of the offer that is accepted; required if the scan has a sent offer",
    }),
  ),
  drawing: Type.Optional(Drawing),
}

const accepted = {
  acceptedAt: Instant("When it was accepted"),
  name: orNull(Type.String(), "As typed; null when the details of the customer were deleted since"),
  drawing: orNull(Drawing, "Drawn name; null if it was only typed, and after the deletion of the customer's details"),
  hash: Type.String({
    description:
      "SHA-256 in hex of the accepted offer: canonical JSON (RFC 8785) of currency, lines, loan, number, payment, photos if there are any, scanId, terms, totals, validUntil and version",
  }),
}
const ACCEPTED = "Acceptance by the customer: consent under a typed or drawn name, no qualified signature"

const SharedAcceptance = Strict(accepted, { description: ACCEPTED })
const OfferAcceptance = Strict(
  {
    ...accepted,
    address: orNull(
      Type.String(),
      "Network address of the accepting caller; null after the deletion of the customer's details",
    ),
  },
  { description: ACCEPTED },
)
export type OfferAcceptance = Static<typeof OfferAcceptance>

const shown = {
  currency: currencySchema("Currency of every amount of the offer, also if a unit is named EUR"),
  lines: Lines,
  totals: OfferTotals,
  ...CONDITIONS,
  loan: orNull(
    Strict({ ...Loan, monthlyPayment: money("Equal payment of each month") }),
    "Loan of the customer, which does not change the price; null: none",
  ),
  photos: Photos,
}

/** Offer as its organization reads it. */
export const Offer = Strict(
  {
    number: orNull(
      Type.Integer({ minimum: 1 }),
      "Number of the offer in the organization and mode; null for a proposal that is not stored",
    ),
    version: Type.Integer({
      minimum: 0,
      description: "Rises with each change of lines or terms; 0 for a proposal that is not stored",
    }),
    status: StringEnum(OFFER_STATUSES, {
      description: "Only sent, accepted and expired offers are shown to customers",
    }),
    ...shown,
    sentAt: orNull(Instant("When this version was sent; null: not yet")),
    wasSent: Type.Boolean({ description: "True if any version was sent: such an offer cannot be deleted" }),
    updatedAt: orNull(Instant("When it was last changed; null for a proposal")),
    acceptance: orNull(OfferAcceptance, "Acceptance by the customer; null: not accepted"),
    priceListCurrency: Type.Optional(
      currencySchema(
        "Currency of the price list, in a proposal that leaves its prices out because the report has another currency",
      ),
    ),
  },
  { description: "Offer for the system of a scan's report" },
)
export type Offer = Static<typeof Offer>

/** Version of an offer as it was sent. */
export const SentOffer = Strict(
  {
    number: Type.Integer({ minimum: 1, description: "Number of the offer" }),
    version: Type.Integer({ minimum: 1, description: "Version" }),
    ...shown,
    sentAt: Instant("When this version was sent first"),
  },
  { description: "Version of an offer as it was sent" },
)
export type SentOffer = Static<typeof SentOffer>

/** Offer as anyone with the link of its scan reads it. */
export const SharedOffer = Strict(
  {
    number: Type.Integer({ minimum: 1, description: "Number of the offer" }),
    version: Type.Integer({ minimum: 1, description: "Version: `offerVersion` of an acceptance" }),
    status: StringEnum(["sent", "accepted", "expired"], { description: "An expired offer cannot be accepted" }),
    ...shown,
    sentAt: Instant("When this version was sent"),
    acceptance: orNull(SharedAcceptance, "Acceptance by the customer; null: not accepted"),
  },
  { description: "Offer of the installer for the system of the report" },
)
export type SharedOffer = Static<typeof SharedOffer>
