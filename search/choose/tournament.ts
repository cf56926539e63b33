/**
 * Tournament of parts of a search. Each part has a lower bound: nothing in it costs less. Parts are judged from the
 * lowest bound on, and a part whose bound is not below the best cost so far is not judged. The best result is then
 * the best of all parts, and the work goes to parts that can still win.
 */
export interface Branch {
  /** Lower bound on the cost of every plant of the part [EUR]. */
  leastEur: number
  /** Cost of the best plant of the part [EUR]. */
  judge(): number
}

/**
 * The cost of the best branch, or `bestEur` if none is below it. Branches with an equal bound keep their order.
 * @param bestEur cost that is known before [EUR]
 * @param isSpent answers true to judge no further branch
 */
export const tournament = (branches: readonly Branch[], bestEur: number, isSpent: () => boolean): number => {
  let leastEur = bestEur
  for (const branch of branches.toSorted((a, b) => a.leastEur - b.leastEur)) {
    if (branch.leastEur >= leastEur || isSpent()) break
    leastEur = Math.min(leastEur, branch.judge())
  }
  return leastEur
}
