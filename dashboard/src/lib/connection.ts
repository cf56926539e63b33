import { useSyncExternalStore } from "react"
import { COMMON } from "../text/text.ts"
import { pageLanguage } from "./language.ts"

/** State of the connection to the service. */
export interface Connection {
  /** True if the last request found no service: data on display dates from `answeredAtMs`. */
  isAway: boolean
  /** When the service last answered [ms since 1970]. */
  answeredAtMs: number
  /** True if the service serves another build of the page than the running one. */
  isOutdated: boolean
  /** Number of restored connections. */
  returns: number
}

/** Interval of probes of an unavailable service. */
const PROBE_MS = 3_000
/** Interval at which an open page checks for another build. */
const VERSION_MS = 300_000
/** Statuses of proxies for an unavailable service, and of the service without its database. */
const AWAY = [502, 503, 504]

let state: Connection = { isAway: false, answeredAtMs: Date.now(), isOutdated: false, returns: 0 }
let probing: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const change = (next: Partial<Connection>): void => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const probe = (): void => {
  fetch("/readyz").then(response => (AWAY.includes(response.status) ? away() : here()), away)
}

const away = (): void => {
  if (!state.isAway) change({ isAway: true })
  clearTimeout(probing)
  probing = setTimeout(probe, PROBE_MS)
}

const here = (): void => {
  clearTimeout(probing)
  const wasAway = state.isAway
  state = { ...state, answeredAtMs: Date.now() }
  if (!wasAway) return
  change({ isAway: false, returns: state.returns + 1 })
  lookForBuild()
}

/** Fetches like the platform and records the state of the connection. */
export const watchedFetch = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
  try {
    const response = await fetch(input, init)
    // GET /readyz answers 503 if a process is not ready, which is a normal answer.
    if (AWAY.includes(response.status) && !String(input).startsWith("/readyz")) away()
    else here()
    return response
  } catch (error) {
    if (init?.signal?.aborted) throw error
    away()
    throw new Error(COMMON[pageLanguage()].unreachable)
  }
}

/** Loads the page again and checks that it names the running script. */
const lookForBuild = async (): Promise<void> => {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src
  if (!script) return
  const page = await fetch(location.pathname, { headers: { accept: "text/html" } }).catch(() => undefined)
  if (!page?.ok) return
  const html = await page.text()
  if (html.includes("/dashboard/assets/") && !html.includes(new URL(script).pathname)) change({ isOutdated: true })
}

/** Follows the connection for as long as the page is open. */
export const watchConnection = (): void => {
  addEventListener("offline", away)
  addEventListener("online", probe)
  setInterval(lookForBuild, VERSION_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state)

/** Checks at once that the service is available. */
export const tryConnection = probe

/** Checks the service after a part of the page did not arrive; returns true if it serves another build of the page. */
export const lookForService = async (): Promise<boolean> => {
  probe()
  await lookForBuild()
  return state.isOutdated
}
