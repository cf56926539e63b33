import { expect, test } from "bun:test"
import { sql } from "drizzle-orm"
import { DATA_VERSION as dataVersion } from "../../fixtures/dataVersion.ts"
import { version as engineVersion } from "../../package.json"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, freshDataDir, openDatabaseOf, startProcess, TEST_KEY } from "../support/service.ts"

/** Stored versions of the originals; null: reports of version 0.1.0, which have none. */
const ORIGINALS = [
  [{ engineVersion: "0.0.1", dataVersion: "0123456789abcdef" }, "met versie 0.0.1 van de dienst"],
  [null, "met een eerdere versie van de dienst"],
] as const

test("a report names its versions, an adjustment of another version says so, and earlier reports stay readable", async () => {
  const dataDir = await freshDataDir()
  const first = await startProcess(dataDir)
  const client = createClient(first.address)
  const ids = [await completedScan(client, houseRequest()), await completedScan(client, houseRequest())]
  expect((await client.get(`/v1/scans/${ids[0]}/result`)).body).toMatchObject({ engineVersion, dataVersion })
  const csv = await client.get(`/v1/scans/${ids[0]}/result`, { accept: "text/csv" })
  expect(String(csv.body)).toContain(`dataVersion,${dataVersion}`)
  const same = await completedScan(client, { copiedFromId: ids[0], analysisYears: 20 })
  expect((await client.get(`/v1/scans/${same}/result`)).body.notes.join()).not.toContain("original scan")
  const sandbox = createClient(first.address, TEST_KEY)
  const { body } = await sandbox.post("/v1/scans", { ...houseRequest(), dossierId: "sandbox:instant" })
  const ofSandbox = (await sandbox.get(`/v1/scans/${body.id}/result`)).body
  expect([ofSandbox.engineVersion, ofSandbox.dataVersion]).toEqual([expect.any(String), expect.any(String)])
  await first.end()

  const database = await openDatabaseOf(dataDir)
  for (const [i, [versions]] of ORIGINALS.entries())
    await database.queries.execute(sql`
      update scan_reports set report =
        ((report::jsonb - 'engineVersion' - 'dataVersion') || ${JSON.stringify(versions ?? {})}::jsonb)::json
      where scan_id = ${ids[i]}`)
  await database.close()

  const second = await startProcess(dataDir)
  const reader = createClient(second.address)
  for (const [i, [versions, sentence]] of ORIGINALS.entries()) {
    const original = (await reader.get(`/v1/scans/${ids[i]}/result`)).body
    expect([original.engineVersion, original.dataVersion]).toEqual([versions?.engineVersion, versions?.dataVersion])
    const id = await completedScan(reader, { copiedFromId: ids[i], analysisYears: 20 })
    const adjusted = (await reader.get(`/v1/scans/${id}/result`, { "accept-language": "nl" })).body
    expect(adjusted).toMatchObject({ engineVersion, dataVersion })
    expect(adjusted.notes[0]).toContain(sentence)
  }
  await second.end()
}, 120_000)
