import type { Queries } from "../../store/database.ts"
import { transaction } from "../../store/transaction.ts"
import type { KeepAnswer } from "./operation.ts"

/**
 * Writes, and stores the answer for the request's Idempotency-Key in the same transaction; without a key it only
 * writes. `write` uses the passed queries, does no other long work, and returns the answer. Throws what `write` and
 * `keepAnswer` throw; nothing is written then.
 */
export const writeOnce = <Answer>(
  queries: Queries,
  keepAnswer: KeepAnswer<Answer> | undefined,
  write: (queries: Queries) => Promise<Answer>,
): Promise<Answer> => {
  if (!keepAnswer) return write(queries)
  return transaction(queries, async tx => {
    const answer = await write(tx)
    await keepAnswer(tx, answer)
    return answer
  })
}
