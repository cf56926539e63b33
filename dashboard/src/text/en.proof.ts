import type { Sizes } from "../../../domain/report/sizes.ts"
import type { Goal } from "../../../domain/request/request.ts"

/** How close to the best possible a plant is, and how that is known. */
export const proof = {
  nav: "Proof",
  title: "How good is this plant?",
  /** Claims by the freedom of the sizes. */
  claims: {
    free: {
      ofCost: (gap: string) => `Proven within ${gap} of the lowest possible cost.`,
      ofSavings: (gap: string) => `Proven within ${gap} of the highest possible savings.`,
      best: "Proven to be the best possible.",
    },
    bounded: {
      ofCost: (gap: string) => `Proven within ${gap} of the lowest cost within the limits that were set.`,
      ofSavings: (gap: string) => `Proven within ${gap} of the highest savings within the limits that were set.`,
      best: "Proven to be the best within the limits that were set.",
    },
    fixed: {
      ofCost: (gap: string) => `At the sizes you fixed: proven within ${gap} of the lowest cost of any operation.`,
      ofSavings: (gap: string) =>
        `At the sizes you fixed: proven within ${gap} of the highest savings of any operation.`,
      best: "At the sizes you fixed: proven that no operation costs less.",
    },
  } as Record<Sizes, Record<"ofCost" | "ofSavings", (gap: string) => string> & { best: string }>,
  text: (years: string) =>
    `The optimiser ran ${years} whole years of 8760 hours and derived a bound that no allowed plant can beat. The distance between the bound and this plant is all that could still be gained.`,
  textFixed: (years: string) =>
    `The optimiser ran ${years} whole years of 8760 hours and derived a bound that no operation of this plant can beat. Other sizes were not tried.`,
  /** Worth less than another choice, over the years of the analysis. */
  shortfall: {
    free: (amount: string, years: string, other: string) => `${amount} less over ${years} years than ${other}.`,
    bounded: (amount: string, years: string, other: string) =>
      `Within the limits that were set: ${amount} less over ${years} years than ${other}.`,
    fixed: (amount: string, years: string, other: string) =>
      `At the sizes you fixed: ${amount} less over ${years} years than ${other}.`,
  } as Record<Sizes, (amount: string, years: string, other: string) => string>,
  middleShortfall: (amount: string, years: string, other: string) =>
    `In the middle of the futures (P50) it earns ${amount} less over ${years} years than ${other}.`,
  others: {
    noInvestment: "no investment",
    withoutBattery: "without a battery",
    usualBattery: (size: string) => `with a battery of ${size}`,
    allRoofsFull: "with all roofs full",
  },
  ceiling:
    "This proof is of a year that is known in advance. The figures above are for a real controller, which knows the prices of today and tomorrow and forecasts the rest.",
  /** Plants covered by the bound, if the goal adds conditions to the bounds of the request. */
  allowed: {
    "self-sufficiency":
      "Allowed are plants with all panels whose self-sufficiency is the highest possible, to 0.1 of a percentage point. A plant with a lower one may cost less.",
    "renewable-minimum": "Allowed are plants that reach the share asked for. A plant with a lower one may cost less.",
    "maximize-connection": "Allowed are plants that stay within the connection. One that exceeds it may cost less.",
    energyhub: "Allowed are plants with all panels. One with fewer panels may cost less.",
    "cost-savings": null,
  } as Record<Goal, string | null>,
  bound: "Best achievable",
  boundFixed: "At these sizes no operation costs less than",
  found: "This plant costs",
  foundWithForesight: "With foresight, this plant costs",
  solver: (name: string, version: string, ms: string) => `${name} ${version}, solved in ${ms} ms`,
  versions: (engine: string, data: string) => `Calculated by version ${engine} with the data ${data}`,
}
export type ProofText = typeof proof
