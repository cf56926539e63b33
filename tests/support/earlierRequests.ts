import { filledRequest, soundRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"

/**
 * A request as versions before country packs stored it: with a dynamic tariff by default, and without the contract of
 * its country. Scans of such requests keep their prices. Throws InvalidInput.
 */
export const parseEarlierRequest = (body: unknown, knownLoadProfiles: ReadonlySet<string>): FilledRequest => {
  const request = soundRequest(body, knownLoadProfiles)
  return filledRequest({ ...request, tariff: request.tariff ?? { type: "dynamic" } })
}
