import { OFFER_INPUT_EXAMPLE, Offer, OfferInput, SentOffer } from "../../../domain/report/offer/schema.ts"
import { jsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"
import { listVersions, offerLanguage, readOffer, readVersion, removeOffer, writeOffer } from "./offer.ts"
import { OFFER_EXAMPLE, SENT_OFFER_EXAMPLE } from "./offerExamples.ts"
import { SentVersions } from "./offerSchemas.ts"

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
  removeOffer: operation("DELETE /v1/scans/{id}/offer", {
    summary: "Delete an offer that was never sent",
    description:
      "The scan has a proposal again; the number is not used again. 409 for an offer that was ever sent: withdraw it.",
    by,
    isConditional: true,
    answers: { 204: "The offer is gone" },
    errors: [409],
  }),
  offerVersions: operation("GET /v1/scans/{id}/offer/versions", {
    summary: "List the sent versions of an offer, newest first",
    description: "At most 100. A version never changes after it was sent.",
    by,
    accessLog: "object",
    answers: { 200: SentVersions },
  }),
  offerVersion: operation("GET /v1/scans/{id}/offer/versions/{version}", {
    summary: "Read a version of an offer as it was sent",
    description: "Lines, totals and terms of the version. 404 for a version that was not sent.",
    by,
    params: {
      version: { description: "Number of the version", schema: { type: "string", maxLength: 9 }, example: "2" },
    },
    accessLog: "object",
    answers: { 200: SentOffer },
    examples: { 200: SENT_OFFER_EXAMPLE },
  }),
}

export const offerHandlers = (context: ScanContext): Handlers<typeof offerOperations> => ({
  async offer({ caller, params, setHeader }) {
    const language = await offerLanguage(context, caller)
    setHeader("content-language", language)
    return readOffer(context, caller, params.id, language)
  },
  async setOffer({ caller, params: { id }, body }) {
    return writeOffer(context, { owner: caller, id, language: await offerLanguage(context, caller) }, body)
  },
  removeOffer: ({ caller, params }) => removeOffer(context, caller, params.id),
  offerVersions: ({ caller, params }) => listVersions(context, caller, params.id),
  offerVersion: ({ caller, params }) => readVersion(context, caller, params),
})
