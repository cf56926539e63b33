/** `npm run bench -- profiles`: lists of ten thousand profiles, and changes of a profile of ten layers. */

import { newId } from "../../infra/ids.ts"
import { organizations, profiles } from "../../store/tables.ts"
import { studioWithBase } from "../support/profiles.ts"
import { createClient, freshDataDir, openDatabaseOf, startProcess } from "../support/service.ts"
import { type Row, report, type Section } from "./table.ts"

const PROFILES = 10_000
const ROWS_PER_INSERT = 1_000
const CALLS = 60
const WARM_UP_CALLS = 5
const LIST_LIMIT_MS = 20
const CHANGE_LIMIT_MS = 100

type Client = ReturnType<typeof createClient>

/** A data folder whose first organization has ten thousand profiles. */
const folderOfMany = async (): Promise<string> => {
  const dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  const { id: organizationId } = (await database.queries.select({ id: organizations.id }).from(organizations))[0]!
  const now = new Date()
  for (let done = 0; done < PROFILES; done += ROWS_PER_INSERT) {
    const rows = Array.from({ length: ROWS_PER_INSERT }, (_, i) => ({
      id: newId(),
      organizationId,
      kind: "studio" as const,
      name: `Profile ${done + i + 1}`,
      year: 2025,
      lat: 52.09,
      lon: 5.12,
      totalKwh: 3000,
      peakKw: 2,
      totalExportKwh: 0,
      peakExportKw: 0,
      layerCount: 0,
      hasSolarLayer: false,
      lacksSolar: false,
      createdAt: now,
      updatedAt: now,
    }))
    await database.queries.insert(profiles).values(rows)
  }
  await database.close()
  return dataDir
}

/** CPU time of the service since its start, on all its threads [ms]. */
const serviceCpuMs = async (client: Client): Promise<number> => {
  const { body } = await client.get("/metrics")
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(body)?.[1]
  if (!seconds) throw new Error("the service does not report its CPU time")
  return Number(seconds) * 1000
}

type Call = (turn: number) => Promise<{ status: number }>

/** Times of calls one after another from request to answer, ascending [ms], and CPU time of the service for each. */
const timesOf = async (client: Client, call: Call): Promise<{ times: number[]; cpuMs: number }> => {
  const timed = async (turn: number): Promise<number> => {
    const startedMs = performance.now()
    const { status } = await call(turn)
    if (status >= 300) throw new Error(`a call answered ${status}`)
    return performance.now() - startedMs
  }
  for (let turn = 0; turn < WARM_UP_CALLS; turn++) await timed(turn)
  const cpuBefore = await serviceCpuMs(client)
  const times: number[] = []
  for (let turn = WARM_UP_CALLS; turn < WARM_UP_CALLS + CALLS; turn++) times.push(await timed(turn))
  const cpuMs = ((await serviceCpuMs(client)) - cpuBefore) / CALLS
  return { times: times.sort((a, b) => a - b), cpuMs }
}

/** The bar is on the time from request to answer, which other work on the machine extends. CPU time has no bar. */
const rowOf =
  (client: Client) =>
  async (what: string, limitMs: number, call: Call): Promise<Row> => {
    const { times, cpuMs } = await timesOf(client, call)
    const [median, p95] = [times[Math.floor(CALLS / 2)], times[Math.floor(CALLS * 0.95)]]
    return {
      what,
      measured: `${cpuMs.toFixed(1)} ms CPU, ${median!.toFixed(1)} ms median, ${p95!.toFixed(1)} ms p95`,
      bar: `p95 at most ${limitMs} ms`,
      holds: p95! <= limitMs,
    }
  }

const listRows = async (client: Client): Promise<Row[]> => {
  const row = rowOf(client)
  return [
    await row("first page", LIST_LIMIT_MS, () => client.get("/v1/studio-profiles")),
    await row("first page of a hundred", LIST_LIMIT_MS, () => client.get("/v1/studio-profiles?limit=100")),
    await row("last page", LIST_LIMIT_MS, () => client.get("/v1/studio-profiles?page=100&limit=100")),
    await row("combined list", LIST_LIMIT_MS, () => client.get("/v1/studio-profiles/all")),
  ]
}

/** Creates a profile of a base, a solar layer, an EV layer and eight others. */
const tenLayers = async (client: Client) => {
  const path = await studioWithBase(client)
  const surface = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180 }
  const add = async (layer: object): Promise<string> => (await client.post(`${path}/layers`, layer)).body.layerId
  const solar = await add({ presetId: "solar", solarConfig: surface })
  const car = await add({ presetId: "ev", evConfig: { count: 2 } })
  const others: string[] = []
  for (let i = 0; i < 8; i++) others.push(await add({ presetId: i % 2 ? "warmtepomp" : "custom", maxKw: 0.2 }))
  return { path, solar: `${path}/layers/${solar}`, car: `${path}/layers/${car}`, other: `${path}/layers/${others[0]}` }
}

const changeRows = async (client: Client): Promise<Row[]> => {
  const row = rowOf(client)
  const { path, solar, car, other } = await tenLayers(client)
  const state = await stateOf(client, path)
  return [
    await row("power of a layer", CHANGE_LIMIT_MS, turn => client.patch(other, { maxKw: 0.1 + turn / 100 })),
    await row("layer switched off and on", CHANGE_LIMIT_MS, turn => client.patch(other, { enabled: turn % 2 === 1 })),
    await row("new azimuth of the panels", CHANGE_LIMIT_MS, turn =>
      client.patch(solar, { solarConfig: { azimuth: 90 + turn } }),
    ),
    await row("cars simulated anew", CHANGE_LIMIT_MS, turn =>
      client.patch(car, { evConfig: { dailyConsumptionKwh: 5 + turn / 10 } }),
    ),
    await row("new base", CHANGE_LIMIT_MS, turn =>
      client.post(`${path}/base`, { templateId: "stel", annualKwh: 3000 + turn }),
    ),
    await row("whole state saved", CHANGE_LIMIT_MS, () => client.put(path, state)),
    await row("chart of a month", CHANGE_LIMIT_MS, () => client.get(`${path}/chart?view=month&index=5`)),
  ]
}

/** The profile as a studio stores it, with the hours of base, layers and results, as JSON text. */
const stateOf = async (client: Client, path: string): Promise<string> => {
  const { layers, result, exportResult, productionResult } = (await client.get(path)).body
  const shortened = (hours: number[]) => hours.map(kwh => Number(kwh.toPrecision(7)))
  const data = shortened(result)
  return JSON.stringify({
    studioState: {
      baseProfile: { type: "upload", name: "Base", data },
      layers: layers.map(({ id, type, name }: Record<string, string>) => ({ id, type, name, data })),
      result: data,
      exportResult: shortened(exportResult),
      productionResult: shortened(productionResult),
    },
  })
}

/** Lists and changes, measured at a service of its own over HTTP. */
const benchProfiles = async (): Promise<Section[]> => {
  const service = await startProcess(await folderOfMany())
  const client = createClient(service.address)
  const sections: Section[] = [
    { title: `Lists of ${PROFILES} profiles`, rows: await listRows(client), data: null },
    { title: "Changes of a profile of ten layers", rows: await changeRows(client), data: null },
  ]
  await service.end()
  return sections
}

export const bench = async (): Promise<void> => report("profiles", await benchProfiles())
