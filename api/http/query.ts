import { KindGuard, type Static, type TObject, type TSchema } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { InvalidInput } from "../../domain/errors.ts"
import { violations } from "../../domain/validation/violations.ts"

/**
 * The query of a request, its texts turned into the types of the schema; parameters it does not know are left out.
 * Throws InvalidInput with all violations.
 */
export const readQuery = <T extends TObject>(schema: T, request: Request): Static<T> => {
  const texts = Object.fromEntries(new URL(request.url).searchParams)
  const known = Object.fromEntries(Object.entries(texts).filter(([name]) => name in schema.properties))
  const query = Object.fromEntries(
    Object.entries(known).map(([name, text]) => [name, typed(schema.properties[name]!, text)]),
  )
  const found = violations(schema, query)
  if (found.length > 0) throw new InvalidInput(found)
  return query as Static<T>
}

const WHOLE = /^-?\d{1,15}$/
const DECIMAL = /^-?\d+\.\d+$/

/**
 * A text where a whole number belongs is one only in digits, a fraction stays a fraction, and all else a text, to be refused:
 * TypeBox would take the digits that a text begins with.
 */
const typed = (schema: TSchema, text: string): unknown => {
  if (!KindGuard.IsInteger(schema)) return Value.Convert(schema, text)
  return WHOLE.test(text) || DECIMAL.test(text) ? Number(text) : text
}
