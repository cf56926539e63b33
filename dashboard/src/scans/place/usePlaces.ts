import { useCallback, useEffect, useRef, useState } from "react"
import type { Answer } from "../../../../client/index.ts"
import { askedText, placeQueryOf } from "../../../../domain/site/places/placeText.ts"
import { useSession } from "../../app/session.tsx"

export type Place = Answer<"GET /v1/places">["items"][number]

/** State of a search. */
export type Search = { kind: "rest" | "searching" | "away" } | { kind: "done"; text: string; items: readonly Place[] }

/** Time that nothing is typed before a search begins. */
const PAUSE_MS = 300
const LEAST_LETTERS = 2

/**
 * Searches for the typed text after a pause; the service receives only the postcode or the town.
 * @param onFound called once for each search
 */
export const usePlaces = (onFound: (text: string, items: readonly Place[]) => void) => {
  const { ask } = useSession()
  const [search, setSearch] = useState<Search>({ kind: "rest" })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const inFlight = useRef<AbortController>(undefined)
  const latestOnFound = useRef(onFound)
  latestOnFound.current = onFound

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    inFlight.current?.abort()
  }, [])
  useEffect(() => stop, [stop])

  const begin = useCallback(
    async (text: string) => {
      stop()
      const query = placeQueryOf(text)
      if (query === null || askedText(query).length < LEAST_LETTERS) return setSearch({ kind: "rest" })
      const controller = new AbortController()
      inFlight.current = controller
      const { signal } = controller
      setSearch({ kind: "searching" })
      try {
        const { items } = await ask("GET /v1/places", { query: { query: askedText(query) }, signal })
        if (signal.aborted) return
        setSearch({ kind: "done", text, items })
        latestOnFound.current(text, items)
      } catch {
        if (!signal.aborted) setSearch({ kind: "away" })
      }
    },
    [ask, stop],
  )
  return {
    search,
    /** Searches once typing has paused. */
    soon: useCallback(
      (text: string) => {
        stop()
        timer.current = setTimeout(begin, PAUSE_MS, text)
      },
      [begin, stop],
    ),
    now: begin,
    rest: useCallback(() => {
      stop()
      setSearch({ kind: "rest" })
    }, [stop]),
  }
}
