import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** `contracts` from the request to the report, and an adjustment that changes them. */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
const cheap = { type: "flat", flatEurPerKwh: 0.2, feedInEurPerKwh: 0.05, name: "Cheap" }
const dear = { type: "flat", flatEurPerKwh: 0.6, feedInEurPerKwh: 0.01, name: "Dear" }

const rankedOf = async (id: string) => {
  const { body } = await client.get(`/v1/scans/${id}`)
  expect([...Value.Errors(FullReport, body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  return body.contracts as FullReport["contracts"]
}

test("contracts are kept in the request and ranked in the report", async () => {
  const request = { ...houseRequest(), goal: "cost-savings", tariff, contracts: [dear, cheap] }
  const id = await completedScan(client, request)
  const { body: kept } = await client.get(`/v1/scans/${id}/request`)
  expect(kept.contracts).toEqual(
    [dear, cheap].map(contract => ({ ...contract, taxesIncluded: true, usual: { country: "NL", fields: [] } })),
  )
  const part = await rankedOf(id)
  expect(part!.ranked.map(({ contract, name }) => [contract, name])).toEqual([
    [1, "Cheap"],
    [null, null],
    [0, "Dear"],
  ])
  expect(part!.provenWithin).toBeLessThan(0.02)
  const adjusted = await completedScan(client, { copiedFromId: id, contracts: [cheap] })
  expect((await rankedOf(adjusted))!.ranked.length).toBe(2)
  const without = await completedScan(client, { copiedFromId: id, contracts: null })
  expect(await rankedOf(without)).toBeUndefined()
})

test("a contract that alone bills fixed costs says so in the report and in its notes", async () => {
  const template = { ...cheap, fixedEurPerMonth: 39.84 }
  const id = await completedScan(client, { ...houseRequest(), goal: "cost-savings", tariff, contracts: [template] })
  const [first, second] = (await rankedOf(id))!.ranked
  expect(first!.comparable).toMatchObject({ lacks: [], bills: [{ line: "fixedCosts", isOnlyHere: true }] })
  expect(second!.comparable).toMatchObject({ lacks: ["fixedCosts"], bills: [] })
  const notes = async (language: string): Promise<string> => {
    const { body } = await client.get(`/v1/scans/${id}`, { "accept-language": language })
    return body.notes.join("\n")
  }
  expect(await notes("en")).toContain("do not all bill fixed costs. They are ranked without these")
  expect(await notes("nl")).toContain("Niet alle vergeleken contracten rekenen vaste kosten.")
})
