import { useCallback, useState } from "react"

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<void>
  isBusy: boolean
  /** What went wrong the last time. */
  error: Error | undefined
  /** Its message. */
  message: string | undefined
}

/** Something a button does, one at a time, and what went wrong with it. Keep `work` stable where `run` must be. */
export const useAction = <A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const run = useCallback(
    async (...args: A) => {
      setBusy(true)
      setError(undefined)
      try {
        await work(...args)
      } catch (thrown) {
        setError(thrown as Error)
      }
      setBusy(false)
    },
    [work],
  )
  return { run, isBusy, error, message: error?.message }
}
