import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { COMPONENT_KINDS, COMPONENT_STATUSES } from "../market/tariff/componentKinds.ts"

const text = (description: string) => Type.String({ description })
const kwhOrNull = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${description} [kWh]; null without such a term` })

/** A component of the tariff in the report. */
export const TariffComponentSchema = Strict(
  {
    component: StringEnum(COMPONENT_KINDS, { description: "Kind of term" }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: "Name of a levy or a grid fee in the publication; null of the others",
    }),
    country: text("Country that it is of, ISO 3166 alpha-2"),
    year: Type.Integer({ description: "Year that it is of" }),
    fromKwh: kwhOrNull("Import of the year from which it is charged"),
    toKwh: kwhOrNull("Import of the year to which it is charged"),
    value: Type.Number({ description: "In the unit named" }),
    unit: text("Unit of the value"),
    status: StringEnum(COMPONENT_STATUSES, {
      description:
        "confirmed: the rate itself; typical: one of several suppliers, for all suppliers; minimum: the least that is charged; provisional: not final; assumed: no publication gives it; own: an assumption of the organization",
    }),
    source: text("Publication that it comes from"),
  },
  { description: "A tax, levy, fee or supplier's term of the tariff" },
)
