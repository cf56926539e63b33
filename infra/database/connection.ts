/** The connection ended before the answer came; whether the query was carried out is not known. */
export class ConnectionLost extends Error {
  readonly code = "CONNECTION_LOST"
  constructor(options?: ErrorOptions) {
    super("the connection to the database was lost", options)
    this.name = "ConnectionLost"
  }
}

/** How a query is sent and answered. */
export interface Asking {
  /** Rows come as arrays, not as objects. */
  asArrays?: boolean
  /** The statement is kept, so that the next time it is neither read nor described again. */
  keep?: boolean
}

/** A row as an object by column, or as an array. */
export type Row = Record<string, unknown> | unknown[]

/** One connection, which is never used again once it has broken. */
export interface Connection {
  /** Sends a query when the earlier ones have been answered. Rejects with ConnectionLost or PostgreSQL's own error. */
  ask(query: string, parameters?: unknown[], asking?: Asking): Promise<Row[]>
  isBroken(): boolean
  /** Closes it; whatever is under way rejects. */
  close(): Promise<void>
}

/** How values travel, by the type's number, as drizzle-orm wants it. */
export interface Codecs {
  parsers: Record<number, (text: string) => unknown>
  serializers: Record<number, (value: unknown) => unknown>
}
