import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { type Answer, type Client, ScanApiError } from "../../../client/index.ts"
import { api, apiOf } from "../lib/api.ts"
import { useSettings } from "../lib/settings.tsx"
import { ChangePassword, Login } from "./Login.tsx"

type SessionAnswer = Answer<"GET /v1/auth/session">
export type Mode = "live" | "sandbox"

/** Who is logged in, whose scans are shown, and how to ask for them. */
export interface Session {
  who: SessionAnswer
  isOwner: boolean
  mode: Mode
  setMode(mode: Mode): void
  /** Calls the service in the mode that is shown. */
  client: Client
  /** As the client does; shows the login again when the session is over. Throws ScanApiError. */
  ask: Client["ask"]
  logOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(Context)
  if (!session) throw new Error("a component is outside of SessionProvider")
  return session
}

const useWho = () => {
  const [who, setWho] = useState<SessionAnswer | null>()
  const look = useCallback(
    () =>
      api.ask("GET /v1/auth/session").then(setWho, error => {
        if (error instanceof ScanApiError && error.status === 401) setWho(null)
        else throw error
      }),
    [],
  )
  useEffect(() => {
    look()
  }, [look])
  return { who, setWho, look }
}

const useMade = (who: SessionAnswer | null | undefined, forget: () => void): Session | undefined => {
  const [mode, setMode] = useState<Mode>(() => (localStorage.getItem("mode") === "sandbox" ? "sandbox" : "live"))
  return useMemo(() => {
    if (!who) return undefined
    const client = apiOf(mode)
    return {
      who,
      isOwner: who.role === "owner",
      mode,
      setMode(next) {
        localStorage.setItem("mode", next)
        setMode(next)
      },
      client,
      async ask(place, ...given) {
        try {
          return await client.ask(place, ...given)
        } catch (error) {
          if (error instanceof ScanApiError && error.status === 401) forget()
          throw error
        }
      },
      async logOut() {
        await api.ask("POST /v1/auth/logout")
        forget()
      },
    }
  }, [who, mode, forget])
}

/** Shows what is inside to whoever is logged in; to all others the login. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { text } = useSettings()
  const { who, setWho, look } = useWho()
  const forget = useCallback(() => setWho(null), [setWho])
  const session = useMade(who, forget)
  if (who === undefined)
    return (
      <p className="loading" role="status">
        {text.common.loading}
      </p>
    )
  if (who === null) return <Login onDone={look} />
  if (who.mustChangePassword || !session) return <ChangePassword onDone={look} />
  return <Context value={session}>{children}</Context>
}
