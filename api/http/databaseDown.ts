/** Codes of Node.js, postgres.js and PostgreSQL (classes 08 and 57P, too many connections) that pass by themselves. */
const PASSING =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)|CONNECT_TIMEOUT|CONNECTION_\w+|08\w{3}|57P0[1-3]|53300)$/
const MAX_CAUSES = 5

/** Whether an error says that the database cannot be reached, and not that a query is wrong. */
export const isDatabaseDown = (error: unknown): boolean => {
  let cause = error
  for (let i = 0; i < MAX_CAUSES && cause instanceof Error; i++) {
    const { code } = cause as { code?: unknown }
    if ((typeof code === "string" && PASSING.test(code)) || cause.message.includes("PGlite is closed")) return true
    cause = cause.cause
  }
  return false
}
