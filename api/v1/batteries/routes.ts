import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { costTiersAnswer, presetsAnswer } from "./answers.ts"

const number = (description: string) => Type.Number({ description })
const preset = { id: Type.String(), label: Type.String() }

const CostTiers = Type.Object(
  {
    tiers: Type.Array(
      Type.Object({
        label: Type.String(),
        maxKwh: Type.Union([Type.Number(), Type.Null()], { description: "Upper end [kWh]; null for the last" }),
        costPerKwh: number("Installed [EUR/kWh]"),
      }),
    ),
    selfSufficiencyCostPerKwh: number("In place of the tiers when the goal is self-sufficiency [EUR/kWh]"),
    currency: Type.String(),
  },
  { description: "What a battery costs when a scan gives no costPerKwh", examples: [costTiersAnswer] },
)

const Presets = Type.Object(
  {
    fixedPresets: Type.Array(
      Type.Object({ ...preset, kwh: number("[kWh]"), powerKw: number("[kW]"), recommended: Type.Boolean() }),
    ),
    rangePresets: Type.Array(
      Type.Object({
        ...preset,
        minKwh: number("[kWh]"),
        maxKwh: number("[kWh]"),
        minKw: number("[kW]"),
        maxKw: number("[kW]"),
      }),
    ),
    defaults: Type.Object({ minimumChargeLevel: number("[percent]"), roundtripEfficiency: number("[percent]") }),
  },
  { description: "Batteries to choose from", examples: [presetsAnswer] },
)

/** Battery data of document 3 under /v1/batteries. */
export const batteryRoutes = (authenticate: Authenticate) =>
  new Elysia({ name: "batteries", prefix: "/v1/batteries", tags: ["Batteries"], normalize: false })
    .get(
      "/cost-tiers",
      async ({ request }) => {
        await authenticate(request)
        return costTiersAnswer
      },
      { detail: documented({ summary: "Default costs by size", answers: { 200: CostTiers }, errors: [401] }) },
    )
    .get(
      "/presets",
      async ({ request }) => {
        await authenticate(request)
        return presetsAnswer
      },
      { detail: documented({ summary: "Usual batteries", answers: { 200: Presets }, errors: [401] }) },
    )
