import { remember, remembered } from "../lib/memory.ts"

/** Scans on display: live or sandbox. */
export type Mode = "live" | "sandbox"

const NAME = "mode"

const modeIn = (search: string): Mode | undefined => {
  const named = new URLSearchParams(search).get(NAME)
  return named === "live" || named === "sandbox" ? named : undefined
}

/** Last mode of the reader; undefined for a first visit. */
const lastMode = (): Mode | undefined => {
  const kept = remembered(NAME)
  return kept === "live" || kept === "sandbox" ? kept : undefined
}

export const keepMode = (mode: Mode): void => remember(NAME, mode)

/** Mode in the address, otherwise the last mode, otherwise live. */
export const addressedMode = (search: string): Mode => modeIn(search) ?? lastMode() ?? "live"

/** The mode named by an address if it differs from the reader's last mode, as in a link from another user. */
export const otherMode = (search: string): Mode | undefined => {
  const [named, last] = [modeIn(search), lastMode()]
  return named && last && named !== last ? named : undefined
}

/** Adds the mode to the query of a path, unless the path has a mode. */
export const withMode = (path: string, mode: Mode): string => {
  const [pathname = "", search = ""] = path.split("?", 2)
  const query = new URLSearchParams(search)
  if (!query.has(NAME)) query.set(NAME, mode)
  return `${pathname}?${query}`
}
