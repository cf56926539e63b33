/** The best of several contracts, each with its plant, compared with scans of each contract alone. */
import { describe, expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { casesOf } from "../support/cases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { contractChoice, reportOf, wrongChoices } from "../support/contractChoice.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const CASES = casesOf(20, 8)

const optimiser = await checkedOptimiser()

test("the choice is that of an enumeration of single scans, and the money adds up", () => {
  for (let seed = 0; seed < CASES; seed++)
    expect({ seed, wrong: wrongChoices(seed, optimiser) }).toEqual({ seed, wrong: [] })
})

test("the contract of today is ranked with the report's own figures, and the rest of the report does not change", () => {
  const { contracts, ...alone } = contractChoice(3)
  const { contracts: part, optimisation, ...compared } = reportOf({ ...alone, contracts: contracts! }, optimiser)
  const { optimisation: _, ...report } = reportOf(alone, optimiser)
  expect(compared).toEqual(report)
  const today = part!.ranked.find(({ contract }) => contract === null)!
  expect(today.totalCost).toBe(report.financial.lifecycle.totalCost)
  expect(today.savings).toBe(report.financial.netPresentValue)
  expect(today.lowerBoundTotalCost).toBe(optimisation.lowerBoundTotalCost)
  expect(today.isOtherPlant).toBe(false)
  expect(part!.ranked.length).toBe(contracts!.length + 1)
})

/** A dairy farm whose battery hardly pays. */
const dairy = await Bun.file(new URL("../../examples/requests/farm-east-west.json", import.meta.url)).json()

const DYNAMIC = { type: "dynamic" }
const LATER_CHARGE = {
  type: "custom",
  buy: { energy: 0.3, taxed: false },
  sell: { energy: 0.05 },
  grid: { until: 2028, after: { demand: [{ eurPerKwYear: 60, meanOfMonths: true, floorKw: 2.5 }] } },
}

describe("the contract of today, offered once more, is ranked with the same figures", () => {
  test.each([
    ["import near the edge of a tax block", 85_000, 350, DYNAMIC],
    ["an alternative worth more than the plant of the search", 30_000, 350, DYNAMIC],
    ["a demand charge that begins later, which plans are made for", 20_000, 250, LATER_CHARGE],
  ])("%s", (_, yearlyKwh, costPerKwh, tariff) => {
    const electricBattery = { ...dairy.electricBattery, costPerKwh }
    const request = { ...dairy, yearlyKwh, electricBattery, tariff, contracts: [tariff] }
    const { contracts } = reportOf(parseEarlierRequest(request, standardProfileKeys), optimiser, 1e-3)
    const [today, again] = [null, 0].map(wanted => contracts!.ranked.find(({ contract }) => contract === wanted)!)
    expect({ ...again!, contract: null }).toEqual({ ...today!, contract: null })
  })
})
