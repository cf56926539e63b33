/**
 * The memory of the core: one bump arena above the static data. A year takes its buffers once, sizing takes its own
 * above them, and the next year starts again at the bottom; memory only grows to the largest need seen.
 */

/** At the bottom, for the life of the core: memoised dispatches (sizing/known.ts). */
export const KEPT_BYTES: usize = 80 << 10

const PAGE: usize = 65536
const ALIGNMENT: usize = 16

@unmanaged
class Arena {
  /** First free byte. */
  top: usize
}

const arena = changetype<Arena>(memory.data(offsetof<Arena>(), 8))

// @ts-ignore: decorator
@inline
function aligned(address: usize): usize {
  return (address + ALIGNMENT - 1) & ~(ALIGNMENT - 1)
}

/** Start of the bytes that no year releases. */
export function keptAddress(): usize {
  return aligned(__heap_base)
}

/** Gives everything back. Every pointer taken before is void. */
export function arenaReset(): void {
  arena.top = keptAddress() + KEPT_BYTES
}

/** Takes `bytes`, aligned to 16, not cleared. Traps when the engine refuses to grow the memory. */
export function take(bytes: usize): usize {
  assert(arena.top >= __heap_base, "arenaReset() comes first")
  const pointer = arena.top
  arena.top = aligned(pointer + bytes)
  const pages = <i32>((arena.top + PAGE - 1) / PAGE)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
  return pointer
}

/** Takes room for `count` f64. */
export function takeF64(count: i32): usize {
  assert(count >= 0)
  return take((<usize>count) << 3)
}

/** The current top, for a later arenaRelease of everything above it. */
export function arenaMark(): usize {
  return arena.top
}

/** Releases everything allocated since `mark`. */
export function arenaRelease(mark: usize): void {
  assert(mark <= arena.top, "a mark lies below what was taken after it")
  arena.top = mark
}
