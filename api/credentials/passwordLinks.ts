import { createHash } from "node:crypto"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { newToken } from "../../infra/ids.ts"
import type { Log } from "../../infra/log.ts"
import type { Queries } from "../../store/database.ts"
import { hasPasswordLink, keepPasswordLink, usePasswordLink } from "../../store/passwordLinks.ts"
import { isCommonPassword } from "./commonPasswords.ts"
import { hashPassword } from "./passwords.ts"

const SECRET_BYTES = 32
const HOUR_MS = 3_600_000
/** Default and maximum lifetime of a link. */
export const LINK_HOURS = { usual: 24, most: 168 }

/** Stored form of a link's secret. The secret is as random as a key, so one hash round suffices. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex")

/** A created link, whose address is shown once. */
export interface MadeLink {
  url: string
  expiresAt: Date
}

/**
 * Makes a user's link to a page that sets a new password once, in place of the previous link. The secret follows `#`,
 * so that no server or proxy sees it in an address.
 * @param publicUrl of the service
 */
export const makePasswordLink = async (
  queries: Queries,
  { userId, hours, publicUrl }: { userId: string; hours: number; publicUrl: string },
): Promise<MadeLink> => {
  const secret = newToken(SECRET_BYTES)
  const expiresAt = new Date(Date.now() + hours * HOUR_MS)
  await keepPasswordLink(queries, { userId, secretHash: hashOf(secret), expiresAt })
  return { url: `${publicUrl}/dashboard/password#${secret}`, expiresAt }
}

/**
 * Sets the password of a link's user, once, and ends all of the user's sessions. `address` is the caller's. Throws
 * InvalidInput.
 */
export type SetByLink = (change: { secret: string; next: string; address: string }) => Promise<void>

export const createSetByLink =
  ({ queries, log }: { queries: Queries; log: Log }): SetByLink =>
  async ({ secret, next, address }) => {
    const secretHash = hashOf(secret)
    const refuse = () => {
      log.warn({ address }, "a link to a new password was refused")
      return new InvalidInput([violation(["token"], "password-link-over")])
    }
    if (!(await hasPasswordLink(queries, secretHash))) throw refuse()
    if (await isCommonPassword(next)) throw new InvalidInput([violation(["newPassword"], "password-common")])
    const userId = await usePasswordLink(queries, secretHash, await hashPassword(next))
    if (userId === undefined) throw refuse()
    log.info({ address, userId }, "a password was set by a link")
  }
