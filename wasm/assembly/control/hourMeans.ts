/**
 * Means of hours for plans in shorter steps. A plan has the real steps of the current and the next two hours. In each
 * later hour all steps are equal to the mean of the hour. In steps of an hour the means are the series themselves.
 */
import { demand } from "../dispatch/demand"
import { objective, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { knowledge } from "./knowledge"

/** A mean is at the first step of its hour; the other steps hold nothing. */
@unmanaged
class HourMeans {
  /** Steps of an hour; 1 for a year that has no whole hours of shorter steps. */
  perHour: i32
  /** Number of steps in these hours. */
  fine: i32
  buy: Series
  sell: Series
  expectedBuy: Series
  expectedSell: Series
  nearLoad: Series
  farLoad: Series
  highNearLoad: Series
  highFarLoad: Series
  clearProduction: Series
  usualClearness: Series
  /** Memory of the means, a series after another. */
  taken: Series
}

const MEANS: i32 = 10
/** Hours with real steps in a plan, from the current hour on. */
const FINE_HOURS: i32 = 3

export const means = changetype<HourMeans>(memory.data(offsetof<HourMeans>(), 8))

/** Takes the series of the loaded year. */
export function hourMeansBegin(): void {
  const perHour = <i32>Math.round(1 / year.stepHours)
  const isWhole = perHour > 1 && abs(<f64>perHour * year.stepHours - 1) < 1e-9 && year.steps % perHour == 0
  means.perHour = isWhole ? perHour : 1
  means.fine = isWhole ? FINE_HOURS * perHour : 1
  means.taken = takeSeries(isWhole ? MEANS * year.steps : 0)
}

/** Means of a series, in the `place`-th part of the memory; the series itself in steps of an hour. */
function meansOf(series: Series, place: i32): Series {
  const perHour = means.perHour
  if (perHour == 1) return series
  const into = means.taken.from(place * year.steps)
  for (let from = 0; from < year.steps; from += perHour) {
    let sum: f64 = 0
    for (let h = from; h < from + perHour; h++) sum += series[h]
    into[from] = sum / <f64>perHour
  }
  return into
}

/** Computes the means before the first plan of a year; the knowledge is written, with the real prices in force. */
export function hourMeansOpen(): void {
  means.buy = meansOf(objective.importPrice, 0)
  means.sell = meansOf(objective.exportPrice, 1)
  means.expectedBuy = meansOf(knowledge.expectedBuy, 2)
  means.expectedSell = meansOf(knowledge.expectedSell, 3)
  means.nearLoad = meansOf(knowledge.nearLoad, 4)
  means.farLoad = meansOf(knowledge.farLoad, 5)
  means.clearProduction = meansOf(knowledge.clearProduction, 6)
  means.usualClearness = meansOf(knowledge.usualClearness, 7)
  if (demand.count == 0) return
  means.highNearLoad = meansOf(knowledge.highNearLoad, 8)
  means.highFarLoad = meansOf(knowledge.highFarLoad, 9)
}

/** The first step that a plan of step `t` takes as the mean of its hour. */
// @ts-ignore: decorator
@inline
export function fineEndOf(t: i32): i32 {
  return t - (t % means.perHour) + means.fine
}

/** Number of steps in step `h` of a plan; `fineEnd`: the first step that is the mean of its hour. */
// @ts-ignore: decorator
@inline
export function widthOf(h: i32, fineEnd: i32): i32 {
  return h < fineEnd ? 1 : means.perHour
}

/**
 * Copies the steps from `from` to `until` of a plan: those before step `change` from `before`, the others from `after`.
 */
export function planFrom(into: Series, from: i32, until: i32, change: i32, before: Series, after: Series): void {
  if (until <= from) return
  const changeAt = max<i32>(from, min<i32>(change, until))
  into.from(from).copyFrom(before.from(from), changeAt - from)
  into.from(changeAt).copyFrom(after.from(changeAt), until - changeAt)
}
