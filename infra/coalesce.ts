/** Runs `work` once for all callers during its run. */
export const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Rounds of work, one at a time. */
export interface Rounds {
  /** Requests a round; all calls during a round lead to one more round. */
  wake(): void
  /** Resolves after a last round. */
  idle(): Promise<void>
}

interface RoundsOptions {
  /** Runs a round; returns true if another round must follow immediately. */
  round: () => Promise<boolean>
  /** Handles an error; a failed round is not repeated until the next call. */
  onError: (error: unknown) => void
  /** One round serves all requests within this time; 0 unless given. */
  gatherMs?: number
}

export const createRounds = ({ round, onError, gatherMs = 0 }: RoundsOptions): Rounds => {
  let isWanted = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isWanted) {
      if (gatherMs > 0) await Bun.sleep(gatherMs)
      isWanted = false
      try {
        if (await round()) {
          isWanted = true
          // On the embedded engine nothing else would run between the rounds.
          await new Promise(resolve => setImmediate(resolve))
        }
      } catch (error) {
        onError(error)
      }
    }
    // Set in the same turn as the last check of isWanted, so that a later call starts a new round.
    running = undefined
  }
  const wake = () => {
    isWanted = true
    running ??= run()
  }
  return {
    wake,
    async idle() {
      wake()
      await running
    },
  }
}

/** Repeated work. */
export interface Repeated {
  /** Resolves after the current run; no further run follows. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `intervalMs`, one run at a time; the error of a failed run goes to `onError`, and the next run
 * follows.
 */
export const repeat = (
  work: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Repeated => {
  let running: Promise<unknown> | undefined
  const run = shared(() => work().catch(onError))
  const timer = setInterval(() => {
    running = run()
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
