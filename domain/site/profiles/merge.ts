import type { Base } from "./base.ts"
import type { ProfileCurves } from "./curves.ts"
import { sumOfHours, totalOf } from "./hours.ts"
import { joinedPanels, type ProfilePanels } from "./panels.ts"
import type { Part } from "./parts.ts"
import { fittingName } from "./schema.ts"

/** A profile that is merged. */
export interface MergeMember {
  name: string
  curves: ProfileCurves
  lacksSolar: boolean
  panels: ProfilePanels
}

/** A base whose bought, exported and produced energy are the sums of several profiles', hour by hour. */
export const mergedBase = (members: readonly MergeMember[]): Part<Base> => {
  const sum = (curve: keyof ProfileCurves) =>
    new Float32Array(sumOfHours(members.flatMap(({ curves }) => curves[curve] ?? [])))
  const kwh = sum("result")
  const exported = sum("export")
  return {
    definition: {
      type: "upload",
      name: fittingName(members.map(({ name }) => name).join(" + ")),
      templateId: null,
      profileKey: null,
      category: null,
      description: `Sum of ${members.length} profiles`,
      annualKwh: totalOf(kwh),
      annualExportKwh: totalOf(exported),
      measuredFraction: null,
      hasUnexplainedExport: members.some(({ lacksSolar }) => lacksSolar),
      panels: joinedPanels(members.map(({ panels }) => panels)),
    },
    hours: {
      ...{ kwh, exported, produced: sum("production") },
      ...(members.some(({ curves }) => curves.overlap) ? { overlap: sum("overlap") } : {}),
    },
  }
}
