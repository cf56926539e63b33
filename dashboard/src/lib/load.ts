import { useCallback, useEffect, useRef, useState } from "react"
import { useConnection } from "./connection.ts"

export interface Loaded<T> {
  value?: T
  error?: Error
  /** Loads again; the current value stays until the new answer. Resolves once the answer is shown, success or error. */
  reload(): Promise<void>
}

/** Rounds of loading, with the callers that wait for each. */
const useRounds = (answered: number) => {
  const [round, setRound] = useState(0)
  const lastRound = useRef(0)
  const waiting = useRef<{ of: number; done(): void }[]>([])
  const release = useCallback((upTo: number) => {
    const ready = waiting.current.filter(({ of }) => of <= upTo)
    waiting.current = waiting.current.filter(({ of }) => of > upTo)
    for (const { done } of ready) done()
  }, [])
  useEffect(() => release(answered), [release, answered])
  useEffect(() => () => release(Number.POSITIVE_INFINITY), [release])
  const next = useCallback(
    () =>
      new Promise<void>(done => {
        lastRound.current += 1
        waiting.current.push({ of: lastRound.current, done })
        setRound(lastRound.current)
      }),
    [],
  )
  return { round, next }
}

/** Loads a value again whenever `load` or `version` changes; keep `load` stable with useCallback. */
export const useLoad = <T>(load: (signal: AbortSignal) => Promise<T>, version?: unknown): Loaded<T> => {
  const [{ answered, ...state }, setState] = useState<{ value?: T; error?: Error; answered: number }>({ answered: 0 })
  const { round, next } = useRounds(answered)
  const { returns } = useConnection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round and a restored connection load again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    load(signal).then(
      value => signal.aborted || setState({ value, answered: round }),
      error => signal.aborted || setState(before => ({ ...before, error, answered: round })),
    )
    return () => controller.abort()
  }, [load, version, round, returns])
  return { ...state, reload: next }
}
