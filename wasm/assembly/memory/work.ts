/**
 * Work, counted by processed elements: equal for the same problem on every machine, unlike time. The host bounds a
 * solve by it. A million is about a millisecond of a core.
 */

/** A step of a dispatch, measured. */
const STEP: i32 = 120

/** A step that a plan looks at for a threshold, measured. */
const PLANNED_STEP: i32 = 20

/** A step of a year that limits are held against (sizing/missedLimits.ts), measured. */
const HELD_STEP: i32 = 8

/** A step of plans and the rule side by side, without the plans' own, measured. */
const RULED_STEP: i32 = 25

@unmanaged
class Work {
  /** Since the core was made; a whole number, so that differences are exact. */
  done: f64
}

const work = changetype<Work>(memory.data(offsetof<Work>(), 8))

export function workDone(): f64 {
  return work.done
}

export function countWork(amount: f64): void {
  work.done += floor(amount)
}

export function countSteps(steps: i32): void {
  work.done += <f64>(steps * STEP)
}

export function countHeldSteps(steps: i32): void {
  work.done += <f64>(steps * HELD_STEP)
}

export function countPlannedSteps(steps: i32): void {
  work.done += <f64>(steps * PLANNED_STEP)
}

export function countRuledSteps(steps: i32): void {
  work.done += <f64>(steps * RULED_STEP)
}
