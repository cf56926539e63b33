import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox"
import { Strict } from "../../domain/base/validation/schema.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { AdjustmentRequest } from "../../domain/request/adjust.ts"
import { Contracts } from "../../domain/request/contractsRequest.ts"
import { ScanRequest } from "../../domain/request/request.ts"
import type { Mode } from "../../store/tables.ts"
import { PageQuery } from "../http/lists.ts"
import type { ProductList } from "../v1/batteries/productSchemas.ts"
import { type CreatedScan, type ScanList, ScanListQuery, type ScanStatusAnswer } from "../v1/scans/schemas.ts"
import { type Ask, bodyOf, ToolRefused } from "./ask.ts"
import { listedBatteries } from "./batteries.ts"
import { comparedContracts, explained } from "./explain.ts"

/** Answer of a tool: sentences for a reader, and the same as data. */
export interface Said {
  text: string
  data?: object
}

/** A tool of the server: its inputs and its work. */
export interface Tool<Input extends TObject = TObject> {
  name: string
  description: string
  input: Input
  /** True if the tool only reads. */
  isReading: boolean
  act(ask: Ask, input: Static<Input>, mode: Mode): Promise<Said>
}

const tool = <Input extends TObject>(declared: Tool<Input>): Tool<Input> => declared

/** Maximum wait of one call; agents repeat the call to wait longer. */
const LONGEST_WAIT_SECONDS = 60
const DEFAULT_WAIT_SECONDS = 30
const LOOK_AGAIN_MS = 300

const id = Type.String({ minLength: 1, maxLength: 64, description: "Id of the scan" })
const waitSeconds = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LONGEST_WAIT_SECONDS,
    description: `Longest wait for the end; ${DEFAULT_WAIT_SECONDS} unless given`,
  }),
)
const asGiven = (schema: TSchema, description: string) =>
  Type.Unsafe<Record<string, unknown>>({ ...schema, description })

const pathOf = (scanId: string, rest = ""): string => `/v1/scans/${encodeURIComponent(scanId)}${rest}`
const reportOf = async (ask: Ask, scanId: string) => bodyOf<FullReport>(await ask("GET", pathOf(scanId, "/result")))

const created = async (ask: Ask, request: unknown, seconds = DEFAULT_WAIT_SECONDS): Promise<CreatedScan> =>
  bodyOf<CreatedScan>(await ask("POST", "/v1/scans", request, { prefer: `wait=${seconds}` }))

const stateText = ({ id: scanId, status, errorMessage }: CreatedScan): string =>
  status === "completed"
    ? `The scan ${scanId} is completed: explain_report says what it found.`
    : status === "error"
      ? `The scan ${scanId} failed: ${errorMessage ?? "no reason is known"}`
      : `The scan ${scanId} is ${status}: wait waits for its end.`

const scan = tool({
  name: "scan",
  description:
    "Size solar panels and a battery for a site: creates a scan and waits for its end. Needs location, inputMethod known with yearlyKwh, and newPv or electricBattery.",
  input: Strict({ request: asGiven(ScanRequest, "The site, as POST /v1/scans takes it"), waitSeconds }),
  isReading: false,
  async act(ask, input) {
    const answer = await created(ask, input.request, input.waitSeconds)
    return { text: stateText(answer), data: answer }
  },
})

const adjust = tool({
  name: "adjust",
  description:
    "Make a free copy of a completed scan with some inputs changed, such as another battery or tariff, and wait for its end.",
  input: Strict({ request: asGiven(AdjustmentRequest, "copiedFromId and the fields that differ"), waitSeconds }),
  isReading: false,
  async act(ask, input) {
    const answer = await created(ask, input.request, input.waitSeconds)
    return { text: stateText(answer), data: answer }
  },
})

const wait = tool({
  name: "wait",
  description: "Wait for the end of a scan, at most a minute; its state is the answer.",
  input: Strict({ id, waitSeconds }),
  isReading: true,
  async act(ask, { id: scanId, waitSeconds: seconds = DEFAULT_WAIT_SECONDS }) {
    const deadlineMs = Date.now() + seconds * 1000
    for (;;) {
      const answer = bodyOf<ScanStatusAnswer>(await ask("GET", pathOf(scanId, "/status")))
      const isRunning = answer.status === "pending" || answer.status === "processing"
      if (!isRunning || Date.now() >= deadlineMs) return { text: stateText(answer), data: answer }
      await new Promise(done => setTimeout(done, LOOK_AGAIN_MS))
    }
  },
})

