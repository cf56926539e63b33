import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

const FIRST_MS = Date.parse("0001-01-01T00:00:00Z")
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z")

/** A moment, limited to years that the database accepts: no year 0 and no ISO 8601 year of more than four digits. */
export const storableMoment = (ms: number): Date => new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS))

/**
 * A moment that a caller names, an ISO 8601 date or time; without a zone it is UTC. Throws InvalidInput for the field.
 */
export const readMoment = (field: string, text: string): Date => {
  const match = MOMENT.exec(text)
  const isTime = text.includes("T")
  const moment = new Date(isTime && !match?.[1] ? `${text}Z` : text)
  if (match && !Number.isNaN(moment.getTime())) return storableMoment(moment.getTime())
  throw new InvalidInput([violation([field], "date", { form: "day-or-zoned-time" })])
}
