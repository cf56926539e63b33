/**
 * PostgreSQL's frontend/backend protocol 3.0, for one statement at a time (PostgreSQL documentation, "Message
 * Formats"). Values travel as text, bytea in binary.
 */

/** A column of an answer. */
export interface Column {
  name: string
  /** PostgreSQL's number of its type. */
  type: number
}

/** PostgreSQL's refusal of a statement, with its SQLSTATE as code. Its code and severity identify it in the log. */
export class StatementRefused extends Error {
  readonly severity = "ERROR"
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = "StatementRefused"
  }
}

/** Answer to a sequence of messages. */
export interface Answer {
  /** Columns of the rows, if described. */
  columns?: Column[]
  /** Raw values of each row; null for a null value. */
  rows: (Uint8Array | null)[][]
  refusal?: StatementRefused
}

const TEXT = 0
const BINARY = 1
export const BYTEA = 17
const FIRST_SIZE = 64 * 1024
/** Maximum size of a buffer that is reused for the next message. */
const KEPT_SIZE = 4 * 1024 * 1024

/** Messages in the order they are sent, as one buffer. */
export interface Messages {
  parse(name: string, text: string): Messages
  /** @param results types of the columns, undefined: all as text */
  bind(statement: string, values: readonly unknown[], results?: readonly Column[]): Messages
  describeStatement(name: string): Messages
  describeRows(): Messages
  execute(): Messages
  /** Ends the sequence: after a refusal the engine skips all messages up to this one. */
  sync(): Messages
  /** The buffer, valid until the next message is written. */
  bytes(): Uint8Array
}

export const createMessages = (): Messages => {
  let buffer = Buffer.allocUnsafe(FIRST_SIZE)
  let size = 0

  const reserve = (bytes: number) => {
    if (size + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, size + bytes))
    buffer.copy(larger, 0, 0, size)
    buffer = larger
  }
  const int16 = (value: number) => {
    reserve(2)
    size = buffer.writeInt16BE(value, size)
  }
  const int32 = (value: number) => {
    reserve(4)
    size = buffer.writeInt32BE(value, size)
  }
  const text = (value: string) => {
    reserve(3 * value.length)
    size += buffer.write(value, size, "utf8")
  }
  const zeroEnded = (value: string) => {
    text(value)
    reserve(1)
    buffer[size++] = 0
  }
  /** Writes a length in front of what `write` writes; it counts itself if `lengthBytes` is 4. */
  const measured = (lengthBytes: 0 | 4, write: () => void) => {
    const start = size
    int32(0)
    write()
    buffer.writeInt32BE(size - start - 4 + lengthBytes, start)
  }
  const message = (type: string, write: () => void): Messages => {
    reserve(1)
    buffer[size++] = type.charCodeAt(0)
    measured(4, write)
    return messages
  }
  const value = (parameter: unknown) => {
    if (parameter === null || parameter === undefined) return int32(-1)
    measured(0, () => {
      if (!(parameter instanceof Uint8Array)) return text(textOf(parameter))
      reserve(parameter.length)
      buffer.set(parameter, size)
      size += parameter.length
    })
  }
  const messages: Messages = {
    parse: (name, statement) =>
      message("P", () => {
        zeroEnded(name)
        zeroEnded(statement)
        int16(0)
      }),
    bind: (statement, values, results = []) =>
      message("B", () => {
        zeroEnded("")
        zeroEnded(statement)
        int16(values.length)
        for (const parameter of values) int16(parameter instanceof Uint8Array ? BINARY : TEXT)
        int16(values.length)
        for (const parameter of values) value(parameter)
        int16(results.length)
        for (const { type } of results) int16(type === BYTEA ? BINARY : TEXT)
      }),
    describeStatement: name => message("D", () => zeroEnded(`S${name}`)),
    describeRows: () => message("D", () => zeroEnded("P")),
    execute: () =>
      message("E", () => {
        zeroEnded("")
        int32(0)
      }),
    sync: () => message("S", () => {}),
    bytes() {
      const written = buffer.subarray(0, size)
      size = 0
      if (buffer.length > KEPT_SIZE) buffer = Buffer.allocUnsafe(FIRST_SIZE)
      return written
    },
  }
  return messages
}

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** Reads PostgreSQL's answer and ignores notices and similar messages. */
export const readAnswer = (bytes: Uint8Array): Answer => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const answer: Answer = { rows: [] }
  let offset = 0
  while (offset < buffer.length) {
    const type = String.fromCharCode(buffer[offset]!)
    const body = offset + 5
    offset += 1 + buffer.readInt32BE(offset + 1)
    if (type === "D") answer.rows.push(rowAt(buffer, body))
    else if (type === "T") answer.columns = columnsAt(buffer, body)
    else if (type === "E") answer.refusal ??= refusalAt(buffer, body)
  }
  return answer
}

const rowAt = (buffer: Buffer, start: number): (Uint8Array | null)[] => {
  const values = new Array<Uint8Array | null>(buffer.readInt16BE(start))
  let offset = start + 2
  for (let i = 0; i < values.length; i++) {
    const length = buffer.readInt32BE(offset)
    offset += 4
    values[i] = length < 0 ? null : buffer.subarray(offset, offset + length)
    if (length > 0) offset += length
  }
  return values
}

/** Bytes of a column's description after its name: table, column, type, size, modifier, format. */
const DESCRIPTION_BYTES = 18
const TYPE_OFFSET = 6

const columnsAt = (buffer: Buffer, start: number): Column[] => {
  let offset = start + 2
  return Array.from({ length: buffer.readInt16BE(start) }, () => {
    const end = buffer.indexOf(0, offset)
    const column = { name: buffer.toString("utf8", offset, end), type: buffer.readInt32BE(end + 1 + TYPE_OFFSET) }
    offset = end + 1 + DESCRIPTION_BYTES
    return column
  })
}

const refusalAt = (buffer: Buffer, start: number): StatementRefused => {
  const fields: Record<string, string> = {}
  for (let offset = start; buffer[offset] !== 0; ) {
    const end = buffer.indexOf(0, offset)
    fields[String.fromCharCode(buffer[offset]!)] = buffer.toString("utf8", offset + 1, end)
    offset = end + 1
  }
  const { C: code = "", M: message = "", D: detail } = fields
  return new StatementRefused(code, message, detail ? { cause: detail } : undefined)
}
