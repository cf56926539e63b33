import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { grossLoad } from "../../domain/site/consumption/grossLoad.ts"
import { profileHours, standardProfiles } from "../../domain/site/consumption/profiles.ts"
import { uniformNumbers } from "../../domain/site/solar/random.ts"

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
const flows = (load: Float64Array, production: Float64Array) => ({
  bought: load.reduce((total, kwh, hour) => total + Math.max(0, kwh - production[hour]!), 0),
  exported: load.reduce((total, kwh, hour) => total + Math.max(0, production[hour]! - kwh), 0),
})

/** Panels in cloudy Dutch-like weather with a given yearly production [kWh]. */
const panels = (annualKwh: number, seed = 1) => {
  const draw = uniformNumbers(seed)
  const raw = Float64Array.from({ length: 8760 }, (_, hour) => {
    const season = 0.55 - 0.45 * Math.cos((2 * Math.PI * (hour / 24 + 10)) / 365)
    return Math.max(0, Math.sin((Math.PI * ((hour % 24) - 6)) / 12)) * season * (0.2 + 0.8 * draw())
  })
  const factor = annualKwh / sum(raw)
  return raw.map(value => value * factor)
}

const shape = profileHours("standard")

describe("with an export", () => {
  test("any meter of a real household is met: bought, exported, and the tilt by production", () => {
    const household = fc.record({
      key: fc.constantFrom(...standardProfiles.slice(0, 12).map(profile => profile.profileKey)),
      seed: fc.integer({ min: 1, max: 1000 }),
      annualKwh: fc.double({ min: 800, max: 20_000, noNaN: true }),
      producedKwh: fc.double({ min: 500, max: 15_000, noNaN: true }),
      tilt: fc.double({ min: -3, max: 2, noNaN: true }),
    })
    fc.assert(
      fc.property(household, ({ key, seed, annualKwh, producedKwh, tilt }) => {
        const productionKwh = panels(producedKwh, seed)
        const highest = Math.max(...productionKwh)
        const own = profileHours(key)
        const tilted = own.map((share, hour) => share * Math.exp((tilt * productionKwh[hour]!) / highest))
        const factor = annualKwh / sum(tilted)
        const truth = tilted.map(share => share * factor)
        const { bought, exported } = flows(truth, productionKwh)
        const { loadKwh: load, nearestExportKwh } = grossLoad({
          shape: own,
          productionKwh,
          boughtKwh: bought,
          exportedKwh: exported,
        })
        expect(nearestExportKwh).toBeUndefined()
        const found = flows(load, productionKwh)
        expect(Math.abs(found.bought / bought - 1)).toBeLessThan(1e-9)
        expect(Math.abs(sum(load) / (bought + sum(productionKwh) - exported) - 1)).toBeLessThan(1e-9)
        expect(Math.abs(found.exported - exported)).toBeLessThan(1e-8 * producedKwh)
        const noon = productionKwh.indexOf(highest)
        const logFactor = (hour: number) => Math.log(load[hour]! / own[hour]!)
        const kappa = logFactor(noon) - logFactor(0)
        for (const hour of [12, 1000, 4000, 4500, 8000]) {
          expect(logFactor(hour) - logFactor(0)).toBeCloseTo((kappa * productionKwh[hour]!) / highest, 6)
        }
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  test("more export than the panels make, or less than they leave: the nearest load, with the import as metered", () => {
    const productionKwh = panels(3000)
    const nearest = (exportedKwh: number, production = productionKwh) => {
      const { loadKwh, nearestExportKwh } = grossLoad({
        shape,
        productionKwh: production,
        boughtKwh: 2000,
        exportedKwh,
      })
      const { bought, exported } = flows(loadKwh, production)
      expect(bought).toBeCloseTo(2000, 6)
      expect(nearestExportKwh).toBeCloseTo(exported, 6)
      expect(loadKwh.every(kwh => kwh >= 0 && Number.isFinite(kwh))).toBe(true)
      return exported
    }
    const most = nearest(3001)
    expect(most).toBeWithin(2900, 3000)
    expect(nearest(1_000_000)).toBe(most)
    const least = nearest(0)
    expect(least).toBeWithin(0, 1500)
    expect(nearest(least * 0.9)).toBe(least)
    expect(nearest(10, new Float64Array(8760))).toBe(0)
  })
})

describe("without an export", () => {
  test("the shape is scaled until exactly the import is bought", () => {
    const cases = fc.record({
      boughtKwh: fc.double({ min: 0.1, max: 50_000, noNaN: true }),
      producedKwh: fc.double({ min: 0, max: 50_000, noNaN: true }),
    })
    fc.assert(
      fc.property(cases, ({ boughtKwh, producedKwh }) => {
        const productionKwh = panels(producedKwh)
        const load = grossLoad({ shape, productionKwh, boughtKwh }).loadKwh
        expect(Math.abs(flows(load, productionKwh).bought / boughtKwh - 1)).toBeLessThan(1e-9)
        expect(load[99]! / load[5000]!).toBeCloseTo(shape[99]! / shape[5000]!, 9)
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  test("no panels: the load is what is bought; panels at night add nothing", () => {
    const dark = new Float64Array(8760)
    expect(sum(grossLoad({ shape, productionKwh: dark, boughtKwh: 3500 }).loadKwh)).toBeCloseTo(3500, 8)
    expect(sum(grossLoad({ shape, productionKwh: dark, boughtKwh: 3500, exportedKwh: 0 }).loadKwh)).toBeCloseTo(3500, 8)
  })
})
