import { type Static, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"

/** Known weaknesses of packages, as `npm audit --json` reports them (report version 2). */

const Advisory = Type.Object({ title: Type.String(), url: Type.String(), severity: Type.String(), name: Type.String() })
const Report = Type.Object({
  auditReportVersion: Type.Literal(2),
  vulnerabilities: Type.Record(Type.String(), Type.Object({ via: Type.Array(Type.Union([Advisory, Type.String()])) })),
})

/** A weakness that does not count until a date, with the reason that it does not affect the service. */
export const Allowed = Type.Array(
  Type.Object({
    id: Type.String({ pattern: "^GHSA(-[0-9a-z]{4}){3}$" }),
    until: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
    why: Type.String({ minLength: 20 }),
  }),
)
export type Allowed = Static<typeof Allowed>

/** Advisories that count, one line each: not allowed, or with an allowance that has expired on `today` (YYYY-MM-DD). */
export const countedAdvisories = (report: unknown, allowed: Allowed, today: string): string[] => {
  const { vulnerabilities } = Value.Parse(Report, report)
  const counted = new Map<string, string>()
  for (const { via } of Object.values(vulnerabilities))
    for (const advisory of via) {
      if (typeof advisory === "string") continue
      const { name, severity, title, url } = advisory
      const id = url.split("/").at(-1) ?? url
      const allowance = allowed.find(each => each.id === id)
      if (allowance && allowance.until >= today) continue
      counted.set(id, `${id} ${severity} ${name}: ${title}${allowance ? ` (allowed until ${allowance.until})` : ""}`)
    }
  return [...counted.values()].sort()
}

/** Result of an audit: no weakness that counts, some, or no report. */
export interface Audit {
  status: "clean" | "found" | "unknown"
  /** Lines for the operator; the last line is a summary. */
  lines: string[]
}

/** Reads what `npm audit --json` printed. Anything but a report, such as a registry's refusal, is "unknown". */
export const auditOf = (text: string, allowed: Allowed, today: string): Audit => {
  const answer = parsed(text)
  if (!Value.Check(Report, answer)) {
    const { message } = (answer ?? {}) as { message?: unknown }
    const why = typeof message === "string" ? `: ${message}` : ""
    return { status: "unknown", lines: [`not audited: the registry answered no report${why}`] }
  }
  const counted = countedAdvisories(answer, allowed, today)
  const lines = [...counted, `audited: ${counted.length} known weaknesses count`]
  return { status: counted.length > 0 ? "found" : "clean", lines }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
