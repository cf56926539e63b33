import { afterAll, beforeAll, expect, test } from "bun:test"
import { studioWithBase } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Bounds of the fields of profiles: each is accepted at its bounds, and refused by its name beyond the bounds. */

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const STUDIO = "/v1/studio-profiles"
const HUB = "/v1/energyhub-profiles"
const PLAZA = "/v1/laadplein-profiles"

/** A field's path in a body, its lowest and highest allowed value, and the nearest values outside. */
interface Bounds {
  field: string
  lowest: number
  highest: number
  below?: number
  above: number
  whole?: boolean
  /** Sends the request with a value. */
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
    { field: "sessionsPerDay", lowest: 0, highest: 1000, below: -1, above: 1001 },
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

// @covers profiles: limits: panels, panel power, year and annualKwh
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

// @covers profiles: limits: schedule matrix and hourlyKw
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
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    })
    expect((await client.get(`${list}?page=0`)).body).toEqual({
      statusCode: 400,
      message: "page must be at least 1",
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    })
    expect((await client.get(list)).body).toMatchObject({ page: 1, limit: 20 })
  }
})
