import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { standardProfile } from "../consumption/profiles.ts"
import type { MeterYear } from "../meters/meterYear.ts"
import { meterHours, ProfileKey, shapeHours, shapeViolations, TemplateId } from "./base.ts"
import { scaledHours, totalOf } from "./hours.ts"
import type { YearAndPlace } from "./localShape.ts"
import type { Part, PartSeries } from "./parts.ts"
import { AnnualKwh, ProfileName, YearHours } from "./schema.ts"

export const DIRECTIONS = ["consumption", "generation"] as const
export type Direction = (typeof DIRECTIONS)[number]

/** A source of an energyhub: a building, a process, a plant. */
export interface Source {
  id: string
  name: string
  sourceType: "template" | "standard-profile" | "upload" | "data"
  direction: Direction
  annualKwh: number
  templateId: string | null
  profileKey: string | null
  category: string | null
  description: string | null
  enabled: boolean
  /** Share of the hours that were measured, 0–1; null unless a meter file was read. */
  measuredFraction: number | null
  /** As in the base of a studio. */
  keepsOverlap?: true
}

/** Body of POST /v1/energyhub-profiles/{id}/sources. */
export const SourceInput = Strict(
  {
    sourceType: Type.Optional(
      StringEnum(["template", "standard-profile"], {
        description: "Source of the hours; follows from the other fields",
      }),
    ),
    templateId: Type.Optional(TemplateId),
    profileKey: Type.Optional(ProfileKey),
    name: Type.Optional(ProfileName),
    direction: Type.Optional(
      StringEnum(DIRECTIONS, { default: "consumption", description: "Direction: consumption or production" }),
    ),
    annualKwh: Type.Optional(AnnualKwh),
    data: Type.Optional(YearHours("The source's own hours, which count before everything else")),
  },
  { description: "data, or a templateId or profileKey" },
)
export type SourceInput = Static<typeof SourceInput>

/** Body of PATCH …/sources/{sourceId}. */
export const SourceChange = Strict({
  name: Type.Optional(ProfileName),
  enabled: Type.Optional(Type.Boolean({ description: "The source counts" })),
  annualKwh: Type.Optional(AnnualKwh),
})
export type SourceChange = Static<typeof SourceChange>

/** Rules between the fields of a new source. */
export const sourceViolations = (input: SourceInput): Violation[] => {
  if (input.data) return []
  const { sourceType, templateId, profileKey } = input
  if (templateId === undefined && profileKey === undefined)
    return [violation(["templateId"], "one-is-required", { others: [["profileKey"], ["data"]] })]
  const requiredBy = (field: string, value: string) =>
    violation([field], "required-when", { other: ["sourceType"], value })
  if (sourceType === "template" && templateId === undefined) return [requiredBy("templateId", sourceType)]
  if (sourceType === "standard-profile" && profileKey === undefined) return [requiredBy("profileKey", sourceType)]
  return shapeViolations(input)
}

/** A new source with its hours. @param input one without violations */
export const newSource = (id: string, input: SourceInput, at: YearAndPlace): Part<Source> => {
  const { templateId, profileKey, data, annualKwh } = input
  const key = templateId ?? profileKey
  const profile = data || key === undefined ? undefined : standardProfile(key)
  const kwh = data ? new Float32Array(data) : shapeHours(key!, annualKwh, at)
  return {
    definition: {
      id,
      name: input.name ?? profile?.label ?? "Own hours",
      sourceType: data ? "data" : templateId ? "template" : "standard-profile",
      direction: input.direction ?? "consumption",
      annualKwh: totalOf(kwh),
      templateId: templateId ?? null,
      profileKey: profileKey ?? null,
      category: profile?.category ?? null,
      description: profile?.description ?? null,
      enabled: true,
      measuredFraction: null,
    },
    hours: { kwh },
  }
}

/** A source from a meter file. */
export const meterSource = (id: string, meter: MeterYear, fileName: string, at: YearAndPlace): Part<Source> => {
  const hours = meterHours(meter, at)
  return {
    definition: {
      id,
      name: fileName,
      sourceType: "upload",
      direction: "consumption",
      annualKwh: totalOf(hours.kwh),
      templateId: null,
      profileKey: null,
      category: null,
      description: meter.format,
      enabled: true,
      measuredFraction: meter.measuredFraction,
      ...(totalOf(hours.exported ?? []) > 0 ? { keepsOverlap: true } : {}),
    },
    hours,
  }
}

/** Rules between a source and its changes. */
export const sourceChangeViolations = ({ definition }: Part<Source>, { annualKwh }: SourceChange): Violation[] =>
  annualKwh !== undefined && definition.annualKwh === 0 ? [violation(["annualKwh"], "source-without-energy")] : []

/** A source with changes; another annualKwh scales its hours, also its feed-in. @param change one without violations */
export const changedSource = (part: Part<Source>, { annualKwh, ...rest }: SourceChange): Part<Source> => {
  const definition = { ...part.definition, ...rest }
  if (annualKwh === undefined) return { ...part, definition }
  const factor = annualKwh / part.definition.annualKwh
  const { quarters } = part.hours
  const scaled = (series: PartSeries): PartSeries => ({
    kwh: scaledHours(series.kwh, factor),
    ...(series.exported ? { exported: scaledHours(series.exported, factor) } : {}),
  })
  const hours = { ...scaled(part.hours), ...(quarters ? { quarters: scaled(quarters) } : {}) }
  return { definition: { ...definition, annualKwh: totalOf(hours.kwh) }, hours }
}
