const YEAR_SECONDS = 31_536_000

/** Headers that make browsers treat an answer as data only; the service's own pages set their own policy. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${YEAR_SECONDS}` } : {}),
})
