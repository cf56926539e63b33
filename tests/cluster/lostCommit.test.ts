import { afterAll, beforeAll } from "bun:test"
import { openConnection } from "../../infra/database/postgres/connection.ts"
import { openPostgres } from "../../store/database.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"
import { repeatsAfterLostAnswer } from "../support/lostAnswers.ts"
import { type Breaking, openBreaking, repeatsAfterLostCommit, yieldsToWhoTookOver } from "../support/lostCommits.ts"

let service: Breaking

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("commits")
  await (await openPostgres(url)).close()
  service = await openBreaking(codecs => openConnection(url, codecs), "postgres")
})
afterAll(() => service?.close())

clusterTest(
  "PostgreSQL: after a commit whose answer was lost, a key's repeat gets the answer of the scans that were stored",
  () => repeatsAfterLostCommit(service),
)

clusterTest("PostgreSQL: a request whose key another took over stores nothing", () => yieldsToWhoTookOver(service))

clusterTest("PostgreSQL: the same for every other operation with a key", () => repeatsAfterLostAnswer(service))
