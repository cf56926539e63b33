import { type TSchema, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import { numberIn, type Unit } from "../base/validation/units.ts"

/** Building blocks of the report's field schemas: one per unit, and helpers for nullable fields. */

export const unit =
  (of: Unit, name: string = of) =>
  (description: string) =>
    numberIn(of, { description: `${description} [${name}]` })
export const kwh = unit("kWh")
export const kw = unit("kW")
export const kwp = unit("kWp")
export const eur = unit("EUR")
export const presentValueEur = unit("EUR", "EUR, present value")
export const eurPerKwh = unit("EUR/kWh")
export const fraction = unit("fraction")
export const percent = unit("percent")
export const years = unit("years")
export const kg = unit("kg CO2")
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const calendarYear = (description: string) => Type.Integer({ description })
export const flag = (description: string) => Type.Boolean({ description })
export const text = (description: string) => Type.String({ description })
/** Schema of a part of a report: an object without additional fields. */
export const part =
  (description: string) =>
  <T extends Record<string, TSchema>>(properties: T) =>
    Strict(properties, { description })
export const orNull = <T extends TSchema>(schema: T, whenNull: string) =>
  Type.Union([schema, Type.Null()], { description: `${schema.description}; null ${whenNull}` })

export const returnPeriod = orNull(
  years(
    "Until the cumulated nominal cash flow turns positive and stays so, interpolated; in reports before 1.0 until it first did",
  ),
  "when it does not end positive",
)

/** Meaning of self-consumption in the report. */
export const SELF_CONSUMPTION =
  "Solar used on site, directly or from the battery, as a share of production. Discharge to the load counts by the share of solar in the battery's charging " +
  "0 without production. In reports before 1.0, stored solar that was sold later also counted"
