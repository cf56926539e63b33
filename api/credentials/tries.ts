import { createHash } from "node:crypto"
import type { Queries } from "../../store/database.ts"
import { addHits, addTry, forgetHits, isWithin, type Waits } from "../../store/rateLimits.ts"
import { TooManyRequests } from "../http/errors.ts"

const HOUR_MS = 3_600_000
/** Wrong passwords of one account from one address: after 10 it waits 1 s, then 2, 4 … up to a quarter of an hour. */
const OF_ADDRESS: Waits = { freeTries: 10, maxWaitMs: HOUR_MS / 4, forgetMs: HOUR_MS }
/** Attempts from all networks together, except those from which the password was right before. */
const OF_ACCOUNT: Waits = { freeTries: 20, maxWaitMs: HOUR_MS / 60, forgetMs: HOUR_MS }

/**
 * Time for which a right password exempts its network from the count of all networks. Otherwise strangers who keep
 * guessing would keep the account's user waiting.
 */
const EXEMPT_MS = 90 * 24 * HOUR_MS

/** Account and origin of a password attempt. */
export interface Tried {
  /** Counted as typed, for existing and unknown accounts alike. */
  account: string
  /** The network that the caller's address belongs to. */
  network: string
}

/**
 * Runs an attempt at a password unless too many failed before; success resets the count. Each attempt counts before it
 * runs, so that simultaneous attempts of any number of processes are counted one by one. Throws TooManyRequests.
 */
export type TryPassword = (tried: Tried, attempt: () => Promise<boolean>) => Promise<boolean>

export const createTryPassword =
  (queries: Queries): TryPassword =>
  async ({ account, network }, attempt) => {
    const ofAccount = nameOf(account)
    const ofAddress = nameOf(`${account} ${network}`)
    const exemption = nameOf(`${account} ${network} right`)
    const isExempt = await isWithin(queries, exemption, EXEMPT_MS)
    const waitMs =
      (await addTry(queries, ofAddress, OF_ADDRESS)) || (isExempt ? 0 : await addTry(queries, ofAccount, OF_ACCOUNT))
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new TooManyRequests(seconds, "too-many-passwords", { seconds })
    }
    const isRight = await attempt()
    if (isRight) {
      await forgetHits(queries, [ofAddress, ofAccount, exemption])
      await addHits(queries, { name: exemption, hits: 1, windowMs: EXEMPT_MS })
    }
    return isRight
  }

/** A typed address may be a password: only its hash is stored. */
const nameOf = (text: string): string => `password:${createHash("sha256").update(text).digest("base64url")}`
