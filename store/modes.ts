import { and, eq, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Owner } from "./scans/read.ts"

interface ModeColumns {
  organizationId: PgColumn
  mode: PgColumn
}

/** Rows of a caller's own organization and mode, which it may write. */
export const writableBy = (table: ModeColumns, { organizationId, mode }: Owner): SQL =>
  and(eq(table.organizationId, organizationId), eq(table.mode, mode))!

/** Rows that a caller may read: live callers read live rows, sandbox callers read the rows of both modes. */
export const readableBy = (table: ModeColumns, owner: Owner): SQL =>
  owner.mode === "live" ? writableBy(table, owner) : eq(table.organizationId, owner.organizationId)
