import { sharedHours } from "../base/memo.ts"
import { type Note, note } from "../base/note.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { QuarterCurves } from "../site/profiles/quarters.ts"
import { spreadOver, stepsPerHour } from "../site/steps.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { ScanCase } from "./case.ts"

/**
 * Overlap: the smaller one of the meter's purchase and feed-in in the same hour. Hourly values cannot tell the effect
 * of a plant on it. It is therefore billed alike in the baseline and in every plant, and load and production of a case
 * leave it out. The report adds it to purchase, feed-in, load and production.
 */

type StepCurves = Pick<QuarterCurves, "overlap">

/** Overlap of a profile in each step [kWh]; undefined without any. @param steps per hour */
export const overlapOf = ({ overlap }: StepCurves, steps: number): Float64Array | undefined =>
  overlap && totalOf(overlap) > 0
    ? sharedHours(spreadOver(Float64Array.from(overlap), steps / stepsPerHour(overlap)))
    : undefined

/** Load or production of a profile without its overlap, in each step [kWh]. */
export const withoutOverlap = (kwh: Float64Array, { overlap }: StepCurves): Float64Array =>
  overlap ? kwh.map((hourKwh, hour) => Math.max(0, hourKwh - overlap[hour]!)) : kwh

/** Overlap of a year [kWh]. */
export const overlapKwhOf = ({ overlapKwh }: Pick<ScanCase, "overlapKwh">): number =>
  overlapKwh ? totalOf(overlapKwh) : 0

/** Share of load that is not bought, of the load without overlap. @param share of the whole load */
export const shareWithoutOverlap = (scan: Pick<ScanCase, "overlapKwh" | "loadKwh">, share: number): number => {
  const loadKwh = totalOf(scan.loadKwh)
  return loadKwh > 0 ? Math.min(1, share * (1 + overlapKwhOf(scan) / loadKwh)) : share
}

/** Share of the whole load that is not bought. @param share of the load without overlap */
export const shareWithOverlap = (scan: Pick<ScanCase, "overlapKwh" | "loadKwh">, share: number): number => {
  const loadKwh = totalOf(scan.loadKwh)
  return loadKwh > 0 ? (share * loadKwh) / (loadKwh + overlapKwhOf(scan)) : share
}

const NO_OVERLAP = new Float64Array(HOURS_PER_YEAR)
/** Energy that is worth a note [kWh]. */
const NOTED_FROM_KWH = 1
/** Least share of the feed-in without sun for a note; less is at sunrise and sunset. */
const DARK_SHARE = 0.01
/** Ratio of the year's production to the model from which the year counts as raised. */
const RAISED_YEAR = 1.01

/**
 * Notes on steps with both directions, and on modelled production that the meter contradicts.
 * @param overlapKwh in the steps of the case; absent: none
 */
export const meterNotes = (
  { overlap, modelled, production, export: exported }: QuarterCurves,
  overlapKwh: Float64Array = NO_OVERLAP,
): Note[] => {
  if (!overlap) return []
  const kwh = totalOf(overlapKwh)
  const steps = overlapKwh.reduce((count, stepKwh) => count + (stepKwh > 0 ? 1 : 0), 0)
  const apart = { kwh, hours: Math.ceil(steps / stepsPerHour(overlapKwh)) }
  const notes = kwh >= NOTED_FROM_KWH ? [note("meter-overlap", apart)] : []
  if (!modelled) return notes
  let [raisedKwh, withoutSunKwh] = [0, 0]
  production.forEach((producedKwh, step) => {
    const moreKwh = Math.max(0, producedKwh - modelled[step]!)
    raisedKwh += moreKwh
    if (modelled[step]! <= 0) withoutSunKwh += moreKwh
  })
  if (raisedKwh < NOTED_FROM_KWH) return notes
  const darkKwh = withoutSunKwh >= DARK_SHARE * totalOf(exported) ? withoutSunKwh : 0
  const [ofModelKwh, producedKwh] = [totalOf(modelled), totalOf(production)]
  const modelledKwh = producedKwh > RAISED_YEAR * ofModelKwh ? ofModelKwh : null
  return [...notes, note("production-raised-to-meter", { raisedKwh, darkKwh, modelledKwh, producedKwh })]
}
