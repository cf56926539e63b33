import { afterAll, beforeAll, test } from "bun:test"
import type { Database } from "../../store/database.ts"
import { keepsPlacesOfLongLists, keepsPlacesOfStates } from "../support/longLists.ts"
import { openThrowAway } from "../support/webhookSender.ts"

let database: Database

beforeAll(async () => {
  database = await openThrowAway()
})
afterAll(() => database.close())

test("pages by number of a long list are those of the whole list, while scans are deleted and others come", () =>
  keepsPlacesOfLongLists(database.queries))

test("pages by number of a state are those of all its scans, while old ones come into it", () =>
  keepsPlacesOfStates(database.queries))
