/** Feed-in pay by the size of the plant: by hand, and in the choice of the plant against every number of panels. */
import { describe, expect, test } from "bun:test"
import { casesOf } from "../support/cases.ts"
import { inputOnRoof, ROOF_SITE, solveOnRoof, worthOf } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

/** Classes as of the EEG; 10 kWp are 23.3 panels of 430 W. */
const EEG = {
  classes: [
    { fromKwp: 0, eurPerKwh: 0.08 },
    { fromKwp: 10, eurPerKwh: 0.05 },
  ],
}
const WHOLE = { classes: [...EEG.classes, { fromKwp: 17, eurPerKwh: 0.045 }], wholePlant: true }

const CASES: [string, object, number][] = [
  ["by parts", EEG, 700],
  ["as a whole", WHOLE, 700],
  ["by parts, panels that are cheap", EEG, 450],
  ["as a whole, panels that are cheap", WHOLE, 450],
  [
    "rising, as a whole",
    {
      classes: [
        { fromKwp: 0, eurPerKwh: 0.02 },
        { fromKwp: 12, eurPerKwh: 0.09 },
      ],
      wholePlant: true,
    },
    600,
  ],
]

const tariffOf = (bySize: object) => ({
  ...{ type: "custom", buy: { energy: 0.3, taxed: false }, firstYear: 2026 },
  sell: { energy: 0, bySize, growthFraction: 0.03 },
})
const roofOf = (min: number, max: number, other: object = {}) => ({
  newPv: [{ ...ROOF_SITE.newPv[0]!, minPanelCount: min, maxPanelCount: max, costPerKwp: 700, ...other }],
})

/** Mean price of the feed-in of a report [EUR/kWh]. */
const paidIn = ({ financial, overview }: ReturnType<typeof solveOnRoof>): number =>
  financial.yearOne.feedInRevenue / overview.energyFlow.yearlyFeedInKwh

describe("the pay of a plant", () => {
  test.each([
    [12, 0.08, 0.08],
    // 9.89 and 10.32 kWp.
    [23, 0.08, 0.08],
    [24, (10 * 0.08 + 0.32 * 0.05) / 10.32, 0.05],
    [40, (10 * 0.08 + 7.2 * 0.05) / 17.2, 0.045],
  ])("of %i panels is by its parts, or as a whole", (count, byParts, asWhole) => {
    const [parts, whole] = [EEG, WHOLE].map(bySize => solveOnRoof(tariffOf(bySize), roofOf(count, count)))
    expect(paidIn(parts!)).toBeCloseTo(byParts, 6)
    expect(paidIn(whole!)).toBeCloseTo(asWhole, 6)
  })

  test("counts the panels of today, whose feed-in the baseline sells at its own pay", () => {
    const existingPv = [{ panelCount: 20, panelPowerWatts: 400, tiltAngle: 35, orientationAngle: 180 }]
    const bought = { yearlyKwhBasis: "used", existingPv }
    // 8 kWp of today have 0.08, 12.3 kWp in all 0.05.
    const [own, high, low] = [WHOLE, 0.08, 0.05].map(pay => {
      const bySize = typeof pay === "number" ? { classes: [{ fromKwp: 0, eurPerKwh: pay }] } : pay
      return solveOnRoof(tariffOf(bySize), { ...bought, ...roofOf(10, 10) }).financial.costComparison
    })
    expect(own!.firstYearBaseline).toBeCloseTo(high!.firstYearBaseline, 6)
    expect(own!.firstYearOptimized).toBeCloseTo(low!.firstYearOptimized, 6)
    expect(high!.firstYearBaseline).toBeLessThan(low!.firstYearBaseline - 50)
  })
})

describe("the search", () => {
  const lifeEur = (bySize: object, min: number, max: number, other: object = {}) =>
    solveOnRoof(tariffOf(bySize), { control: "ideal", ...roofOf(min, max), ...other })

  test.each(CASES.slice(0, casesOf(5, 2)))(
    "finds the best number of panels and a bound below it: %s",
    (_, bySize, costPerKwp) => {
      const roof = (min: number, max: number) => roofOf(min, max, { costPerKwp })
      const all = Array.from({ length: 40 }, (_, index) =>
        lifeEur(bySize, index + 1, index + 1, roof(index + 1, index + 1)),
      )
      const least = Math.min(...all.map(({ financial }) => financial.lifecycle.totalCost))
      const { financial, optimisation } = lifeEur(bySize, 0, 40, roof(0, 40))
      const { totalCost } = financial.lifecycle
      const scale = financial.costComparison.projectedBaseline
      expect(totalCost).toBeLessThanOrEqual(least + 1e-3 * scale)
      expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(least + 0.01)
      expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(least - 5e-3 * scale)
    },
    60_000,
  )

  test("holds for two roofs with a battery: no plant of a sample costs less than the bound, or than the answer", () => {
    const [roof] = roofOf(0, 30).newPv
    const sites = (south: [number, number], west: [number, number], kwh: [number, number]) => ({
      newPv: [
        { ...roof, name: "south", minPanelCount: south[0], maxPanelCount: south[1], costPerKwp: 600 },
        {
          ...roof,
          name: "west",
          orientationAngle: 270,
          minPanelCount: west[0],
          maxPanelCount: west[1],
          costPerKwp: 600,
        },
      ],
      electricBattery: { minCapacityKwh: kwh[0], capacityKwh: kwh[1], powerRatingKw: 5, costPerKwh: 250 },
      control: "ideal",
    })
    const { financial, optimisation } = solveOnRoof(tariffOf(EEG), sites([0, 30], [0, 20], [0, 12]))
    const { totalCost } = financial.lifecycle
    const scale = financial.costComparison.projectedBaseline
    expect(optimisation.lowerBoundTotalCost).toBeLessThan(totalCost)
    for (const [south, west, kwh] of [
      [10, 1, 5],
      [23, 1, 5],
      [24, 1, 8],
      [30, 1, 6],
      [30, 10, 6],
      [30, 20, 12],
      [15, 8, 6],
    ] as const) {
      const other = solveOnRoof(tariffOf(EEG), sites([south, south], [west, west], [kwh, kwh])).financial.lifecycle
      expect(other.totalCost).toBeGreaterThan(totalCost - 1e-3 * scale)
      expect(other.totalCost).toBeGreaterThan(optimisation.lowerBoundTotalCost)
    }
  })
})

test("a pay that ends is worth its years, and netting has none", () => {
  const sell = {
    energy: 0,
    bySize: WHOLE,
    growthFraction: 0.03,
    until: 2030,
    after: { energy: 0.01, growthFraction: 0.03 },
  }
  const tariff = { ...tariffOf(WHOLE), sell }
  const [always, ending] = [tariffOf(WHOLE), tariff].map(one => solveOnRoof(one, roofOf(24, 24)))
  const soldKwh = always!.overview.energyFlow.yearlyFeedInKwh
  const lostEur = (0.05 - 0.01) * soldKwh * worthOf(6, 25)
  expect(always!.financial.netPresentValue - ending!.financial.netPresentValue).toBeCloseTo(lostEur, 0)
  const netted = { ...tariffOf(WHOLE), netting: true }
  expect(refusedRules(() => inputOnRoof(netted, ROOF_SITE))).toContainEqual(["tariff.sell.bySize", "left-out-when"])
})
