import { expect, test } from "bun:test"
import fc from "fast-check"
import { splitFlows } from "../../domain/report/flows.ts"
import { boughtInFull, productionOf } from "../../domain/report/traded.ts"
import { type CaseOptions, solved } from "../support/solvedCase.ts"

const anyCase: fc.Arbitrary<Partial<CaseOptions>> = fc.record({
  seed: fc.integer(),
  panels: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
  existingRoofs: fc.integer({ min: 0, max: 2 }),
  batteryKwh: fc.constantFrom(0, 5, 45),
  tariff: fc.constantFrom("flat", "dynamic"),
  goal: fc.constantFrom("cost-savings", "maximize-connection"),
  contractedPowerKw: fc.constant(0.9),
})

test("what is bought and sold is the sums of the flows, to the bit, also under a limit that leaves load unserved", () => {
  fc.assert(
    fc.property(anyCase, changed => {
      const { scan, solution } = solved(changed)
      const production = productionOf(scan, solution.panels)
      const { years, unservedKwh } = solution.optimised
      const flows = splitFlows(scan.loadKwh, production, { ...years[0], unservedKwh })
      const { gridUsedOnsite, gridStored, unserved, solarExported, batteryExported } = flows
      expect(boughtInFull(scan, production, solution.optimised)).toEqual({
        importKwh: Float64Array.from(gridUsedOnsite, (kwh, h) => kwh + gridStored[h]! + unserved[h]!),
        exportKwh: Float64Array.from(solarExported, (kwh, h) => kwh + batteryExported[h]!),
      })
    }),
    { numRuns: 25 },
  )
})
