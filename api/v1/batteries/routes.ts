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
      { description: "By capacity, the smallest first" },
    ),
    selfSufficiencyCostPerKwh: number("In place of the tiers when the goal is self-sufficiency [EUR/kWh]"),
    currency: Type.String({ description: "Of the prices, by ISO 4217" }),
  },
  { description: "What a battery costs when a scan gives no costPerKwh", examples: [costTiersAnswer] },
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
      { description: "What a request gets that says nothing of them" },
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
    description: "What a battery costs per kWh where a scan gives no costPerKwh, by capacity.",
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
