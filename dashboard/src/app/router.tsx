import { type ComponentProps, type MouseEvent, useSyncExternalStore } from "react"
import { addressedMode, keepMode, type Mode, withMode } from "./mode.ts"

const ROOT = "/dashboard"
const MOVED = "solar-scan-moved"

const subscribe = (listener: () => void) => {
  addEventListener("popstate", listener)
  addEventListener(MOVED, listener)
  return () => {
    removeEventListener("popstate", listener)
    removeEventListener(MOVED, listener)
  }
}

/** Steps of the path below /dashboard: `["scans", "<id>"]`. */
export const useSteps = (): string[] => {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return path.slice(ROOT.length).split("/").filter(Boolean)
}

/** The query of the current address. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search)

/** Mode in the address. */
export const useMode = (): Mode => addressedMode(useSearch())

const addressOf = (path: string): string => ROOT + withMode(path, addressedMode(location.search))

/** Shows another page of the dashboard; `path` as below /dashboard. */
export const go = (path: string): void => {
  history.pushState(null, "", addressOf(path))
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
  document.getElementById("content")?.focus()
}

/** The current page, with its mode. */
export const shownPage = (): string => `${location.pathname} ${addressedMode(location.search)}`

/**
 * Like `go`, at the end of an action that began on a page: a reader who has left that page is not moved.
 *
 * @param begun `shownPage` at the start of the action
 */
export const goFrom = (begun: string, path: string): void => {
  if (shownPage() === begun) go(path)
}

/** Changes the query of the current page without a new history entry; undefined removes a part. */
export const setQuery = (parts: Readonly<Record<string, string | undefined>>): void => {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined || value === "") query.delete(name)
    else query.set(name, value)
  }
  history.replaceState(history.state, "", `${location.pathname}?${query}`)
  dispatchEvent(new Event(MOVED))
}

/** Shows the scans of another mode; a page of one scan or profile changes to the corresponding list. */
export const switchMode = (mode: Mode): void => {
  keepMode(mode)
  const [part = "scans", id] = location.pathname.slice(ROOT.length).split("/").filter(Boolean)
  const isOfOne = ["scans", "sites", "studio"].includes(part) && id !== undefined && id !== "new"
  go(withMode(isOfOne ? `/${part}` : `/${[part, id].filter(Boolean).join("/")}`, mode))
}

/** A link to another page of the dashboard. */
export const Link = ({ to, ...rest }: { to: string } & ComponentProps<"a">) => {
  const mode = useMode()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={ROOT + withMode(to, mode)} onClick={follow} />
}
