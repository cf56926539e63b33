/** Peers of the benches solve the same programs as the optimiser; missing peers are listed. */
import { expect, test } from "bun:test"
import { randomCase } from "../../wasm/bench/years.ts"
import { findPeers } from "../bench/peers.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { linearProgram } from "./linear-program.ts"
import { sizingProgram } from "./sizing-program.ts"

const NATIVE = ["Clp", "CBC", "HiGHS (SciPy)"]
const SECONDS = 60
const GAP = 1e-3

const optimiser = await checkedOptimiser()
const peers = findPeers()
const isAbsent = (name: string) => peers.absent.some(line => line.startsWith(`${name} is not installed`))
const present = ["HiGHS (WebAssembly)", ...NATIVE.filter(name => !isAbsent(name))]

test("each peer of a linear program finds the cost of the year", async () => {
  const { year, plant } = randomCase("limits", 2, { steps: 24 * 20 })
  const { costEur } = optimiser.dispatch(year, plant)
  const answers = await peers.solveLinear(linearProgram(year, plant), SECONDS)
  expect(answers.map(({ peer }) => peer)).toEqual(present.filter(name => name !== "CBC"))
  for (const { eur, isClosed, solveMs } of answers) {
    expect(isClosed).toBe(true)
    expect(Math.abs(eur! - costEur)).toBeLessThan(1e-5 * Math.abs(costEur))
    expect(solveMs).toBeFinite()
  }
})

test("each peer of a program with whole numbers closes it around the optimiser's answer", async () => {
  const { sizing } = randomSizing("flat", 0, { days: 10, roofs: 1 })
  const { totalEur, lowerBoundEur } = optimiser.size({ ...sizing, tolerance: 1e-6 })
  const scale = Math.abs(totalEur)
  const answers = await peers.solveInteger(sizingProgram(sizing), { gap: GAP, seconds: SECONDS })
  expect(answers.map(({ peer }) => peer)).toEqual(present.filter(name => name !== "Clp"))
  for (const { eur, gap, isClosed } of answers) {
    expect(isClosed).toBe(true)
    expect(gap!).toBeLessThanOrEqual(GAP)
    expect(eur!).toBeGreaterThan(lowerBoundEur - 1e-6 * scale)
    expect(eur!).toBeLessThan(totalEur + (GAP + 1e-6) * scale)
  }
})
