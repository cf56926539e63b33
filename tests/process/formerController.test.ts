import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { tmpdir } from "node:os"
import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { migrate } from "drizzle-orm/pglite/migrator"
import { packJobInputs, surfaceKey, surfacesOf } from "../../domain/case/jobInputs.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { chainKwhPerKwp, litHours } from "../../domain/site/solar/chain.ts"
import { knmiWeather, nearestOf } from "../../domain/site/solar/knmi.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { knmiStations } from "../../fixtures/solar/index.ts"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { databaseOver } from "../../store/database.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { startLonelyApi } from "../support/legacy.ts"
import { createClient } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { fillEngine, type StoredDatabase } from "../support/storedDatabase.ts"
import { readStoredSchema } from "../support/storedSchemas.ts"

/**
 * Stored requests, reports and defaults of the former controller `zeroExport`, in the last database before its
 * migration. The report of its scan is the last that the former controller made.
 */
const stored = readStoredSchema("0032_beside_0_1")

type Row = Record<string, string | null>
const rowsOf = ({ tables }: StoredDatabase, name: string): Row[] => {
  const { columns, rows } = tables.find(table => table.name === name)!
  return rows.map(row => Object.fromEntries(row.map((value, i) => [columns[i]!.name, value])))
}
const inputOf = ({ input }: Row) => JSON.parse(input!)
const former = rowsOf(stored, "scans").find(row => inputOf(row).control === "zeroExport")!
const reportBefore: StoredReport = JSON.parse(
  rowsOf(stored, "scan_reports").find(({ scan_id: id }) => id === former.id)!.report!,
)

let engine: PGlite
let api: Awaited<ReturnType<typeof startLonelyApi>>
let client: Client
beforeAll(async () => {
  engine = await PGlite.create()
  await fillEngine(engine, stored)
  await migrate(drizzle({ client: engine }), { migrationsFolder: MIGRATIONS })
  api = await startLonelyApi(
    databaseOver(codecs => openEmbeddedConnection(engine, codecs), "embedded", 1),
    tmpdir(),
  )
  client = createClient(api.address)
})
afterAll(async () => {
  await api.stop()
  await engine.close()
})

const requestNow = async (): Promise<FilledRequest> => (await client.get(`/v1/scans/${former.id}/request`)).body

describe("the migration of the former controller", () => {
  test("gives its requests self-consumption under a feed-in limit of 0, in each tariff, and leaves all else", async () => {
    const before = inputOf(former)
    expect(before.tariff.limits).toEqual({ importKw: 12, exportKw: 3 })
    const withLimit = (tariff: { limits?: object }) => ({ ...tariff, limits: { ...tariff.limits, exportKw: 0 } })
    const { rows } = await engine.query<{ input: string }>("select input::text from scans where id = $1", [former.id])
    const now = JSON.parse(rows[0]!.input)
    expect(now).toEqual({
      ...before,
      control: "selfConsumption",
      tariff: withLimit(before.tariff),
      contracts: before.contracts.map(withLimit),
    })
    expect(Object.keys(now)).toEqual(Object.keys(before))
    expect(await requestNow()).toMatchObject({ control: "selfConsumption", tariff: { limits: { exportKw: 0 } } })
  })

  test("keeps the report readable, its own figures as those of self-consumption", async () => {
    const { status, body } = await client.get(`/v1/scans/${former.id}/result`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain("zeroExport")
    expect(body.control.chosen).toBe("selfConsumption")
    expect(body.control.netPresentValue.selfConsumption).toBe(body.financial.netPresentValue)
    expect(body.control.firstYearSavings.selfConsumption).toBe(body.overview.kpi.yearlySavings)
    expect(body.overview.kpi.yearlySavings).toBeCloseTo(reportBefore.overview.kpi.yearlySavings, 1)
  })

  test("gives organizations self-consumption by default", async () => {
    const owner = await logIn(api.address)
    const { body: session } = await owner.get("/v1/auth/session")
    const { body } = await owner.get(`/v1/organizations/${session.organization.id}`)
    expect(body.assumptions).toEqual({ discountRate: 0.04, control: "selfConsumption" })
  })
})

describe("the former controller", () => {
  const hint =
    "control zeroExport is no longer available; use selfConsumption with exportKw 0 in the limits of the tariff"

  test("is refused in a request, an adjustment and a default, by what replaces it", async () => {
    const refused = async (answer: Promise<{ status: number; body: { message: string } }>) => {
      const { status, body } = await answer
      return [status, body.message]
    }
    const { copiedFromId: _, ...request } = await requestNow()
    expect(await refused(client.post("/v1/scans", { ...request, control: "zeroExport" }))).toEqual([400, hint])
    const adjustment = { copiedFromId: former.id, control: "zeroExport" }
    expect(await refused(client.post("/v1/scans", adjustment))).toEqual([400, hint])
    const owner = await logIn(api.address)
    const { body: session } = await owner.get("/v1/auth/session")
    const path = `/v1/organizations/${session.organization.id}`
    expect(await refused(owner.patch(path, { assumptions: { control: "zeroExport" } }))).toEqual([
      400,
      `assumptions.${hint}`,
    ])
  })
})

const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.1 }
const electricBattery = { powerRatingKw: 5, capacityKwh: 15, costPerKwh: 250 }
const site = <More extends object>(more: More) => ({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 20, panelPowerWatts: 430 }],
  ...more,
})

