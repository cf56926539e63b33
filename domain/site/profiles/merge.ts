import type { Base } from "./base.ts"
import type { ProfileCurves } from "./curves.ts"
import { type Hours, sumOfHours, totalOf } from "./hours.ts"
import { joinedPanels, type ProfilePanels } from "./panels.ts"
import type { Part, PartSeries } from "./parts.ts"
import type { QuarterCurves } from "./quarters.ts"
import { fittingName } from "./schema.ts"

/** A profile that is merged. */
export interface MergeMember {
  name: string
  curves: ProfileCurves
  /** Quarters of the curves; absent if no member has measured ones. */
  quarters?: QuarterCurves
  lacksSolar: boolean
  panels: ProfilePanels
}

/** A base whose bought, exported and produced energy are the sums of several profiles', hour by hour. */
export const mergedBase = (members: readonly MergeMember[]): Part<Base> => {
  const hours = summed(members.map(({ curves }) => curves))
  const { kwh, exported } = hours
  const quarters = members.flatMap(member => member.quarters ?? [])
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
    hours: { ...hours, ...(quarters.length === members.length ? { quarters: summed(quarters) } : {}) },
  }
}

/** Series of a part whose curves are sums. */
const summed = (members: readonly QuarterCurves[]): PartSeries & { exported: Hours } => {
  const sum = (curve: keyof QuarterCurves) =>
    new Float32Array(
      sumOfHours(
        members.flatMap(curves => curves[curve] ?? []),
        members[0]!.result.length,
      ),
    )
  return {
    ...{ kwh: sum("result"), exported: sum("export"), produced: sum("production") },
    ...(members.some(({ overlap }) => overlap) ? { overlap: sum("overlap") } : {}),
  }
}
