import { afterAll, beforeAll } from "bun:test"
import { newId } from "../../infra/ids.ts"
import { type Database, openPostgres } from "../../store/database.ts"
import { administer, clusterTest, databaseUrlOf, sharedServers, whyNoServers } from "../support/cluster.ts"
import { keepsPlacesOfLongLists, keepsPlacesOfStates } from "../support/longLists.ts"

let database: Database

beforeAll(async () => {
  if (whyNoServers()) return
  const { databaseUrl } = await sharedServers()
  const name = `lists-${newId()}`
  await administer(databaseUrl, `create database "${name}"`)
  database = await openPostgres(databaseUrlOf(databaseUrl, name))
})
afterAll(() => database?.close())

clusterTest("PostgreSQL: pages by number of a long list are those of the whole list, while scans come and go", () =>
  keepsPlacesOfLongLists(database.queries),
)

clusterTest("PostgreSQL: pages by number of a state are those of all its scans, while old ones come into it", () =>
  keepsPlacesOfStates(database.queries),
)
