/** Runs `work` once for all that ask while it runs. */
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
  /** Asks for a round; calls that come while one runs lead to one more. */
  wake(): void
  /** Resolves after a last round. */
  idle(): Promise<void>
}

interface RoundsOptions {
  /** Answers whether there is more to do at once. */
  round: () => Promise<boolean>
  /** A round that failed is not repeated until the next call. */
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
        if (await round()) isWanted = true
      } catch (error) {
        onError(error)
      }
    }
    // In the same turn as the last look at isWanted: a later call starts a new round.
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

/** Work that is repeated. */
export interface Repeated {
  /** Resolves when the run in hand is done; no other follows. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `intervalMs`, one run at a time; the error of a failed one goes to `onError`, and the next run
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
