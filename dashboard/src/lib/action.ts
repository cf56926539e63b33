import { useCallback, useRef, useState } from "react"
import { createLine } from "./line.ts"

export interface Action<A extends unknown[]> {
  /** Resolves when it is done, with what went wrong. */
  run(...args: A): Promise<Error | undefined>
  isBusy: boolean
  /** Last error since the action was idle. */
  error: Error | undefined
  /** Its message. */
  message: string | undefined
}

/**
 * Something a control does, one at a time and in the order it was asked for, and what went wrong with it.
 *
 * @param work of the latest drawing of the page when its turn comes: it knows what came of those before it
 */
export const useAction = <A extends unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const latest = useRef(work)
  latest.current = work
  const [inTurn] = useState(() =>
    createLine(isNowBusy => {
      setBusy(isNowBusy)
      if (isNowBusy) setError(undefined)
    }),
  )
  const run = useCallback(
    (...args: A) =>
      inTurn(async () => {
        try {
          await latest.current(...args)
          return undefined
        } catch (thrown) {
          setError(thrown as Error)
          return thrown as Error
        }
      }),
    [inTurn],
  )
  return { run, isBusy, error, message: error?.message }
}
