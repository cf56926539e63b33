/** Maximum wait of a request. */
const MAX_WAIT_SECONDS = 60
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?/i
const REPRESENTATION = /(?:^|[,;\s])return\s*=\s*"?representation"?(?![\w-])/i

/** Preferences of a request (RFC 7240, sections 4.2 and 4.3). */
export interface Preference {
  /** Seconds of `wait=N`, 60 for a longer wait; undefined without a wait. */
  waitSeconds: number | undefined
  /** True for `return=representation`. */
  isRepresentation: boolean
}

export const preferenceOf = (request: Request): Preference => {
  const prefer = request.headers.get("prefer")
  if (prefer === null) return NO_PREFERENCE
  const seconds = Number(WAIT.exec(prefer)?.[1] ?? 0)
  return {
    waitSeconds: seconds >= 1 ? Math.min(seconds, MAX_WAIT_SECONDS) : undefined,
    isRepresentation: REPRESENTATION.test(prefer),
  }
}

const NO_PREFERENCE: Preference = { waitSeconds: undefined, isRepresentation: false }

/** Value of Preference-Applied; undefined if no preference was applied. */
export const appliedPreference = ({ waitSeconds, isRepresentation }: Preference): string | undefined => {
  const applied = [
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
    ...(isRepresentation ? ["return=representation"] : []),
  ]
  return applied.length > 0 ? applied.join(", ") : undefined
}
