/** The parts of the year that a cut has a line for: one, or with demand charges as many as the host says. */
import { Integers, takeIntegers } from "../memory/series"
import { year } from "./year"

@unmanaged
class Blocks {
  count: i32
  /** First step of each block, and the number of steps. */
  starts: Integers
}

export const blocks = changetype<Blocks>(memory.data(offsetof<Blocks>(), 8))

/** Takes the table of `count` blocks; the host fills it. */
export function blocksTake(count: i32): void {
  assert(count > 0)
  blocks.count = count
  blocks.starts = takeIntegers(count + 1)
}

/** The year is one block. */
export function oneBlock(): void {
  blocksTake(1)
  blocks.starts[0] = 0
  blocks.starts[1] = year.steps
}
