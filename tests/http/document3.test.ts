import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { studioWithBase } from "../support/profiles.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"

/** Every row of the document on profiles, tariffs, batteries and organizations, and the test that shows it. */

let service: RunningService
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startFresh()
  client = createClient(service.address)
})
afterAll(() => service.end())

const STUDIO = "/v1/studio-profiles"
const HUB = "/v1/energyhub-profiles"
const PLAZA = "/v1/laadplein-profiles"

/** Method and path, file of tests/http, name of the test. */
const ENDPOINTS: [string, string, string][] = [
  [`GET ${STUDIO}`, "studio", "the list shows summaries without place and hours, newest first"],
  [`GET ${STUDIO}/all`, "studio", "the combined list tells the kind of each profile"],
  [`GET ${STUDIO}/presets`, "studio", "presets name the four templates and the five layers"],
  [`POST ${STUDIO}`, "studio", "a profile is made with defaults and a numbered name, without a body"],
  [`POST ${STUDIO}/merge`, "studio", "merging sums what is bought, fed in and produced, of any kind of profile"],
  [`GET ${STUDIO}/{id}`, "studio", "each preset adds its layer, and the totals grow by it"],
  [`GET ${STUDIO}/{id}/chart`, "studio", "charts: week, month and year, with the base beside the result"],
  [`GET ${STUDIO}/{id}/export-csv`, "studio", "the CSV comes as a file with the profile's name"],
  [`POST ${STUDIO}/{id}/duplicate`, "studio", "a copy has base, layers and curve, and lives its own life"],
  [`POST ${STUDIO}/{id}/base`, "studio", "a base by template, at its usual use and rescaled with its shape kept"],
  [
    `POST ${STUDIO}/{id}/base/upload`,
    "uploads",
    "a smart-meter file from upload to report: refused without panels, scanned with them",
  ],
  [`POST ${STUDIO}/{id}/layers`, "studio", "each preset adds its layer, and the totals grow by it"],
  [`PATCH ${STUDIO}/{id}/layers/{layerId}`, "studio", "a layer is renamed, disabled and deleted"],
  [`DELETE ${STUDIO}/{id}/layers/{layerId}`, "studio", "a layer is renamed, disabled and deleted"],
  [`PUT ${STUDIO}/{id}`, "studioState", "a whole studio is saved with the results it worked out"],
  [`PATCH ${STUDIO}/{id}`, "studio", "a profile is renamed and deleted"],
  [`DELETE ${STUDIO}/{id}`, "studio", "a profile is renamed and deleted"],
  [`GET ${HUB}`, "energyhub", "an energyhub is made with defaults, listed, renamed and deleted"],
  [`POST ${HUB}`, "energyhub", "an energyhub is made with defaults, listed, renamed and deleted"],
  [`GET ${HUB}/{id}`, "energyhub", "all five kinds of assets"],
  [`GET ${HUB}/{id}/chart`, "energyhub", "a chart by index or by date, and the CSV of the same hours"],
  [`GET ${HUB}/{id}/export-csv`, "energyhub", "a chart by index or by date, and the CSV of the same hours"],
  [`POST ${HUB}/{id}/sources`, "energyhub", "sources by template, by standard profile and by own hours"],
  [`POST ${HUB}/{id}/sources/upload`, "energyhub", "a source by meter file keeps what it feeds in"],
  [`POST ${HUB}/{id}/assets`, "energyhub", "all five kinds of assets"],
  [`PATCH ${HUB}/{id}`, "energyhub", "an energyhub is made with defaults, listed, renamed and deleted"],
  [`PATCH ${HUB}/{id}/sources/{sourceId}`, "energyhub", "a source is renamed, switched off, rescaled and deleted"],
  [`PATCH ${HUB}/{id}/assets/{assetId}`, "energyhub", "an asset is renamed, reconfigured, switched off and deleted"],
  [`DELETE ${HUB}/{id}`, "energyhub", "an energyhub is made with defaults, listed, renamed and deleted"],
  [`DELETE ${HUB}/{id}/sources/{sourceId}`, "energyhub", "a source is renamed, switched off, rescaled and deleted"],
  [`DELETE ${HUB}/{id}/assets/{assetId}`, "energyhub", "an asset is renamed, reconfigured, switched off and deleted"],
  [`GET ${PLAZA}`, "laadplein", "a laadplein is made without a body, listed, renamed and deleted"],
  [`POST ${PLAZA}`, "laadplein", "a laadplein is made without a body, listed, renamed and deleted"],
  [`GET ${PLAZA}/{id}`, "laadplein", "a laadplein is made without a body, listed, renamed and deleted"],
  [`GET ${PLAZA}/{id}/chart`, "laadplein", "chart and CSV tell the plaza's hours"],
  [`GET ${PLAZA}/{id}/export-csv`, "laadplein", "chart and CSV tell the plaza's hours"],
  [`POST ${PLAZA}/{id}/assets`, "laadplein", "a plaza charges its sessions, under its own limit when it has one"],
  [`PATCH ${PLAZA}/{id}`, "laadplein", "a laadplein is made without a body, listed, renamed and deleted"],
  [`PATCH ${PLAZA}/{id}/assets/{assetId}`, "laadplein", "an asset is switched off and deleted"],
  [`DELETE ${PLAZA}/{id}`, "laadplein", "a laadplein is made without a body, listed, renamed and deleted"],
  [`DELETE ${PLAZA}/{id}/assets/{assetId}`, "laadplein", "an asset is switched off and deleted"],
  ["GET /v1/profiles", "profiles", "household profiles are listed by key"],
  [
    "GET /v1/profiles/business",
    "profiles",
    "business profiles are listed with their figures, and read with their hours",
  ],
  [
    "GET /v1/profiles/business/{profileKey}",
    "profiles",
    "business profiles are listed with their figures, and read with their hours",
  ],
  ["GET /v1/profiles/{id}", "profiles", "a household profile is read with the hours of its usual use"],
  ["GET /v1/tariffs/dynamic/stats", "tariffs", "statistics of both rates are in order"],
  ["GET /v1/tariffs/dynamic/samples", "tariffs", "samples of the day's four parts average to the year's"],
  ["GET /v1/tariffs/feed-in/stats", "tariffs", "statistics of both rates are in order"],
  ["GET /v1/tariffs/dynamic/breakdown", "tariffs", "a breakdown of each interval"],
  ["GET /v1/tariffs/feed-in/breakdown", "tariffs", "a breakdown of each interval"],
  [
    "GET /v1/batteries/cost-tiers",
    "batteries",
    "cost tiers: five sizes, the last without an end, and the rule for self-sufficiency",
  ],
  [
    "GET /v1/batteries/presets",
    "batteries",
    "presets: sizes to take and ranges to search, with the defaults of a scan",
  ],
]

