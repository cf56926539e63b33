/** Random numbers from a seed: the same numbers in the same order in each run. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** From `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  happens(chance: number): boolean
  pick<T>(values: readonly T[]): T
  /** Random numbers of a part, independent of draws in other parts. */
  fork(name: string): Random
}

/** 32 bits of a text (FNV-1a, G. Fowler, L. C. Noll, P. Vo). */
export const hashOf = (text: string, start = 0x811c9dc5): number => {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Mulberry32 (T. Ettinger, public domain): small, and good enough to choose faults. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    happens: chance => next() < chance,
    pick: values => values[whole(0, values.length - 1)]!,
    fork: name => createRandom(hashOf(name, seed >>> 0)),
  }
}
