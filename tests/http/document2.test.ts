import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { createClient, type RunningService, startFresh } from "../support/service.ts"

/** Every row of the document on the earlier scan interface and custom load profiles, and the test that shows it. */

let service: RunningService

beforeAll(async () => {
  service = await startFresh()
})
afterAll(() => service.end())

/** Files of the tests, by the names that the rows use. */
const FILES = {
  scans: "tests/http/earlier.test.ts",
  loadProfiles: "tests/http/loadProfiles.test.ts",
  websocket: "tests/http/websocket.test.ts",
  sessions: "tests/http/sessions.test.ts",
  request: "tests/unit/earlierTranslation.test.ts",
  answers: "tests/unit/earlierAnswers.test.ts",
  csv: "tests/unit/earlierLoadProfile.test.ts",
}

/** Row of the document, file, name of the test. */
const ROWS: [row: string, file: keyof typeof FILES, name: string][] = [
  ["request: goal self-sufficiency", "scans", "panels are free for self-sufficiency, in sizing and in investment_cost"],
  ["request: goal payback-time", "scans", "payback-time is cost-savings of document 1 at the same site"],
  ["request: tariff", "request", "every field is carried over"],
  [
    "request: tariff, flat needs flat_eur_per_kwh",
    "request",
    "what is wrong is told in the names of this interface, all at once",
  ],
  ["request: location", "request", "every field is carried over"],
  ["request: electricBattery, omitted: none", "request", "the smallest request takes every default"],
  ["request: yearly_kwh", "request", "numbers are refused beyond their bounds and taken at them"],
  ["request: load_profile", "scans", "the four load profiles of the document are taken, and differ"],
  [
    "request: use_custom_load_profile",
    "loadProfiles",
    "a scan follows a custom load profile, scaled to yearly_kwh with its shape kept",
  ],
  ["request: new_pv, required fields", "request", "what is wrong is told in the names of this interface, all at once"],
  ["request: existing_pv", "scans", "existing panels cost nothing and leave the load at yearly_kwh"],
  ["battery: fields and bounds", "request", "numbers are refused beyond their bounds and taken at them"],
  ["battery: defaults", "request", "entries of roofs, systems and the battery take their defaults"],
  ["battery: total_cost", "scans", "a battery costs its share of total_cost"],
  [
    "battery: default cost tiers",
    "request",
    "a battery without total_cost costs by the tier of its size, for both goals",
  ],
  ["battery: efficiencies", "request", "efficiencies of the two directions stand in place of the round trip's"],
  ["new_pv: defaults", "request", "entries of roofs, systems and the battery take their defaults"],
  [
    "new_pv: cost tiers",
    "request",
    "panels cost by the tier of the roof's size for payback-time, and nothing for self-sufficiency",
  ],
  ["existing_pv: defaults", "request", "entries of roofs, systems and the battery take their defaults"],
  ["creation response", "scans", "a scan is created, followed by its status, and its report read"],
  ["status response", "scans", "before the end there is no report and no chart"],
  ["list item, list response", "scans", "the list has the shape of the credential"],
  ["list: failed scans", "scans", "a failed scan says why, in its status, its report and the list"],
  [
    "list: custom load profile",
    "loadProfiles",
    "a scan follows a custom load profile, scaled to yearly_kwh with its shape kept",
  ],
  ["list: empty", "scans", "an empty list has no pages"],
  ["chart: fields in kW", "answers", "values are the mean power of the hours that document 1 sums"],
  ["chart: full_soc_series", "scans", "extended adds the state of charge of every hour, within the battery's limits"],
  ["custom load profile: fields", "loadProfiles", "8760 rows are kept, and told back with their figures"],
  ["standard profile names", "scans", "the four load profiles of the document are taken, and differ"],
  ["scaling, standard", "request", "the load is the profile scaled to yearly_kwh, whatever panels there are"],
  ["scaling, custom", "request", "a custom load profile is scaled to yearly_kwh and keeps its shape"],
  ["states: calculating to optimal", "scans", "a scan is created, followed by its status, and its report read"],
  ["states: error", "scans", "a failed scan says why, in its status, its report and the list"],
  ["POST /v1/scan", "scans", "a scan is created, followed by its status, and its report read"],
  ["POST /v1/scan, failed to create scan", "scans", "a failed creation is told with the document's text"],
  ["GET /v1/scan/status", "scans", "a scan is created, followed by its status, and its report read"],
  [
    "GET /v1/scan/status, scan not found or not accessible",
    "scans",
    "a scan that is not there, or another organization's or mode's, is told with the document's text",
  ],
  ["GET /v1/scan", "answers", "a report tells what the full report tells"],
  ["GET /v1/scan before optimal", "scans", "before the end there is no report and no chart"],
  ["GET /v1/scans, page and per_page", "scans", "a page out of range is refused in the shape of this interface"],
  [
    "GET /v1/scans, Authentication required",
    "scans",
    "without a token every path says that authentication is required",
  ],
  ["GET /v1/scans, Failed to fetch scans", "scans", "a failure of the service is told with the document's text"],
  [
    "GET /v1/scan/chart, interval",
    "scans",
    "the chart has the points of each interval, from any start date, today unless told",
  ],
  ["GET /v1/scan/chart, startDate", "answers", "a start date may be written in every form of the document"],
  [
    "GET /v1/scan/chart, extended",
    "scans",
    "extended adds the state of charge of every hour, within the battery's limits",
  ],
  ["POST /v1/load-profile", "loadProfiles", "8760 rows are kept, and told back with their figures"],
  ["GET /v1/load-profile", "loadProfiles", "the list shows the newest first, page by page, without hours"],
  ["CSV: exactly 8760 rows", "csv", "another number of rows is told"],
  ["CSV: one numeric column", "csv", "the first row that is no number is told with what stands there"],
  ["CSV: no header", "csv", "a header is told apart, beside the row too many that it makes"],
  ["CSV: decimal point", "csv", "a decimal comma and more columns are told apart"],
  [
    "400 Failed to get uploaded file",
    "loadProfiles",
    "without a csv file the upload is refused with the document's text",
  ],
  ["500 Failed to create profile record", "scans", "a failure of the service is told with the document's text"],
  ["list of profiles: 401", "scans", "without a token every path says that authentication is required"],
  ["500 Failed to fetch profiles", "scans", "a failure of the service is told with the document's text"],
  [
    "wrong rows or text: error body",
    "loadProfiles",
    "a file that is no load profile is refused with the row and the reason",
  ],
  [
    "authentication: bearer token",
    "sessions",
    "a token of the earlier interface stands for its key, and is of no use on paths of another interface",
  ],
  ["authentication: other credentials", "scans", "an API key or a session is no token"],
  [
    "events: WebSocket until the scan is complete",
    "websocket",
    "a scan is followed to its end: a start, progress, the end, and 1000",
  ],
  ["events: late", "websocket", "after the end a client hears the end"],
  ["events: a scan that fails", "websocket", "a scan that fails ends with its message, and 1000"],
  [
    "events: solved by another process",
    "websocket",
    "when other processes solve, every API tells the same and never goes back",
  ],
  [
    "events: no credential",
    "websocket",
    "without a token of this interface the connection is accepted and closed with 4401",
  ],
  ["events: unknown scan", "websocket", "an unknown scan, another mode's, or none at all closes with 4404"],
  ["limits: upload", "loadProfiles", "300 MB are refused by what they announce, before they are sent"],
  ["limits: upload, streamed", "loadProfiles", "300 MB that are not announced are refused at the limit"],
]

test("every row of the document has a test of the name that is told here", () => {
  const texts = Object.fromEntries(Object.entries(FILES).map(([name, path]) => [name, readFileSync(path, "utf8")]))
  const missing = ROWS.filter(([, file, name]) => !texts[file].includes(`test(${JSON.stringify(name)},`))
  expect(missing).toEqual([])
})

test("every path of the interface has a row", async () => {
  const { paths } = (await createClient(service.address).get("/openapi.json")).body
  const rows = ROWS.map(([row]) => row)
  const own = Object.keys(paths).filter(path => /^\/v1\/(scan|load-profile)(\/|$)/.test(path) && path !== "/v1/scan/ws")
  for (const path of own)
    for (const method of Object.keys(paths[path]))
      expect(rows.filter(row => row.split(",")[0].startsWith(`${method.toUpperCase()} ${path}`))).not.toEqual([])
})
