/** Rates between which an internal rate of return is looked for; what lies outside says nothing to a buyer. */
const LOWEST_RATE = -0.9
const HIGHEST_RATE = 10
const ITERATIONS = 100

const presentValueOf = (flowsEur: readonly number[], rate: number): number =>
  flowsEur.reduceRight((later, flow) => flow + later / (1 + rate), 0)

/**
 * Internal rate of return of yearly cash flows, year 0 first: the rate at which their present value is 0, found by
 * halving [−0.9, 10]. Null where nothing is spent first, and where no rate in there gives it (the money never comes
 * back by far).
 * @param flowsEur amounts of any currency
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
