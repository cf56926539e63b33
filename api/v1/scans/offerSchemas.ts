import { type Static, Type } from "@sinclair/typebox"
import { Instant } from "../../../domain/base/validation/schema.ts"
import { SentOffer } from "../../../domain/report/offer/schema.ts"

const { version, currency, totals, validUntil } = SentOffer.properties

/** Sent versions of an offer. */
export const SentVersions = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...{ version, currency, gross: totals.properties.gross, validUntil },
        sentAt: Instant("When this version was sent first"),
      }),
      { description: "Versions, newest first" },
    ),
  },
  {
    examples: [
      {
        items: [
          { version: 2, currency: "EUR", gross: 9128, validUntil: "2126-04-30", sentAt: "2026-03-02T09:14:00.000Z" },
        ],
      },
    ],
  },
)
export type SentVersions = Static<typeof SentVersions>
