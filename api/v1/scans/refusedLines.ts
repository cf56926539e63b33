import { Value } from "@sinclair/typebox/value"
import { DossierId } from "../../../domain/request/references.ts"
import type { RefusedLine } from "../../../store/scans/batchLines.ts"
import type { ErrorAnswer } from "../../http/failure.ts"

/** Violated rules of one stored line, and characters of each sentence. */
const MAX_ERRORS = 10
const MAX_CHARS = 500

/** Dossier of a refused body; null without a valid one. */
export const dossierOf = (body: unknown): string | null => {
  const { dossierId } = (body ?? {}) as { dossierId?: unknown }
  return Value.Check(DossierId, dossierId) ? dossierId : null
}

/** A refused line as the results of its batch show it. */
export const refusedLine = (
  line: number,
  dossierId: string | null,
  { code, message, errors }: ErrorAnswer,
): RefusedLine => ({
  line,
  dossierId,
  error: {
    code: code ?? "INVALID_INPUT",
    message: clipped(message),
    ...(errors
      ? {
          errors: errors
            .slice(0, MAX_ERRORS)
            .map(({ path, rule, message: said }) => ({ path, rule, message: clipped(said) })),
        }
      : {}),
  },
})

const clipped = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text)
