import type { Values } from "./paths.ts"

/** Name of a draft: of one user, and of one start of the form (empty, from a profile, from a scan). */
const nameOf = (userId: string, start: string): string => `draft ${userId} ${start}`

/** Unsent values typed in this tab. They survive a reload, a login and a step back, and end with the tab. */
export const readDraft = (userId: string, start: string): Values | undefined => {
  try {
    const kept = sessionStorage.getItem(nameOf(userId, start))
    return kept === null ? undefined : (JSON.parse(kept) as Values)
  } catch {
    return undefined
  }
}

export const keepDraft = (userId: string, start: string, values: Values): void => {
  try {
    sessionStorage.setItem(nameOf(userId, start), JSON.stringify(values))
  } catch {
    // Without storage in the browser, typed values are lost with the page.
  }
}

export const forgetDraft = (userId: string, start: string): void => {
  try {
    sessionStorage.removeItem(nameOf(userId, start))
  } catch {
    // The browser has no storage.
  }
}
