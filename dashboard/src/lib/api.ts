import { createPageClient } from "../../../client/index.ts"
import { watchedFetch } from "./connection.ts"
import { languageHeader } from "./language.ts"

/** Each request is sent once: temporary refusals of the service are shown to the reader. */
const OPTIONS = { baseUrl: "", headers: languageHeader, fetch: watchedFetch as typeof fetch }

/** Calls the service with the session's cookie, if any. */
export const api = createPageClient(OPTIONS)

/** As `api`, of the scans of one mode. */
export const apiOf = (mode: "live" | "sandbox") => createPageClient({ ...OPTIONS, mode })
