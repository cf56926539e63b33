/**
 * The memory of the core: one bump arena above the static data. A year takes its buffers once, sizing takes its own
 * above them, and the next year starts again at the bottom; memory only grows to the largest need seen.
 */

const PAGE: usize = 65536

/** First free byte. */
let top: usize = 0

/** Gives everything back. Every pointer taken before is void. */
export function arenaReset(): void {
  top = (__heap_base + 15) & ~(<usize>15)
}

/** Takes `bytes`, aligned to 16, not cleared. Traps when the engine refuses to grow the memory. */
export function take(bytes: usize): usize {
  const pointer = top
  top = (top + bytes + 15) & ~(<usize>15)
  const pages = <i32>((top + PAGE - 1) / PAGE)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
  return pointer
}

/** Takes room for `count` f64. */
export function takeF64(count: i32): usize {
  return take((<usize>count) << 3)
}

/** The current top, to give back later with arenaRelease what was taken after it. */
export function arenaMark(): usize {
  return top
}

/** Gives back everything taken since `mark`. */
export function arenaRelease(mark: usize): void {
  top = mark
}
