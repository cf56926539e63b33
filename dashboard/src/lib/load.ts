import { useCallback, useEffect, useState } from "react"
import { useConnection } from "./connection.ts"

export interface Loaded<T> {
  value?: T
  error?: Error
  /** Asks again; what is shown stays until the new answer is there. */
  reload(): void
}

/**
 * The value of a promise that `load` makes anew whenever it or `version` changes; keep `load` stable with useCallback.
 */
export const useLoad = <T>(load: (signal: AbortSignal) => Promise<T>, version?: unknown): Loaded<T> => {
  const [state, setState] = useState<{ value?: T; error?: Error }>({})
  const [round, setRound] = useState(0)
  const { returns } = useConnection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again, and a connection that came back
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    load(signal).then(
      value => signal.aborted || setState({ value }),
      error => signal.aborted || setState(before => ({ ...before, error })),
    )
    return () => controller.abort()
  }, [load, version, round, returns])
  return { ...state, reload: useCallback(() => setRound(before => before + 1), []) }
}
