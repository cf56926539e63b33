import { CANNOT_WRITE } from "../../infra/database/writes.ts"
import { Unavailable } from "./errors.ts"

/**
 * Codes of Node.js, postgres.js and PostgreSQL for a failed connection. Causes are the network, the certificate, or the
 * server (classes 08, 28 and 57P, no such database, too many connections).
 */
const UNREACHABLE =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|(HOST|NET)(UNREACH|DOWN))|CONNECT_TIMEOUT|CONNECTION_\w+|08\w{3}|28\w{3}|3D000|57P0[1-5]|53300)$/
/** Codes of TLS: `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID` and similar. */
const OF_CERTIFICATE = "CERT"
const MAX_CAUSES = 5

/** Trouble of the database that an error shows; undefined for other errors. */
const troubleOf = (error: unknown): "database-unreachable" | "database-cannot-write" | undefined => {
  let cause = error
  for (let i = 0; i < MAX_CAUSES && cause instanceof Error; i++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === "string" && CANNOT_WRITE.includes(code)) return "database-cannot-write"
    const isUnreachable = typeof code === "string" && (UNREACHABLE.test(code) || code.includes(OF_CERTIFICATE))
    if (isUnreachable || cause.message.includes("PGlite is closed")) return "database-unreachable"
    cause = cause.cause
  }
  return undefined
}

/** True if an error means that the database is unreachable or cannot write for now, not that a query is wrong. */
export const isDatabaseDown = (error: unknown): boolean => troubleOf(error) !== undefined

/** Answer to such an error, and its reason; undefined for any other. */
export const databaseRefusal = (error: unknown): Unavailable | undefined => {
  const trouble = troubleOf(error)
  return trouble && new Unavailable(trouble)
}
