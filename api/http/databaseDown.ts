import { CANNOT_WRITE } from "../../infra/database/writes.ts"

/** Codes of Node.js, postgres.js and PostgreSQL (classes 08 and 57P, too many connections) that pass by themselves. */
const PASSING =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)|CONNECT_TIMEOUT|CONNECTION_\w+|08\w{3}|57P0[1-3]|53300)$/
const passes = (code: unknown): boolean =>
  typeof code === "string" && (PASSING.test(code) || CANNOT_WRITE.includes(code))
const MAX_CAUSES = 5

/** Whether an error says that the database cannot be reached or cannot write for now, and not that a query is wrong. */
export const isDatabaseDown = (error: unknown): boolean => {
  let cause = error
  for (let i = 0; i < MAX_CAUSES && cause instanceof Error; i++) {
    const { code } = cause as { code?: unknown }
    if (passes(code) || cause.message.includes("PGlite is closed")) return true
    cause = cause.cause
  }
  return false
}
