/** Known dispatches of kept years: answers and counted work match a core that solves each dispatch. */
import { expect, test } from "bun:test"
import { type Dispatch, type Goal, keepYear, type Optimiser, type Sizing } from "../../../wasm/index.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

// Compiles the core before the clock of a test runs.
await checkedOptimiser()

const sizingOf = (kind: "dynamic" | "flat" | "limits", seed: number, changes: Partial<Sizing> = {}): Sizing => {
  const { sizing } = randomSizing(kind, seed, { days: 20, roofs: 2 })
  return { ...sizing, ...changes }
}

const goals: Goal[] = [{ kind: "minShare", share: 0.4 }, { kind: "maxShare", within: 1e-3 }, { kind: "noUnserved" }]
const worn = ({ battery, ...sizing }: Sizing): Sizing => ({
  ...sizing,
  battery: { ...battery!, constantKw: 0.02, wear: { eurPerKwh: 0.4, includedKwhPerKwh: 2 } },
})

const SIZINGS: Record<string, Sizing> = {
  "prices of the hour": sizingOf("dynamic", 5),
  "a flat price": sizingOf("flat", 6),
  limits: sizingOf("limits", 7),
  "a battery that wears": worn(sizingOf("dynamic", 8)),
  ...Object.fromEntries(goals.map((goal, i) => [`the goal ${goal.kind}`, sizingOf("dynamic", 9 + i, { goal })])),
}

/** The answer without the name of a kept year's dispatch. */
const nameless = (answer: object): unknown => {
  if (!("dispatch" in answer)) return answer
  const { name: _, ...dispatch } = answer.dispatch as Dispatch
  return { ...answer, dispatch }
}

/** Solves a sizing, two adjustments and repricings one after the other. Returns each answer with its counted work. */
const solveAll = (optimiser: Optimiser, sizing: Sizing): unknown[] => {
  const solved: unknown[] = []
  const note = <T extends object>(call: () => T): T => {
    const before = optimiser.work()
    const answer = call()
    solved.push({ answer: nameless(answer), work: optimiser.work() - before })
    return answer
  }
  const { battery, presentWorthFactor } = sizing
  const cheaper = { ...sizing, battery: { ...battery!, eurPerKw: 0.97 * battery!.eurPerKw + 1 } }
  const { cuts } = note(() => optimiser.size(sizing))
  note(() => optimiser.resize(cheaper, cuts))
  note(() => optimiser.resize({ ...sizing, battery: undefined }, cuts))
  note(() =>
    optimiser.reprice(sizing, cuts, [{ presentWorthFactor: 1.1 * presentWorthFactor }, { battery: undefined }]),
  )
  note(() => optimiser.resize(sizing, cuts))
  return solved
}

/** A sizing with the same numbers in new arrays, which the caller may change. */
const unkept = (sizing: Sizing): Sizing => ({ ...sizing, year: structuredClone(sizing.year) })

test.each(Object.entries(SIZINGS))("with %s", async (_, sizing) => {
  const plain = solveAll(await checkedOptimiser(), unkept(sizing))
  keepYear(sizing.year)
  const used = await checkedOptimiser()
  for (let turn = 0; turn < 2; turn++) expect(solveAll(used, sizing)).toEqual(plain)
})

test("what was made in one year is not taken for what another one needs", async () => {
  const used = await checkedOptimiser()
  const first = sizingOf("dynamic", 20)
  const { year } = first
  const dearer = { ...first, year: { ...year, buyEurPerKwh: year.buyEurPerKwh.map(price => price + 0.01) } }
  const slower = { ...first, year: { ...year, chargeEfficiency: 0.5 } }
  const sizings = [first, dearer, slower]
  for (const { year } of sizings) keepYear(year)
  const after = sizings.map(sizing => nameless(used.size(sizing)))
  const alone = await Promise.all(
    sizings.map(async sizing => nameless((await checkedOptimiser()).size(unkept(sizing)))),
  )
  expect(after).toEqual(alone)
  const again = sizings.map(sizing => used.size(sizing))
  // Schedules that are read after other years were solved.
  expect(again.map(nameless)).toEqual(alone)
})

test("more dispatches than are kept push out the ones before", async () => {
  const used = await checkedOptimiser()
  const sizings = Array.from({ length: 40 }, (_, seed) => sizingOf("dynamic", 100 + seed))
  for (const { year } of sizings) keepYear(year)
  const first = sizings.map(sizing => used.size(sizing))
  expect(first.reduce((sum, { dispatches }) => sum + dispatches, 0)).toBeGreaterThan(300)
  expect(sizings.map(sizing => used.size(sizing))).toEqual(first)
})
