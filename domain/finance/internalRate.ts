/** Search bracket of the internal rate of return [fraction per year]. Rates outside mean nothing to a buyer. */
const LOWEST_RATE = -0.9
const HIGHEST_RATE = 10
const ITERATIONS = 100

const presentValueOf = (flowsEur: readonly number[], rate: number): number =>
  flowsEur.reduceRight((later, flow) => flow + later / (1 + rate), 0)

/**
 * Internal rate of return of yearly cash flows, year 0 first: the rate with present value 0, found by bisection of
 * [−0.9, 10]. Null without a cost in year 0, and if no rate in the bracket fits.
 * @param flowsEur amounts in any currency
 * @returns fraction per year
 */
export const internalRateOfReturn = (flowsEur: readonly number[]): number | null => {
  if (!(flowsEur[0]! < 0)) return null
  let low = LOWEST_RATE
  let high = HIGHEST_RATE
  if (presentValueOf(flowsEur, low) < 0 || presentValueOf(flowsEur, high) > 0) return null
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const middle = (low + high) / 2
    if (presentValueOf(flowsEur, middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
