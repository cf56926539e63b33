import { OFFER_INPUT_EXAMPLE } from "../../../domain/report/offer/schema.ts"

const { status: _, ...content } = OFFER_INPUT_EXAMPLE

/** Fields of an offer that its organization and its customer read alike. */
const SHOWN = {
  ...{ number: 17, version: 2, status: "accepted" as const, currency: "EUR" as const, lines: content.lines },
  totals: {
    net: 8036,
    vat: [
      { percent: 0, net: 2836, amount: 0 },
      { percent: 21, net: 5200, amount: 1092 },
    ],
    ...{ vatTotal: 1092, gross: 9128, subsidy: -750 },
  },
  ...{ validUntil: content.validUntil, terms: content.terms, payment: content.payment, loan: null, photos: [] },
  sentAt: "2026-03-02T09:14:00.000Z",
}

const ACCEPTANCE = {
  acceptedAt: "2026-03-04T18:02:11.400Z",
  name: "A. Jansen",
  drawing: null,
  hash: "7f0c5c6d1c0f4f9a3f2c6b0f0e9ab5a1f5d5a8d0b9f0f8f3a6f9d4f1c2b3a495",
}

/** Offer of GET /v1/scans/{id}/offer. */
export const OFFER_EXAMPLE = {
  ...SHOWN,
  wasSent: true,
  updatedAt: "2026-03-02T09:14:00.000Z",
  acceptance: { ...ACCEPTANCE, address: "203.0.113.1" },
}

const { status: _status, ...sent } = SHOWN
/** Offer of GET /v1/scans/{id}/offer/versions/{version}. */
export const SENT_OFFER_EXAMPLE = sent

/** Offer of GET /v1/scans/shared/{token}. */
export const SHARED_OFFER_EXAMPLE = { ...SHOWN, acceptance: ACCEPTANCE }
