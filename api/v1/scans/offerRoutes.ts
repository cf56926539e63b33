import { OFFER_INPUT_EXAMPLE, Offer, OfferInput } from "../../../domain/report/offer/schema.ts"
import { jsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"
import { readOffer, writeOffer } from "./offer.ts"
import { OFFER_EXAMPLE } from "./offerExamples.ts"

const operation = operationsOf("Offers")
const by = ["key", "session"] as const

/** Offer for the system of a scan's report. */
export const offerOperations = {
  offer: operation("GET /v1/scans/{id}/offer", {
    summary: "Read the offer of a completed scan",
    description:
      "Lines, totals, terms, state and acceptance. Before the first PUT it is a proposal with version 0: panels, inverters and battery of the report at its prices. " +
      "Its VAT is from the country's rates; prices of a household have VAT in the report.",
    by,
    accessLog: "object",
    answers: { 200: Offer },
    examples: { 200: OFFER_EXAMPLE },
    answerHeaders: ["content-language"],
    errors: [409],
  }),
  setOffer: operation("PUT /v1/scans/{id}/offer", {
    summary: "Change, send or withdraw the offer of a completed scan",
    description:
      "The first call gives the offer its number. Each change of lines or terms raises the version and makes it a draft, unless `status` sends it. " +
      "Customers read it by the link of the scan while it is sent. An accepted offer stays as it is: a change is 409.",
    by,
    body: jsonBody(OfferInput, {
      examples: { offer: OFFER_INPUT_EXAMPLE, send: { status: "sent" }, withdraw: { status: "withdrawn" } },
    }),
    isConditional: "shown",
    answers: { 200: Offer },
    examples: { 200: OFFER_EXAMPLE },
    errors: [409, 413],
  }),
}

export const offerHandlers = (context: ScanContext): Handlers<typeof offerOperations> => ({
  offer({ caller, params, language, setHeader }) {
    setHeader("content-language", language)
    return readOffer(context, caller, params.id, language)
  },
  setOffer: ({ caller: owner, params: { id }, body, language }) => writeOffer(context, { owner, id, language }, body),
})
