import { mapped, type NonEmpty } from "../../domain/base/nonEmpty.ts"
import type { CandidateRoof, ScanCase } from "../../domain/case/case.ts"
import type { Sized } from "../../wasm/index.ts"
import { withBound } from "./products.ts"
import { tournament } from "./tournament.ts"

/** The case under every way to give each roof one of its modules; only the case itself if no roof has a choice. */
export const moduleCases = (scanCase: ScanCase): NonEmpty<ScanCase> => {
  if (!scanCase.roofs.some(({ choices }) => choices)) return [scanCase]
  const combined = scanCase.roofs.reduce<NonEmpty<CandidateRoof[]>>(
    (before, roof) =>
      before.flatMap(roofs => (roof.choices ?? [roof]).map(choice => [...roofs, choice])) as [CandidateRoof[]],
    [[]],
  )
  return mapped(combined, roofs => ({
    ...scanCase,
    roofs,
    input: { ...scanCase.input, newPv: roofs.map(({ input }) => input) },
  }))
}

/** Judges a plant that was sized under one choice of modules. */
export interface ModuleJudge<Choice> {
  /** Lower bound on the cost of every plant with these modules [EUR]. */
  leastEurOf(choice: Choice): number
  /** The choice with its operated plant, and the cost of that [EUR]; undefined if the budget ended first. */
  judge(choice: Choice): { choice: Choice; eur: number } | undefined
  isSpent(): boolean
}

/** Judge of plants with foresight, by the cost of their sizing. */
export const byForesight = <Choice extends { sized: Sized }>(): ModuleJudge<Choice> => ({
  leastEurOf: () => Number.NEGATIVE_INFINITY,
  judge: choice => ({ choice, eur: choice.sized.totalEur }),
  isSpent: () => false,
})

/**
 * The best of plants that were sized under each choice of modules. Each choice is a branch of a tournament. The bound
 * is the least of all choices; if the budget ended one sizing, the answer counts as cut short.
 */
export const bestOfModules = <Choice extends { sized: Sized }>(
  choices: NonEmpty<Choice>,
  { leastEurOf, judge, isSpent }: ModuleJudge<Choice>,
): Choice => {
  if (choices.length === 1) return choices[0]
  let best: { choice: Choice; eur: number } | undefined
  const operated = new Map<Choice, Choice>()
  const branches = choices.map(choice => ({
    leastEur: leastEurOf(choice),
    judge: () => {
      const judged = judge(choice)
      if (!judged) return Number.POSITIVE_INFINITY
      operated.set(choice, judged.choice)
      if (!best || judged.eur < best.eur) best = judged
      return judged.eur
    },
  }))
  tournament(branches, Number.POSITIVE_INFINITY, isSpent)
  if (!best) return bestOfModules(choices, byForesight())
  const lowerBoundEur = Math.min(...choices.map(({ sized }) => sized.lowerBoundEur))
  const dispatches = choices.reduce((sum, each) => sum + (operated.get(each) ?? each).sized.dispatches, 0)
  const isCut = choices.some(({ sized }) => sized.isCut)
  return { ...best.choice, sized: { ...withBound(best.choice.sized, lowerBoundEur), dispatches, isCut } }
}
