/** Jobs of one kind, which wait only for jobs of the same kind. */
interface Lane {
  maxRunning: number
  maxWaiting: number
}

/** Error: too many tasks wait in a lane. */
export class LaneFull extends Error {
  readonly code = "LANE_FULL"
}

/** Runs a job in its turn. */
export type InTurn = <T>(job: () => Promise<T>) => Promise<T>

/**
 * At most `maxRunning` jobs at once, in the order in which they came. Rejects with LaneFull when `maxWaiting` wait
 * already.
 */
export const createTurns = ({ maxRunning, maxWaiting }: Lane): InTurn => {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (running < maxRunning) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new LaneFull(`${maxWaiting} tasks wait already`)
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  return async job => {
    await turn()
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
