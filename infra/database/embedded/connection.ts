import type { PGlite } from "@electric-sql/pglite"
import { type Asking, type Codecs, type Connection, ConnectionLost, type Row } from "../connection.ts"
import { type Answer, BYTEA, type Column, createMessages, readAnswer } from "./protocol.ts"

/** A prepared statement with known columns, so that repeating it takes one call of the engine. */
interface Kept {
  name: string
  columns: Column[]
}

/**
 * The only connection to the embedded engine. PGlite's own query() calls the engine six times per statement, plans it
 * each time and transfers bytes as hexadecimal digits. Here a prepared statement is bound, run and answered in one
 * call.
 */
export const openEmbeddedConnection = (engine: PGlite, codecs: Codecs): Connection => {
  const messages = createMessages()
  const collect = createCollector()
  const kept = new Map<string, Kept>()
  let isClosed = false

  const enter = async (): Promise<Answer> => {
    const { onRawData, taken } = collect
    const entered = engine.execProtocolRawStream(messages.sync().bytes(), { syncToFs: false, onRawData })
    // The engine has already answered; the promise reports only a crash of its module.
    const bytes = taken()
    await entered
    const answer = readAnswer(bytes)
    if (answer.refusal) throw answer.refusal
    return answer
  }
  const keptOf = async (query: string): Promise<Kept> => {
    const prepared = kept.get(query)
    if (prepared) return prepared
    const name = `kept${kept.size}`
    messages.parse(name, query).describeStatement(name)
    const statement = { name, columns: (await enter()).columns ?? [] }
    kept.set(query, statement)
    return statement
  }
  const run = async (query: string, parameters: unknown[], { asArrays = false, keep = false }: Asking) => {
    if (keep) {
      const { name, columns } = kept.get(query) ?? (await keptOf(query))
      messages.bind(name, parameters, columns).execute()
      return rowsOf((await enter()).rows, columns, asArrays, codecs)
    }
    messages.parse("", query).bind("", parameters).describeRows().execute()
    const { rows, columns = [] } = await enter()
    return rowsOf(rows, columns, asArrays, withHexBytes(codecs))
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(query, parameters = [], asking = {}) {
      const answer = last.then(() => {
        if (isClosed) throw new ConnectionLost()
        return run(query, parameters, asking)
      })
      last = answer.catch(() => {})
      return answer
    },
    isBroken: () => isClosed,
    async close() {
      isClosed = true
      await last
      await engine.close()
    },
  }
}

const FIRST_SIZE = 1024 * 1024
/** Maximum size of a buffer that is reused for the next answer. */
const KEPT_SIZE = 4 * 1024 * 1024

/** Joins the pieces of the engine's answer. */
const createCollector = () => {
  let buffer = new Uint8Array(FIRST_SIZE)
  let size = 0
  return {
    onRawData(piece: Uint8Array) {
      if (size + piece.length > buffer.length) {
        const larger = new Uint8Array(2 * (size + piece.length))
        larger.set(buffer.subarray(0, size))
        buffer = larger
      }
      buffer.set(piece, size)
      size += piece.length
    },
    /** A copy of all pieces since the last call. */
    taken(): Uint8Array {
      const answer = buffer.slice(0, size)
      size = 0
      if (buffer.length > KEPT_SIZE) buffer = new Uint8Array(FIRST_SIZE)
      return answer
    },
  }
}

const isTrue = (text: string): boolean => text === "t"

/** Conversion of text to values by type number; other types stay text. */
const PARSERS: Codecs["parsers"] = {
  16: isTrue,
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  3802: JSON.parse,
}

type Read = (bytes: Uint8Array) => unknown

const rowsOf = (
  rows: Answer["rows"],
  columns: readonly Column[],
  asArrays: boolean,
  { parsers }: Pick<Codecs, "parsers">,
): Row[] => {
  const readers = columns.map(({ type }): Read => {
    const parse = parsers[type] ?? PARSERS[type]
    if (parse) return bytes => parse(textOf(bytes))
    return type === BYTEA ? bytes => bytes : textOf
  })
  return rows.map(row => {
    const values = row.map((bytes, i) => (bytes === null ? null : readers[i]!(bytes)))
    return asArrays ? values : Object.fromEntries(columns.map(({ name }, i) => [name, values[i]]))
  })
}

const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)
const decoder = new TextDecoder()

/** Without known columns, bytes arrive as `\x` and hexadecimal digits. */
const withHexBytes = ({ parsers }: Codecs): Pick<Codecs, "parsers"> => ({
  parsers: { ...parsers, [BYTEA]: text => Buffer.from(text.slice(2), "hex") },
})
