import { createBoundedMap } from "../../domain/boundedMap.ts"
import type { Exchange } from "./exchange.ts"
import { inFewestCalls } from "./wholeBody.ts"

/** Headers that the answers of one kind have alike. */
const ALIKE = ["vary", "cache-control", "content-type", "ratelimit-policy", "ratelimit-limit"] as const
/** Kinds whose headers are kept: there are some twenty. */
const MAX_KINDS = 200

interface Whole {
  /** Of the request. */
  method: string
  status: number
  body: string | Buffer | null
}

/**
 * Makes answers of what is finished and their headers, with those that all answers have. The headers of a kind of answers are copied at once:
 * to add one by its name takes several times as long.
 */
export const createAnswers = (common: Record<string, string>) => {
  const kinds = createBoundedMap<Headers>({ capacity: MAX_KINDS })
  const isAlike = new Set<string>(ALIKE)
  const make = (wanted: Exchange["headers"]): Headers => {
    const headers = new Headers(common)
    for (const name of ALIKE) if (wanted[name] !== undefined) headers.set(name, String(wanted[name]))
    return headers
  }
  return ({ method, status, body }: Whole, wanted: Exchange["headers"]): Response => {
    const kind = `${wanted.vary}|${wanted["cache-control"]}|${wanted["content-type"]}|${wanted["ratelimit-policy"]}|${wanted["ratelimit-limit"]}`
    const headers = new Headers(kinds.getOrMake(kind, () => make(wanted)))
    for (const name in wanted) {
      const value = wanted[name]
      if (value !== undefined && !isAlike.has(name)) headers.set(name, String(value))
    }
    return new Response(inFewestCalls(method, body), { status, headers })
  }
}
