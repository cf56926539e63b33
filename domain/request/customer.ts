import type { Customer } from "../market/tariff/componentKinds.ts"
import { standardProfile } from "../site/consumption/profiles.ts"
import type { ScanRequest } from "./request.ts"

/** Kind of customer that a request leaves open: a business if the load profile is one of a business. */
export const assumedCustomer = ({ loadProfile }: Pick<ScanRequest, "loadProfile">): Customer =>
  loadProfile !== undefined && standardProfile(loadProfile)?.type === "business" ? "business" : "household"

/** Kind of customer of a stored request; without country packs, in earlier versions, each was a household. */
export const customerOf = (request: Pick<ScanRequest, "customer" | "loadProfile" | "tariff">): Customer =>
  request.customer ?? (request.tariff?.usual ? assumedCustomer(request) : "household")
