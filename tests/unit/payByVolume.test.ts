/** Feed-in pay by the volume of the year: bills, the choice of the plant against fixed plants, and the bound. */
import { expect, test } from "bun:test"
import { casesOf } from "../support/cases.ts"
import { inputOnRoof, ROOF_SITE, solveOnRoof } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const block = (fromKwh: number, eurPerKwh: number) => ({ fromKwh, eurPerKwh })
const FALLING = [block(4000, 0.02), block(0, 0.12)]
const RISING = [block(0, 0.01), block(5000, 0.07)]
const RISING_THEN_FALLING = [block(0, 0.02), block(2000, 0.12), block(6000, 0.01)]

const tariffOf = (byVolume: object, other: object = {}) => ({
  ...{ type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.01, growthFraction: 0.03, byVolume } },
  ...other,
})
const roofOf = (min: number, max: number, costPerKwp: number) => ({
  newPv: [{ ...ROOF_SITE.newPv[0]!, minPanelCount: min, maxPanelCount: max, costPerKwp }],
  control: "ideal",
})
type Report = ReturnType<typeof solveOnRoof>
const lifeOf = ({ financial }: Report): number => financial.lifecycle.totalCost

const paid = (byVolume: readonly { fromKwh: number; eurPerKwh: number }[], kwh: number): number =>
  byVolume.reduce((eur, { fromKwh, eurPerKwh }) => {
    const to = Math.min(...byVolume.filter(other => other.fromKwh > fromKwh).map(other => other.fromKwh), kwh)
    return eur + Math.max(0, to - fromKwh) * eurPerKwh
  }, 0)

test.each(
  [FALLING, RISING, RISING_THEN_FALLING].flatMap(blocks => [6, 14, 30].map(panels => [blocks, panels] as const)),
)("%j pays each kWh of the year by its block, with %i panels", (blocks, panels) => {
  const { financial, overview } = solveOnRoof(tariffOf(blocks), roofOf(panels, panels, 700))
  const kwh = overview.energyFlow.yearlyFeedInKwh
  expect(financial.yearOne.feedInRevenue).toBeCloseTo(0.01 * kwh + paid(blocks, kwh), 4)
})

test("the baseline is paid by its own volume", () => {
  const site = {
    existingPv: [{ panelCount: 16, panelPowerWatts: 400, tiltAngle: 35, orientationAngle: 180 }],
    ...{ yearlyKwhBasis: "used", ...roofOf(4, 4, 700) },
  }
  const [own, high, low] = [FALLING, [block(0, 0.12)], [block(0, 0.02)]].map(
    blocks => solveOnRoof(tariffOf(blocks), site).financial.costComparison.firstYearBaseline,
  )
  expect(own!).toBeGreaterThan(high! + 20)
  expect(own!).toBeCloseTo(low! - 4000 * (0.12 - 0.02), 4)
})

const CASES: [string, object, number][] = [
  ["falling, panels that are cheap", FALLING, 450],
  ["falling, best at the edge", FALLING, 1000],
  ["rising", RISING, 900],
  ["rising and then falling", RISING_THEN_FALLING, 700],
]

