import type { FilledRequest } from "../../request/request.ts"

/** Traits of a request by which its fixture is chosen (document 1, "Sandbox behaviour"). */
export interface Traits {
  /** existingPv has at least one entry. */
  hasExistingPv: boolean
  /** newPv has at least one entry. */
  hasNewPv: boolean
  /** electricBattery is present. */
  hasBattery: boolean
  /** Goal of the request. Fixtures have the goals cost-savings and self-sufficiency; any other goal matches none. */
  goal: string
}

export const traitsOf = ({ existingPv, newPv, electricBattery, goal }: FilledRequest): Traits => ({
  hasExistingPv: existingPv.length > 0,
  hasNewPv: newPv.length > 0,
  hasBattery: electricBattery !== undefined,
  goal,
})

/** Similarity: +1 for each equal trait, −1 for each different trait. */
export const score = (a: Traits, b: Traits): number =>
  (Object.keys(a) as (keyof Traits)[]).reduce((sum, trait) => sum + (a[trait] === b[trait] ? 1 : -1), 0)

/** Candidate with the highest score; the first among equals. */
export const bestMatch = <T extends { traits: Traits }>(traits: Traits, candidates: readonly T[]): T =>
  candidates.reduce((best, candidate) =>
    score(traits, candidate.traits) > score(traits, best.traits) ? candidate : best,
  )
