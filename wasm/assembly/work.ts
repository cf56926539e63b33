/**
 * Work, counted by what is worked through: the same for the same problem on every machine, where time is not. The host bounds
 * a solve by it. A million is about a millisecond of a core.
 */

/** A step of a dispatch, measured. */
const STEP: i32 = 120

/** Since the core was made; a whole number, so that differences are exact. */
let done: f64 = 0

export function workDone(): f64 {
  return done
}

export function countWork(work: f64): void {
  done += floor(work)
}

export function countSteps(steps: i32): void {
  done += <f64>(steps * STEP)
}
