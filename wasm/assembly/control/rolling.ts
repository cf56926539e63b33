/**
 * The controller that plans. At each step it takes the published prices, the expected later prices, and its forecasts
 * of load and production. It computes the value of stored energy after the step, and the battery's cheapest change
 * against this value. Within the step it sees the real load and production, as a battery's inverter does.
 */
import { demand } from "../dispatch/demand"
import { producePanels } from "../dispatch/dispatch"
import { advance } from "../dispatch/forward"
import { plant, setPlant } from "../dispatch/plant"
import { levelBefore, NO_SERIES, recount, settleByPrices } from "../dispatch/recount"
import { DispatchResult } from "../dispatch/result"
import { objective, passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { curtailedValue, curtailLater, firstThresholds } from "./firstStep"
import { fineEndOf, hourMeansOpen, means, planFrom, widthOf } from "./hourMeans"
import { knowledge } from "./knowledge"
import { peaksAfter, peaksBefore, peaksClose, peaksOpen } from "./peaks"
import { reserveSoonLoad, reserveLaterLoad, withReserve } from "./reserve"
import { productionFrom } from "./sunPlan"

/**
 * Surplus that is sold or curtailed an hour later counts this much more, as a part of the mean purchase price. What
 * is here is certain, and what comes later is forecast: of two equal prices the battery takes the first surplus.
 */
const LATER_PER_HOUR: f64 = 4e-3

/** The year's own series, and the series that replace them during a plan. */
@unmanaged
class Plan {
  realLoad: Series
  realProduction: Series
  realBuy: Series
  realSell: Series
  load: Series
  production: Series
  buy: Series
  sell: Series
  /** Addition to the price of a sale for each step after `laterFrom`. */
  laterPerStep: f64
  laterFrom: i32
}

const plan = changetype<Plan>(memory.data(offsetof<Plan>(), 8))

/** Takes the series that the plans of the loaded year work on. */
export function rollingBegin(): void {
  plan.load = takeSeries(year.steps)
  plan.production = takeSeries(year.steps)
  plan.buy = takeSeries(year.steps)
  plan.sell = takeSeries(year.steps)
}

function enterPlan(): void {
  plan.realLoad = year.load
  plan.realProduction = passes.production
  plan.realBuy = objective.importPrice
  plan.realSell = objective.exportPrice
  year.load = plan.load
  passes.production = plan.production
  objective.importPrice = plan.buy
  objective.exportPrice = plan.sell
}

function leavePlan(): void {
  year.load = plan.realLoad
  passes.production = plan.realProduction
  objective.importPrice = plan.realBuy
  objective.exportPrice = plan.realSell
}

/** The step after the last planned one. */
function planEnd(t: i32): i32 {
  const end = knowledge.pricesUntil[t] + knowledge.beyondSteps
  return end < year.steps ? end : year.steps
}

/** Prices from `t` on: those published, then those expected. */
function planPrices(t: i32, end: i32): void {
  const fineEnd = min<i32>(fineEndOf(t), end)
  const published = knowledge.pricesUntil[t]
  planFrom(plan.buy, fineEnd, end, published, means.buy, means.expectedBuy)
  planFrom(plan.sell, fineEnd, end, published, means.sell, means.expectedSell)
  planSoonPrices(t, fineEnd)
  countLater(t, end)
}

/** Prices of the steps from `t` to step `fineEnd`. */
function planSoonPrices(t: i32, fineEnd: i32): void {
  const published = knowledge.pricesUntil[t]
  planFrom(plan.buy, t, fineEnd, published, plan.realBuy, knowledge.expectedBuy)
  planFrom(plan.sell, t, fineEnd, published, plan.realSell, knowledge.expectedSell)
}

/** Adds to the price of later sales in the steps from `t` to `end`, and as much to curtailed energy (firstStep.ts). */
function countLater(t: i32, end: i32): void {
  const fineEnd = fineEndOf(t)
  let buy: f64 = 0
  for (let h = t; h < end; h += widthOf(h, fineEnd)) buy += <f64>widthOf(h, fineEnd) * abs(plan.buy[h])
  plan.laterPerStep = (LATER_PER_HOUR * year.stepHours * buy) / <f64>(end - t)
  plan.laterFrom = t
  curtailLater(t, plan.laterPerStep)
  for (let h = t; h < end; h += widthOf(h, fineEnd)) sellLater(h)
}

/** Adds to the price of a sale in step `h` of the plan. */
// @ts-ignore: decorator
@inline
function sellLater(h: i32): void {
  const sell = plan.sell[h]
  plan.sell[h] = min<f64>(plan.buy[h], sell < 0 ? sell : sell + plan.laterPerStep * <f64>(h - plan.laterFrom))
}

function planLoad(t: i32, end: i32): void {
  const fineEnd = min<i32>(fineEndOf(t), end)
  planFrom(plan.load, fineEnd, end, knowledge.nearUntil[t], means.nearLoad, means.farLoad)
  if (demand.count > 0) reserveLaterLoad(fineEnd, end, knowledge.nearUntil[t])
  planSoonLoad(t, fineEnd)
}

/** Loads of the steps from `t` to step `fineEnd`. */
function planSoonLoad(t: i32, fineEnd: i32): void {
  const near = knowledge.nearUntil[t]
  planFrom(plan.load, t, fineEnd, near, knowledge.nearLoad, knowledge.farLoad)
  if (demand.count > 0) reserveSoonLoad(t, fineEnd, near)
}

/** Plans steps that an earlier plan has as the mean of their hour. */
function planSoon(t: i32, end: i32): void {
  const fineEnd = min<i32>(fineEndOf(t), end)
  planSoonPrices(t, fineEnd)
  for (let h = t; h < fineEnd; h++) sellLater(h)
  planSoonLoad(t, fineEnd)
}

/** Before the first step of a year: its plant, and the targets of its demand charges. */
export function operationOpen(panels: Series, capacityKwh: f64, powerKw: f64): void {
  settleByPrices()
  hourMeansOpen()
  producePanels(panels)
  setPlant(capacityKwh, powerKw)
  peaksOpen(capacityKwh, powerKw)
}

/**
 * Operates the steps from `from` to `until` by plans. Ends early once the level equals the level in `like`, a year
 * under plans. Returns the first step that is not operated.
 */
export function planSteps(from: i32, until: i32, like: Series): i32 {
  let level = levelBefore(from)
  let pricesUntil = -1
  let nearUntil = -1
  let t = from
  enterPlan()
  while (t < until) {
    const end = planEnd(t)
    const isNews = knowledge.pricesUntil[t] != pricesUntil
    if (isNews) planPrices(t, end)
    const isNewDay = knowledge.nearUntil[t] != nearUntil
    if (isNews || isNewDay) planLoad(t, end)
    if (means.perHour > 1 && t % means.perHour == 0 && !isNews) planSoon(t, end)
    pricesUntil = knowledge.pricesUntil[t]
    nearUntil = knowledge.nearUntil[t]
    productionFrom(t)
    plan.load[t] = plan.realLoad[t]
    plan.production[t] = plan.realProduction[t]
    peaksBefore(t)
    const before = level
    const thresholds = firstThresholds(t, end, end < year.steps ? knowledge.endValue[t] : 0, before)
    level = advance(t, thresholds, before, curtailedValue(t))
    if (demand.count > 0) level = withReserve(t, end, before, level)
    passes.level[t] = level
    peaksAfter(t)
    t++
    if (changetype<usize>(like) && level == like[t - 1]) break
  }
  leavePlan()
  return t
}

/** After the last step: totals of the real load and production, with the charges of the highest imports. */
export function operationClose(): DispatchResult {
  peaksClose()
  return recount(objective.importPrice, objective.exportPrice, objective.unservedPrice)
}

/** Operates the loaded year by plans; the knowledge is written, and the targets of demand charges. */
export function operateByPlans(panels: Series, capacityKwh: f64, powerKw: f64): DispatchResult {
  operationOpen(panels, capacityKwh, powerKw)
  planSteps(0, year.steps, NO_SERIES)
  return operationClose()
}
