import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** GET /v1/tariffs/templates: a scan accepts every answered template. */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

// @covers profiles: GET /v1/tariffs/templates
test("the templates of a country are contracts of one scan, and their names are in its report", async () => {
  const { status, body } = await client.get("/v1/tariffs/templates")
  expect(status).toBe(200)
  // biome-ignore lint/suspicious/noExplicitAny: the answer is checked by the assertions
  const dutch = body.filter(({ country }: any) => country === "NL")
  expect(dutch.length).toBe(5)
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields that it reads
  const contracts = dutch.map(({ tariff }: any) => tariff)
  const id = await completedScan(client, { ...houseRequest(), goal: "cost-savings", contracts })
  const { ranked } = (await client.get(`/v1/scans/${id}`)).body.contracts
  const names: (string | null)[] = ranked.map(({ name }: { name: string | null }) => name)
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields that it reads
  expect(names.toSorted()).toEqual([null, ...dutch.map(({ name }: any) => name)].toSorted())
})

test("names and what is not billed are in the language of the caller", async () => {
  const read = async (language: string) =>
    (await client.get("/v1/tariffs/templates", { "accept-language": language })).body[0]
  const [english, dutch] = [await read("en"), await read("nl")]
  expect([english.name, dutch.name]).toEqual(["Netherlands, dynamic, 2026", "Nederland, dynamisch, 2026"])
  expect(english.notBilled[0]).toStartWith("VAT on the market price")
  expect(dutch.notBilled[0]).toStartWith("Btw op de marktprijs")
  expect((await read("de")).notBilled[0]).toStartWith("Die MwSt. auf den Börsenpreis")
  expect(dutch.tariff).toEqual({ ...english.tariff, name: dutch.name })
})

test("each country has its usual contract as a template, with the prices of a request without a tariff", async () => {
  const { body } = await client.get("/v1/tariffs/templates")
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields that it reads
  const usual = body.filter(({ id }: any) => id.includes("-usual-"))
  expect(usual).toHaveLength(30)
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields that it reads
  const french = usual.find(({ id }: any) => id === "fr-usual-2025")
  expect(french.tariff).toMatchObject({ type: "flat", flatEurPerKwh: 0.2561, feedInEurPerKwh: 0.011 })
  expect(french.name).toBe("France, usual price of a household, 2025")
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the fields that it reads
  expect(french.terms.map(({ path }: any) => path)).toEqual(["flatEurPerKwh", "feedInEurPerKwh"])
})
