/** A small seeded generator of random numbers: the same seed gives the same numbers on every machine. */

const TWO_TO_32 = 4_294_967_296

/** Draws the next number. */
export type Draw = () => number

/**
 * Uniform numbers in [0, 1): mulberry32 of Tommy Ettinger (public domain), 32 bits of state, period 2³².
 * @param seed any whole number; its low 32 bits count
 */
export const uniformNumbers = (seed: number): Draw => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32
  }
}

/**
 * Numbers of the standard normal distribution from uniform ones: Box & Muller, Annals of Mathematical Statistics 29
 * (1958) 610–611.
 */
export const normalNumbers =
  (uniform: Draw): Draw =>
  () =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
