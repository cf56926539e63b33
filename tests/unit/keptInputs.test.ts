import { expect, test } from "bun:test"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { inputParts, joinedInputs } from "../../domain/case/inputParts.ts"
import { type JobInputs, packJobInputs, unpackJobInputs } from "../../domain/case/jobInputs.ts"
import { eraseOrganization } from "../../store/eraseOrganization.ts"
import { deleteScan } from "../../store/scans/change.ts"
import { findInputs, keepInputs } from "../../store/scans/inputs.ts"
import { scanInputs } from "../../store/scans/inputsTable.ts"
import { onHarness } from "../support/onHarness.ts"
import type { WebhookHarness } from "../support/webhookSender.ts"

/** Inputs of scans: each stored once by its content, until its last scan is deleted. */
let harness: WebhookHarness
let owner: Manager

onHarness((opened, organization) => {
  harness = opened
  owner = organization
})

const hours = (kwh: number) => new Float64Array(8760).fill(kwh)
const inputsWith = (load: number): JobInputs => ({
  assumptions: { discountRate: 0.05 },
  loadShape: hours(load),
  series: new Map([["019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14", { year: 2025, eurPerKwh: hours(0.25) }]]),
})
const packed = (inputs: JobInputs | undefined) => packJobInputs(inputs ?? {})
const storedParts = async () =>
  (await harness.database.queries.select({ hash: scanInputs.hash }).from(scanInputs)).length
const keptScan = async (inputs: JobInputs, attempt = 0): Promise<string> => {
  const id = await harness.acceptScan(owner)
  await keepInputs(harness.database.queries, { id, attempt }, inputs)
  return id
}

test("parts join to the same job", () => {
  const inputs: JobInputs = {
    ...inputsWith(2),
    priceYear: 2024,
    prices: [{ zone: "NL", year: 2025, eurPerKwh: hours(0.1) }],
    productions: new Map([["52 5 35 180", { hoursKwhPerKwp: hours(0.1), source: "pvgis" } as never]]),
    notes: [],
  }
  const joined = joinedInputs(inputParts(inputs))
  expect(unpackJobInputs(packed(joined))).toEqual(unpackJobInputs(packed(inputs)))
  expect(joinedInputs([])).toEqual({ prices: [], series: new Map(), productions: new Map(), notes: [] })
})

test("scans share equal inputs, and the last one deletes them", async () => {
  const { queries } = harness.database
  const before = await storedParts()
  const [one, two, other] = [
    await keptScan(inputsWith(1)),
    await keptScan(inputsWith(1)),
    await keptScan(inputsWith(3)),
  ]
  expect((await storedParts()) - before).toBe(4)
  await keepInputs(queries, { id: one, attempt: 0 }, inputsWith(7))
  expect(packed(await findInputs(queries, one))).toEqual(packed(joinedInputs(inputParts(inputsWith(1)))))
  await deleteScan(queries, { ...owner, mode: "live" }, one)
  expect((await storedParts()) - before).toBe(4)
  await deleteScan(queries, { ...owner, mode: "live" }, two)
  expect((await storedParts()) - before).toBe(3)
  expect(await findInputs(queries, two)).toBeUndefined()
  expect((await findInputs(queries, other))?.loadShape?.[0]).toBe(3)
  await eraseOrganization(queries, owner.organizationId)
  expect(await storedParts()).toBe(before)
})

test("an attempt that has ended stores nothing", async () => {
  owner = await harness.newOrganization()
  const id = await keptScan(inputsWith(5), 1)
  expect(await findInputs(harness.database.queries, id)).toBeUndefined()
})
