import type { Repriced } from "../../wasm/index.ts"

/** What is found and proven of a plant. */
export type Proven = Pick<Repriced, "totalEur" | "lowerBoundEur" | "gap">

/** What a gap is relative to [EUR]. */
export const scaleOf = ({ totalEur, lowerBoundEur, gap }: Proven): number =>
  gap > 0 ? (totalEur - lowerBoundEur) / gap : Math.max(Math.abs(totalEur), 1)