/**
 * Figures of a report: panels, battery [kWh], net present value, first-year savings and investment [EUR], gap. `before`
 * was computed under `zeroExport` by the last version that had it; it chose sizes with foresight that may feed in, and
 * shrank them for the rule. The limit binds the search too, so its plants are worth more and proven closely.
 */
interface Differing {
  name: string
  request: { tariff: object }
  before: number[]
  after: number[]
}
const DIFFERING: Differing[] = [
  {
    name: "panels alone: the same plant, with a tight proof",
    request: site({ tariff: FLAT }),
    before: [4, 0, 2183.44, 235.56, 2106, 0.4288],
    after: [4, 0, 2183.44, 235.56, 2106, 0.0001],
  },
  {
    name: "a battery: smaller",
    request: site({ tariff: FLAT, electricBattery }),
    before: [9, 8.217, 5378.04, 680.22, 7008.64, 0.3265],
    after: [9, 7.46, 5415.55, 668.43, 6756.34, 0.0001],
  },
  {
    name: "a dynamic tariff: a little smaller",
    request: site({
      tariff: { type: "dynamic" },
      electricBattery,
      newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
    }),
    before: [8, 7.153, 2814.63, 496.36, 6224.02, 0.0739],
    after: [8, 7.06, 2831.64, 495.59, 6193.03, 0.0044],
  },
  {
    name: "feed-in that costs money: larger",
    request: site({
      tariff: { ...FLAT, feedInEurPerKwh: -0.1 },
      electricBattery,
      newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
    }),
    before: [6, 7.273, 4916.56, 566.76, 5404.02, 0.0021],
    after: [9, 7.448, 5415.57, 668.21, 6752.34, 0.0011],
  },
  {
    // The limit leaves the site the feed-in of its panels of today; any new plant under `zeroExport` ended it.
    name: "panels of today: their feed-in stays, so a plant pays",
    request: site({
      tariff: FLAT,
      electricBattery,
      newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
      existingPv: [{ panelCount: 10, panelPowerWatts: 400 }],
    }),
    before: [0, 0, 0, 0, 0, 0.3489],
    after: [6, 9.879, 2605.04, 487.52, 6272.57, 0],
  },
]

const figuresOf = ({ alternatives, financial, overview, optimisation }: StoredReport): number[] => [
  alternatives![0]!.panels[0]!,
  alternatives![0]!.batteryCapacityKwh,
  financial.netPresentValue,
  overview.kpi.yearlySavings,
  financial.investment.totalInvestment,
  optimisation.gap,
]

/** Stations of the version that computed the figures. */
const EARLIER_STATIONS = knmiStations.filter(({ number }) => [240, 260, 310, 330, 380].includes(number))

/** Sun of that version: hours of 2023 in their own order. A provider's sun of the prices' year keeps its order. */
const sunOfEarlierVersion = (input: FilledRequest): Uint8Array => {
  const productions = surfacesOf(input).map(surface => {
    const { lat, lon, tiltDeg, azimuthDeg } = surface
    const place = { lat: Math.round(10 * lat) / 10, lon: Math.round(10 * lon) / 10 }
    const lit = litHours(knmiWeather(place, nearestOf(EARLIER_STATIONS, place), 2023, 1))
    const hoursKwhPerKwp = chainKwhPerKwp(lit, tiltDeg, azimuthDeg, { direct: 0.98, diffuse: 1.06 }).map(Math.fround)
    return [surfaceKey(surface), { ...productionKwhPerKwp(surface), hoursKwhPerKwp, weatherYear: 2025 }] as const
  })
  return packJobInputs({ productions: new Map(productions) })
}

const solved = async (input: FilledRequest): Promise<number[]> => {
  const solver = { optimiser: await createOptimiser(), sizingTolerance: 1e-4 }
  const job = { scanId: "scan", runId: "run", attempt: 1, input, material: sunOfEarlierVersion(input) }
  const answer = solveJob(job, solver, () => true)
  if (answer.kind !== "solved") throw new Error(JSON.stringify(answer.error))
  return figuresOf(answer.report as StoredReport)
}

/** Largest accepted differences: of panels, kWh, EUR and the gap. */
const WITHIN = [0, 0.05, 1, 1, 15, 2e-4]
const expectNear = (figures: number[], listed: number[]) => {
  const far = figures.filter((figure, i) => Math.abs(figure - listed[i]!) > WITHIN[i]!)
  expect({ figures, listed, far }).toEqual({ figures, listed, far: [] })
}

test.each(DIFFERING)("figures that the migration changes, for $name", async ({ request, before, after }) => {
  const migrated = { ...request, tariff: { ...request.tariff, limits: { exportKw: 0 } }, control: "selfConsumption" }
  expectNear(await solved(parseEarlierRequest(migrated, standardProfileKeys)), after)
  expect(after[2]).toBeGreaterThanOrEqual(before[2]!)
})

test("figures of the stored scan, solved again after the migration", async () => {
  expectNear(figuresOf(reportBefore), [7, 6.342, 3854.99, 515.04, 5523.72, 0.1031])
  expectNear(await solved(await requestNow()), [7, 5.944, 3867.32, 508.43, 5391.07, 0])
})