const explainReport = tool({
  name: "explain_report",
  description:
    "Say in sentences what a completed scan found: the plant, what it costs and brings, how sure that is, how near the best it is proven to be.",
  input: Strict({ id }),
  isReading: true,
  async act(ask, { id: scanId }, mode) {
    const report = await reportOf(ask, scanId)
    const { overview, financial, battery, solar, optimisation, outlook = null } = report
    const data = {
      mode,
      kpi: overview.kpi,
      newSystems: solar.newSystems.map(({ name, panelCount, installedCapacityKwp }) => ({
        name,
        panelCount,
        installedCapacityKwp,
      })),
      battery: battery.specs,
      netPresentValue: financial.netPresentValue,
      investment: financial.investment,
      gap: optimisation.gap,
      outlook,
    }
    return { text: explained(report, mode), data }
  },
})

const list = tool({
  name: "list",
  description: "List scans, newest first, with their state and main figures.",
  input: Strict(ScanListQuery.properties),
  isReading: true,
  async act(ask, query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const answer = bodyOf<ScanList>(await ask("GET", `/v1/scans${text ? `?${text}` : ""}`))
    const lines = answer.items.map(
      ({ id: scanId, status, goal, returnPeriod }) =>
        `${scanId} ${status} ${goal}${returnPeriod === null ? "" : `, earned back after ${returnPeriod.toFixed(1)} years`}`,
    )
    return { text: lines.length > 0 ? lines.join("\n") : "There are no such scans.", data: answer }
  },
})

const compareContracts = tool({
  name: "compare_contracts",
  description:
    "Rank electricity contracts for a site, each with its own best plant, by life-cycle cost: of a completed scan that has contracts, or of a new scan with the contracts given.",
  input: Strict({
    id: Type.Optional(id),
    request: Type.Optional(
      asGiven(ScanRequest, "The site, as POST /v1/scans takes it; tariff is the contract of today"),
    ),
    contracts: Type.Optional(asGiven(Contracts, "1 to 20 tariffs that are on offer")),
    waitSeconds,
  }),
  isReading: false,
  async act(ask, { id: known, request, contracts, waitSeconds: seconds }, mode) {
    if (mode === "sandbox")
      throw new ToolRefused(
        "the sandbox compares no contracts, its results are computed beforehand: take a production key",
      )
    if ((known === undefined) === (request === undefined)) throw new ToolRefused("give either id or request")
    const answer = known === undefined ? await created(ask, { ...request, contracts }, seconds) : undefined
    if (answer && answer.status !== "completed") return { text: stateText(answer), data: answer }
    const report = await reportOf(ask, known ?? answer!.id)
    const text = comparedContracts(report)
    if (text === undefined) throw new ToolRefused("the scan has no contracts: give request and contracts")
    return { text, data: { id: report.id, ...report.contracts } }
  },
})

const readRequest = tool({
  name: "read_request",
  description: "Read what a scan was asked, with all defaults filled in.",
  input: Strict({ id }),
  isReading: true,
  async act(ask, { id: scanId }) {
    const body = bodyOf<object>(await ask("GET", pathOf(scanId, "/request")))
    return { text: JSON.stringify(body), data: body }
  },
})

const listBatteries = tool({
  name: "list_batteries",
  description:
    "List the batteries that the organization sells. A scan chooses among them by electricBattery.catalogue, or catalogueIds of them.",
  input: Strict(PageQuery.properties),
  isReading: true,
  async act(ask, query) {
    const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const path = `/v1/batteries/products?${new URLSearchParams(given)}`
    const answer = bodyOf<Static<typeof ProductList>>(await ask("GET", path))
    return { text: listedBatteries(answer), data: answer }
  },
})

/** Tools by their names. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [scan, adjust, wait, explainReport, list, compareContracts, readRequest, listBatteries].map(each => [
    each.name,
    each as Tool,
  ]),
)
