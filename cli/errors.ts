import { HttpError } from "../api/http/errors.ts"
import { InvalidInput } from "../domain/base/errors.ts"
import { refusalText } from "../domain/texts/refusals.ts"
import { messageOf } from "../domain/texts/violations.ts"
import { errorForLog } from "../infra/errorForLog.ts"

/** Error: a command has wrong options, or cannot do its work; the message gives the remedy. */
export class InvalidCommand extends Error {
  readonly code = "INVALID_COMMAND"
  constructor(message: string) {
    super(message)
    this.name = "InvalidCommand"
  }
}

/** The message of an error for a terminal. */
export const messageOfError = (error: unknown): string => {
  if (error instanceof InvalidInput) return messageOf(error.violations, "en")
  if (error instanceof HttpError) return refusalText(error.refusal, "en")
  const shown = errorForLog(error)
  return String(shown.message ?? JSON.stringify(shown))
}
