import { Type } from "@sinclair/typebox"
import type { Queries } from "../../../store/database.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { costTiersAnswer, presetsAnswer } from "./answers.ts"
import { productOperations } from "./productRoutes.ts"
import { productHandlers } from "./products.ts"

const number = (description: string) => Type.Number({ description })
const preset = { id: Type.String({ description: "Names it" }), label: Type.String({ description: "In English" }) }

const CostTiers = Type.Object(
  {
    tiers: Type.Array(
      Type.Object({
        label: Type.String({ description: "Range of capacities, in English" }),
        maxKwh: Type.Union([Type.Number(), Type.Null()], { description: "Upper end [kWh]; null for the last" }),
        costPerKwh: number("Installed [EUR/kWh]"),
      }),
      { description: "Points by capacity, the smallest first" },
    ),
    selfSufficiencyCostPerKwh: number("In place of the tiers when the goal is self-sufficiency [EUR/kWh]"),
    currency: Type.String({ description: "Currency of the prices, by ISO 4217" }),
  },
  { description: "Battery price of scans without costPerKwh", examples: [costTiersAnswer] },
)

const Presets = Type.Object(
  {
    fixedPresets: Type.Array(
      Type.Object({
        ...preset,
        kwh: number("[kWh]"),
        powerKw: number("[kW]"),
        recommended: Type.Boolean({ description: "Suits most homes" }),
      }),
      { description: "Batteries of one size" },
    ),
    rangePresets: Type.Array(
      Type.Object({
        ...preset,
        minKwh: number("[kWh]"),
        maxKwh: number("[kWh]"),
        minKw: number("[kW]"),
        maxKw: number("[kW]"),
      }),
      { description: "Ranges within which a scan chooses the size" },
    ),
    defaults: Type.Object(
      { minimumChargeLevel: number("[percent]"), roundtripEfficiency: number("[percent]") },
      { description: "Defaults of a request without these fields" },
    ),
  },
  { description: "Batteries to choose from", examples: [presetsAnswer] },
)

const operation = operationsOf("Batteries")
const by = ["key", "session"] as const

/** Battery data of document 3, and the catalogue of an organization. */
export const batteryOperations = {
  costTiers: operation("GET /v1/batteries/cost-tiers", {
    summary: "Default costs by size",
    description: "Battery price per kWh by capacity, for scans without costPerKwh.",
    by,
    answers: { 200: CostTiers },
  }),
  presets: operation("GET /v1/batteries/presets", {
    summary: "Usual batteries",
    description: "Sizes that suit most sites, and the defaults of charge level and efficiency.",
    by,
    answers: { 200: Presets },
  }),
  ...productOperations,
}

export const batteryHandlers = (queries: Queries): Handlers<typeof batteryOperations> => ({
  costTiers: () => costTiersAnswer,
  presets: () => presetsAnswer,
  ...productHandlers(queries),
})
