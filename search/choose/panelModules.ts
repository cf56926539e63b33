import type { CandidateRoof, ScanCase } from "../../domain/case/case.ts"
import type { Sized } from "../../wasm/index.ts"
import { withBound } from "./products.ts"

/** The case under every way to give each roof one of its modules; only the case itself if no roof has a choice. */
export const moduleCases = (scanCase: ScanCase): ScanCase[] => {
  if (!scanCase.roofs.some(({ choices }) => choices)) return [scanCase]
  const combined = scanCase.roofs.reduce<CandidateRoof[][]>(
    (before, roof) => before.flatMap(roofs => (roof.choices ?? [roof]).map(choice => [...roofs, choice])),
    [[]],
  )
  return combined.map(roofs => ({
    ...scanCase,
    roofs,
    input: { ...scanCase.input, newPv: roofs.map(({ input }) => input) },
  }))
}

/**
 * The cheapest of plants that were sized under each choice of modules. Its bound is the least of theirs, so that it
 * covers every choice; if the budget ended one sizing, the answer counts as cut short.
 */
export const bestOfModules = <Choice extends { sized: Sized }>(choices: readonly Choice[]): Choice => {
  const best = choices.reduce((least, choice) => (choice.sized.totalEur < least.sized.totalEur ? choice : least))
  const lowerBoundEur = Math.min(...choices.map(({ sized }) => sized.lowerBoundEur))
  const dispatches = choices.reduce((sum, { sized }) => sum + sized.dispatches, 0)
  const isCut = choices.some(({ sized }) => sized.isCut)
  return { ...best, sized: { ...withBound(best.sized, lowerBoundEur), dispatches, isCut } }
}
