import postgres from "postgres"
import { type Asking, type Codecs, type Connection, ConnectionLost, type Row } from "../connection.ts"
import { openSocket } from "./socket.ts"

/** Time after which the server releases the locks of a vanished client, so that other clients do not wait long. */
const STALE_TRANSACTION_MS = 15_000

/**
 * Opens a connection to PostgreSQL: a postgres.js client with a single connection. The wrapper corrects faults of
 * postgres.js 3.4 (porsager/postgres issues 1133, 1208, 1216):
 * - it reconnects during a transaction and continues outside the transaction;
 * - it writes to a closed socket, an exception that cannot be caught;
 * - it leaves queries waiting forever.
 */
export const openConnection = (url: string, codecs: Codecs): Connection => {
  let isBroken = false
  let failCurrent: (error: Error) => void = () => {}
  const breakDown = (cause?: unknown) => {
    isBroken = true
    failCurrent(new ConnectionLost({ cause }))
  }
  const options = {
    max: 1,
    socket: openSocket,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => breakDown(),
    connection: { application_name: "solar-scan", idle_in_transaction_session_timeout: STALE_TRANSACTION_MS },
  }
  const client = postgres(url, options)
  Object.assign(client.options.parsers, codecs.parsers)
  Object.assign(client.options.serializers, codecs.serializers)

  const send = async (query: string, parameters: unknown[], { asArrays, keep = false }: Asking): Promise<Row[]> => {
    if (isBroken) throw new ConnectionLost()
    try {
      return await new Promise<Row[]>((done, fail) => {
        failCurrent = fail
        const pending = client.unsafe(query, parameters as never[], { prepare: keep })
        const answered: Promise<Row[]> = asArrays ? pending.values() : pending
        answered.then(done, fail)
      })
    } catch (error) {
      if (!isQueryError(error) && !isBroken) {
        breakDown(error)
        close()
      }
      throw error
    }
  }
  const close = () => client.end({ timeout: 0 }).catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(query, parameters = [], asking = {}) {
      const answer = last.then(() => send(query, parameters, asking))
      last = answer.catch(() => {})
      return answer
    },
    isBroken: () => isBroken,
    async close() {
      breakDown()
      await close()
    },
  }
}

/** True if PostgreSQL refused the query and the connection is still usable. */
const isQueryError = (error: unknown): boolean => error instanceof postgres.PostgresError && error.severity === "ERROR"
