import { and, eq, gt, lte } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { passwordLinks } from "./passwordLinksTable.ts"
import { sessions, users } from "./tables.ts"
import { transaction } from "./transaction.ts"

type PasswordLink = typeof passwordLinks.$inferSelect

/** Stores a user's link in place of the previous link, and deletes expired links. */
export const keepPasswordLink = (queries: Queries, link: PasswordLink): Promise<void> =>
  transaction(queries, async tx => {
    await tx.delete(passwordLinks).where(lte(passwordLinks.expiresAt, new Date()))
    const { userId, ...rest } = link
    await tx.insert(passwordLinks).values(link).onConflictDoUpdate({ target: passwordLinks.userId, set: rest })
  })

const holding = (secretHash: string) =>
  and(eq(passwordLinks.secretHash, secretHash), gt(passwordLinks.expiresAt, new Date()))

/** True if a link with that hash exists and has not expired. */
export const hasPasswordLink = async (queries: Queries, secretHash: string): Promise<boolean> => {
  const rows = await queries.select({ userId: passwordLinks.userId }).from(passwordLinks).where(holding(secretHash))
  return rows.length > 0
}

/**
 * Uses a link: sets the new password of its user and ends all sessions. Returns the user; undefined without such a
 * link, or if it has expired. Only one of two simultaneous uses succeeds.
 */
export const usePasswordLink = (
  queries: Queries,
  secretHash: string,
  passwordHash: string,
): Promise<string | undefined> =>
  transaction(queries, async tx => {
    const [used] = await tx.delete(passwordLinks).where(holding(secretHash)).returning()
    if (!used) return undefined
    await tx.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, used.userId))
    await tx.delete(sessions).where(eq(sessions.userId, used.userId))
    return used.userId
  })
