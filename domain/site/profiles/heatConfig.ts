import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { BOILERS } from "../consumption/heating.ts"
import { EMITTERS } from "../consumption/heatPump.ts"
import type { EvConfigInput } from "./schema.ts"

/** Questions on a house's heat, from which a heat pump's hours are made. */

const KWH = { exclusiveMinimum: 0, maximum: 100_000_000 }

/** heatConfig of a layer of preset warmtepomp: an addition to document 3. */
export const HeatConfigInput = Type.Partial(
  Strict({
    yearlyGasM3: Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000_000,
      description: "Gas of a year that the heat pump replaces [m3]; either this or yearlyHeatKwh",
    }),
    yearlyHeatKwh: Type.Number({ ...KWH, description: "Heat of a year, hot water included [kWh]" }),
    boiler: StringEnum(BOILERS, { description: "Appliance that burnt the gas; default condensing" }),
    emitters: StringEnum(EMITTERS, { description: "Heating system of the rooms; default radiators" }),
    makesHotWater: Type.Boolean({ description: "The heat pump makes the hot water too; default true" }),
    hotWaterShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Part of the heat that is for hot water, 0-1; default 0.22",
    }),
    maxHeatKw: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: "Most heat of the heat pump [kW]: a boiler makes the rest; default: no limit",
    }),
  }),
  {
    additionalProperties: false,
    description: "Heat that a heat pump makes by the temperatures of the place, in place of hourlyKw",
  },
)
export type HeatConfigInput = Static<typeof HeatConfigInput>

/** Missing or repeated fields of a heatConfig. @param path its place in the body */
export const heatConfigViolations = (config: HeatConfigInput, path: readonly (string | number)[]): Violation[] => {
  const [gas, heat] = [
    [...path, "yearlyGasM3"],
    [...path, "yearlyHeatKwh"],
  ]
  if (config.yearlyGasM3 === undefined && config.yearlyHeatKwh === undefined)
    return [violation(gas!, "one-is-required", { others: [heat!] })]
  if (config.yearlyGasM3 === undefined || config.yearlyHeatKwh === undefined) return []
  return [violation(heat!, "either-or", { other: gas! })]
}

/** A heatConfig with changes: gas replaces heat, and heat gas. */
export const changedHeatConfig = (old: HeatConfigInput | null, change: HeatConfigInput): HeatConfigInput => {
  const { yearlyGasM3: _gas, yearlyHeatKwh: _heat, ...kept } = old ?? {}
  const replaces = "yearlyGasM3" in change || "yearlyHeatKwh" in change
  return { ...(replaces ? kept : old), ...change }
}

/**
 * Repeated or ineffective fields of an evConfig. @param path its place in the body @param before the layer's config
 * before the change
 */
export const evConfigViolations = (
  config: EvConfigInput,
  path: readonly (string | number)[],
  before: EvConfigInput | null = null,
): Violation[] => {
  const yearlyKm = [...path, "yearlyKm"]
  if (config.yearlyKm !== undefined && config.dailyConsumptionKwh !== undefined)
    return [violation([...path, "dailyConsumptionKwh"], "either-or", { other: yearlyKm })]
  return config.kwhPer100Km !== undefined && changedEvConfig(before, config).yearlyKm === undefined
    ? [violation([...path, "kwhPer100Km"], "counts-only-with", { other: yearlyKm })]
    : []
}

/** An evConfig with changes: kilometres replace the daily consumption, and vice versa. */
export const changedEvConfig = (old: EvConfigInput | null, change: EvConfigInput): EvConfigInput => {
  const { yearlyKm, kwhPer100Km, dailyConsumptionKwh, ...kept } = old ?? {}
  if ("dailyConsumptionKwh" in change) return { ...kept, ...change }
  return "yearlyKm" in change
    ? { ...kept, ...(kwhPer100Km === undefined ? {} : { kwhPer100Km }), ...change }
    : { ...old, ...change }
}
