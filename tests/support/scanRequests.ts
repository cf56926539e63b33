import { InvalidInput } from "../../domain/base/errors.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"
import { sentences } from "./sentences.ts"

const PROFILES = new Set(["standard", "office"])

/** The smallest requests by each method, and the smallest values of their optional parts. */
export const known = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }
export const studio = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "studio", customProfileId: "a-profile" }
export const roof = { maxPanelCount: 10, panelPowerWatts: 430 }
export const existing = { panelCount: 8, panelPowerWatts: 400 }
export const battery = { powerRatingKw: 5, capacityKwh: 10 }

/** A request with its defaults. Throws InvalidInput. */
export const parse = (body: unknown) => parseEarlierRequest(body, PROFILES)

/** Messages of a refused request; empty for an accepted request. */
export const refusal = (body: unknown): string[] => {
  try {
    parse(body)
  } catch (error) {
    if (error instanceof InvalidInput) return sentences(error.violations)
    throw error
  }
  return []
}
