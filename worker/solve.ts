import { GoalOutOfReach, InvalidInput } from "../domain/errors.ts"
import { batteryLifeYears, cyclesPerYear } from "../domain/finance/battery.ts"
import type { ScanFailed, ScanJob, ScanSolved } from "../domain/messages.ts"
import { buildReport, reportSummary } from "../domain/report/build.ts"
import type { ScanCase, Solution } from "../domain/scan/case.ts"
import { unpackMaterial } from "../domain/scan/material.ts"
import { prepareCase } from "../domain/scan/prepare.ts"
import { assertReached } from "../domain/scan/reach.ts"
import { packSeries } from "../domain/series/pack.ts"
import type { Optimiser, Sized, Sizing } from "../wasm/index.ts"
import { newPanels, panelsAsIs, sizingOf, withoutLimits } from "./sizing.ts"

/** Name and version of the optimiser in reports. */
const SOLVER = { solver: "solar-scan-core", version: "1" }

type OnProgress = (share: number) => boolean

/** What a thread solves with. */
export interface Solver {
  optimiser: Optimiser
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
}

/**
 * Solves a scan: sizes the plant, operates it, operates it without its battery and the site as it is, writes the report.
 * Causes that lie in the request come back as a failed result. Throws SolveCancelled when onProgress answers false.
 */
export const solveJob = (job: ScanJob, solver: Solver, onProgress: OnProgress): ScanSolved | ScanFailed => {
  const { scanId, attempt } = job
  try {
    const scanCase = prepareCase(job.input, job.material && unpackMaterial(job.material))
    const { report, series } = buildReport(scanCase, solveCase(scanCase, solver, onProgress))
    return { kind: "solved", scanId, attempt, report, summary: reportSummary(report), series: packSeries(series) }
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof GoalOutOfReach)
      return { kind: "failed", scanId, attempt, errorMessage: error.message }
    throw error
  }
}

const solveCase = (scanCase: ScanCase, solver: Solver, onProgress: OnProgress): Solution => {
  const startedAtMs = performance.now()
  const { sizing, sized, lifeYears } = sizeForLife(scanCase, solver, onProgress)
  const panels = newPanels(scanCase, sized.plant.panels)
  assertReached(scanCase, sized.reached, sized.dispatch, panels)
  const { optimiser } = solver
  const noBattery = { capacityKwh: 0, powerKw: 0 }
  return {
    panels,
    capacityKwh: sized.plant.capacityKwh,
    powerKw: sized.plant.powerKw,
    optimised: sized.dispatch,
    withoutBattery: optimiser.dispatch(sizing.year, { panels: sized.plant.panels, ...noBattery }),
    baseline: optimiser.dispatch(withoutLimits(sizing.year), { panels: panelsAsIs(scanCase), ...noBattery }),
    batteryLifeYears: lifeYears,
    optimisation: {
      ...SOLVER,
      lowerBoundTotalCost: sized.lowerBoundEur,
      gap: sized.gap,
      dispatches: sized.dispatches,
      solveMs: performance.now() - startedAtMs,
    },
  }
}

interface SizedForLife {
  sizing: Sizing
  sized: Sized
  lifeYears: number
}

/** Sizes with the battery's calendar life; once more, and finally, with a shorter one if the result wears it out earlier. */
const sizeForLife = (
  scanCase: ScanCase,
  { optimiser, sizingTolerance }: Solver,
  onProgress: OnProgress,
): SizedForLife => {
  const { assumptions, input } = scanCase
  const calendarYears = assumptions.batteryLifeYears
  const sizing = sizingOf(scanCase, calendarYears, sizingTolerance)
  const sized = optimiser.size(sizing, onProgress)
  const dischargedKwh = sized.dispatch.dischargeKwh.reduce((sum, kwh) => sum + kwh, 0)
  const cycles = cyclesPerYear(dischargedKwh, sized.plant.capacityKwh, input.electricBattery?.minimumChargeLevel ?? 0)
  const lifeYears = batteryLifeYears(cycles, assumptions)
  if (lifeYears >= calendarYears) return { sizing, sized, lifeYears: calendarYears }
  const shorter = sizingOf(scanCase, lifeYears, sizingTolerance)
  return { sizing: shorter, sized: optimiser.size(shorter, onProgress), lifeYears }
}
