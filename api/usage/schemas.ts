import { type Static, Type } from "@sinclair/typebox"

/** Answer of GET /v1/usage. */
export const Usage = Type.Object({
  tier: Type.String(),
  periodStart: Type.String({ description: "ISO 8601; first instant of the month in UTC" }),
  periodEnd: Type.String({ description: "ISO 8601; first instant of the next month" }),
  quota: Type.Union([Type.Integer(), Type.Null()], { description: "Scans a month; null: no quota" }),
  used: Type.Integer({ description: "Scans that count: no sandbox scans, no adjustments" }),
  overage: Type.Integer({ description: "Those of them beyond the quota" }),
})
export type Usage = Static<typeof Usage>
