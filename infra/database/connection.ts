/** Error: the connection ended before the answer; it is unknown if the query was executed. */
export class ConnectionLost extends Error {
  readonly code = "CONNECTION_LOST"
  constructor(options?: ErrorOptions) {
    super("the connection to the database was lost", options)
    this.name = "ConnectionLost"
  }
}

/** Options of a query and its answer. */
export interface Asking {
  /** Rows come as arrays, not as objects. */
  asArrays?: boolean
  /** Prepares the statement, so that it is parsed and described only once. */
  keep?: boolean
}

/** A row as an object by column, or as an array. */
export type Row = Record<string, unknown> | unknown[]

/** One connection, which is never used again once it has broken. */
export interface Connection {
  /** Sends a query after the answers to earlier queries. Rejects with ConnectionLost or PostgreSQL's own error. */
  ask(query: string, parameters?: unknown[], asking?: Asking): Promise<Row[]>
  isBroken(): boolean
  /** Closes the connection; running queries reject. */
  close(): Promise<void>
}

/** Conversion of values by type number, as drizzle-orm expects. */
export interface Codecs {
  parsers: Record<number, (text: string) => unknown>
  serializers: Record<number, (value: unknown) => unknown>
}
