import { afterAll, beforeAll, expect, test } from "bun:test"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { TOOLS } from "../../api/mcp/tools.ts"
import { ROOT } from "../support/child.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Tasks of an agent, scripted with the official client against both transports. */

let service: ServiceOfOrganization
let byHttp: Client
let byStdio: Client
let sandbox: Client
/** Scans of the tasks. */
const ids = { house: "", contracts: "", sandbox: "", failed: "" }

const HOUSE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
}
const FLAT = { type: "flat", flatEurPerKwh: 0.29, feedInEurPerKwh: 0.02 }
const CHEAPER = { type: "flat", name: "Three years", flatEurPerKwh: 0.26, feedInEurPerKwh: 0.02 }
/** A year of hours of 0.5 kWh. */
const METER_FILE = [
  "timestamp,import kWh",
  ...Array.from(
    { length: 8760 },
    (_, n) => `${new Date(Date.UTC(2024, 11, 31, 23) + n * 3_600_000).toISOString()},0.5`,
  ),
].join("\n")
/** Characters of the list of tools: 4,000 tokens. */
const MOST_LIST_CHARS = 16_000
const UNKNOWN = "019a0000-0000-7000-8000-000000000000"

const connected = async (transport: Parameters<Client["connect"]>[0]): Promise<Client> => {
  const client = new Client({ name: "tests", version: "1.0.0" })
  await client.connect(transport)
  return client
}
const overHttp = (key: string) => {
  const requestInit = { headers: { "x-api-key": key } }
  return new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit })
}

interface Said {
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tasks assert the fields that they read
  data: any
  isError: boolean
}
const use = async (client: Client, name: string, given: Record<string, unknown> = {}): Promise<Said> => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given })
  const [first] = content as { text: string }[]
  return { text: first?.text ?? "", data: structuredContent, isError: isError === true }
}

beforeAll(async () => {
  service = await startShared()
  byHttp = await connected(overHttp(service.liveKey))
  sandbox = await connected(overHttp(service.testKey))
  const env = { ...process.env, URL: service.address, KEY: service.liveKey } as Record<string, string>
  byStdio = await connected(
    new StdioClientTransport({ command: process.execPath, args: ["cli/mcp.ts"], cwd: ROOT, env }),
  )
  const battery = { id: "v10", brand: "Volta", capacityKwh: 10, powerKw: 5, eur: 6500 }
  await createClient(service).post("/v1/batteries/products", battery)
  ids.house = (await use(byHttp, "scan", { request: HOUSE })).data.id
  const contracts = { request: { ...HOUSE, tariff: FLAT }, contracts: [CHEAPER] }
  ids.contracts = (await use(byStdio, "compare_contracts", contracts)).data.id
  const impossible = { ...HOUSE, goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 }
  ids.failed = (await use(byHttp, "scan", { request: impossible })).data.id
  ids.sandbox = (await use(sandbox, "scan", { request: HOUSE, waitSeconds: 1 })).data.id
})
afterAll(async () => {
  await Promise.all([byHttp?.close(), byStdio?.close(), sandbox?.close()])
  await service.end()
})

type Task = [name: string, tool: string, given: () => Record<string, unknown>, answer: RegExp]

