import { sql } from "drizzle-orm"
import { index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { type Mode, organizations, partOf, time } from "../tables.ts"

/** Scans that came in one request: POST /v1/scans/batch, or with a line for each POST /v1/scans/bulk. */
export const scanBatches = pgTable(
  "scan_batches",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** Id from the caller, or a generated id. */
    id: uuid("id").notNull(),
    /** Processed lines, or items, by outcome. */
    lines: integer("lines").notNull().default(0),
    accepted: integer("accepted").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** Number of the last line whose row is stored; rows of later lines may be missing until the batch is closed. */
    lastLine: integer("last_line").notNull().default(0),
    createdAt: time("created_at").notNull(),
    /** Time at which its owner cancelled it; null: not so far. */
    cancelledAt: time("cancelled_at"),
    /** Time at which the last line was processed or the request broke off; null: more lines may come. */
    closedAt: time("closed_at"),
    /** Time of the last sign of work on its request; after long silence its process counts as lost. */
    notedAt: time("noted_at").notNull().defaultNow(),
    /** Time at which all its scans had ended and the event was written; null before. */
    completedAt: time("completed_at"),
  },
  table => [
    primaryKey({ columns: [table.organizationId, table.mode, table.id] }),
    index("scan_batches_unended").on(table.createdAt).where(sql`completed_at is null`),
    index("scan_batches_by_end").on(table.completedAt).where(sql`completed_at is not null`),
  ],
)

/** Error of a refused line, in the language of its request. */
export interface LineError {
  code: string
  message: string
  errors?: { path: (string | number)[]; rule: string; message: string }[]
}

/** Lines of a batch without a scan: refused lines, and lines whose scan was cancelled with the batch. */
export const batchLines = pgTable(
  "batch_lines",
  {
    organizationId: partOf("organization_id", () => organizations.id),
    mode: text("mode").$type<Mode>().notNull(),
    /** No reference: lines are deleted in steps before their batch. */
    batchId: uuid("batch_id").notNull(),
    line: integer("line").notNull(),
    status: text("status").$type<"refused" | "cancelled">().notNull(),
    /** The cancelled scan. */
    scanId: uuid("scan_id"),
    dossierId: text("dossier_id"),
    error: json("error").$type<LineError>(),
  },
  table => [
    primaryKey({ columns: [table.organizationId, table.mode, table.batchId, table.line] }),
    index("batch_lines_by_dossier").on(table.organizationId, table.dossierId).where(sql`dossier_id is not null`),
  ],
)
