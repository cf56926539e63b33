import { type Static, Type } from "@sinclair/typebox"
import { COST_UNITS, type CostUnit } from "../../../domain/organization/cost.ts"

const MEANINGS: Readonly<Record<CostUnit, string>> = {
  readBytes: "Bytes of bodies",
  parsedValues: "Values of JSON bodies above 16 KiB",
  threadMs: "Processor time of the answering thread [ms]",
  childMs: "Time of child processes: meter files, checks, PDFs [ms]",
  databaseMs: "Time of statements [ms]",
  storedBytes: "Bytes written to the database",
}

const Used = Type.Object(
  Object.fromEntries(COST_UNITS.map(unit => [unit, Type.Number({ description: MEANINGS[unit] })])) as Record<
    CostUnit,
    ReturnType<typeof Type.Number>
  >,
  { description: "Measured costs of the organization's costly calls since the start of this process" },
)

const Account = Type.Object(
  {
    used: Used,
    debtSeconds: Type.Number({
      description:
        "Time until the recent costs are paid off by the organization's share [s]; work of others goes first",
    }),
    refused: Type.Integer({ description: "Refusals with the code SHARE_USED_UP" }),
  },
  { description: "The organization's share of the API process that answers" },
)

const Stored = (mode: string) =>
  Type.Object(
    {
      bytes: Type.Integer({
        description:
          "Scans with their reports and inputs, sites with photos, profiles, price series, products and logo, uncompressed",
      }),
      reservedBytes: Type.Integer({ description: "Expected for results of scans that have not ended" }),
      limitBytes: Type.Union([Type.Integer(), Type.Null()], {
        description: "Limit of both by the tier; calls that store are 413 beyond it. Null: no limit",
      }),
    },
    { description: `Stored ${mode} data` },
  )

/** A month's count and quota. */
export interface MonthUsage extends Omit<Usage, "account" | "storage"> {}

/** Answer of GET /v1/usage. */
export const Usage = Type.Object(
  {
    tier: Type.String({ description: "Name of the organization's tier" }),
    periodStart: Type.String({ description: "ISO 8601; first instant of the month in UTC" }),
    periodEnd: Type.String({ description: "ISO 8601; first instant of the next month" }),
    quota: Type.Union([Type.Integer(), Type.Null()], { description: "Scans a month; null: no quota" }),
    used: Type.Integer({ description: "Scans that count: no sandbox scans, no adjustments" }),
    overage: Type.Integer({ description: "Scans beyond the quota" }),
    storage: Type.Object(
      { live: Stored("live"), sandbox: Stored("sandbox") },
      { description: "Stored data of the organization" },
    ),
    account: Account,
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
        storage: {
          live: { bytes: 9_204_000, reservedBytes: 0, limitBytes: 20_000_000_000 },
          sandbox: { bytes: 410_000, reservedBytes: 0, limitBytes: 1_000_000_000 },
        },
        account: {
          used: {
            readBytes: 812_000,
            parsedValues: 9_400,
            threadMs: 310,
            childMs: 850,
            databaseMs: 120,
            storedBytes: 64_000,
          },
          debtSeconds: 0,
          refused: 0,
        },
      },
    ],
  },
)
export type Usage = Static<typeof Usage>
