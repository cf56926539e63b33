import type { Shared } from "../../domain/organization/refusal.ts"
import { TooManyRequests } from "./errors.ts"

/** Units of a limited resource of this process; each organization may hold its share. */
export interface Shares {
  /**
   * Takes an amount for an organization; returns a function that releases it once. Throws TooManyRequests beyond its
   * share or the total.
   */
  take(organizationId: string, amount?: number): () => void
}

interface SharesOptions {
  inAll: number
  perOrganization: number
  what: Shared
}

/** Holders release their unit within seconds, or at the caller's choice. */
const RETRY_AFTER_SECONDS = 1

export const createShares = ({ inAll, perOrganization, what }: SharesOptions): Shares => {
  const amounts = new Map<string, number>()
  let heldInAll = 0
  const add = (organizationId: string, amount: number) => {
    const now = (amounts.get(organizationId) ?? 0) + amount
    heldInAll += amount
    if (now > 0) amounts.set(organizationId, now)
    else amounts.delete(organizationId)
  }
  return {
    take(organizationId, amount = 1) {
      const most = Math.min(perOrganization - (amounts.get(organizationId) ?? 0), inAll - heldInAll)
      if (amount > most) throw new TooManyRequests(RETRY_AFTER_SECONDS, "too-many-at-once", { what })
      add(organizationId, amount)
      let isHeld = true
      return () => {
        if (isHeld) add(organizationId, -amount)
        isHeld = false
      }
    },
  }
}
