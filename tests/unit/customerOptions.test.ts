/** Systems side by side on the page of a customer. */
import { expect, test } from "bun:test"
import type { Alternative } from "../../dashboard/src/report/alternativeNames.ts"
import { optionsOf } from "../../dashboard/src/report/customer/optionsOf.ts"

const plant = (kind: Alternative["kind"], panels: number, batteryCapacityKwh: number, netPresentValue: number) =>
  ({ kind, newPanelCount: panels, batteryCapacityKwh, netPresentValue }) as Alternative
const shown = (alternatives: Alternative[]) =>
  optionsOf({ alternatives }).map(({ option, plant: { batteryCapacityKwh } }) => [option, batteryCapacityKwh])

test("the report's plant is first, then others by kind, at most three", () => {
  const usual = [plant("usualBattery", 8, 5, 900), plant("usualBattery", 8, 10, 950)]
  const full = plant("allRoofsFull", 14, 7, 800)
  const own = plant("optimum", 8, 7, 1000)
  expect(shown([own, ...usual, full])).toEqual([
    ["optimum", 7],
    ["usualBattery", 10],
    ["allRoofsFull", 7],
  ])
  expect(shown([own, plant("withoutBattery", 8, 0, 700), ...usual, full])).toEqual([
    ["optimum", 7],
    ["withoutBattery", 0],
    ["usualBattery", 10],
  ])
})

test("a battery alone is the option without panels, unless the report's plant has none itself", () => {
  const alone = plant("usualBattery", 0, 5, 300)
  const rows = [plant("withoutBattery", 8, 0, 700), alone, plant("usualBattery", 8, 10, 600)]
  expect(shown([plant("optimum", 8, 7, 1000), ...rows])).toEqual([
    ["optimum", 7],
    ["withoutBattery", 0],
    ["withoutPanels", 5],
  ])
  expect(shown([plant("optimum", 0, 7, 1000), alone])).toEqual([
    ["optimum", 7],
    ["usualBattery", 5],
  ])
})

test("a report without alternatives has no options", () => expect(optionsOf({})).toEqual([]))
