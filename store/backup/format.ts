import { type Static, Type } from "@sinclair/typebox"
import journal from "../migrations/meta/_journal.json"

/**
 * A backup is gzip of JSON lines (docs/backup.md): a header, then for each table a line with its name and a line for
 * each row. The last line has the number of rows of each table and the SHA-256 of all previous bytes.
 */
export const FORMAT = "solar-scan-backup"
export const VERSION = 1

export const Header = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer(),
  /** Newest migration of the exported database, and the number of migrations up to it. */
  schema: Type.Object({ migrations: Type.Integer(), newest: Type.String() }),
  tables: Type.Array(Type.String()),
})
export type Header = Static<typeof Header>

export const TableLine = Type.Object({ table: Type.String() })

/** Contents of a backup, as stated in its last line. */
export const Contents = Type.Object({
  /** Rows by table. */
  rows: Type.Record(Type.String(), Type.Integer()),
  /** Lowercase hex. */
  sha256: Type.String(),
})
export type Contents = Static<typeof Contents>
export const EndLine = Type.Object({ end: Contents })

/** Start of a row's line. The row follows, as PostgreSQL's row_to_json writes it, then a closing brace. */
export const ROW_START = '{"row":'
export const END_START = '{"end":'

/** Schema of this version of the service. */
export const ownSchema = (): Header["schema"] => ({
  migrations: journal.entries.length,
  newest: journal.entries.at(-1)?.tag ?? "",
})

/** Error: a backup that cannot be imported, or a database that accepts no import; the message says why. */
export class BackupRefused extends Error {
  readonly code = "BACKUP_REFUSED"
  constructor(message: string) {
    super(message)
    this.name = "BackupRefused"
  }
}
