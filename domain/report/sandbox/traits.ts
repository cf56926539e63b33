import type { FilledRequest } from "../../request/request.ts"

/** What of a request chooses its fixture (document 1, "Sandbox behaviour"). */
export interface Traits {
  /** existingPv has at least one entry. */
  hasExistingPv: boolean
  /** newPv has at least one entry. */
  hasNewPv: boolean
  /** electricBattery is present. */
  hasBattery: boolean
  /** Fixtures are of the goals cost-savings and self-sufficiency; any other matches none. */
  goal: string
}

export const traitsOf = ({ existingPv, newPv, electricBattery, goal }: FilledRequest): Traits => ({
  hasExistingPv: existingPv.length > 0,
  hasNewPv: newPv.length > 0,
  hasBattery: electricBattery !== undefined,
  goal,
})

/** +1 for each trait in which two agree, -1 for each in which they differ. */
export const score = (a: Traits, b: Traits): number =>
  (Object.keys(a) as (keyof Traits)[]).reduce((sum, trait) => sum + (a[trait] === b[trait] ? 1 : -1), 0)

/** The candidate of the highest score; of equals the one that comes first. */
export const bestMatch = <T extends { traits: Traits }>(traits: Traits, candidates: readonly T[]): T =>
  candidates.reduce((best, candidate) =>
    score(traits, candidate.traits) > score(traits, best.traits) ? candidate : best,
  )
