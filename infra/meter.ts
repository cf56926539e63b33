import { AsyncLocalStorage } from "node:async_hooks"

/** Measures the costs of one call, wherever its work runs. */
export interface CallMeter {
  /** Account that pays for the call. */
  account: { name: string; weight: number }
  /** For a call that takes turns on this thread: yields if its turn is over, and resolves in its next turn. */
  pause?: (() => Promise<void> | undefined) | undefined
  /** Ends the call's turn on this thread, because other work is waited for. */
  endTurn(): void
  add(cost: { readBytes?: number; parsedValues?: number; databaseMs?: number; storedBytes?: number }): void
}

const calls = new AsyncLocalStorage<CallMeter>()

/** The meter of the current call; undefined for calls that are not measured. */
export const currentMeter = (): CallMeter | undefined => calls.getStore()

/** Runs the work of a call, which `currentMeter` then finds. */
export const metered = <T>(meter: CallMeter, work: () => T): T => calls.run(meter, work)
