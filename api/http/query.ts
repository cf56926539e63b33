import { KindGuard, type Static, type TObject, type TSchema, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { InvalidInput } from "../../domain/base/errors.ts"
import { type Violation, violation } from "../../domain/base/validation/violation.ts"
import { nearestName, violations } from "../../domain/base/validation/violations.ts"

/** Query of an operation without parameters. */
const NO_QUERY = Type.Object({})
/** Parameter of sessions on every path: the mode of its scans (api/credentials). */
const OF_EVERY_PATH = "mode"
/** Paths outside the interface accept any parameter: the pages and paths of monitors. */
const INTERFACE = "/v1/"
/** Maximum number of unknown parameters named in an answer. */
const MAX_NAMED = 20

/**
 * The query of a request, its texts turned into the types of the schema. Throws InvalidInput with all violations;
 * unknown and repeated parameters of an operation of the interface are violations.
 */
export const readQuery = <T extends TObject>(schema: T, request: Request): Static<T> => {
  const { pathname, searchParams } = new URL(request.url)
  const texts = [...searchParams].filter(([name]) => Object.hasOwn(schema.properties, name))
  const query = Object.fromEntries(texts.map(([name, text]) => [name, typed(schema.properties[name]!, text)]))
  const names = pathname.startsWith(INTERFACE) ? [...searchParams.keys()] : []
  const broken = [...wrongNames(names, Object.keys(schema.properties)), ...violations(schema, query)]
  if (broken.length > 0) throw new InvalidInput(broken)
  return query as Static<T>
}

/** Throws InvalidInput for parameters of an operation without parameters. */
export const assertNoQuery = (request: Request): void => {
  if (request.url.includes("?")) readQuery(NO_QUERY, request)
}

const wrongNames = (names: string[], ofOperation: string[]): Violation[] => {
  const all = [...ofOperation, OF_EVERY_PATH]
  const unknown = [...new Set(names)].filter(name => !all.includes(name)).slice(0, MAX_NAMED)
  const repeated = all.filter(name => names.indexOf(name) !== names.lastIndexOf(name))
  return [
    ...unknown.map(name => {
      const nearest = nearestName(name, all)
      return violation([name], "unknown-parameter", nearest === undefined ? {} : { nearest })
    }),
    ...repeated.map(name => violation([name], "parameter-once")),
  ]
}

const WHOLE = /^-?\d{1,15}$/
const DECIMAL = /^-?\d+\.\d+$/
/** A number of JSON (RFC 8259, 6), which may begin with zeros. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/**
 * Reads a whole number from digits only. A fraction stays a fraction, and other texts stay texts, to be refused.
 * TypeBox would accept leading digits of a text, and hexadecimal numbers.
 */
const typed = (schema: TSchema, text: string): unknown => {
  if (KindGuard.IsNumber(schema)) return NUMBER.test(text) ? Number(text) : text
  if (!KindGuard.IsInteger(schema)) return Value.Convert(schema, text)
  return WHOLE.test(text) || DECIMAL.test(text) ? Number(text) : text
}
