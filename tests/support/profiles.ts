import { expect } from "bun:test"
import { hashApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { apiKeys, organizations } from "../../store/tables.ts"
import { addressOf, type createClient, liveKeyOf, type ServiceOfOrganization, type Target } from "./service.ts"
import { startShared } from "./shared.ts"

/** Key of a second organization. */
export const OTHER_KEY = `zs_live_${"o".repeat(40)}`

/** Adds the organization of OTHER_KEY to a database. */
export const addOtherOrganization = async (database: Database): Promise<void> => {
  const organizationId = newId()
  await database.queries.insert(organizations).values({ id: organizationId, displayName: "Other" })
  await database.queries.insert(apiKeys).values({
    id: newId(),
    organizationId,
    name: "Key",
    mode: "live",
    hash: hashApiKey(OTHER_KEY),
    last4: OTHER_KEY.slice(-4),
  })
}

/** Two organizations on the shared service that belong to the current test file. */
export const startWithTwo = async (): Promise<ServiceOfOrganization & { otherKey: string }> => {
  const [first, second] = [await startShared(), await startShared()]
  return { ...first, otherKey: second.liveKey }
}

/** Sends a file in a form, as a browser does. */
export const upload = async (at: Target, path: string, bytes: Uint8Array, name: string, field = "file") => {
  const form = new FormData()
  form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name))
  const headers = { "x-api-key": liveKeyOf(at) }
  const response = await fetch(`${addressOf(at)}${path}`, { method: "POST", headers, body: form })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Creates a studio profile with a household base. Returns its path. */
export const studioWithBase = async (client: ReturnType<typeof createClient>, templateId = "stel") => {
  const { body } = await client.post("/v1/studio-profiles", { name: "House", year: 2025 })
  const path = `/v1/studio-profiles/${body.id}`
  await client.post(`${path}/base`, { templateId })
  return path
}

/** Hours of the CSV export. */
export const csvHours = (text: string): number[] => {
  const [header, ...rows] = text.trimEnd().split("\n")
  if (header !== "hour,kwh") throw new Error(`header ${header}`)
  return rows.map((row, hour) => {
    const [index, kwh] = row.split(",").map(Number)
    if (index !== hour) throw new Error(`row ${hour} has the hour ${index}`)
    return kwh!
  })
}

export const total = (hours: readonly number[]): number => hours.reduce((sum, kwh) => sum + kwh, 0)

/** The stored curve, the CSV and the totals of a profile agree. */
export const expectConsistent = async (client: ReturnType<typeof createClient>, path: string): Promise<void> => {
  const { totalKwh, peakKw, totalExportKwh, peakExportKw, result, exportResult } = (await client.get(path)).body
  expect(total(result)).toBeCloseTo(totalKwh, 2)
  expect(total(exportResult)).toBeCloseTo(totalExportKwh, 2)
  expect(Math.max(...result)).toBe(peakKw)
  expect(Math.max(...exportResult)).toBe(peakExportKw)
  const csv = csvHours((await client.get(`${path}/export-csv`)).body)
  expect(csv.length).toBe(8760)
  expect(Math.abs(total(csv) - totalKwh)).toBeLessThanOrEqual(1e-6 * totalKwh)
  const { combined } = (await client.get(`${path}/chart?view=year`)).body
  expect(Math.abs(total(combined) - totalKwh)).toBeLessThanOrEqual(1e-6 * totalKwh)
}
