import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { numberIn, type Unit } from "../../../domain/base/validation/units.ts"
import { currencySchema } from "../../../domain/market/currency.ts"
import { SCAN_STATUSES } from "../../../domain/organization/events/states.ts"
import { DayPlan } from "../../../domain/report/plan.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import { AdjustmentRequest } from "../../../domain/request/adjust.ts"
import { CustomerDetails } from "../../../domain/request/customerDetails.ts"
import { DossierId } from "../../../domain/request/references.ts"
import { GOALS, ScanRequest } from "../../../domain/request/request.ts"
import { SiteScanRequest } from "../../../domain/request/site.ts"
import { Interval } from "../../../domain/site/chart/intervals.ts"
import { ChartData } from "../../../domain/site/chart/schema.ts"
import { OFFER_FILTERS } from "../../../store/scans/offerStates.ts"
import { SORTS } from "../../../store/scans/read.ts"
import { ErrorAnswer } from "../../http/failure.ts"
import { listOf, PageQuery } from "../../http/lists.ts"

export const ScanId = Type.String({ description: "UUIDv7", examples: ["019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"] })
const Status = StringEnum(SCAN_STATUSES, { description: "State of the scan" })
const CreatedAt = Instant("When the scan was accepted")
const Nullable = (unit: Unit, description: string) => orNull(numberIn(unit), description)

/** Answer of POST /v1/scans (document 1, "Creation response"). */
export const CreatedScan = Type.Object(
  {
    id: ScanId,
    status: Status,
    errorMessage: Type.Optional(Type.String({ description: "Why the scan failed" })),
    createdAt: CreatedAt,
  },
  { description: "The scan as it was accepted, or as it ended within the wait" },
)
export type CreatedScan = Static<typeof CreatedScan>

/** Answer of POST /v1/scans. */
export const CreatedOrReport = Type.Union([CreatedScan, FullReport], {
  description: "The scan; with Prefer: return=representation the full report of a scan that is completed",
})

const RefusedScan = Type.Object(ErrorAnswer.properties, {
  description: "Why this one was not accepted: the answer to this scan alone",
})

/** Largest number of scans of one batch. */
const MAX_BATCH = 1_000

/** Body of POST /v1/scans/batch; its scans are checked one by one. */
export const BatchRequest = Strict({
  scans: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: MAX_BATCH,
    description: "Bodies of POST /v1/scans",
  }),
})

/** Answer of POST /v1/scans/batch, in the order of the request. */
export const BatchAnswer = Type.Object(
  {
    items: Type.Array(Type.Union([CreatedScan, RefusedScan]), {
      description: "A creation answer or a refusal for each scan, in the order they were sent",
    }),
    batchId: Type.String({ description: "UUID of the batch: GET /v1/batches/{id} shows how far it is" }),
  },
  { description: "Outcome of each scan" },
)
export type BatchAnswer = Static<typeof BatchAnswer>
export type BatchItem = BatchAnswer["items"][number]

/** Answer of GET /v1/scans/{id}/status. */
export const ScanStatusAnswer = Type.Object({ id: ScanId, status: Status, createdAt: CreatedAt })
export type ScanStatusAnswer = Static<typeof ScanStatusAnswer>

/** Answer of GET /v1/scans/{id} until the scan is completed. */
export const ScanObject = Type.Object(
  {
    id: ScanId,
    status: Status,
    createdAt: CreatedAt,
    goal: StringEnum(GOALS, { description: "As requested" }),
    hasError: Type.Boolean({ description: "The scan failed" }),
    errorMessage: orNull(Type.String(), "Why it failed"),
    cost: Nullable(
      "EUR",
      "Price by the organization's tier [EUR]; null for sandbox scans and adjustments, which cost nothing",
    ),
  },
  { description: "A scan without a report: pending, processing or failed" },
)
export type ScanObject = Static<typeof ScanObject>

/** Answer of GET /v1/scans/{id}. */
export const ScanOrReport = Type.Union([FullReport, ScanObject], {
  description: "The full report of a completed scan; the scan object of any other",
})

const LATER = "null for scans that were solved before it was kept for lists"
const savings = (percentile: string) =>
  Nullable("EUR", `First year, in ${percentile} [EUR]; null for a report without an outlook`)

/** Figures of the plant, null until the scan is completed. */
export const ListFigures = {
  panels: orNull(Type.Integer(), `New panels of all roofs; ${LATER}`),
  batteryKwh: Nullable("kWh", `Capacity of the battery, 0 without one [kWh]; ${LATER}`),
  investment: Nullable("EUR", `Present value of all purchases [EUR]; ${LATER}`),
  netPresentValue: Nullable("EUR", `Of the whole analysis [EUR]; ${LATER}`),
  savingsP10: savings("the lowest tenth of the futures at most"),
  savingsP50: savings("half of the futures at most"),
  savingsP90: savings("nine of ten futures at most"),
}