/** Rules of the document, file of tests/http, name of the test. */
const RULES: [string, string, string][] = [
  ["a base must be set before layers are added", "studio", "a layer before a base is refused with what to do"],
  ["a base set replaces any existing base and keeps all layers", "studio", "a new base keeps the layers"],
  [
    "at most one solar layer",
    "studio",
    "a solar layer lowers what is bought and feeds in the surplus; a second one is refused",
  ],
  [
    "at most one EV layer",
    "studio",
    "an EV layer is simulated from evConfig, and again when it changes; a second one is refused",
  ],
  [
    "any change to solarConfig triggers a fresh production fetch",
    "studio",
    "a change of solarConfig fetches the production anew",
  ],
  [
    "any change to evConfig triggers a re-simulation",
    "studio",
    "an EV layer is simulated from evConfig, and again when it changes; a second one is refused",
  ],
  [
    "production is fetched per surface and summed",
    "studio",
    "several roof surfaces are summed, and each tells what it makes",
  ],
  ["schedule, hourlyKw and maxKw", "studio", "a schedule and a shape say when a layer is active"],
  [
    "solar layers use no hourlyKw or schedule",
    "studio",
    "fields that play no part in a layer are refused, all at once",
  ],
  [
    "production and export views",
    "studio",
    "a solar layer lowers what is bought and feeds in the surplus; a second one is refused",
  ],
  ["daily-resolution files are rejected", "uploads", "daily files are refused with the reason"],
  [
    "export data is parsed separately",
    "uploads",
    "a smart-meter file from upload to report: refused without panels, scanned with them",
  ],
  ["a quarter-hour export is resampled to hours", "uploads", "quarter-hours of a distributor's export become hours"],
  ["a base by standard business profile", "studio", "a base by standard business profile"],
  ["profiles are listed for the authenticated organization", "studio", "another organization's profiles do not exist"],
  ["PUT updates the stored result used by scans", "studioState", "a scan's load is result + production - export"],
  ["generation sources", "energyhub", "a generating source produces"],
  ["goal energyhub", "energyhub", "a scan with the goal energyhub takes an energyhub, and no other kind of profile"],
  [
    "breakdown startDate default today",
    "tariffs",
    "without a start date: today, in the newest year with prices, which the answer names",
  ],
  ["breakdown fields subset", "tariffs", "a subset of fields, in any order and with spaces"],
]

