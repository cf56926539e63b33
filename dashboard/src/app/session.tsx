import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import type { SessionAnswer } from "../../../api/credentials/schemas.ts"
import { ApiError, type CallOptions, call } from "../lib/api.ts"
import { useSettings } from "../lib/settings.tsx"
import { ChangePassword, Login } from "./Login.tsx"

export type Mode = "live" | "sandbox"

/** Who is logged in, whose scans are shown, and how to ask for them. */
export interface Session {
  who: SessionAnswer
  isOwner: boolean
  mode: Mode
  setMode(mode: Mode): void
  /** A path with the mode that is shown. */
  url(path: string): string
  /** Calls a path in the mode that is shown; shows the login again when the session is over. Throws ApiError. */
  ask<T>(path: string, options?: CallOptions): Promise<T>
  logOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(Context)
  if (!session) throw new Error("a component stands outside of SessionProvider")
  return session
}

const useWho = () => {
  const [who, setWho] = useState<SessionAnswer | null>()
  const look = useCallback(
    () =>
      call<SessionAnswer>("/v1/auth/session").then(setWho, error => {
        if (error instanceof ApiError && error.status === 401) setWho(null)
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
    const url = (path: string) => `${path}${path.includes("?") ? "&" : "?"}mode=${mode}`
    return {
      who,
      isOwner: who.role === "owner",
      mode,
      setMode(next) {
        localStorage.setItem("mode", next)
        setMode(next)
      },
      url,
      async ask<T>(path: string, options?: CallOptions) {
        try {
          return await call<T>(url(path), options)
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) forget()
          throw error
        }
      },
      async logOut() {
        await call("/v1/auth/logout", { method: "POST" })
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
