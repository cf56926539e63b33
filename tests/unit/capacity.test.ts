/** The search for the capacity of least cost: pure curves with a known minimum. */
import { expect, test } from "bun:test"
import fc from "fast-check"
import { MOST_CAPACITIES, searchCapacity } from "../../search/choose/capacity.ts"

/** Lowest evaluated point of a curve, and the number of evaluations; capacities above `mostKwh` are not allowed. */
const lowestOf = (curve: (kwh: number) => number, startKwh: number, mostKwh = Number.POSITIVE_INFINITY) => {
  let best = { kwh: startKwh, eur: curve(startKwh) }
  let evaluated = 0
  searchCapacity(best, kwh => {
    if (kwh > mostKwh) return Number.POSITIVE_INFINITY
    evaluated++
    const eur = curve(kwh)
    if (eur < best.eur) best = { kwh, eur }
    return eur
  })
  return { ...best, evaluated }
}

test("a parabola on the logarithm is followed to its lowest point, in a bounded number of steps", () => {
  const starts = fc.double({ min: 1, max: 500, noNaN: true })
  const shares = fc.double({ min: 0.45, max: 1.6, noNaN: true })
  fc.assert(
    fc.property(starts, shares, (startKwh, share) => {
      const curve = (kwh: number) => 1000 + 400 * Math.log(kwh / (share * startKwh)) ** 2
      const { eur, evaluated } = lowestOf(curve, startKwh)
      expect(evaluated).toBeLessThanOrEqual(MOST_CAPACITIES)
      expect(eur).toBeLessThan(1000 + 400 * 0.06 ** 2)
    }),
  )
})

test("a capacity at the upper bound stays if smaller ones cost more, and yields to one between if that is cheaper", () => {
  expect(lowestOf(kwh => 100 - kwh, 10, 10).kwh).toBe(10)
  const valley = (kwh: number) => Math.abs(kwh - 9)
  expect(lowestOf(valley, 10, 10).kwh).toBeLessThan(10)
})

test("a second valley two steps below is seen", () => {
  const curve = (kwh: number) => Math.min(100 + 40 * Math.abs(kwh - 10), 99 + 30 * Math.abs(kwh - 6.4))
  expect(lowestOf(curve, 10).eur).toBeLessThan(100)
})

test("a curve that only falls or rises ends at its limit, not in a loop", () => {
  for (const curve of [(kwh: number) => kwh, (kwh: number) => -kwh, () => 1])
    expect(lowestOf(curve, 8).evaluated).toBeLessThanOrEqual(MOST_CAPACITIES)
})
