import { InvalidInput } from "../../domain/errors.ts"
import { violation } from "../../domain/validation/violation.ts"

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** A moment that a caller names, an ISO 8601 date or time; without a zone it is UTC. Throws InvalidInput for the field. */
export const readMoment = (field: string, text: string): Date => {
  const match = MOMENT.exec(text)
  const isTime = text.includes("T")
  const moment = new Date(isTime && !match?.[1] ? `${text}Z` : text)
  if (match && !Number.isNaN(moment.getTime())) return moment
  throw new InvalidInput([violation([field], "date", { form: "day-or-zoned-time" })])
}
