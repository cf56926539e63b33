import { afterAll, beforeAll, expect, test } from "bun:test"
import { and, eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import { batteryProducts } from "../../store/batteryProductsTable.ts"
import type { Database } from "../../store/database.ts"
import { eraseOrganization } from "../../store/eraseOrganization.ts"
import { claimKey, dropClaim, keepAnswer, sweepKeys } from "../../store/idempotencyKeys.ts"
import { loadProfiles } from "../../store/loadProfilesTable.ts"
import { deleteLogo, putLogo } from "../../store/organizations.ts"
import { priceLists } from "../../store/priceListsTable.ts"
import { priceSeries } from "../../store/priceSeriesTable.ts"
import { batchLines, scanBatches } from "../../store/scans/batchesTable.ts"
import { insertScans } from "../../store/scans/change.ts"
import { eraseCustomer } from "../../store/scans/eraseCustomer.ts"
import { inputsOfScans, scanInputs } from "../../store/scans/inputsTable.ts"
import { moveScan } from "../../store/scans/move.ts"
import { offerPhotos, offers, offerVersions } from "../../store/scans/offersTable.ts"
import { deleteExpired } from "../../store/scans/retention.ts"
import { sitePhotos, sites } from "../../store/sitesTable.ts"
import { foldBytes, readStored } from "../../store/storedBytes.ts"
import { storedBytes } from "../../store/storedBytesTable.ts"
import { type Mode, organizations, profileStates, profiles, scanReports, scans } from "../../store/tables.ts"
import { sweepLogs } from "../../store/webhooks/claims.ts"
import { webhookDeliveries, webhookEndpoints } from "../../store/webhooks/tables.ts"
import { createRandom, type Random } from "../simulation/random.ts"
import { casesOf } from "../support/cases.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openThrowAway } from "../support/webhookSender.ts"

const DAY_MS = 86_400_000
const STEPS = 60
let database: Database

beforeAll(async () => {
  database = await openThrowAway()
})
afterAll(() => database.close())

interface Owner {
  organizationId: string
  mode: Mode
}

const newOrganization = async (): Promise<string> => {
  const id = newId()
  await database.queries.insert(organizations).values({ id, displayName: "One", liveScanDays: 30 })
  return id
}

/** Bytes of all rows of an owner, read from the tables. */
const realBytes = async ({ organizationId, mode }: Owner): Promise<number> => {
  const of = (table: string) => sql`from ${sql.raw(table)} where organization_id = ${organizationId} and mode = ${mode}`
  const mine = sql`(select id ${of("scans")})`
  const size = (columns: string) =>
    sql.raw(
      columns
        .split(" ")
        .map(name => `coalesce(octet_length(${name}), 0)`)
        .join(" + "),
    )
  const [row] = await database.queries.execute<{ bytes: number }>(sql`
    select (coalesce((select sum(1000 + ${size("input::text customer_details::text accepted_plant::text")}) ${of("scans")}), 0)
    + coalesce((select sum(20000 + ${size("series cuts solved")}) from scan_reports where scan_id in ${mine}), 0)
    + coalesce((select sum(octet_length(content)) from scan_inputs join inputs_of_scans using (hash)
        where scan_id in ${mine}), 0)
    + coalesce((select sum(500 + octet_length(site::text)) ${of("sites")}), 0)
    + coalesce((select sum(500 + octet_length(image)) ${of("site_photos")}), 0)
    + coalesce((select sum(500 + octet_length(image)) ${of("offer_photos")}), 0)
    + coalesce((select sum(500 + ${size("content::text accepted_drawing")}) ${of("offers")}), 0)
    + coalesce((select sum(200 + octet_length(content::text)) ${of("offer_versions")}), 0)
    + coalesce((select sum(200 + octet_length(list::text)) ${of("price_lists")}), 0)
    + coalesce((select sum(300) ${of("scan_batches")}), 0)
    + coalesce((select sum(200 + ${size("error::text")}) ${of("batch_lines")}), 0)
    + coalesce((select sum(500 + ${size("definitions::text hours curves")}) from profiles
        left join profile_states on profile_id = id where organization_id = ${organizationId} and mode = ${mode}), 0)
    + coalesce((select sum(200 + octet_length(hours)) ${of("load_profiles")}), 0)
    + coalesce((select sum(200 + octet_length(hours)) ${of("price_series")}), 0)
    + coalesce((select sum(200 + octet_length(product::text)) ${of("battery_products")}), 0)
    + coalesce((select sum(300 + octet_length(answer)) ${of("idempotency_keys")}), 0)
    + coalesce((select sum(1000 + octet_length(body)) from webhook_deliveries
        where endpoint_id in (select id ${of("webhook_endpoints")})), 0)
    + coalesce((select sum(octet_length(image)) from organization_logos
        where organization_id = ${organizationId} and ${mode} = 'live'), 0))::int as bytes`)
  return row!.bytes
}

const expectCounted = async (step: unknown, owners: readonly Owner[]): Promise<void> => {
  for (const owner of owners) {
    const { bytes } = await readStored(database.queries, owner.organizationId, owner.mode)
    expect([step, owner.mode, bytes]).toEqual([step, owner.mode, await realBytes(owner)])
  }
}

/** Draws of the changes. */
const drawsOf = ({ whole }: Random) => ({
  whole,
  filled: (most = 5_000) => new Uint8Array(whole(1, most)).fill(whole(0, 255)),
  text: (most = 3_000) => "é".repeat(whole(0, most)),
  dossier: () => `dossier ${whole(0, 3)}`,
})
type Draws = ReturnType<typeof drawsOf>

const ofOwner = ({ organizationId, mode }: Owner) => and(eq(scans.organizationId, organizationId), eq(scans.mode, mode))

const someScan = async ({ whole }: Draws, owner: Owner) =>
  (await database.queries.select({ id: scans.id, status: scans.status }).from(scans).where(ofOwner(owner))).at(
    whole(0, 3),
  )

const addScans = async ({ whole, text, dossier }: Draws, owner: Owner) => {
  const scan = () => ({
    ...{ id: newId(), runId: newId(), ...owner, status: "pending" as const, createdAt: new Date() },
    ...{ input: { ...SCAN_INPUT, name: text() }, goal: SCAN_INPUT.goal, dossierId: dossier() },
    customerDetails: whole(0, 1) ? { name: text() } : null,
  })
  await database.queries.transaction(tx => insertScans(tx, Array.from({ length: whole(1, 60) }, scan)))
}

const numbers = { next: 1 }

/** Changes of scans by name, each of one owner. */
const changesOfScans = (draws: Draws) => {
  const { queries } = database
  const { whole, filled, text, dossier } = draws
  return {
    addScans: (owner: Owner) => addScans(draws, owner),
    async endScan(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (scan?.status !== "pending") return
      await moveScan(queries, { id: scan.id, attempt: 0 }, "processing")
      const report = { report: { text: text(9_000) } as never, series: filled(), cuts: filled(), solved: null }
      await moveScan(queries, { id: scan.id, attempt: 0 }, "completed", { report })
    },
    async completeReport(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (!scan) return
      const changed = { report: { text: text() } as never, series: filled(20_000), cuts: null, solved: filled() }
      await queries.update(scanReports).set(changed).where(eq(scanReports.scanId, scan.id))
    },
    async keepInputs(owner: Owner) {
      const scan = await someScan(draws, owner)
      const hash = `hash ${whole(0, 5)}`
      if (!scan) return
      await queries.insert(scanInputs).values({ hash, content: filled() }).onConflictDoNothing()
      await queries.insert(inputsOfScans).values({ scanId: scan.id, place: 0, hash }).onConflictDoNothing()
    },
    async putOffer(owner: Owner) {
      const scan = await someScan(draws, owner)
      const content = { text: text() } as never
      if (!scan) return
      const row = { scanId: scan.id, ...owner, number: numbers.next++, version: 1, status: "draft" as const }
      await queries
        .insert(offers)
        .values({ ...row, currency: "EUR", content, acceptedDrawing: text(), updatedAt: new Date() })
        .onConflictDoUpdate({ target: offers.scanId, set: { content } })
    },
    async addOfferPhoto(owner: Owner) {
      const scan = await someScan(draws, owner)
      const photo = { id: newId(), ...owner, image: filled(), mediaType: "image/png", sha256: "h" }
      if (scan) await queries.insert(offerPhotos).values({ ...photo, scanId: scan.id })
    },
    async keepVersion(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (!scan) return
      const content = { text: text() } as never
      const row = { scanId: scan.id, ...owner, version: whole(1, 3), currency: "EUR" as const, content }
      await queries
        .insert(offerVersions)
        .values({ ...row, sentAt: new Date() })
        .onConflictDoNothing()
    },
    async changeCustomer(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (scan)
        await queries
          .update(scans)
          .set({ customerDetails: { name: text() } })
          .where(eq(scans.id, scan.id))
    },
    async deleteScan(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (scan) await queries.delete(scans).where(eq(scans.id, scan.id))
    },
    async deleteReport(owner: Owner) {
      const scan = await someScan(draws, owner)
      if (scan) await queries.delete(scanReports).where(eq(scanReports.scanId, scan.id))
    },
    eraseCustomer: ({ organizationId }: Owner) =>
      eraseCustomer(queries, { organizationId, by: "dossierId", value: dossier() }),
    expire: () => deleteExpired(queries, new Date(Date.now() + 31 * DAY_MS)),
    async undo(owner: Owner) {
      const undone = queries.transaction(async tx => {
        await tx.delete(scans).where(ofOwner(owner))
        throw new Error("undone")
      })
      await undone.catch(() => {})
    },
  }
}

/** Changes of other rows by name, each of one owner. */
const changesOfOthers = ({ whole, filled, text }: Draws) => {
  const { queries } = database
  return {
    async addProfile(owner: Owner) {
      const id = newId()
      const at = new Date()
      const numbers = { year: 2025, lat: 52, lon: 5, totalExportKwh: 0, peakExportKw: 0, layerCount: 0 }
      await queries.insert(profiles).values({
        ...{ id, ...owner, ...numbers, kind: "studio", name: text(20), hasSolarLayer: false, lacksSolar: false },
        ...{ createdAt: at, updatedAt: at },
      })
      const definitions = { text: text() } as never
      await queries.insert(profileStates).values({ profileId: id, definitions, hours: filled(), curves: filled() })
    },
    async changeProfile({ organizationId }: Owner) {
      const [profile] = await queries
        .select()
        .from(profiles)
        .where(eq(profiles.organizationId, organizationId))
        .limit(1)
      if (profile)
        await queries.update(profileStates).set({ hours: filled() }).where(eq(profileStates.profileId, profile.id))
    },
    deleteProfiles: ({ organizationId }: Owner) =>
      queries.delete(profiles).where(eq(profiles.organizationId, organizationId)),
    addLoadProfile: (owner: Owner) =>
      queries.insert(loadProfiles).values({
        ...{ id: newId(), ...owner, filename: text(20), totalKwh: 1, averageKw: 1 },
        ...{ hours: filled(), createdAt: new Date() },
      }),
    addSeries: (owner: Owner) =>
      queries.insert(priceSeries).values({
        ...{ id: newId(), ...owner, name: text(20), year: 2025, meanEurPerKwh: 0, lowestEurPerKwh: 0 },
        ...{ highestEurPerKwh: 0, hours: filled(), createdAt: new Date() },
      }),
    deleteSeries: ({ organizationId }: Owner) =>
      queries.delete(priceSeries).where(eq(priceSeries.organizationId, organizationId)),
    putProduct: (owner: Owner) => {
      const product = { name: text() } as never
      const row = { ...owner, id: `product ${whole(0, 3)}`, capacityKwh: 1, powerKw: 1, maxCount: 1, product }
      return queries
        .insert(batteryProducts)
        .values({ ...row, updatedAt: new Date() })
        .onConflictDoUpdate({
          target: [batteryProducts.organizationId, batteryProducts.mode, batteryProducts.id],
          set: { product },
        })
    },
    putPriceList: (owner: Owner) => {
      const list = { text: text() } as never
      const target = [priceLists.organizationId, priceLists.mode]
      const row = { ...owner, list, updatedAt: new Date() }
      return queries.insert(priceLists).values(row).onConflictDoUpdate({ target, set: { list } })
    },
    async addLines(owner: Owner) {
      const batchId = newId()
      await queries.insert(scanBatches).values({ ...owner, id: batchId, createdAt: new Date() })
      const error = { code: "INVALID_INPUT", message: text() }
      await queries.insert(batchLines).values({ ...owner, batchId, line: 1, status: "refused", error })
    },
    deleteLines: ({ organizationId }: Owner) =>
      queries.delete(batchLines).where(eq(batchLines.organizationId, organizationId)),
    putLogo: ({ organizationId }: Owner) =>
      putLogo(queries, organizationId, { image: filled(), mediaType: "image/png", hash: "h" }),
    deleteLogo: ({ organizationId }: Owner) => deleteLogo(queries, organizationId),
    fold: () => foldBytes(queries),
  }
}

/** Changes of sites and their photos by name, each of one owner. */
const changesOfSites = ({ filled, text }: Draws) => {
  const { queries } = database
  return {
    putSite: (owner: Owner) => {
      const at = new Date()
      const site = { text: text() } as never
      return queries.insert(sites).values({ id: newId(), ...owner, searchText: "", site, createdAt: at, updatedAt: at })
    },
    changeSites: ({ organizationId }: Owner) =>
      queries
        .update(sites)
        .set({ site: { text: text() } as never })
        .where(eq(sites.organizationId, organizationId)),
    async addPhoto(owner: Owner) {
      const mine = and(eq(sites.organizationId, owner.organizationId), eq(sites.mode, owner.mode))
      const [site] = await queries.select({ siteId: sites.id }).from(sites).where(mine).limit(1)
      const photo = { id: newId(), ...owner, image: filled(), mediaType: "image/png", hash: "h" }
      if (site) await queries.insert(sitePhotos).values({ ...photo, ...site })
    },
    deletePhotos: ({ organizationId }: Owner) =>
      queries.delete(sitePhotos).where(eq(sitePhotos.organizationId, organizationId)),
    deleteSites: ({ organizationId }: Owner) => queries.delete(sites).where(eq(sites.organizationId, organizationId)),
  }
}

/** Changes of webhooks and answers by name, each of one owner. */
const changesOfAnswers = ({ whole, filled, text }: Draws) => {
  const { queries } = database
  const someEndpoint = async ({ organizationId, mode }: Owner) => {
    const mine = and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.mode, mode))
    return (await queries.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(mine)).at(0)
  }
  const nameOf = (owner: Owner) => ({ ...owner, keyHash: `key ${whole(0, 3)}` })
  const moment = new Date()
  return {
    addEndpoint: (owner: Owner) =>
      queries.insert(webhookEndpoints).values({
        ...{ id: newId(), ...owner, url: "http://127.0.0.1:9/", events: [], headers: {}, secretHash: "h" },
        ...{ active: true, createdAt: moment },
      }),
    async addDeliveries(owner: Owner) {
      const endpoint = await someEndpoint(owner)
      if (!endpoint) return
      const about = { endpointId: endpoint.id, scanId: null, batchId: null, event: "test", kind: "test" } as const
      const delivery = () => ({
        ...about,
        id: newId(),
        step: 0,
        body: text(),
        createdAt: moment,
        state: "ended" as const,
      })
      await queries.insert(webhookDeliveries).values(Array.from({ length: whole(1, 5) }, delivery))
    },
    async answerDeliveries(owner: Owner) {
      const endpoint = await someEndpoint(owner)
      const changed = { responseBody: text(), statusCode: 200 }
      if (endpoint)
        await queries.update(webhookDeliveries).set(changed).where(eq(webhookDeliveries.endpointId, endpoint.id))
    },
    sweepDeliveries: () => sweepLogs(queries, new Date(Date.now() + 31 * DAY_MS)),
    async deleteEndpoint(owner: Owner) {
      const endpoint = await someEndpoint(owner)
      if (endpoint) await queries.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id))
    },
    claimKey: (owner: Owner) => {
      const [keptSince, aliveSince] = [new Date(moment.getTime() - DAY_MS), new Date(moment.getTime() - 1)]
      return claimKey(queries, nameOf(owner), "fingerprint", { now: moment, keptSince, aliveSince })
    },
    keepAnswer: (owner: Owner) => keepAnswer(queries, nameOf(owner), moment, filled()),
    dropClaim: (owner: Owner) => dropClaim(queries, nameOf(owner), moment),
    sweepKeys: () => (whole(0, 3) === 0 ? sweepKeys(queries, new Date(Date.now() + DAY_MS)) : undefined),
  }
}

