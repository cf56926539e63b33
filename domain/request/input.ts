import { InvalidInput } from "../base/errors.ts"
import { fill } from "../base/validation/filled.ts"
import type { Violation } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import { type FilledRequest, ScanRequest } from "./request.ts"
import { crossFieldViolations } from "./rules.ts"
import { withUsualContract } from "./usualContract.ts"

/** Country of a location (ISO 3166 alpha-2), null at sea. */
export type CountryAt = (location: ScanRequest["location"]) => string | null

/** A request body without violations. Throws InvalidInput with all: single fields first, then rules between fields. */
export const soundRequest = (body: unknown, knownLoadProfiles: ReadonlySet<string>): ScanRequest => {
  const broken = violations(ScanRequest, body)
  if (broken.length > 0) throw new InvalidInput([...broken, ...crossFieldOfBroken(body, knownLoadProfiles)])
  const request = body as ScanRequest
  const inconsistent = crossFieldViolations(request, knownLoadProfiles)
  if (inconsistent.length > 0) throw new InvalidInput(inconsistent)
  return request
}

/** A request body with every default, the usual contract of its country among them. Throws InvalidInput. */
export const parseScanRequest = (
  body: unknown,
  knownLoadProfiles: ReadonlySet<string>,
  countryAt: CountryAt,
): FilledRequest => {
  const request = soundRequest(body, knownLoadProfiles)
  return filledRequest(withUsualContract(request, countryAt(request.location)))
}

/** Rules between fields are checked in addition to broken fields only if the top level is readable. */
const crossFieldOfBroken = (body: unknown, knownLoadProfiles: ReadonlySet<string>): Violation[] => {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return []
  const sound = Object.fromEntries(
    Object.entries(ScanRequest.properties)
      .map(([name, schema]) => [name, (body as Record<string, unknown>)[name], schema] as const)
      .filter(([, value, schema]) => value !== undefined && violations(schema, value).length === 0)
      .map(([name, value]) => [name, value]),
  )
  if (!("inputMethod" in sound)) return []
  return crossFieldViolations(sound as ScanRequest, knownLoadProfiles).filter(
    ({ path: [name] }) => !(String(name) in body) || String(name) in sound,
  )
}

/** A sound request with the defaults of its fields. A studio profile defines the consumption instead of yearlyKwh. */
export const filledRequest = (request: ScanRequest & { tariff: NonNullable<ScanRequest["tariff"]> }): FilledRequest => {
  const all = fill(ScanRequest, request)
  if (request.inputMethod === "known") return all
  const { yearlyKwh: _, yearlyKwhBasis: _basis, ...rest } = all
  return rest
}
