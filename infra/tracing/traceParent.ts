/** The place of a span as the header `traceparent` carries it (W3C Trace Context, level 1). */
export interface TraceParent {
  /** 32 lowercase hex digits. */
  traceId: string
  /** 16 lowercase hex digits. */
  spanId: string
  isSampled: boolean
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = "0".repeat(32)
const NO_SPAN = "0".repeat(16)
const SAMPLED = 1
/** Maximum length; longer headers have no known version. */
const MAX_LENGTH = 256

/** Reads a header; undefined if it is missing or invalid by the recommendation. */
export const parseTraceParent = (text: string | null | undefined): TraceParent | undefined => {
  if (!text || text.length > MAX_LENGTH) return undefined
  const [, version, traceId = "", spanId = "", flags = "", rest] = FORM.exec(text.trim()) ?? []
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export const writeTraceParent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`