/** Tasks that succeed, with the sentence that answers each. */
const TASKS: Task[] = [
  ["size a house", "scan", () => ({ request: HOUSE }), /^The scan \S+ is completed: explain_report/],
  [
    "size a battery alone",
    "scan",
    () => ({ request: { ...HOUSE, newPv: undefined, electricBattery: { powerRatingKw: 5, capacityKwh: 10 } } }),
    /is completed/,
  ],
  ["maximize own use", "scan", () => ({ request: { ...HOUSE, goal: "self-sufficiency" } }), /is completed/],
  ["size with a flat tariff", "scan", () => ({ request: { ...HOUSE, tariff: FLAT } }), /is completed/],
  ["file a scan under a dossier", "scan", () => ({ request: { ...HOUSE, dossierId: "agent" } }), /is completed/],
  [
    "reach a share of renewables",
    "scan",
    () => ({ request: { ...HOUSE, goal: "renewable-minimum", renewableElectricityMinFraction: 0.2 } }),
    /is completed/,
  ],
  [
    "learn that a goal is out of reach",
    "scan",
    () => ({ request: { ...HOUSE, goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 } }),
    /failed: .*out of reach/,
  ],
  ["try another tariff", "adjust", () => ({ request: { copiedFromId: ids.house, tariff: FLAT } }), /is completed/],
  [
    "try a smaller roof",
    "adjust",
    () => ({ request: { copiedFromId: ids.house, newPv: [{ maxPanelCount: 6, panelPowerWatts: 430 }] } }),
    /is completed/,
  ],
  ["try a shorter life", "adjust", () => ({ request: { copiedFromId: ids.house, analysisYears: 15 } }), /is completed/],
  ["wait for what has ended", "wait", () => ({ id: ids.house }), /is completed/],
  ["explain the plant", "explain_report", () => ({ id: ids.house }), /^New panels: Roof 1: [1-9]\d* panels/m],
  [
    "explain the money",
    "explain_report",
    () => ({ id: ids.house }),
    /^Purchase [\d.,]+ EUR; net present value [\d.,-]+ EUR/m,
  ],
  [
    "explain how sure it is",
    "explain_report",
    () => ({ id: ids.house }),
    /^Likely, in 8 of 10 futures: savings of the first year [\d.,]+ to [\d.,]+ EUR; .*\nIf electricity prices are 30 % lower: net present value -?[\d.,]+ EUR; /m,
  ],
  [
    "explain the proof",
    "explain_report",
    () => ({ id: ids.house }),
    /^Proven: no allowed plant, however operated, costs less over its life by more than [\d.]+ %/m,
  ],
  ["list all scans", "list", () => ({}), /completed cost-savings, earned back after \d+\.\d years$/m],
  ["list failed scans", "list", () => ({ status: "error" }), /^\S+ error renewable-minimum$/m],
  ["list a dossier", "list", () => ({ dossierId: "agent" }), /^\S+ completed cost-savings/],
  ["list an empty dossier", "list", () => ({ dossierId: "none" }), /^There are no such scans\.$/],
  [
    "list the batteries",
    "list_batteries",
    () => ({}),
    /^v10: Volta, 10 kWh, 5 kW, price 6500\nPrices are in the organization's currency\.\nPage 1 of 1; 1 in all\.$/,
  ],
  ["list a page of batteries beyond the last", "list_batteries", () => ({ page: 2 }), /^There are no such batteries/],
  [
    "choose a module and a battery of the catalogue",
    "scan",
    () => ({
      request: {
        ...HOUSE,
        newPv: [{ maxPanelCount: 10, panelPowerWatts: 430, modules: [{ id: "a-480", watts: 480, eur: 300 }] }],
        electricBattery: { capacityKwh: 20, powerRatingKw: 10, catalogue: "organization" },
      },
    }),
    /is completed/,
  ],
  ["find a place", "find_place", () => ({ query: "5611" }), /^5611 Eindhoven, .*, NL: lat 51\.\d+, lon 5\.\d+$/m],
  ["find no place", "find_place", () => ({ query: "Nowhere at all" }), /^There is no such place\.$/],
  [
    "build a household with a car and a heat pump",
    "build_profile",
    () => ({ name: "House", yearlyKwh: 3000, car: { yearlyKm: 12_000 }, heatPump: { yearlyGasM3: 1200 } }),
    /^The profile House has [5-9]\d{3} kWh a year: customProfileId /,
  ],
  [
    "build a household from a meter file",
    "build_profile",
    () => ({ year: 2025, meterFile: { name: "meter.csv", content: METER_FILE } }),
    /has 4380 kWh a year/,
  ],
  ["share a report", "share", () => ({ id: ids.house }), /^http\S+$/],
  ["end a link", "share", () => ({ id: ids.house, enabled: false }), /^The report is not shared\.$/],
  ["read the quota", "quota", () => ({}), /^\d+ scans.* until \d{4}-\d\d-\d\d, tier \S+\.$/],
  ["compare contracts of a scan", "compare_contracts", () => ({ id: ids.contracts }), /^1\. Three years \(flat\)/],
  [
    "compare contracts of a new site",
    "compare_contracts",
    () => ({ request: { ...HOUSE, tariff: FLAT }, contracts: [CHEAPER] }),
    /^2\. the contract of today \(flat\)/m,
  ],
]

test.each(TASKS)("over HTTP: %s", async (_, tool, given, answer) => {
  const { text, isError } = await use(byHttp, tool, given())
  expect([isError, text]).toEqual([false, expect.stringMatching(answer)])
})

/** Tasks that are refused, with the agent's message. */
const REFUSED: Task[] = [
  [
    "a field of another name",
    "scan",
    () => ({ request: { ...HOUSE, yearlyKWh: 1 } }),
    /unknown field yearlyKWh, did you mean yearlyKwh/,
  ],
  ["a car without use", "build_profile", () => ({ yearlyKwh: 3000, car: { km: 1 } }), /unknown field evConfig\.km/],
  [
    "a value out of range",
    "scan",
    () => ({ request: { ...HOUSE, yearlyKwh: -1 } }),
    /yearlyKwh must be above 0 \(status 400\)/,
  ],
  ["no request", "scan", () => ({}), /^request is required/],
  ["a scan that does not exist", "explain_report", () => ({ id: UNKNOWN }), /^scan not found \(status 404\)$/],
  ["an adjustment of nothing", "adjust", () => ({ request: { copiedFromId: UNKNOWN } }), /status 40[04]/],
  ["contracts of a scan without", "compare_contracts", () => ({ id: ids.house }), /^the scan has no contracts/],
  [
    "a tool that does not exist",
    "sell",
    () => ({}),
    /^there is no tool sell: there are find_place, build_profile, scan/,
  ],
  ["too long a wait", "wait", () => ({ id: ids.house, waitSeconds: 600 }), /^waitSeconds must be at most 60/],
  ["a report of a scan that failed", "explain_report", () => ({ id: ids.failed }), /out of reach.* \(status 409\)$/],
]

