import type { Static, TObject } from "@sinclair/typebox"
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
  const query = Value.Convert(schema, known)
  const found = violations(schema, query)
  if (found.length > 0) throw new InvalidInput(found)
  return query as Static<T>
}
