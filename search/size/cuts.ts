import { SHARE_TOLERANCE } from "../../domain/case/reach.ts"
import {
  type Goal,
  InvalidArgument,
  type OnProgress,
  type Optimiser,
  type Sized,
  type Sizing,
} from "../../wasm/index.ts"
import { withKnownSums } from "../model/knownYears.ts"

/** A share that is missed by so much is reached but for rounding. */
const SHARE_ROUNDING = 1e-6

/** A sizing, its result, and whether it started from kept cuts. */
export interface SizedFrom {
  sizing: Sizing
  sized: Sized
  fromKeptCuts: boolean
}

/**
 * Sizes from the cuts of an earlier sizing; from nothing without cuts, and if the cuts belong to another year (load,
 * production, limits, prices) or to a version with other blocks.
 */
export const sizeFrom = (
  optimiser: Optimiser,
  sizing: Sizing,
  cuts: Float64Array | undefined,
  onProgress: OnProgress,
): SizedFrom => {
  const first = sizeOnce(optimiser, sizing, cuts, onProgress)
  withKnownSums(optimiser, first.sized.dispatch)
  const goal = nearGoal(sizing, first.sized)
  if (!goal) return first
  const again = sizeOnce(optimiser, { ...sizing, goal }, cuts, onProgress)
  return { ...again, sized: { ...again.sized, dispatches: first.sized.dispatches + again.sized.dispatches } }
}

const sizeOnce = (
  optimiser: Optimiser,
  sizing: Sizing,
  cuts: Float64Array | undefined,
  onProgress: OnProgress,
): SizedFrom => {
  if (cuts) {
    try {
      return { sizing, sized: optimiser.resize(sizing, cuts, onProgress), fromKeptCuts: true }
    } catch (error) {
      if (!(error instanceof InvalidArgument && error.argument === "cuts")) throw error
    }
  }
  return { sizing, sized: optimiser.size(sizing, onProgress), fromKeptCuts: false }
}

/**
 * The smallest share that counts as reached, if the required share is missed by no more than the tolerance. The answer
 * is then the cheapest plant that reaches it, instead of the largest plant at any price.
 */
const nearGoal = ({ goal }: Sizing, { reached }: Sized): Goal | undefined => {
  if (goal?.kind !== "minShare" || reached.share >= goal.share - SHARE_ROUNDING) return undefined
  const share = Math.max(0, goal.share - SHARE_TOLERANCE)
  return reached.share >= share ? { kind: "minShare", share } : undefined
}

/** Cuts as bytes for messages and the database: little-endian f64, as they lie in memory. */
export const cutBytes = (cuts: Float64Array): Uint8Array =>
  new Uint8Array(cuts.buffer, cuts.byteOffset, cuts.byteLength)

/** The cuts of such bytes; undefined for bytes that are no whole numbers of f64. */
export const cutsOf = (bytes: Uint8Array): Float64Array | undefined =>
  bytes.byteLength % Float64Array.BYTES_PER_ELEMENT === 0 ? new Float64Array(Uint8Array.from(bytes).buffer) : undefined
