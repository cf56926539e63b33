import { legacyClient } from "./legacy.ts"
import { createClient, TEST_KEY } from "./service.ts"
import { type Client, logIn } from "./sessions.ts"
import type { StoredAnswer, StoredCaller } from "./storedDatabase.ts"

/** A request to repeat on every version. */
export type Question = Pick<StoredAnswer, "as" | "path">

/** Sends all requests to a service, one after the other, each as its caller. */
export const askAll = async (address: string, questions: readonly Question[]): Promise<StoredAnswer[]> => {
  const clients: Record<StoredCaller, Client> = {
    live: createClient(address),
    test: createClient(address, TEST_KEY),
    owner: await logIn(address),
    earlier: await legacyClient(address),
    anyone: createClient(address, null),
  }
  const answers: StoredAnswer[] = []
  for (const { as, path } of questions) {
    const { status, body } = await clients[as].get(path)
    answers.push({ as, path, status, body })
  }
  return answers
}