test("after any sequence of changes, erasures and retention the counted bytes are the bytes of the rows", async () => {
  for (let seed = 1; seed <= casesOf(12, 2); seed++) {
    const random = createRandom(seed)
    const draws = drawsOf(random)
    const all = {
      ...changesOfScans(draws),
      ...changesOfOthers(draws),
      ...changesOfSites(draws),
      ...changesOfAnswers(draws),
    }
    const changes = Object.entries(all) as [string, (owner: Owner) => Promise<unknown>][]
    const ids = [await newOrganization(), await newOrganization()]
    const owners = ids.flatMap(organizationId => (["live", "sandbox"] as const).map(mode => ({ organizationId, mode })))
    for (let step = 0; step < STEPS; step++) {
      const [name, change] = random.pick(changes)
      await change(random.pick(owners))
      await expectCounted([seed, step, name], owners)
    }
    for (const id of ids) await eraseOrganization(database.queries, id)
    const left = await database.queries.select().from(storedBytes)
    expect([seed, left.filter(({ organizationId }) => ids.includes(organizationId))]).toEqual([seed, []])
  }
})

test("rows of a count are combined, and the count stays", async () => {
  const organizationId = await newOrganization()
  const owner = { organizationId, mode: "live" as const }
  const row = (n: number) => ({ ...owner, batchId: organizationId, line: n, status: "refused" as const })
  for (let n = 0; n < 250; n++) await database.queries.insert(batchLines).values(row(n))
  const rows = async () =>
    (await database.queries.select().from(storedBytes).where(eq(storedBytes.organizationId, organizationId))).length
  expect(await rows()).toBe(250)
  await foldBytes(database.queries)
  expect(await rows()).toBe(1)
  await expectCounted("folded", [owner])
})
