import type { Repriced } from "../../wasm/index.ts"

/** Cost and lower bound of a plant. */
export type Proven = Pick<Repriced, "totalEur" | "lowerBoundEur" | "gap">

/** Amount that a gap is relative to [EUR]. */
export const scaleOf = ({ totalEur, lowerBoundEur, gap }: Proven): number =>
  gap > 0 ? (totalEur - lowerBoundEur) / gap : Math.max(Math.abs(totalEur), 1)