for (const [row, file, name] of [...ENDPOINTS, ...RULES])
  test(`${row}: shown by ${file}`, () => {
    const text = readFileSync(new URL(`${file}.test.ts`, import.meta.url), "utf8")
    expect(text.includes(`test("${name}"`) ? name : "no such test").toBe(name)
  })

test("the interface document has exactly the paths of the table", async () => {
  const { paths } = (await client.get("/openapi.json")).body
  const operations = Object.entries<object>(paths)
    .filter(([path]) => /^\/v1\/(studio-|energyhub-|laadplein-)?profiles|^\/v1\/(tariffs|batteries)/.test(path))
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
  expect(operations.sort()).toEqual(ENDPOINTS.map(([operation]) => operation).sort())
})

/** A field's path in a body, its lowest and highest allowed value, and what lies just beyond them. */
interface Bounds {
  field: string
  lowest: number
  highest: number
  below?: number
  above: number
  whole?: boolean
  /** How the request is sent with a value. */
  send: (value: number) => Promise<{ status: number; body: { message: string } }>
}

const SURFACE = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180, losses: 14 }

const boundsOf = (path: string, hub: string, layer: string, plaza: string): Bounds[] => {
  const base = (annualKwh: number) => client.post(`${path}/base`, { templateId: "stel", annualKwh })
  const solar = (change: object) => client.patch(layer, { solarConfig: { ...SURFACE, ...change } })
  const roofs = (change: object) =>
    client.patch(layer, { solarConfig: { roofSurfaces: [{ id: "a", ...SURFACE, ...change }] } })
  const car = (evConfig: object) => client.patch(`${path}/layers/car`, { evConfig })
  const asset = (config: object) => client.patch(plaza, { config })
  const studio = (input: object) => client.post(STUDIO, input)
  const flatFields: Omit<Bounds, "send">[] = [
    { field: "panelCount", lowest: 1, highest: 200, above: 201, whole: true },
    { field: "panelPowerWatts", lowest: 50, highest: 1000, below: 49.9, above: 1000.1 },
    { field: "tilt", lowest: 0, highest: 90, below: -0.1, above: 90.1 },
    { field: "azimuth", lowest: 0, highest: 360, below: -0.1, above: 360.1 },
    { field: "losses", lowest: 0, highest: 100, below: -0.1, above: 100.1 },
  ]
  const evFields: Omit<Bounds, "send">[] = [
    { field: "count", lowest: 1, highest: 100, above: 101, whole: true },
    { field: "batteryKwh", lowest: 1, highest: 1000, below: 0.9, above: 1001 },
    { field: "dailyConsumptionKwh", lowest: 0, highest: 1000, below: -1, above: 1001 },
    { field: "arrivalHour", lowest: 0, highest: 24, below: -1, above: 24.1 },
    { field: "departureHour", lowest: 0, highest: 24, below: -1, above: 24.1 },
    { field: "chargerPowerKw", lowest: 0.1, highest: 1000, below: 0, above: 1001 },
  ]
  const plazaFields: Omit<Bounds, "send">[] = [
    { field: "chargePoints", lowest: 1, highest: 500, above: 501, whole: true },
    { field: "chargerPowerKw", lowest: 0.1, highest: 1000, below: 0, above: 1001 },
    { field: "sessionsPerDay", lowest: 0, highest: 96, below: -1, above: 97 },
    { field: "kwhPerSession", lowest: 0.1, highest: 1000, below: 0, above: 1001 },
    { field: "arrivalHour", lowest: 0, highest: 24, below: -1, above: 25 },
    { field: "departureHour", lowest: 0, highest: 24, below: -1, above: 25 },
    { field: "limitKw", lowest: 0.1, highest: 1_000_000, below: 0, above: 1_000_001 },
  ]
  return [
    { field: "annualKwh", lowest: 100, highest: 100_000, below: 99.9, above: 100_000.1, send: base },
    { field: "year", lowest: 2020, highest: 2050, above: 2051, whole: true, send: year => studio({ year }) },
    { field: "lat", lowest: -90, highest: 90, below: -90.1, above: 90.1, send: lat => studio({ lat }) },
    { field: "lon", lowest: -180, highest: 180, below: -180.1, above: 180.1, send: lon => studio({ lon }) },
    ...flatFields.map(one => ({
      ...one,
      field: `solarConfig.${one.field}`,
      send: (value: number) => solar({ [one.field]: value }),
    })),
    ...flatFields.map(one => ({
      ...one,
      field: `solarConfig.roofSurfaces[0].${one.field}`,
      send: (value: number) => roofs({ [one.field]: value }),
    })),
    ...evFields.map(one => ({
      ...one,
      field: `evConfig.${one.field}`,
      send: (value: number) => car({ [one.field]: value }),
    })),
    ...plazaFields.map(one => ({
      ...one,
      field: `config.${one.field}`,
      send: (value: number) => asset({ [one.field]: value }),
    })),
    {
      field: "maxKw",
      lowest: 0.001,
      highest: 1_000_000,
      below: 0,
      above: 1_000_001,
      send: maxKw => client.patch(`${path}/layers/pump`, { maxKw }),
    },
    {
      field: "annualKwh",
      lowest: 0.001,
      highest: 100_000_000,
      below: 0,
      above: 100_000_001,
      send: annualKwh => client.post(`${hub}/sources`, { templateId: "stel", annualKwh }),
    },
  ]
}

