import { createBoundedMap } from "../../../domain/base/boundedMap.ts"
import type { Account } from "../../../domain/organization/ledger.ts"
import type { TiersFile } from "../../../domain/organization/tiers.ts"
import type { Queries } from "../../../store/database.ts"
import { findTierName } from "../../../store/usage.ts"
import type { Caller } from "../../credentials/callers.ts"
import { type AddressOf, networkOf } from "../../http/address.ts"

/** Weight of an organization's share by its tier; 1 until it has been read. */
export type WeightOf = (organizationId: string) => number

const USUAL_WEIGHT = 1
const MAX_ORGANIZATIONS = 10_000
/** Time after which a changed tier counts. */
const CURRENT_MS = 60_000

export const createWeightOf = (queries: Queries, { tiers, defaultTier }: TiersFile): WeightOf => {
  const weightOfTier = (name: string | null) => tiers[name ?? defaultTier]?.weight ?? USUAL_WEIGHT
  if (Object.values(tiers).every(({ weight = USUAL_WEIGHT }) => weight === USUAL_WEIGHT)) return () => USUAL_WEIGHT
  const read = createBoundedMap<{ atMs: number }>({
    capacity: MAX_ORGANIZATIONS,
    isCurrent: ({ atMs }) => performance.now() - atMs < CURRENT_MS,
  })
  const weights = createBoundedMap<number>({ capacity: MAX_ORGANIZATIONS })
  return organizationId => {
    read.getOrMake(organizationId, () => {
      const lookup = findTierName(queries, organizationId)
      lookup.then(
        name => weights.set(organizationId, weightOfTier(name)),
        () => read.delete(organizationId),
      )
      return { atMs: performance.now() }
    })
    return weights.get(organizationId) ?? weightOfTier(null)
  }
}

/** Weight of an address without a credential, of which one caller may have many. */
const ADDRESS_WEIGHT = 0.25

/** Account of a caller's organization, or of the address of a request without a known caller. */
export const createAccountOf =
  (weightOf: WeightOf, addressOf: AddressOf) =>
  (request: Request, caller: Pick<Caller, "organizationId"> | undefined): Account =>
    caller
      ? { name: caller.organizationId, weight: weightOf(caller.organizationId) }
      : { name: networkOf(addressOf(request)), weight: ADDRESS_WEIGHT }