test.each(REFUSED)("over standard input and output, refused: %s", async (_, tool, given, answer) => {
  const { text, isError } = await use(byStdio, tool, given())
  expect([isError, text]).toEqual([true, expect.stringMatching(answer)])
})

test("both transports list the same tools, each with the schema of what it takes", async () => {
  const { tools } = await byHttp.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    "find_place",
    "build_profile",
    "scan",
    "wait",
    "explain_report",
    "adjust",
    "compare_contracts",
    "share",
    "list",
    "list_batteries",
    "quota",
  ])
  expect((await byStdio.listTools()).tools).toEqual(tools)
  const scan = tools.find(({ name }) => name === "scan")!
  expect(scan.inputSchema.properties).toMatchObject({ request: { required: ["location", "inputMethod"] } })
  expect(JSON.stringify(tools).length).toBeLessThan(MOST_LIST_CHARS)
  // The official client compares the data of each answer with this schema.
  expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([])
})

test("a consult from a postcode to a link leads through the tools' own answers", async () => {
  const { items } = (await use(byStdio, "find_place", { query: "9000 Gent" })).data
  const { lat, lon } = items[0]
  const profile = await use(byStdio, "build_profile", { location: { lat, lon }, yearlyKwh: 3500 })
  const roof = { maxPanelCount: 12, panelPowerWatts: 440, tiltAngle: 35, orientationAngle: 180 }
  const request = { location: { lat, lon }, inputMethod: "studio", customProfileId: profile.data.id, newPv: [roof] }
  const { id } = (await use(byStdio, "scan", { request, waitSeconds: 60 })).data
  const first = await use(byStdio, "explain_report", { id })
  expect(first.data.request).toMatchObject({ analysisYears: 25, customProfileId: profile.data.id })
  const battery = { capacityKwh: 10, powerRatingKw: 5 }
  const adjusted = await use(byStdio, "adjust", { request: { copiedFromId: id, electricBattery: battery } })
  expect((await use(byStdio, "explain_report", { id: adjusted.data.id })).text).toContain("net present value")
  expect((await use(byStdio, "share", { id: adjusted.data.id })).data.isShared).toBe(true)
})

test("a key's mode holds: a sandbox scan is the sandbox's alone", async () => {
  expect((await use(sandbox, "list")).data.items.map(({ id }: { id: string }) => id)).toEqual([ids.sandbox])
  expect((await use(sandbox, "explain_report", { id: ids.house })).isError).toBe(true)
})

test("what an explained report says as data is what the report has", async () => {
  const report = (await createClient(service).get(`/v1/scans/${ids.house}/result`)).body
  const { data } = await use(byStdio, "explain_report", { id: ids.house })
  const { overview, financial, outlook } = report
  expect(data).toMatchObject({
    kpi: overview.kpi,
    netPresentValue: financial.netPresentValue,
    outlook,
  })
})

test("without a key there is no protocol", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
  const accept = { accept: "application/json, text/event-stream" }
  const { status, body } = await createClient(service.address, null).post("/mcp", message, accept)
  expect([status, body.code]).toEqual([401, "UNAUTHENTICATED"])
  expect((await createClient(service).get("/mcp")).status).toBe(405)
})

test("there are thirty tasks at least", () => {
  expect(TASKS.length + REFUSED.length).toBeGreaterThanOrEqual(30)
})

test("/llms.txt has every operation and tool, and the documentation is sent compressed", async () => {
  const client = createClient(service.address, null)
  const text = (await client.get("/llms.txt")).body
  const { paths } = (await client.get("/openapi.json")).body
  const [, tools] = /; tools (.*)/.exec(text) ?? []
  expect(tools?.split(", ")).toEqual([...TOOLS.keys()])
  for (const [path, methods] of Object.entries<object>(paths))
    for (const method of Object.keys(methods)) expect(text).toContain(`- \`${method.toUpperCase()} ${path}\`: `)
  for (const path of ["/llms.txt", "/openapi.json", "/docs/swagger-ui.js"])
    for (const encoding of ["gzip", "zstd"]) {
      const { headers, status } = await fetch(service.address + path, { headers: { "accept-encoding": encoding } })
      expect([path, status, headers.get("content-encoding")]).toEqual([path, 200, encoding])
    }
})

test("a body has ten messages at most", async () => {
  const send = (count: number) => {
    const messages = Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))
    return createClient(service).post("/mcp", messages, { accept: "application/json, text/event-stream" })
  }
  expect((await send(10)).body).toHaveLength(10)
  const { status, body } = await send(11)
  expect([status, body.message]).toEqual([400, "the body must have at most 10 entries"])
})