test("every numeric field takes its bounds and refuses what lies beyond, by name", async () => {
  const path = await studioWithBase(client)
  const layers = [
    { id: "sun", type: "solar", config: SURFACE },
    { id: "car", type: "ev_charger", config: { count: 1 } },
    { id: "pump", type: "heat_pump" },
  ]
  await client.put(path, { studioState: { baseProfile: { templateId: "stel" }, layers } })
  const hub = `${HUB}/${(await client.post(HUB, {})).body.id}`
  const config = {
    chargePoints: 1,
    chargerPowerKw: 11,
    sessionsPerDay: 1,
    kwhPerSession: 20,
    arrivalHour: 6,
    departureHour: 22,
  }
  const { assetId } = (await client.post(`${hub}/assets`, { assetType: "charging-plaza", config })).body
  const fields = boundsOf(path, hub, `${path}/layers/sun`, `${hub}/assets/${assetId}`)
  for (const { field, lowest, highest, below = lowest - 1, above, whole, send } of fields) {
    for (const value of [lowest, highest]) {
      const { status, body } = await send(value)
      expect(`${field} ${value}: ${status < 300 ? "taken" : body.message}`).toBe(`${field} ${value}: taken`)
    }
    const refused = [
      [below, "must be a"],
      [above, "must be at most"],
      ...(whole ? [[lowest + 0.5, "must be a whole number"] as const] : []),
    ] as const
    for (const [value, rule] of refused) {
      const { status, body } = await send(value)
      expect([status, body.message.startsWith(`${field} ${rule}`) ? field : body.message]).toEqual([400, field])
    }
    await send(lowest)
  }
})

test("matrices and shapes have their size", async () => {
  const path = await studioWithBase(client)
  const schedule = Array.from({ length: 7 }, () => new Array(12).fill(true))
  const refusals: [object, string][] = [
    [{ schedule: schedule.slice(1) }, "schedule must have at least 7 entries"],
    [{ schedule: [...schedule, schedule[0]] }, "schedule must have at most 7 entries"],
    [{ schedule: schedule.with(2, [true]) }, "schedule[2] must have at least 12 entries"],
    [{ schedule: schedule.with(6, new Array(12).fill(1)) }, "schedule[6][0] must be true or false"],
    [{ hourlyKw: new Array(23).fill(1) }, "hourlyKw must have at least 24 entries"],
    [{ hourlyKw: new Array(25).fill(1) }, "hourlyKw must have at most 24 entries"],
    [{ hourlyKw: new Array(24).fill(-1) }, "hourlyKw[0] must be at least 0"],
    [{ presetId: "wind" }, "presetId must be one of ev, warmtepomp, zwembad, custom, solar"],
    [{ maxkw: 1 }, "unknown field maxkw, did you mean maxKw?"],
    [{ name: "x".repeat(201) }, "name must have at most 200 characters"],
    [{ name: "" }, "name must not be empty"],
  ]
  for (const [input, message] of refusals) {
    const { status, body } = await client.post(`${path}/layers`, { presetId: "custom", ...input })
    expect([status, body.message.split("; ")[0]]).toEqual([400, message])
  }
})

test("pages are bounded on every list", async () => {
  for (const list of [STUDIO, `${STUDIO}/all`, HUB, PLAZA]) {
    expect((await client.get(`${list}?limit=101`)).body).toEqual({
      statusCode: 400,
      message: "limit must be at most 100",
    })
    expect((await client.get(`${list}?page=0`)).body).toEqual({ statusCode: 400, message: "page must be at least 1" })
    expect((await client.get(list)).body).toMatchObject({ page: 1, limit: 20 })
  }
})
