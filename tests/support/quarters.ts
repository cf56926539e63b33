import type { ScanCase } from "../../domain/case/case.ts"
import { limitsOf, tariffsOf } from "../../domain/case/tariffs.ts"
import { heldOver, QUARTERS_PER_HOUR, spreadOver } from "../../domain/site/steps.ts"
import type { Year } from "../../wasm/index.ts"

/** Even energy of the four quarters of each hour. */
const even = (hoursKwh: Float64Array): Float64Array => spreadOver(hoursKwh, QUARTERS_PER_HOUR)

/** A prepared case of hours in quarters that are constant within the hour, with prices and limits of quarters. */
export const inQuarters = (scan: ScanCase): ScanCase => {
  const tariffSite = { ...scan.tariffSite, steps: QUARTERS_PER_HOUR }
  const { calendarYear, profileProductionKwh, overlapKwh, contracts } = scan
  return {
    ...scan,
    loadKwh: even(scan.loadKwh),
    existing: scan.existing.map(system => ({ ...system, productionKwh: even(system.productionKwh) })),
    roofs: scan.roofs.map(({ choices, ...roof }) => ({
      ...roof,
      productionKwhPerPanel: even(roof.productionKwhPerPanel),
      ...(choices
        ? { choices: choices.map(one => ({ ...one, productionKwhPerPanel: even(one.productionKwhPerPanel) })) }
        : {}),
    })),
    existingProductionKwh: even(scan.existingProductionKwh),
    ...(profileProductionKwh ? { profileProductionKwh: even(profileProductionKwh) } : {}),
    ...(overlapKwh ? { overlapKwh: even(overlapKwh) } : {}),
    tariffSite,
    tariffs: tariffsOf(scan.input, tariffSite),
    limits: limitsOf(scan.input, scan.site, { ...tariffSite, calendarYear }),
    ...(contracts ? { contracts: contracts.map(one => ({ ...one, scan: inQuarters(one.scan) })) } : {}),
  }
}

const limitInQuarters = (limit: Year["importLimitKw"]): Year["importLimitKw"] =>
  limit instanceof Float64Array ? heldOver(limit, QUARTERS_PER_HOUR) : limit

/** An optimiser's year of hours in quarters that are constant within the hour. */
export const yearInQuarters = ({ importLimitKw, exportLimitKw, demandCharges, ...year }: Year): Year => ({
  ...year,
  stepHours: 1 / QUARTERS_PER_HOUR,
  loadKwh: even(year.loadKwh),
  roofs: year.roofs.map(roof => ({ ...roof, productionKwhPerPanel: even(roof.productionKwhPerPanel) })),
  buyEurPerKwh: heldOver(year.buyEurPerKwh, QUARTERS_PER_HOUR),
  sellEurPerKwh: heldOver(year.sellEurPerKwh, QUARTERS_PER_HOUR),
  importLimitKw: limitInQuarters(importLimitKw),
  exportLimitKw: limitInQuarters(exportLimitKw),
  ...(demandCharges
    ? {
        demandCharges: demandCharges.map(set => ({
          ...set,
          period: Int16Array.from({ length: set.period.length * QUARTERS_PER_HOUR }, (_, at) => set.period[at >> 2]!),
        })),
      }
    : {}),
})
