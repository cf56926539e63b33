import { type FormEvent, useCallback, useRef, useState } from "react"
import { createLine } from "./line.ts"

export interface Action<A extends unknown[]> {
  /** Resolves at the end, with the error if any. */
  run(...args: A): Promise<Error | undefined>
  isBusy: boolean
  /** Last error since the action was idle. */
  error: Error | undefined
  /** Its message. */
  message: string | undefined
}

/**
 * Action of a control, with its last error. Calls run one at a time, in order.
 *
 * @param work from the latest rendering of the page at its turn, which has the results of earlier calls
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

/** Handler of a form's submission, which calls `run` with the form in place of the browser's request. */
export const submitted = (run: (form: HTMLFormElement) => unknown) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  run(event.currentTarget)
}
