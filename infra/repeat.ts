/** Work that is repeated. */
export interface Repeated {
  /** Resolves when the run in hand is done; no other follows. */
  stop(): Promise<void>
}

/** Runs `work` every `intervalMs`, one run at a time; the error of a failed one goes to `onError`, and the next run follows. */
export const repeat = (
  work: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Repeated => {
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
