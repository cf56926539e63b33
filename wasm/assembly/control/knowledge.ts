/**
 * Knowledge of a planning controller at each step. The host writes the series, one value for each step; they depend
 * only on data known at that step.
 */
import { demand } from "../dispatch/demand"
import { year } from "../dispatch/year"
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"

@unmanaged
class Knowledge {
  /** Steps after the last published price that are planned with expected prices. */
  beyondSteps: i32
  /** Steps in which a production forecast moves from the next step's clearness to the usual clearness. */
  clearnessSteps: i32
  /** The first step without a published price. */
  pricesUntil: Integers
  expectedBuy: Series
  expectedSell: Series
  /** The first step that the far forecast of the load is for; steps before it have the near one. */
  nearUntil: Integers
  nearLoad: Series
  farLoad: Series
  /** The highest load of both forecasts, for the reserve under demand charges. */
  highNearLoad: Series
  highFarLoad: Series
  /** Production of the plant under a clear sky, kWh. */
  clearProduction: Series
  /** Usual share of clear-sky production at this time of the year. */
  usualClearness: Series
  /** Expected share of clear-sky production right after the step. */
  clearness: Series
  /** EUR per stored kWh after the last planned step. */
  endValue: Series
}

export const knowledge = changetype<Knowledge>(memory.data(offsetof<Knowledge>(), 16))

/** Takes the series of the loaded year; the host writes each at its pointer. */
export function knowledgeBegin(beyondSteps: i32, clearnessSteps: i32): void {
  assert(beyondSteps >= 0 && clearnessSteps > 0)
  const steps = year.steps
  knowledge.beyondSteps = beyondSteps
  knowledge.clearnessSteps = clearnessSteps
  knowledge.pricesUntil = takeIntegers(steps)
  knowledge.expectedBuy = takeSeries(steps)
  knowledge.expectedSell = takeSeries(steps)
  knowledge.nearUntil = takeIntegers(steps)
  knowledge.nearLoad = takeSeries(steps)
  knowledge.farLoad = takeSeries(steps)
  knowledge.highNearLoad = takeSeries(demand.count > 0 ? steps : 0)
  knowledge.highFarLoad = takeSeries(demand.count > 0 ? steps : 0)
  knowledge.clearProduction = takeSeries(steps)
  knowledge.usualClearness = takeSeries(steps)
  knowledge.clearness = takeSeries(steps)
  knowledge.endValue = takeSeries(steps)
}

export function pricesUntilPointer(): usize {
  return knowledge.pricesUntil.address
}

export function expectedBuyPointer(): usize {
  return knowledge.expectedBuy.address
}

export function expectedSellPointer(): usize {
  return knowledge.expectedSell.address
}

export function nearUntilPointer(): usize {
  return knowledge.nearUntil.address
}

export function nearLoadPointer(): usize {
  return knowledge.nearLoad.address
}

export function farLoadPointer(): usize {
  return knowledge.farLoad.address
}

export function highNearLoadPointer(): usize {
  return knowledge.highNearLoad.address
}

export function highFarLoadPointer(): usize {
  return knowledge.highFarLoad.address
}

export function clearProductionPointer(): usize {
  return knowledge.clearProduction.address
}

export function usualClearnessPointer(): usize {
  return knowledge.usualClearness.address
}

export function clearnessPointer(): usize {
  return knowledge.clearness.address
}

export function endValuePointer(): usize {
  return knowledge.endValue.address
}
