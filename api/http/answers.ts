import type { Exchange } from "./exchange.ts"
import { inFewestCalls } from "./wholeBody.ts"

/** Headers that all answers of one kind share. */
const ALIKE = ["vary", "cache-control", "content-type", "ratelimit-policy", "ratelimit-limit"] as const
/** Maximum number of kinds with cached headers; there are some twenty. */
const MAX_KINDS = 200

interface Whole {
  /** Values of the request. */
  method: string
  status: number
  body: string | Buffer | null
}

/** Common parts of answers of one kind, in the order of `ALIKE`, and their headers. */
interface Kind {
  values: readonly unknown[]
  headers: Headers
}

/**
 * Makes answers of finished bodies and their headers, with the common headers. The headers of a kind are copied
 * together, because adding a header by name takes several times as long. Kinds are compared value by value, most
 * recently used first, because joining all values to one text takes longer.
 */
export const createAnswers = (common: Record<string, string>) => {
  const kinds: Kind[] = []
  const isAlike = new Set<string>(ALIKE)
  const make = (wanted: Exchange["headers"]): Kind => {
    const headers = new Headers(common)
    for (const name of ALIKE) if (wanted[name] !== undefined) headers.set(name, String(wanted[name]))
    return { values: ALIKE.map(name => wanted[name]), headers }
  }
  const kindOf = (wanted: Exchange["headers"]): Kind => {
    const place = kinds.findIndex(({ values }) => ALIKE.every((name, i) => values[i] === wanted[name]))
    if (place === 0) return kinds[0]!
    const kind = place > 0 ? kinds.splice(place, 1)[0]! : make(wanted)
    kinds.unshift(kind)
    if (kinds.length > MAX_KINDS) kinds.pop()
    return kind
  }
  return ({ method, status, body }: Whole, wanted: Exchange["headers"]): Response => {
    const answer = new Response(inFewestCalls(method, body), { status, headers: kindOf(wanted).headers })
    const { headers } = answer
    for (const name in wanted) {
      const value = wanted[name]
      if (value !== undefined && !isAlike.has(name)) headers.set(name, String(value))
    }
    return answer
  }
}
