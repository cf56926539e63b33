/**
 * The sizing's master problem against HiGHS on random linear programs: degenerate, with ties, of uneven scale,
 * infeasible.
 */
// Indices of this file are in bounds by construction.

import { expect, test } from "bun:test"
import { randomNumbers } from "../../wasm/bench/years.ts"
import { instantiateCore } from "../../wasm/core.ts"
import { checkedCore } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"

interface Core {
  memory: WebAssembly.Memory
  takeF64(count: number): number
  yearBegin(steps: number, roofs: number, ...rest: number[]): void
  masterBytes(columns: number, rows: number): number
  masterPlace(base: number, columns: number, free: number, rows: number): void
  masterColumn(column: number, cost: number, low: number, high: number): void
  masterRow(): number
  masterSolve(): number
}

interface Program {
  cost: number[]
  low: number[]
  high: number[]
  /** Coefficients and right side, a·x ≥ b. */
  rows: number[][]
}

const PROGRAMS = 300
const INFEASIBLE = 1
const core = await instantiateCore<Core>(await checkedCore())

/** Cuts and limits around a point that meets the limits (unless `broken`); the last column is free. */
function randomProgram(seed: number): Program {
  const random = randomNumbers(seed + 77)
  const columns = 2 + Math.floor(random() * (seed % 10 === 0 ? 60 : 8))
  const count = 1 + Math.floor(random() * (seed % 17 === 0 ? 300 : 60))
  const whole = seed % 4 === 1
  const uneven = Array.from({ length: columns }, () => (seed % 4 === 2 ? 10 ** Math.floor(random() * 5 - 2) : 1))
  const number = () => (whole ? Math.floor(random() * 7) - 3 : 2 * random() - 1)
  const boxed = columns - 1
  const low = Array.from({ length: boxed }, () => (whole ? Math.floor(3 * random()) : 10 * random()))
  const high = low.map(value => (random() < 0.1 ? value : value + 1 + Math.floor(50 * random())))
  const inside = low.map((value, j) => value + random() * (high[j]! - value))
  const broken = seed % 13 === 5
  const rows: number[][] = []
  for (let i = 0; i < count; i++) {
    if (i > 2 && random() < 0.15) {
      rows.push([...rows[Math.floor(random() * i)]!])
      continue
    }
    const row = uneven.map(size => (random() < 0.2 ? 0 : number() * size))
    const limit = i > 0 && random() < 0.3
    row[boxed] = limit ? 0 : i === 0 || random() < 0.9 ? 1 : 0.1 + 10 * random()
    const met = row.slice(0, boxed).reduce((sum, a, j) => sum + a * inside[j]!, 0)
    const right = limit
      ? met - (random() < 0.3 ? 0 : 10 * random()) + (broken && random() < 0.2 ? 50 : 0)
      : 100 * number()
    rows.push([...row, right])
  }
  const cost = [...low.map((_, j) => (seed % 4 === 3 ? 0 : number() * uneven[j]!)), 1 + 20 * random()]
  return { cost, low, high, rows }
}

/** HiGHS sees the box as [0, 1] and rows of size 1, so that its absolute tolerances are relative ones. */
function leastByHighs({ cost, low, high, rows }: Program): number | undefined {
  const boxed = low.length
  const widths = low.map((value, j) => (high[j]! > value ? high[j]! - value : 1))
  const term = (value: number, j: number) => `${value < 0 ? "-" : "+"} ${Math.abs(value)} x${j}`
  const terms = (values: number[]) => values.map((value, j) => (value === 0 ? "" : term(value, j))).join(" ")
  const offset = low.reduce((sum, value, j) => sum + cost[j]! * value, 0)
  const height = Math.max(1, ...rows.flatMap(row => widths.map((width, j) => Math.abs(row[j]!) * width)))
  const sizes = [...widths, height]
  const unit = 1 / (cost[boxed]! * height)
  const lines = rows.map((row, i) => {
    const scaled = sizes.map((size, j) => row[j]! * size)
    const largest = Math.max(...scaled.map(Math.abs)) || 1
    const right = row[boxed + 1]! - low.reduce((sum, value, j) => sum + row[j]! * value, 0)
    return ` r${i}: ${terms(scaled.map(value => value / largest)) || "0 x0"} >= ${right / largest}`
  })
  const bounds = low.map((value, j) => ` 0 <= x${j} <= ${high[j]! > value ? 1 : 0}`)
  const objective = terms(sizes.map((size, j) => cost[j]! * size * unit))
  const text = `Minimize\n obj: ${objective}\nSubject To\n${lines.join("\n")}\nBounds\n${bounds.join("\n")}\n x${boxed} free\nEnd\n`
  const solution = highs.solve(text, { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 })
  if (solution.Status === "Infeasible") return undefined
  if (solution.Status !== "Optimal") throw new Error(`HiGHS answered ${solution.Status}`)
  return solution.ObjectiveValue / unit + offset
}

function solve({ cost, low, high, rows }: Program) {
  core.yearBegin(1, 0, 1, 1, 1, 1, 1, 1, 0, 0)
  const base = core.takeF64(core.masterBytes(cost.length, rows.length) / 8)
  core.masterPlace(base, cost.length, 1, rows.length)
  cost.forEach((price, j) => {
    core.masterColumn(j, price, low[j] ?? Number.NEGATIVE_INFINITY, high[j] ?? Number.POSITIVE_INFINITY)
  })
  for (const row of rows) new Float64Array(core.memory.buffer, core.masterRow(), row.length).set(row)
  // MasterResult: the bound as f64, the address of the solution and the status as i32.
  const result = new DataView(core.memory.buffer, core.masterSolve())
  const point = [...new Float64Array(core.memory.buffer, result.getInt32(8, true), cost.length)]
  return { status: result.getInt32(12, true), point, bound: result.getFloat64(0, true) }
}

test(`the bound of ${PROGRAMS} random programs is the optimum of HiGHS and never above it`, () => {
  let infeasible = 0
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const program = randomProgram(seed)
    const least = leastByHighs(program)
    const { status, point, bound } = solve(program)
    if (least === undefined) {
      infeasible++
      expect([seed, status, bound]).toEqual([seed, INFEASIBLE, Number.POSITIVE_INFINITY])
      continue
    }
    const tolerance = 1e-9 * Math.max(1, Math.abs(least))
    expect(status).toBe(0)
    expect(bound).toBeLessThanOrEqual(least + tolerance)
    expect(bound).toBeGreaterThanOrEqual(least - tolerance)
    point.slice(0, -1).forEach((x, j) => {
      expect(x).toBeGreaterThanOrEqual(program.low[j]!)
      expect(x).toBeLessThanOrEqual(program.high[j]!)
    })
  }
  expect(infeasible).toBeGreaterThan(5)
})

test("rows without a point in the box are infeasible", () => {
  const program = {
    cost: [1, 1],
    low: [0],
    high: [1],
    rows: [
      [0, 1, 0],
      [1, 0, 2],
    ],
  }
  expect(solve(program)).toMatchObject({ status: INFEASIBLE, bound: Number.POSITIVE_INFINITY })
})

test("cuts that differ by rounding only leave the bound at most the optimum", () => {
  const rows = Array.from({ length: 40 }, (_, i) => [-(1 + i * 1e-15), 1, 5 + i * 1e-15])
  const { bound } = solve({ cost: [2, 3], low: [0], high: [7], rows })
  expect(bound).toBeLessThanOrEqual(3 * (5 + 39e-15))
  expect(bound).toBeGreaterThan(15 - 1e-10)
})