test.each(CASES.slice(0, casesOf(4, 2)))(
  "no number of panels costs less than the plant or the bound: %s",
  (_, byVolume, costPerKwp) => {
    const solve = (min: number, max: number) => solveOnRoof(tariffOf(byVolume), roofOf(min, max, costPerKwp))
    const least = Math.min(...Array.from({ length: 40 }, (_, index) => lifeOf(solve(index + 1, index + 1))))
    const best = solve(0, 40)
    const scale = best.financial.costComparison.projectedBaseline
    expect(lifeOf(best)).toBeLessThanOrEqual(least + 1e-3 * scale)
    expect(best.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(least + 0.01)
    expect(best.optimisation.lowerBoundTotalCost).toBeGreaterThan(least - 2e-3 * scale)
  },
  60_000,
)

test.each([
  [FALLING, 0.3],
  [RISING_THEN_FALLING, [{ eurPerKwh: 0.4, hours: [[17, 22]] }, { eurPerKwh: 0.18 }]],
])(
  "%j: no plant of a sample with a battery costs less than the plant or the bound",
  (byVolume, energy) => {
    const tariff = tariffOf(byVolume, { buy: { energy, taxed: false } })
    const solve = (panels: [number, number], kwh: [number, number]) =>
      solveOnRoof(tariff, {
        ...roofOf(...panels, 700),
        electricBattery: { minCapacityKwh: kwh[0], capacityKwh: kwh[1], powerRatingKw: 5, costPerKwh: 250 },
      })
    const best = solve([0, 30], [0, 12])
    const scale = best.financial.costComparison.projectedBaseline
    const { lowerBoundTotalCost, gap } = best.optimisation
    expect(lowerBoundTotalCost).toBeLessThanOrEqual(lifeOf(best))
    expect(gap).toBeLessThan(0.01)
    for (const panels of [6, 10, 12, 14, 16, 18, 30])
      for (const kwh of [1, 5, 10]) {
        const other = lifeOf(solve([panels, panels], [kwh, kwh]))
        expect(other).toBeGreaterThan(lowerBoundTotalCost)
        expect(other).toBeGreaterThan(lifeOf(best) - 2e-3 * scale)
      }
  },
  60_000,
)

test("two roofs with a battery: no plant of a sample costs less than the bound, or than the plant", () => {
  const [roof] = roofOf(0, 30, 700).newPv
  const solve = (south: [number, number], west: [number, number], kwh: [number, number]) =>
    solveOnRoof(tariffOf([...RISING_THEN_FALLING, block(4000, 0.08)]), {
      newPv: [
        { ...roof!, name: "south", minPanelCount: south[0], maxPanelCount: south[1] },
        { ...roof!, name: "west", orientationAngle: 270, minPanelCount: west[0], maxPanelCount: west[1] },
      ],
      electricBattery: { minCapacityKwh: kwh[0], capacityKwh: kwh[1], powerRatingKw: 5, costPerKwh: 250 },
      control: "ideal",
    })
  const best = solve([0, 30], [0, 20], [0, 12])
  const scale = best.financial.costComparison.projectedBaseline
  const { lowerBoundTotalCost, gap } = best.optimisation
  expect(lowerBoundTotalCost).toBeLessThanOrEqual(lifeOf(best))
  expect(gap).toBeLessThan(0.01)
  for (const [south, west, kwh] of [
    [13, 1, 7],
    [16, 1, 7],
    [18, 1, 7],
    [20, 2, 8],
    [12, 8, 6],
    [30, 20, 7],
    [16, 3, 2],
  ] as const) {
    const other = lifeOf(solve([south, south], [west, west], [kwh, kwh]))
    expect(other).toBeGreaterThan(lowerBoundTotalCost)
    expect(other).toBeGreaterThan(lifeOf(best) - 2e-3 * scale)
  }
}, 60_000)

test("a single block is the feed-in price, and one pay in two blocks changes nothing", () => {
  const site = { ...roofOf(0, 20, 700), electricBattery: { capacityKwh: 8, powerRatingKw: 4, costPerKwh: 300 } }
  const price = { ...tariffOf([]), sell: { energy: 0.07, growthFraction: 0.03 } }
  const [one, two] = [[block(0, 0.06)], [block(0, 0.06), block(1500, 0.06)]].map(blocks => tariffOf(blocks))
  const [life, ...others] = [price, one!, two!].map(tariff => lifeOf(solveOnRoof(tariff, site)))
  for (const other of others) expect(other).toBeCloseTo(life!, 4)
})

test("it is left out with other pays, terms that end, and netting", () => {
  const refused = (sell: object, other: object = {}) => {
    const tariff = tariffOf(FALLING, other)
    return refusedRules(() => inputOnRoof({ ...tariff, sell: { ...tariff.sell, ...sell } }, ROOF_SITE))
  }
  expect(refused({}, { netting: true })).toEqual([["tariff.netting", "either-or"]])
  expect(refused({ settlement: {} })).toEqual([["tariff.sell.settlement", "either-or"]])
  expect(refused({ bySize: { classes: [{ fromKwp: 0, eurPerKwh: 0.1 }] } })).toEqual([
    ["tariff.sell.bySize", "either-or"],
  ])
  expect(refused({ stopsAtNegativePrices: true })).toEqual([["tariff.sell.stopsAtNegativePrices", "either-or"]])
  expect(refused({ until: 2030, after: { energy: 0 } })).toEqual([["tariff.sell.until", "either-or"]])
})

test("a compared contract has the plant that a scan under it has", () => {
  const contract = tariffOf(RISING, { name: "Rising" })
  const alone = solveOnRoof(contract, roofOf(0, 40, 900))
  const site = { ...roofOf(0, 40, 900), contracts: [contract] }
  const compared = solveOnRoof(tariffOf(FALLING), site).contracts!.ranked.find(({ contract: row }) => row === 0)!
  expect(compared.totalCost).toBeCloseTo(lifeOf(alone), 2)
  expect(compared.lowerBoundTotalCost!).toBeLessThanOrEqual(lifeOf(alone) + 0.01)
})
