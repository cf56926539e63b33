import { InvalidArgument, type OnProgress, type Optimiser, type Sized, type Sizing } from "../wasm/index.ts"

/** A sizing, and whether it started from kept cuts. */
export interface SizedFrom {
  sized: Sized
  fromKeptCuts: boolean
}

/**
 * Sizes from the cuts of an earlier sizing; from nothing without them, and where they belong to another year (other load,
 * production, limits or prices) or, under demand charges, to a goal of another kind.
 */
export const sizeFrom = (
  optimiser: Optimiser,
  sizing: Sizing,
  cuts: Float64Array | undefined,
  onProgress: OnProgress,
): SizedFrom => {
  if (cuts) {
    try {
      return { sized: optimiser.resize(sizing, cuts, onProgress), fromKeptCuts: true }
    } catch (error) {
      if (!(error instanceof InvalidArgument && error.argument === "cuts")) throw error
    }
  }
  return { sized: optimiser.size(sizing, onProgress), fromKeptCuts: false }
}

/** Cuts as bytes for messages and the database: little-endian f64, as they lie in memory. */
export const cutBytes = (cuts: Float64Array): Uint8Array =>
  new Uint8Array(cuts.buffer, cuts.byteOffset, cuts.byteLength)

/** The cuts of such bytes; undefined for bytes that are no whole numbers of f64. */
export const cutsOf = (bytes: Uint8Array): Float64Array | undefined =>
  bytes.byteLength % Float64Array.BYTES_PER_ELEMENT === 0 ? new Float64Array(Uint8Array.from(bytes).buffer) : undefined
