/** Maximum depth of followed causes. */
const MAX_CAUSES = 5
/** PostgreSQL's error codes: two characters for the class, three for the error. */
const SQLSTATE = /^[\dA-Z]{5}$/
const STATEMENT = /\b(?:from|into|update) "(\w{1,63})"/i

type Fields = Record<string, unknown>

/**
 * The parts of an error that may reach the log. For a failed statement these are its name, such as `insert scans`, and
 * the code of the failure. Its text, its parameters and PostgreSQL's sentences contain callers' data, secrets and
 * places. For an answer that violated its schema it is the field, without its value.
 */
export const errorForLog = (error: unknown): Fields => causeForLog(error, 0)

const causeForLog = (error: unknown, depth: number): Fields => {
  if (!(error instanceof Error)) return { message: String(error) }
  const fields = error as Error & Fields
  if (isOfDatabase(fields)) return { type: "DatabaseError", ...failureOf(fields), stack: framesOf(error) }
  if (fields.code === "VALIDATION") return { type: "ValidationError", ...placeOf(fields), stack: framesOf(error) }
  return {
    type: error.name,
    ...(typeof fields.code === "string" ? { code: fields.code } : {}),
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && depth < MAX_CAUSES ? { cause: causeForLog(error.cause, depth + 1) } : {}),
  }
}

/** Errors of drizzle-orm and PGlite, which carry the statement, or of PostgreSQL. */
const isOfDatabase = (fields: Fields): boolean =>
  ("query" in fields && "params" in fields) ||
  (typeof fields.severity === "string" && typeof fields.code === "string" && SQLSTATE.test(fields.code))

/** Code of the innermost cause with a code, and the name of the statement. */
const failureOf = (fields: Fields): Fields => {
  let code: unknown
  let query: unknown
  let cause: unknown = fields
  for (let depth = 0; depth <= MAX_CAUSES && cause instanceof Error; depth++) {
    const { code: causeCode, query: text } = cause as Error & Fields
    code = causeCode ?? code
    query ??= text
    cause = cause.cause
  }
  return {
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof query === "string" ? { statement: statementName(query) } : {}),
  }
}

/** `insert scans` of `insert into "scans" …`. */
const statementName = (query: string): string =>
  [/^\s*(\w{1,20})/.exec(query)?.[1]?.toLowerCase(), STATEMENT.exec(query)?.[1]].filter(Boolean).join(" ")

const placeOf = ({ type, valueError }: Fields): Fields => ({
  of: type,
  field: (valueError as { path?: string } | undefined)?.path,
})

/** Stack of the error, without the message before it. */
const framesOf = ({ stack = "", message }: Error): string => {
  const start = message === "" ? -1 : stack.indexOf(message)
  const after = start < 0 ? stack : stack.slice(start + message.length)
  return after
    .split("\n")
    .filter(line => line.startsWith("    at "))
    .join("\n")
}
