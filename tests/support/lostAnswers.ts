import { expect } from "bun:test"
import { count, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { hashPassword } from "../../api/credentials/passwords.ts"
import type { Operation } from "../../api/http/operation.ts"
import { declaredOperations } from "../../api/index.ts"
import { newId } from "../../infra/ids.ts"
import { batteryProducts } from "../../store/batteryProductsTable.ts"
import { loadProfiles } from "../../store/loadProfilesTable.ts"
import { priceLists } from "../../store/priceListsTable.ts"
import { priceSeries } from "../../store/priceSeriesTable.ts"
import { offerPhotos } from "../../store/scans/offersTable.ts"
import { sites } from "../../store/sitesTable.ts"
import { apiKeys, profiles, scans, users } from "../../store/tables.ts"
import { insertUser } from "../../store/users.ts"
import { webhookDeliveries, webhookEndpoints } from "../../store/webhooks/tables.ts"
import type { Breaking } from "./lostCommits.ts"
import { meterFile } from "./meterFile.ts"
import { PIXEL } from "./pixel.ts"
import { SCAN_INPUT } from "./scans.ts"

/** A request with a key, and the statement whose answer is lost. */
interface Case {
  /** Method and path of the operation. */
  place: string
  path?: string
  body: object | string | FormData
  token?: string
  loses: string
  /** Number of objects of its kind. */
  count: () => Promise<number>
}

/** Places whose scans tests/support/lostCommits.ts tests. */
const SCANS = ["POST /v1/scans", "POST /v1/scans/batch", "POST /v1/scan"]
const PRODUCT = { brand: "Volta", model: "V10", capacityKwh: 10, powerKw: 5, eur: 6500 }
const PANELS = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180, losses: 14 }

const formOf = (field: string, name: string, content: string | Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData()
  form.append(field, new File([content], name))
  return form
}

/** An owner's session, and a token of the legacy interface. */
const tokensOf = async ({ database, organizationId, key, fetch }: Breaking) => {
  const email = `owner-${newId()}@example.org`
  const password = "a password of a test, long enough"
  const user = { organizationId, email, role: "owner", mustChangePassword: false } as const
  await insertUser(database.queries, { ...user, passwordHash: await hashPassword(password) })
  const json = { host: "localhost", "content-type": "application/json" }
  const ask = async (path: string, headers: Record<string, string>, body?: object) =>
    (await fetch(path, { method: "POST", headers, ...(body && { body: JSON.stringify(body) }) })).json()
  const owner: string = (await ask("/v1/auth/login", json, { email, password })).accessToken
  const legacy: string = (await ask("/v1/auth/token", { host: "localhost", "x-api-key": key })).access_token
  return { owner, legacy }
}

/** A delivery to an endpoint that ended without success. */
const addMissed = async ({ database: { queries } }: Breaking, endpointId: string): Promise<void> => {
  const made = { id: newId(), endpointId, event: "test", eventId: newId(), eventAt: new Date(), body: "{}" } as const
  await queries
    .insert(webhookDeliveries)
    .values({ ...made, kind: "event", step: 0, state: "ended", error: "timeout", createdAt: new Date() })
}

/** Row of a completed live scan, without a report. */
const completedRow = async ({ database: { queries }, organizationId }: Breaking): Promise<string> => {
  const id = newId()
  const scan = { id, organizationId, mode: "live", status: "completed", runId: newId(), createdAt: new Date() } as const
  await queries.insert(scans).values({ ...scan, input: SCAN_INPUT, goal: SCAN_INPUT.goal })
  return id
}

const PROFILES = ["studio", "energyhub", "laadplein"] as const

