import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { COMPONENT_STATUSES } from "../market/tariff/components.ts"
import { CalendarWindow } from "../market/tariff/custom/schema.ts"
import { calendarYear, orNull, text } from "./schemaParts.ts"

/** Statuses of components, and "given" for terms that only the request states. */
const TERM_STATUSES = [...COMPONENT_STATUSES, "given"] as const

const stored = {
  path: text("Field of tariff, such as buy.energy[0].eurPerKwh; market: the day-ahead price"),
  value: Type.Union([Type.Number(), Type.String(), Type.Boolean()], { description: "In the unit named" }),
  unit: text("Unit of the value; EUR is the currency of the report; empty without a unit"),
  window: Type.Optional({ ...CalendarWindow, description: "When it holds; absent: always" }),
  year: orNull(calendarYear("Year of the term"), "if only the request has it"),
  status: StringEnum(TERM_STATUSES, {
    description: "As of tariffComponents; given: the request says it, and no template does",
  }),
  source: text("Publication that it comes from, or who says it"),
}

/** Stored term of the contract. */
export const StoredTerm = Strict(stored)
export type StoredTerm = Static<typeof StoredTerm>

/** Term of the contract as answered, with its name in the reader's language. */
export const TariffTerm = Strict(
  { name: text("Description of the term and its period, in the language of the reader"), ...stored },
  { description: "A term of the contract and its source" },
)
export type TariffTerm = Static<typeof TariffTerm>
