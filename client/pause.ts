/** Resolves after a time, or at once when the signal fires. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      done()
    }
    signal?.addEventListener("abort", end)
    if (signal?.aborted) end()
  })
