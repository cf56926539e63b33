import { type Static, Type } from "@sinclair/typebox"

/** Answer of GET /v1/usage. */
export const Usage = Type.Object(
  {
    tier: Type.String({ description: "Name of the organization's tier" }),
    periodStart: Type.String({ description: "ISO 8601; first instant of the month in UTC" }),
    periodEnd: Type.String({ description: "ISO 8601; first instant of the next month" }),
    quota: Type.Union([Type.Integer(), Type.Null()], { description: "Scans a month; null: no quota" }),
    used: Type.Integer({ description: "Scans that count: no sandbox scans, no adjustments" }),
    overage: Type.Integer({ description: "Scans beyond the quota" }),
  },
  {
    examples: [
      {
        tier: "starter",
        periodStart: "2026-03-01T00:00:00.000Z",
        periodEnd: "2026-04-01T00:00:00.000Z",
        quota: 100,
        used: 42,
        overage: 0,
      },
    ],
  },
)
export type Usage = Static<typeof Usage>
