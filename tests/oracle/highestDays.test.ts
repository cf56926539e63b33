/**
 * Charges on the mean of the highest imports of several days, against HiGHS. The program has the mean of the n highest
 * days M of a period as least θ + Σ max(0, M − θ) / n.
 */
import { expect, test } from "bun:test"
import { chargedKw, type DemandSet, groupedByDays } from "../../domain/market/tariff/demandSets.ts"
import { randomCase } from "../../wasm/bench/years.ts"
import type { Plant, Year } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { linearProgram } from "./linear-program.ts"

const optimiser = await checkedOptimiser()
const DAYS = 24
const PERIOD_DAYS = 12
const ORACLE = 1e-6

/** Two periods of twelve days, with a charge on the mean of the highest days. */
const setOf = (counted: number, eurPerKw: number): DemandSet => ({
  period: Int16Array.from({ length: 24 * DAYS }, (_, hour) => Math.floor(hour / (24 * PERIOD_DAYS))),
  eurPerKw: [eurPerKw, eurPerKw],
  floorKw: 0,
  days: { counted, dayOf: Int16Array.from({ length: 24 * DAYS }, (_, hour) => Math.floor(hour / 24)) },
})

const programOf = (year: Year, plant: Plant, { period, eurPerKw, days }: DemandSet): string => {
  const { counted, dayOf } = days!
  const objective: string[] = []
  const rows: string[] = []
  const free: string[] = []
  for (const [number, eur] of eurPerKw.entries()) {
    objective.push(`+ ${eur} T${number}`)
    free.push(` T${number} free`)
  }
  for (let day = 0; day < DAYS; day++) {
    const number = period[24 * day]!
    objective.push(`+ ${eurPerKw[number]! / counted} U${day}`)
    rows.push(` u${day}: U${day} - M${day} + T${number} >= 0`)
  }
  for (let hour = 0; hour < 24 * DAYS; hour++) rows.push(` M${hour}: M${dayOf[hour]!} - g${hour} >= 0`)
  return linearProgram(year, plant)
    .replace("Subject To\n", ` ${objective.join("\n ")}\nSubject To\n${rows.join("\n")}\n`)
    .replace("End\n", `${free.join("\n")}\nEnd\n`)
}

test.each([
  ["flat", 2, 1],
  ["flat", 3, 2],
  ["dynamic", 3, 3],
  ["dynamic", 5, 4],
  ["no grid charging", 3, 5],
] as const)("%s, mean of %i days, seed %i: the bound of the groups is at most the optimum", (kind, counted, seed) => {
  const { year, plant } = randomCase(kind, 900 + seed, { steps: 24 * DAYS })
  const set = setOf(counted, 3)
  const demandCharges = groupedByDays(set, year.loadKwh).map(group => ({ ...group, eurPerKw: [...group.eurPerKw] }))
  const dispatch = optimiser.dispatch({ ...year, demandCharges }, plant)
  const solution = highs.solve(programOf(year, plant, set), {})
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  const scale = Math.max(1, Math.abs(least))
  expect(dispatch.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
  const eurOf = (one: DemandSet) =>
    chargedKw(one, dispatch.years[0].importKwh).reduce((eur, kw, number) => eur + kw * one.eurPerKw[number]!, 0)
  const grouped = groupedByDays(set, year.loadKwh).reduce((eur, group) => eur + eurOf(group), 0)
  const wholeEur = dispatch.costEur + eurOf(set) - grouped
  expect(wholeEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
  expect(wholeEur).toBeLessThanOrEqual(least + 0.02 * scale)
})