/** Document 1, "Scan list item"; figures are null until the scan is completed. */
export const ScanListItem = Type.Object({
  ...Type.Omit(ScanObject, ["cost"]).properties,
  hasSeenReport: Type.Boolean({ description: "The owner's side has read the report" }),
  selfSufficiency: Nullable("fraction", "Share of the consumption that is not bought, 0-1"),
  returnPeriod: Nullable("years", "Years until the investment is earned back; null when never"),
  co2SavedKg: Nullable("kg CO2", "First year [kg]"),
  yearlySavings: Nullable("EUR", "First year [EUR]; null for scans that were solved before it was kept for lists"),
  ...ListFigures,
  currency: currencySchema("Currency of the amounts"),
  dossierId: orNull(Type.String({ description: "As requested" })),
  customerDetails: orNull(CustomerDetails, "Customer of the scan; null without customer details"),
  siteId: orNull(Type.String(), "Site of the scan; null without one, and after its deletion"),
  place: orNull(Type.String(), "Town of its location; null where none is known, and for older scans"),
  acceptedAt: orNull(Instant("When its report was accepted; null: not so far")),
  offerStatus: StringEnum(OFFER_FILTERS, { description: "State of its offer; none: no offer was stored" }),
  offerGross: Nullable("EUR", "Price of its offer, with VAT and after subsidies [EUR]; null without an offer"),
  offerReturnPeriod: Type.Optional(
    Nullable(
      "years",
      "Payback at the price of its offer [years]; null: never, or no offer; absent: the offer is older than this field",
    ),
  ),
  isAdjustment: Type.Boolean({ description: "Made with copiedFromId" }),
  adjustmentCount: Type.Integer({ description: "Adjustments made of this scan" }),
  cost: ScanObject.properties.cost,
})
export type ScanListItem = Static<typeof ScanListItem>

export const ScanList = Type.Object({
  ...listOf(ScanListItem).properties,
  nextCursor: orNull(Type.String(), "cursor of the next page; null on the last"),
  searchedFrom: orNull(
    Type.String(),
    "Creation of the oldest scan that was read; null: all were. sort, search, goal, offerStatus, minYearlySavings and accepted=false read the newest 50,000 of the other filters. Earlier days are read with createdTo.",
  ),
})
export type ScanList = Static<typeof ScanList>

export const Adjustments = Type.Array(ScanListItem, { description: "Adjustments of a scan, newest first" })

const day = (description: string) =>
  Type.String({
    pattern: "^\\d{4}-\\d{2}-\\d{2}$",
    textForm: "day",
    maxLength: 10,
    description,
    examples: ["2026-03-01"],
  })

/** Query parameter with the id of a batch or site. */
export const batchId = (description: string) =>
  Type.String({
    pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    textForm: "uuid",
    description,
    examples: ["019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"],
  })

export const ScanListQuery = Type.Object({
  ...PageQuery.properties,
  cursor: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      textForm: "list-cursor",
      description: "nextCursor of the page before: in place of page, and as fast at any depth; its answer says page 1",
      examples: ["019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"],
    }),
  ),
  dossierId: Type.Optional({ ...DossierId, description: "Only scans of this dossier" }),
  batchId: Type.Optional(batchId("Only scans of this batch")),
  siteId: Type.Optional(batchId("Only scans of this site")),
  status: Type.Optional(
    StringEnum(["running", ...SCAN_STATUSES], {
      description: "Only scans of this status; running: pending or processing",
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Only scans whose customer details, place or dossier hold this text, in small or capital letters",
    }),
  ),
  goal: Type.Optional(StringEnum(GOALS, { description: "Only scans of this goal" })),
  createdFrom: Type.Optional(day("Only scans made on this day or later, in UTC")),
  createdTo: Type.Optional(day("Only scans made on this day or before, in UTC")),
  minYearlySavings: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: "Only scans that save as much in the first year [EUR]",
    }),
  ),
  accepted: Type.Optional(
    StringEnum(["true", "false"], { description: "Only scans whose report was accepted, or was not" }),
  ),
  offerStatus: Type.Optional(
    StringEnum(OFFER_FILTERS, { description: "Only scans whose offer has this state; none: without an offer" }),
  ),
  sort: Type.Optional(
    StringEnum(SORTS, {
      description: "Sorted by this figure; scans without it come last; otherwise newest first",
    }),
  ),
  order: Type.Optional(StringEnum(["asc", "desc"], { description: "Direction of sort, desc unless given" })),
})
export type ScanListQuery = Static<typeof ScanListQuery>
/** Filter of a list, without its pages and its order. */
export type ScanFilterQuery = Omit<ScanListQuery, "page" | "limit" | "cursor" | "sort" | "order">

/** Query of a chart, which selects its hours of the year. */
export const ChartQuery = Type.Object({
  interval: Type.Optional({ ...Interval, default: "year" }),
  startDate: Type.Optional(
    Type.String({ maxLength: 40, description: "First day; default today", examples: ["2026-03-01"] }),
  ),
})
export type ChartQuery = Static<typeof ChartQuery>

/** Query of a day plan: the day; its year sets only the instants. */
export const PlanQuery = Type.Object({
  date: Type.String({ maxLength: 40, description: "The day", examples: ["2026-06-01"] }),
})
export type PlanQuery = Static<typeof PlanQuery>

/** Data of an event of GET /v1/scans/{id}/events. */
export const ProgressMessage = Type.Object({
  id: ScanId,
  status: Status,
  progression: Type.Number({ description: "0-100; 100 when completed" }),
  errorMessage: Type.Optional(Type.String({ description: "Why the scan failed" })),
})
export type ProgressMessage = Static<typeof ProgressMessage>

/** Schemas that the OpenAPI document shows once, by their names. */
export const scanComponents = {
  ScanRequest,
  AdjustmentRequest,
  SiteScanRequest,
  CreatedScan,
  RefusedScan,
  ScanStatus: ScanStatusAnswer,
  Scan: ScanObject,
  ScanListItem,
  FullReport,
  ChartData,
  DayPlan,
}
