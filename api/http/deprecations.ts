import type { Operation, Place } from "./operation.ts"

/** An operation that a later version removes. */
export interface Deprecation {
  /** Day from which programs should use another operation, `YYYY-MM-DD`. */
  since: string
  /** Day from which the operation may be gone: at least MIN_SUNSET_DAYS later. */
  sunset: string
  /** Its replacement. */
  successor: Place
}

/** Shortest time between the announcement and the removal of an operation (docs/versions.md). */
const MIN_SUNSET_DAYS = 365
const DAY_MS = 24 * 3_600_000

export type Deprecations = Readonly<Partial<Record<Place, Deprecation>>>

/** Operations that are deprecated in this version. */
export const DEPRECATIONS: Deprecations = {}

/** Page of the interface document. */
const PAGE = "/docs"

/**
 * Headers of every answer of a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594) and links. Throws
 * RangeError if the sunset is too early.
 */
export const deprecationHeaders = ({ since, sunset, successor }: Deprecation): Record<string, string> => {
  const [from, until] = [Date.parse(since), Date.parse(sunset)]
  if (!(until - from >= MIN_SUNSET_DAYS * DAY_MS))
    throw new RangeError(`the sunset ${sunset} must be at least ${MIN_SUNSET_DAYS} days after ${since}`)
  const path = successor.slice(successor.indexOf(" ") + 1)
  return {
    deprecation: `@${from / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: `<${PAGE}>; rel="deprecation"; type="text/html", <${path}>; rel="successor-version"`,
  }
}

/** Headers of a deprecated operation; undefined for any other. */
export const headersOfDeprecated = (
  { place }: Operation,
  deprecations: Deprecations = DEPRECATIONS,
): Record<string, string> | undefined => {
  const deprecation = deprecations[place]
  return deprecation && deprecationHeaders(deprecation)
}

/** Sentence of the interface document. */
export const deprecationText = ({ since, sunset, successor }: Deprecation): string =>
  `Deprecated since ${since} and removed from ${sunset} on: use ${successor}.`
