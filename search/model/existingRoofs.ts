import { createMemo } from "../../domain/base/memo.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import { isExistingMustRun } from "../../domain/case/inverterControl.ts"
import { profileKwp } from "../../domain/case/plantTerms.ts"
import { sumOf } from "../../domain/case/siteProduction.ts"

/** Existing panels as a roof of the optimiser with one fixed "panel". */
export interface ExistingRoof {
  /** Production in each step [kWh]. */
  productionKwh: Float64Array
  /** Peak power [kW]; of a profile's production its highest hour. */
  kwp: number
  isMustRun: boolean
}

const sums = createMemo<Float64Array>(2)

/** Existing panels as one roof, or as a must-run roof before a roof that prices may stop. A site may have none. */
export const existingRoofs = (scan: ScanCase): ExistingRoof[] => {
  const { input, existing, profileProductionKwh, existingProductionKwh } = scan
  const systems: ExistingRoof[] = [
    ...existing.map(({ input: pv, productionKwh }) => ({
      productionKwh,
      kwp: (pv.panelCount * pv.panelPowerWatts) / 1000,
      isMustRun: isExistingMustRun(input, pv),
    })),
    ...(profileProductionKwh
      ? [
          {
            productionKwh: profileProductionKwh,
            kwp: profileKwp(scan),
            isMustRun: isExistingMustRun(input),
          },
        ]
      : []),
  ]
  const kinds = [true, false].map(isMustRun => systems.filter(system => system.isMustRun === isMustRun))
  const isOneKind = kinds.some(of => of.length === systems.length)
  return kinds.flatMap(of => {
    const [first] = of
    if (!first) return []
    const hours: [Float64Array, ...Float64Array[]] = [
      first.productionKwh,
      ...of.slice(1).map(system => system.productionKwh),
    ]
    return [
      {
        productionKwh: isOneKind
          ? existingProductionKwh
          : sums(hours, "", () => sumOf(hours, first.productionKwh.length)),
        kwp: of.reduce((kwp, system) => kwp + system.kwp, 0),
        isMustRun: first.isMustRun,
      },
    ]
  })
}
