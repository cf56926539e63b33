import type { ReactNode } from "react"
import type { Loaded } from "../lib/load.ts"
import { usePageWords } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { Problem } from "./Problem.tsx"
import { Waiting } from "./Waiting.tsx"

interface AsyncProps<T> {
  loaded: Loaded<T>
  /** Waiting sign. */
  waiting?: ReactNode
  children(value: T): ReactNode
}

/** Shows a loaded value, a waiting sign, or the error. */
export const Async = <T,>({ loaded, waiting = <Waiting />, children }: AsyncProps<T>) => {
  const { text } = useSettings()
  const inPageWords = usePageWords()
  if (loaded.value !== undefined)
    return (
      <>
        {loaded.error ? <Problem message={loaded.error.message} /> : null}
        {children(loaded.value)}
      </>
    )
  if (!loaded.error) return waiting
  return (
    <div className="loading" role="alert">
      <p className="message bad">{inPageWords(loaded.error.message)}</p>
      <button type="button" onClick={loaded.reload}>
        {text.report.retry}
      </button>
    </div>
  )
}
