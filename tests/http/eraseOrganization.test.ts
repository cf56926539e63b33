import { expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { admin, allRows } from "../support/backup.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  engineEnvironment,
  freshDataDir,
  OWNER,
  openDatabaseOf,
  type RunningService,
  startProcess,
  TEST_ENVIRONMENT,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const NAME = "Zon & Zo"
const EMAIL = "zon@example.org"
const PASSWORD = "a password of zon and zo"
const LIMIT_MS = 300_000

/** Runs a command on a folder's database. Returns its JSON. */
const commandsOn = async (dataDir: string, env: Record<string, string> = {}) => {
  const environment = { ...(await engineEnvironment(dataDir)), ...env }
  const run = (...args: string[]) => admin(environment, ...args)
  const json = async (...args: string[]) => {
    const { code, error, out } = await run(...args)
    expect([code, error]).toEqual([0, ""])
    return JSON.parse(out)
  }
  return { run, json }
}

/** Creates an object of every kind that an organization can have. */
const fillOrganization = async ({ address }: RunningService, key: string, madePassword: string) => {
  const client = createClient(address, key)
  const session = async (password: string) => logIn(address, EMAIL, password)
  const password = { currentPassword: madePassword, newPassword: PASSWORD }
  expect((await (await session(madePassword)).post("/v1/auth/password", password)).status).toBe(204)
  const owner = await session(PASSWORD)
  const endpoint = { url: "https://example.org/hook", events: ["scan.completed"], mode: "live" }
  expect((await owner.post("/v1/webhook-endpoints", endpoint)).status).toBe(201)
  const customerDetails = { name: "Jansen" }
  const id = await completedScan(client, { ...smallestRequest(), customerDetails })
  expect((await client.post("/v1/scans/batch", { scans: [smallestRequest()] })).status).toBe(201)
  await client.post("/v1/scans", smallestRequest(), { "idempotency-key": "once" })
  expect((await client.put(`/v1/scans/${id}/offer`, { terms: "Jansen" })).status).toBe(200)
  const site = { customer: customerDetails, location: { lat: 52.1, lon: 5.18 } }
  expect((await client.post("/v1/sites", site)).status).toBe(201)
  expect((await client.put("/v1/price-list", { items: [], payment: null, terms: "Jansen" })).status).toBe(200)
  const profile = await client.post("/v1/studio-profiles", { name: "House" })
  expect(profile.status).toBe(201)
  return id
}

test(
  "an organization is deleted with every row that names it or its scans, and no other",
  async () => {
    const dataDir = await freshDataDir()
    const { run, json } = await commandsOn(dataDir)
    const before = await json("organization", "list")
    const only = before.items[0]
    expect(await run("organization", "delete", "--organization", only.id, "--name", only.displayName)).toMatchObject({
      code: 1,
      error: "admin: it is the only organization, and stays: make another first, or delete the database",
    })
    const { id: organization } = await json("organization", "create", "--name", NAME)
    const at = ["--organization", organization]
    const user = await json("user", "create", ...at, "--email", EMAIL, "--role", "owner")
    const { key } = await json("key", "create", ...at, "--name", "Own", "--mode", "production")
    const service = await startProcess(dataDir)
    const scan = await fillOrganization(service, key, user.password)
    const kept = await completedScan(createClient(service.address))
    await service.end()
    await json("password-link", EMAIL)

    expect(await run("organization", "delete", ...at, "--name", "Zon")).toMatchObject({
      code: 1,
      error: `admin: --name must be the organization's: ${NAME}`,
    })
    const counts = {
      users: 1,
      keys: 1,
      webhookEndpoints: 1,
      scans: 3,
      offers: 1,
      sites: 1,
      priceLists: 1,
      batches: 1,
      profiles: 1,
      answers: 1,
    }
    const deleted = await json("organization", "delete", ...at, "--name", NAME)
    expect(deleted).toMatchObject({ deleted: organization, displayName: NAME, ...counts })
    expect(await json("organization", "list")).toEqual(before)

    const database = await openDatabaseOf(dataDir)
    // Counts of rate limits expire within a day.
    const { rate_limits: _, ...tables } = await allRows(database)
    const rows = Object.values(tables).flat()
    await database.close()
    const names = [organization, user.id, scan, EMAIL, "Jansen"]
    expect(rows.filter(row => names.some(name => row.includes(name)))).toEqual([])
    const again = await startProcess(dataDir)
    expect((await createClient(again.address).get(`/v1/scans/${kept}/result`)).status).toBe(200)
    expect((await createClient(again.address, key).get("/v1/scans")).status).toBe(401)
    await expect(logIn(again.address, EMAIL, PASSWORD)).rejects.toThrow("401")
    await logIn(again.address, OWNER.email, OWNER.password)
    await again.end()
  },
  LIMIT_MS,
)

test(
  "usage lists the scans of a month of every organization, with their cost",
  async () => {
    const tier = { monthlyScans: 1, beyondQuota: "overage", priceEurPerScan: 1.5, overagePriceEurPerScan: 2 }
    const TIERS_FILE = join(mkdtempSync(join(tmpdir(), "solar-scan-tiers-")), "tiers.json")
    writeFileSync(TIERS_FILE, JSON.stringify({ defaultTier: "small", tiers: { small: tier } }))
    const dataDir = await freshDataDir()
    const { run, json } = await commandsOn(dataDir, { TIERS_FILE })
    const { id } = await json("organization", "create", "--name", NAME)
    const service = await startProcess(dataDir, { TIERS_FILE })
    for (let scan = 0; scan < 3; scan++) await completedScan(createClient(service.address))
    await service.end()

    const { month, items } = await json("usage")
    const costs = { tier: "small", quota: 1 }
    const storedBytes = { live: 0, sandbox: 0 }
    expect(items.slice(0, 1)).toMatchObject([{ ...costs, used: 3, overage: 2, costEur: 5.5 }])
    expect(items.slice(1)).toEqual([{ id, displayName: NAME, ...costs, used: 0, overage: 0, costEur: 0, storedBytes }])
    expect(await json("usage", "--month", month)).toEqual({ month, items })
    const [first] = (await json("usage", "--month", "2020-01")).items
    expect(first).toMatchObject({ used: 0, costEur: 0 })
    expect((await run("usage", "--month", "2020-13")).error).toBe(
      "admin: --month must be a year and a month, such as 2026-03",
    )
    expect((await (await commandsOn(dataDir, TEST_ENVIRONMENT)).json("usage")).items[0].tier).toBe("unlimited")
  },
  LIMIT_MS,
)