const casesOf = async (service: Breaking): Promise<Case[]> => {
  const { database, call } = service
  const { owner, legacy } = await tokensOf(service)
  const rows = (table: PgTable) => async () => (await database.queries.select({ rows: count() }).from(table))[0]!.rows
  const made = async (path: string, body: object): Promise<string> => (await call("POST", path, body)).body.id
  const [studio, other, energyhub, laadplein] = [
    ...(await Promise.all([made("/v1/studio-profiles", { year: 2025 }), made("/v1/studio-profiles", { year: 2025 })])),
    ...(await Promise.all([made("/v1/energyhub-profiles", {}), made("/v1/laadplein-profiles", {})])),
  ] as [string, string, string, string]
  for (const id of [studio, other]) await call("POST", `/v1/studio-profiles/${id}/base`, { templateId: "stel" })
  const endpoint = await made("/v1/webhook-endpoints", { url: "https://example.org/a", events: ["scan.completed"] })
  await addMissed(service, endpoint)
  const versions = (id: string) => async () =>
    (await database.queries.select({ version: profiles.version }).from(profiles).where(sql`${profiles.id} = ${id}`))[0]!
      .version
  const changed = (place: string, id: string, body: Case["body"]): Case => ({
    ...{ place, path: place.replace("{id}", id).replace(/^POST /, ""), body, count: versions(id) },
    loses: 'update "profile_states"',
  })
  const profile = { loses: 'insert into "profile_states"', count: rows(profiles) }
  const product = { loses: 'insert into "battery_products"', count: rows(batteryProducts) }
  const series = { loses: 'insert into "price_series"', count: rows(priceSeries) }
  const scan = await completedRow(service)
  const csv = meterFile()
  const upload = () => formOf("file", "meter.csv", csv)
  return [
    {
      ...{ place: "POST /v1/api-keys", body: { name: "Shop", mode: "production" }, token: owner },
      ...{ loses: 'insert into "api_keys"', count: rows(apiKeys) },
    },
    {
      ...{ place: "POST /v1/members", body: { email: `m-${newId()}@example.org`, role: "member" }, token: owner },
      ...{ loses: 'insert into "users"', count: rows(users) },
    },
    {
      ...{ place: "POST /v1/webhook-endpoints", body: { url: "https://example.org/b", events: ["scan.completed"] } },
      ...{ loses: 'insert into "webhook_endpoints"', count: rows(webhookEndpoints) },
    },
    {
      ...{ place: "POST /v1/webhook-endpoints/{id}/replay", path: `/v1/webhook-endpoints/${endpoint}/replay` },
      ...{ body: { from: "2020-01-01T00:00:00Z" }, loses: 'insert into "webhook_deliveries"' },
      count: rows(webhookDeliveries),
    },
    { place: "POST /v1/batteries/products", body: { id: "volta-1", ...PRODUCT }, ...product },
    {
      ...{ place: "POST /v1/batteries/products/csv", ...product },
      body: "id,brand,model,capacityKwh,powerKw,eur\nvolta-2,Volta,V10,10,5,6500\n",
    },
    { place: "POST /v1/batteries/products/shipped", body: {}, ...product },
    {
      ...{ place: "POST /v1/price-list/csv", loses: 'insert into "price_lists"', count: rows(priceLists) },
      body: "kind,description,unit,unitPrice\nlabour,Installation,kwp,180\n",
    },
    {
      ...{ place: "POST /v1/sites", body: { customer: {}, location: { lat: 52.1, lon: 5.18 } } },
      ...{ loses: 'insert into "sites"', count: rows(sites) },
    },
    {
      ...{ place: "POST /v1/scans/{id}/offer/photos", path: `/v1/scans/${scan}/offer/photos` },
      ...{ body: formOf("file", "roof.png", PIXEL), loses: 'insert into "offer_photos"', count: rows(offerPhotos) },
    },
    {
      place: "POST /v1/price-series",
      body: { name: "Mine", year: 2025, values: new Array(8760).fill(0.1) },
      ...series,
    },
    {
      ...{ place: "POST /v1/price-series/csv", path: "/v1/price-series/csv?name=Mine&year=2025", ...series },
      body: new Array(8760).fill("0.1").join("\n"),
    },
    {
      ...{ place: "POST /v1/load-profile", token: legacy, loses: 'insert into "load_profiles"' },
      ...{ body: formOf("csv", "year.csv", new Array(8760).fill("1").join("\n")), count: rows(loadProfiles) },
    },
    ...PROFILES.map(kind => ({ place: `POST /v1/${kind}-profiles`, body: { year: 2025 }, ...profile })),
    {
      ...{ place: "POST /v1/studio-profiles/{id}/duplicate", path: `/v1/studio-profiles/${studio}/duplicate` },
      ...{ body: {}, ...profile },
    },
    { place: "POST /v1/studio-profiles/merge", body: { profileIds: [studio, other] }, ...profile },
    changed("POST /v1/studio-profiles/{id}/base", studio, { templateId: "stel" }),
    changed("POST /v1/studio-profiles/{id}/base/upload", studio, upload()),
    changed("POST /v1/studio-profiles/{id}/layers", studio, { presetId: "warmtepomp", maxKw: 4 }),
    changed("POST /v1/energyhub-profiles/{id}/sources", energyhub, { sourceType: "template", templateId: "stel" }),
    changed("POST /v1/energyhub-profiles/{id}/sources/upload", energyhub, upload()),
    changed("POST /v1/energyhub-profiles/{id}/assets", energyhub, { assetType: "pv", config: PANELS }),
    changed("POST /v1/laadplein-profiles/{id}/assets", laadplein, { assetType: "pv", config: PANELS }),
  ]
}

const contentTypeOf = (body: Case["body"]): Record<string, string> => {
  if (body instanceof FormData) return {}
  return { "content-type": typeof body === "string" ? "text/csv" : "application/json" }
}

/**
 * Loses the answer of a write and repeats the request, for every operation with a key. The repeat must get the answer
 * of the first write and create nothing more.
 */
export const repeatsAfterLostAnswer = async (service: Breaking): Promise<void> => {
  const cases = await casesOf(service)
  const withKey = declaredOperations.flatMap(({ place, isIdempotent }: Operation) =>
    isIdempotent ? [place as string] : [],
  )
  expect(cases.map(({ place }) => place).toSorted()).toEqual(withKey.filter(one => !SCANS.includes(one)).toSorted())
  for (const { place, path = place.replace("POST ", ""), body, token, loses, count: things } of cases) {
    const credential = token ? { authorization: `Bearer ${token}` } : { "x-api-key": service.key }
    const ask = async () => {
      const headers = { host: "localhost", "idempotency-key": `lost ${place}`, ...credential, ...contentTypeOf(body) }
      const sent = typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body)
      const answer = await service.fetch(path, { method: "POST", headers, body: sent })
      return { status: answer.status, isReplayed: answer.headers.has("idempotent-replayed"), body: await answer.json() }
    }
    const before = await things()
    service.plan.loses = loses
    const first = await ask()
    expect([place, first.status >= 500]).toEqual([place, true])
    const after = await things()
    expect([place, after > before]).toEqual([place, true])
    const again = await ask()
    expect([place, again.status < 300, again.isReplayed, await things()]).toEqual([place, true, true, after])
    expect([place, (await ask()).body]).toEqual([place, again.body])
  }
}
