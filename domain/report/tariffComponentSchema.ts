import { Type } from "@sinclair/typebox"
import { COMPONENT_KINDS, COMPONENT_STATUSES } from "../market/tariff/components.ts"
import { Strict, StringEnum } from "../validation/schema.ts"

const text = (description: string) => Type.String({ description })
const kwhOrNull = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${description} [kWh]; null where there is none` })

/** A component of the tariff as the report shows it. */
export const TariffComponentSchema = Strict(
  {
    component: StringEnum(COMPONENT_KINDS, { description: "What it is" }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: "Of a levy or a grid fee, as the publication calls it; null of the others",
    }),
    country: text("Country that it is of, ISO 3166 alpha-2"),
    year: Type.Integer({ description: "Year that it is of" }),
    fromKwh: kwhOrNull("Import of the year from which it is charged"),
    toKwh: kwhOrNull("Import of the year to which it is charged"),
    value: Type.Number({ description: "In the unit named" }),
    unit: text("Unit of the value"),
    status: StringEnum(COMPONENT_STATUSES, {
      description:
        "confirmed: the rate itself; typical: one of several, for all of them; minimum: the least that is charged; provisional: not final; assumed: no publication gives it; own: an assumption of the organization",
    }),
    source: text("Publication that it comes from"),
  },
  { description: "A tax, levy, fee or supplier's term of the tariff" },
)
