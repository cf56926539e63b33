import { type ComponentProps, type MouseEvent, useSyncExternalStore } from "react"

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

/** Shows another page of the dashboard; `path` as below /dashboard. */
export const go = (path: string): void => {
  history.pushState(null, "", ROOT + path)
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
  document.getElementById("content")?.focus()
}

/** A link to another page of the dashboard. */
export const Link = ({ to, ...rest }: { to: string } & ComponentProps<"a">) => {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={ROOT + to} onClick={follow} />
}
