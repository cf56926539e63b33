import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { scaleToAnnualKwh, standardProfile } from "../consumption/profiles.ts"
import { profileTemplates } from "../consumption/templates.ts"
import { fillMissing, fillMissingExport } from "../meters/fill.ts"
import type { MeterYear } from "../meters/meterYear.ts"
import { measuredWithin } from "../steps.ts"
import { totalOf } from "./hours.ts"
import { localProfileHours, type YearAndPlace } from "./localShape.ts"
import type { ProfilePanels } from "./panels.ts"
import type { Part, PartHours } from "./parts.ts"

/** Start of a studio profile. */
export interface Base {
  type: "template" | "upload"
  /** Label of the template, or name of the file. */
  name: string
  templateId: string | null
  /** Key of a standard profile. */
  profileKey: string | null
  category: string | null
  description: string | null
  /** Bought in the year. */
  annualKwh: number
  annualExportKwh: number
  /** Share of the hours that were measured, 0–1; null unless a meter file was read. */
  measuredFraction: number | null
  /** Export was measured, but the production behind it is unknown. */
  hasUnexplainedExport: boolean
  /** True if purchase and feed-in of the same hour stay apart; absent of earlier versions: hours count net. */
  keepsOverlap?: true
  /** Panels of the profiles that were merged; absent of any other base, and of those merged by earlier versions. */
  panels?: ProfilePanels
}

const TEMPLATE_IDS = profileTemplates.map(({ id }) => id)
/** Profile that the missing hours of a meter file follow: a mean, because the hours themselves are unknown. */
const HOUSEHOLD_KEY = "household-mean"

export const TemplateId = StringEnum(TEMPLATE_IDS, { description: "Household template" })
export const ProfileKey = Type.String({ minLength: 1, maxLength: 64, description: "Key of a standard profile" })

/** Body of POST /v1/studio-profiles/{id}/base: a template or a standard profile. */
export const BaseInput = Strict(
  {
    templateId: Type.Optional(TemplateId),
    profileKey: Type.Optional(ProfileKey),
    annualKwh: Type.Optional(
      Type.Number({ minimum: 100, maximum: 100_000, description: "Rescales the shape [kWh]; default by template" }),
    ),
  },
  { description: "templateId or profileKey" },
)
export type BaseInput = Static<typeof BaseInput>

/** Choice of a template or standard profile. */
interface Shape {
  templateId?: string
  profileKey?: string
}

/** Rules between the fields that choose a template or standard profile. */
export const shapeViolations = ({ templateId, profileKey }: Shape): Violation[] => {
  if (templateId !== undefined && profileKey !== undefined)
    return [violation(["profileKey"], "one-shape", { other: ["templateId"] })]
  const key = templateId ?? profileKey
  if (key === undefined) return [violation(["templateId"], "one-is-required", { others: [["profileKey"]] })]
  return isShape(key) ? [] : [violation(["profileKey"], "unknown-profile-key", { key, isWithoutData: false })]
}

/** True if a key has hours. */
export const isShape = (key: string): boolean => standardProfile(key) !== undefined

/** 8760 h in kWh of a template or standard profile; at its usual use when annualKwh is absent. */
export const shapeHours = (profileKey: string, annualKwh: number | undefined, at: YearAndPlace): Float32Array =>
  Float32Array.from(
    scaleToAnnualKwh(localProfileHours(profileKey, at), annualKwh ?? standardProfile(profileKey)!.defaultAnnualKwh),
  )

/** A base from a template or standard profile. @param input one without violations */
export const templateBase = ({ templateId, profileKey, annualKwh }: BaseInput, at: YearAndPlace): Part<Base> => {
  const { label, category, description } = standardProfile(templateId ?? profileKey!)!
  const kwh = shapeHours(templateId ?? profileKey!, annualKwh, at)
  return {
    definition: {
      type: "template",
      name: label,
      templateId: templateId ?? null,
      profileKey: profileKey ?? null,
      category,
      description,
      annualKwh: totalOf(kwh),
      annualExportKwh: 0,
      measuredFraction: null,
      hasUnexplainedExport: false,
    },
    hours: { kwh },
  }
}

/**
 * A meter file as whole years: missing hours of use follow the household profile at the measured level. The quarters of
 * the file stay.
 */
export const meterHours = ({ importKwh, exportKwh, quarters }: MeterYear, at: YearAndPlace): PartHours => {
  const kwh = new Float32Array(fillMissing(importKwh, localProfileHours(HOUSEHOLD_KEY, at)))
  const exported = exportKwh && new Float32Array(fillMissingExport(exportKwh))
  return {
    kwh,
    ...(exported ? { exported } : {}),
    ...(quarters
      ? {
          quarters: {
            kwh: measuredWithin(kwh, quarters.importKwh),
            ...(exported ? { exported: measuredWithin(exported, quarters.exportKwh) } : {}),
          },
        }
      : {}),
  }
}

/** A base from a meter file. */
export const meterBase = (meter: MeterYear, fileName: string, at: YearAndPlace): Part<Base> => {
  const hours = meterHours(meter, at)
  const annualExportKwh = hours.exported ? totalOf(hours.exported) : 0
  return {
    definition: {
      type: "upload",
      name: fileName,
      templateId: null,
      profileKey: null,
      category: null,
      description: meter.format,
      annualKwh: totalOf(hours.kwh),
      annualExportKwh,
      measuredFraction: meter.measuredFraction,
      hasUnexplainedExport: annualExportKwh > 0,
      ...(annualExportKwh > 0 ? { keepsOverlap: true } : {}),
    },
    hours,
  }
}
