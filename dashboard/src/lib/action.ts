import { useCallback, useState } from "react"

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<void>
  isBusy: boolean
  /** The message of the last error. */
  message: string | undefined
}

/** Something a button does, one at a time, and what went wrong with it. Keep `work` stable where `run` must be. */
export const useAction = <A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const run = useCallback(
    async (...args: A) => {
      setBusy(true)
      setMessage(undefined)
      try {
        await work(...args)
      } catch (error) {
        setMessage((error as Error).message)
      }
      setBusy(false)
    },
    [work],
  )
  return { run, isBusy, message }
}
