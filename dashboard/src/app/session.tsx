import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { type Answer, type Client, ScanApiError } from "../../../client/index.ts"
import { api, apiOf } from "../lib/api.ts"
import { useConnection } from "../lib/connection.ts"
import { useSettings } from "../lib/settings.tsx"
import { ChangePassword, Login } from "./Login.tsx"
import { ModeQuestion } from "./ModeQuestion.tsx"
import { keepMode, type Mode, otherMode } from "./mode.ts"
import { setQuery, switchMode, useMode } from "./router.tsx"

export type { Mode } from "./mode.ts"

type SessionAnswer = Answer<"GET /v1/auth/session">

/** Current user, mode, and requests in their name. */
export interface Session {
  who: SessionAnswer
  isOwner: boolean
  mode: Mode
  setMode(mode: Mode): void
  /** Calls the service in the current mode. */
  client: Client
  /**
   * Like the client's method. After the end of the session it waits for a new login and repeats the call once. Throws
   * ScanApiError.
   */
  ask: Client["ask"]
  /** Like `ask`, for an answer with its headers. */
  open: Client["open"]
  /** Reloads the session after a change of the organization. */
  renew(): Promise<void>
  logOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(Context)
  if (!session) throw new Error("a component is outside of SessionProvider")
  return session
}

const isOver = (error: unknown): boolean => error instanceof ScanApiError && error.status === 401

/** Keeps the previous session object if the new answer is equal, to avoid a render. */
const keepAlike = (before: SessionAnswer | null | undefined, next: SessionAnswer) =>
  JSON.stringify(before) === JSON.stringify(next) ? before : next

/** Reloads the page: no data or action passes from one user to the next. */
const beginAnew = (): void => location.assign("/dashboard")

const useWho = () => {
  const [who, setWho] = useState<SessionAnswer | null>()
  const userId = useRef<string>(undefined)
  userId.current = who?.userId
  const [error, setError] = useState<Error>()
  const { returns } = useConnection()
  const look = useCallback(async () => {
    try {
      const next = await api.ask("GET /v1/auth/session")
      if (userId.current !== undefined && userId.current !== next.userId) beginAnew()
      else setWho(before => keepAlike(before, next))
    } catch (thrown) {
      if (isOver(thrown)) setWho(before => before ?? null)
      else setError(thrown as Error)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored connection loads again
  useEffect(() => {
    look()
  }, [look, returns])
  useEffect(() => {
    // Another tab may have changed the user of the shared session.
    const lookAgain = () => document.visibilityState === "visible" && userId.current !== undefined && look()
    addEventListener("visibilitychange", lookAgain)
    return () => removeEventListener("visibilitychange", lookAgain)
  }, [look])
  return { who, setWho, look, error }
}

/** Waiting requests for a new login, and true while a login is expected. */
const useRelogin = () => {
  const [isNeeded, setNeeded] = useState(false)
  const waiting = useRef<PromiseWithResolvers<void>>(undefined)
  const wait = useCallback(() => {
    waiting.current ??= Promise.withResolvers()
    setNeeded(true)
    return waiting.current.promise
  }, [])
  const done = useCallback(() => {
    waiting.current?.resolve()
    waiting.current = undefined
    setNeeded(false)
  }, [])
  return { isNeeded, wait, done }
}

const useMade = (
  who: SessionAnswer | null | undefined,
  waitForLogin: () => Promise<void>,
  { forget, renew }: { forget(): void; renew(): Promise<void> },
): Session | undefined => {
  const mode = useMode()
  return useMemo(() => {
    if (!who) return undefined
    const client = apiOf(mode)
    const again = async <T,>(call: () => Promise<T>): Promise<T> => {
      try {
        return await call()
      } catch (error) {
        if (!isOver(error)) throw error
        await waitForLogin()
        return call()
      }
    }
    return {
      who,
      isOwner: who.role === "owner",
      mode,
      setMode: switchMode,
      client,
      ask: (place, ...input) => again(() => client.ask(place, ...input)),
      open: (place, ...input) => again(() => client.open(place, ...input)),
      renew,
      async logOut() {
        try {
          await api.ask("POST /v1/auth/logout")
        } catch (error) {
          // The session was already ended elsewhere.
          if (!isOver(error)) throw error
        }
        forget()
      },
    }
  }, [who, mode, waitForLogin, forget, renew])
}

/** A link's mode that differs from the reader's mode is shown only after a question. */
const useModeQuestion = () => {
  const [linkedMode, setLinkedMode] = useState(() => otherMode(location.search))
  const mode = useMode()
  useEffect(() => {
    if (linkedMode) return
    keepMode(mode)
    setQuery({ mode })
  }, [linkedMode, mode])
  return { linkedMode, answered: () => setLinkedMode(undefined) }
}

/** Shows its children to a logged-in user; otherwise the login, over the children after a session ends. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { text } = useSettings()
  const { who, setWho, look, error } = useWho()
  const relogin = useRelogin()
  const question = useModeQuestion()
  const forget = useCallback(() => setWho(null), [setWho])
  const session = useMade(who, relogin.wait, { forget, renew: look })
  if (who === undefined)
    return (
      <p className="loading" role="status">
        {error ? error.message : text.common.loading}
      </p>
    )
  if (who === null) return <Login onDone={look} />
  if (who.mustChangePassword || !session) return <ChangePassword onDone={look} />
  if (question.linkedMode) return <ModeQuestion mode={question.linkedMode} onAnswer={question.answered} />
  const onDone = async () => {
    const next = await api.ask("GET /v1/auth/session")
    if (next.userId !== who.userId) beginAnew()
    else relogin.done()
  }
  return (
    <Context value={session}>
      {children}
      {relogin.isNeeded ? <Login isOver email={who.email} onDone={onDone} /> : null}
    </Context>
  )
}
