import { Type } from "@sinclair/typebox"
import { Strict } from "../../domain/base/validation/schema.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import { ScanRequest } from "../../domain/request/request.ts"
import { SCAN_EXAMPLE } from "../v1/scans/examples.ts"
import { type CreatedScan, type ScanList, ScanListQuery, type ScanStatusAnswer } from "../v1/scans/schemas.ts"
import { type Ask, bodyOf, ToolRefused } from "./ask.ts"
import { comparedContracts, explained } from "./explain.ts"
import { outlined } from "./outline.ts"
import { answering, Body, pathOf, ScanId, tool } from "./tool.ts"

/** Tools for scans: creating, waiting, explaining, comparing and listing. */

/** Maximum wait of one call; agents repeat the call to wait longer. */
const LONGEST_WAIT_SECONDS = 60
const DEFAULT_WAIT_SECONDS = 30
const LOOK_AGAIN_MS = 300
/** Levels of fields of a request that agents see. */
const SHOWN_LEVELS = 1

const OBJECT = { type: "object" }
const LIST = { type: "array", items: OBJECT }
const STATE = answering({ id: { type: "string" }, status: { type: "string" } })

const waitSeconds = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LONGEST_WAIT_SECONDS,
    description: `Longest wait for the end; ${DEFAULT_WAIT_SECONDS} unless given`,
  }),
)
const reportOf = async (ask: Ask, scanId: string) => bodyOf<FullReport>(await ask("GET", pathOf(scanId, "/result")))

const created = async (ask: Ask, request: unknown, seconds = DEFAULT_WAIT_SECONDS): Promise<CreatedScan> =>
  bodyOf<CreatedScan>(await ask("POST", "/v1/scans", request, { prefer: `wait=${seconds}` }))

const stateText = ({ id: scanId, status, errorMessage }: CreatedScan): string =>
  status === "completed"
    ? `The scan ${scanId} is completed: explain_report says what it found.`
    : status === "error"
      ? `The scan ${scanId} failed: ${errorMessage ?? "no reason is known"}`
      : `The scan ${scanId} is ${status}: wait waits for its end.`

export const scan = tool({
  name: "scan",
  description:
    "Size solar panels and a battery for a site: creates a scan and waits for its end. Needs location, inputMethod known with yearlyKwh or studio with a profile, and newPv or electricBattery.",
  input: Strict({ request: Body, waitSeconds }),
  shown: { request: { ...outlined(ScanRequest, SHOWN_LEVELS), examples: [SCAN_EXAMPLE] } },
  output: STATE,
  isReading: false,
  async act(ask, input) {
    const answer = await created(ask, input.request, input.waitSeconds)
    return { text: stateText(answer), data: answer }
  },
})

export const adjust = tool({
  name: "adjust",
  description:
    "Make a free copy of a completed scan with some inputs changed, such as another battery or tariff, and wait for its end.",
  input: Strict({ request: Body, waitSeconds }),
  shown: {
    request: {
      ...{ type: "object", required: ["copiedFromId"], properties: { copiedFromId: { type: "string" } } },
      description: "copiedFromId, and fields of the request of scan that differ; null removes one",
    },
  },
  output: STATE,
  isReading: false,
  async act(ask, input) {
    const answer = await created(ask, input.request, input.waitSeconds)
    return { text: stateText(answer), data: answer }
  },
})

export const wait = tool({
  name: "wait",
  description: "Wait for the end of a scan, at most a minute; its state is the answer.",
  input: Strict({ id: ScanId, waitSeconds }),
  output: STATE,
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

export const explainReport = tool({
  name: "explain_report",
  description:
    "Explain a completed scan in sentences: the plant, its cost and savings, their likely range, and the proof. The data has the request and the figures.",
  input: Strict({ id: ScanId }),
  output: answering({
    request: OBJECT,
    kpi: OBJECT,
    newSystems: LIST,
    battery: OBJECT,
    outlook: { type: ["object", "null"] },
  }),
  isReading: true,
  async act(ask, { id: scanId }, mode) {
    const report = await reportOf(ask, scanId)
    const request = bodyOf<object>(await ask("GET", pathOf(scanId, "/request")))
    const { overview, financial, battery, solar, optimisation, outlook = null } = report
    const data = {
      mode,
      request,
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

export const list = tool({
  name: "list",
  description: "List scans, newest first, with their state and main figures.",
  input: Strict(ScanListQuery.properties),
  shown: outlined(ScanListQuery, SHOWN_LEVELS).properties ?? {},
  output: answering({ items: LIST, total: { type: "integer" } }),
  isReading: true,
  async act(ask, query) {
    const fields = Object.entries(query).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const answer = bodyOf<ScanList>(await ask("GET", `/v1/scans${text ? `?${text}` : ""}`))
    const lines = answer.items.map(
      ({ id: scanId, status, goal, returnPeriod }) =>
        `${scanId} ${status} ${goal}${returnPeriod === null ? "" : `, earned back after ${returnPeriod.toFixed(1)} years`}`,
    )
    return { text: lines.length > 0 ? lines.join("\n") : "There are no such scans.", data: answer }
  },
})

export const compareContracts = tool({
  name: "compare_contracts",
  description:
    "Rank electricity contracts by life-cycle cost, each with its own best plant: for a completed scan with contracts, or a new scan.",
  input: Strict({
    id: Type.Optional(ScanId),
    request: Type.Optional(Body),
    contracts: Type.Optional(Type.Array(Body)),
    waitSeconds,
  }),
  shown: {
    request: { type: "object", description: "As of scan; tariff is the contract of today" },
    contracts: { type: "array", items: OBJECT, description: "1 to 20 contracts, each like tariff with a name" },
  },
  output: answering({ id: { type: "string" }, ranked: LIST }, ["id"]),
  isReading: false,
  async act(ask, { id: scanId, request, contracts, waitSeconds: seconds }, mode) {
    if (mode === "sandbox")
      throw new ToolRefused(
        "the sandbox compares no contracts, its results are computed beforehand: take a production key",
      )
    if ((scanId === undefined) === (request === undefined)) throw new ToolRefused("give either id or request")
    const answer = scanId === undefined ? await created(ask, { ...request, contracts }, seconds) : undefined
    if (answer && answer.status !== "completed") return { text: stateText(answer), data: answer }
    const report = await reportOf(ask, scanId ?? answer!.id)
    const text = comparedContracts(report)
    if (text === undefined) throw new ToolRefused("the scan has no contracts: give request and contracts")
    return { text, data: { id: report.id, ...report.contracts } }
  },
})
