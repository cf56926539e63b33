import { TooManyRequests } from "../../http/errors.ts"
import type { Limiter } from "../../http/limiter.ts"
import type { InsertScans } from "./insert.ts"

const DAY_MS = 86_400_000

/**
 * Refuses sandbox scans of an organization beyond its daily share. Sandbox scans are free and stay stored. Throws
 * TooManyRequests without writing any draft.
 */
export const withSandboxLimit =
  (insert: InsertScans, limiter: Limiter, scansPerDay: number): InsertScans =>
  async (drafts, keep) => {
    for (const { mode, organizationId } of drafts) {
      if (mode !== "sandbox") continue
      const { isAllowed, resetSeconds } = await limiter(`sandbox:${organizationId}`, {
        hits: scansPerDay,
        windowMs: DAY_MS,
      })
      if (!isAllowed)
        throw new TooManyRequests(resetSeconds, "too-many-sandbox-scans", { limit: scansPerDay, seconds: resetSeconds })
    }
    return insert(drafts, keep)
  }
