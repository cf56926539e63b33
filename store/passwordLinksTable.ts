import { pgTable, text } from "drizzle-orm/pg-core"
import { partOf, time, users } from "./tables.ts"

/** Links by which a user sets a new password once; at most one per user. */
export const passwordLinks = pgTable("password_links", {
  userId: partOf("user_id", () => users.id).primaryKey(),
  /** SHA-256 of the secret in the link, hex; the secret itself is not stored. */
  secretHash: text("secret_hash").notNull().unique(),
  expiresAt: time("expires_at").notNull(),
})
