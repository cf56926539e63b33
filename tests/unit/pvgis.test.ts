import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { pvgisProduction, pvgisProvider } from "../../domain/site/solar/pvgis.ts"
import { MONTH_START_HOURS } from "../../domain/site/year.ts"
import { PvgisError, type PvgisOptions, parsePvgis, pvgisClient } from "../../infra/pvgis/client.ts"
import { recordedPvgisAnswer, recordedPvgisRows } from "../support/pvgisServer.ts"

const folder = join(import.meta.dir, "../../fixtures/reference/solar")
const sample = await Bun.file(join(folder, "pvgis-hourly-sample.json")).text()
const rotterdam = await recordedPvgisAnswer()

const asked: URL[] = []
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: request => {
    const url = new URL(request.url)
    asked.push(url)
    switch (url.pathname) {
      case "/rotterdam/seriescalc":
        return new Response(rotterdam)
      case "/sample/seriescalc":
        return new Response(sample)
      case "/page/seriescalc":
        return new Response("<html>maintenance</html>")
      case "/silent/seriescalc":
        return new Promise<Response>(() => {})
      default:
        return Response.json(
          { message: "Location over the sea. Please, select another location", status: 400 },
          { status: 400 },
        )
    }
  },
})
afterAll(() => server.stop(true))

const surface = { lat: 51.95, lon: 4.1, tiltDeg: 40, azimuthDeg: 183 }
const query = { ...surface, startYear: 2018, endYear: 2019 }
const client = (path: string, options: Partial<PvgisOptions> = {}) =>
  pvgisClient({ baseUrl: `${server.url.origin}/${path}/`, fetch, ...options })
const failure = async (answer: Promise<unknown>): Promise<PvgisError> => {
  const error: unknown = await answer.catch(reason => reason)
  if (!(error instanceof PvgisError)) throw new Error(`no PvgisError: ${String(error)}`)
  return error
}
const total = (hours: Float64Array): number => hours.reduce((a, b) => a + b, 0)

test("the question names place, surface and years in PVGIS's terms", async () => {
  asked.length = 0
  await client("rotterdam")(query)
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    lat: "51.95",
    lon: "4.1",
    angle: "40",
    aspect: "3",
    startyear: "2018",
    endyear: "2019",
    pvcalculation: "1",
    peakpower: "1",
    loss: "0",
    pvtechchoice: "crystSi",
    mountingplace: "free",
    outputformat: "json",
  })
})

test("a horizon of the question replaces the one of PVGIS", async () => {
  asked.length = 0
  await client("rotterdam")({ ...query, horizon: [0, 4.5, 10, 0] })
  expect(asked[0]!.searchParams.get("userhorizon")).toBe("0,4.5,10,0")
})

test("a recorded PVGIS answer is read", () => {
  const samples = parsePvgis(sample)
  expect(samples.database).toBe("PVGIS-SARAH2")
  expect(new Date(samples.utcMs[8]!).toISOString()).toBe("2013-01-01T08:10:00.000Z")
  expect(samples.powerKwPerKwp[8]).toBeCloseTo(0.11872, 6)
  expect(samples.powerKwPerKwp[9]).toBeCloseTo(0.39501, 6)
})

test("recorded years become one year of the site: newest hours, mean months", async () => {
  const production = await pvgisProvider(client("rotterdam"))(surface)
  const hours = production.hoursKwhPerKwp
  expect(production).toMatchObject({ source: "pvgis", weatherYear: 2019, station: null })
  expect(production.note).toMatchObject({ code: "weather-pvgis", params: { database: "PVGIS-SARAH2", year: 2019 } })
  // Published yields of 2018 and 2019: 1159.0 and 1106.6 kWh/kWp.
  expect(Math.abs(total(hours) / ((1159.0 + 1106.6) / 2) - 1)).toBeLessThan(1e-4)
  const july = hours.subarray(MONTH_START_HOURS[6], MONTH_START_HOURS[7])
  const own = (await recordedPvgisRows()).filter(([utc]) => utc.startsWith("2019-07")).map(([, kw]) => kw)
  // 12:00 UTC on 1 July is 13:00 in the site's standard time.
  expect(july[13]! / july[12]!).toBeCloseTo(own[12]! / own[11]!, 5)
  expect(hours.every(kwh => Math.fround(kwh) === kwh)).toBe(true)
})

test("29 February is left out and the ends of the year wrap round", () => {
  const first = Date.UTC(2020, 0, 1, 0, 10)
  const utcMs = Float64Array.from({ length: 8784 }, (_, hour) => first + hour * 3_600_000)
  const powerKwPerKwp = utcMs.map(ms =>
    new Date(ms).getUTCMonth() === 1 && new Date(ms).getUTCDate() === 29 ? 9 : 0.5,
  )
  for (const offsetHours of [0, 5.75, 12, -11]) {
    const { hoursKwhPerKwp, weatherYear } = pvgisProduction({ utcMs, powerKwPerKwp, database: "made" }, offsetHours)
    expect(weatherYear).toBe(2020)
    expect(hoursKwhPerKwp).toHaveLength(8760)
    if (offsetHours === 0) expect(Math.max(...hoursKwhPerKwp)).toBe(0.5)
  }
})

test("an answer without a whole year is refused", async () => {
  await expect(pvgisProvider(client("sample"))(surface)).rejects.toMatchObject({ code: "incomplete_year" })
})

test("a refusal carries PVGIS's own words", async () => {
  const error = await failure(client("sea")(query))
  expect(error.code).toBe("pvgis_refused")
  expect(error.message).toContain("over the sea")
})

test("a page, a silence, a flood and a dead server each have their code", async () => {
  expect((await failure(client("page")(query))).code).toBe("pvgis_unreadable")
  expect((await failure(client("silent", { timeoutMs: 50 })(query))).code).toBe("pvgis_timeout")
  expect((await failure(client("rotterdam", { maxBytes: 100_000 })(query))).code).toBe("pvgis_too_large")
  const nobody = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
  const dead = `${nobody.url.origin}`
  await nobody.stop(true)
  expect((await failure(pvgisClient({ baseUrl: dead, fetch })(query))).code).toBe("pvgis_unreachable")
})

test("rows that are not power are refused", () => {
  const shell = (rows: unknown[]) =>
    JSON.stringify({ inputs: { pv_module: { peak_power: 1 } }, outputs: { hourly: rows } })
  for (const rows of [
    [],
    [{ time: "20190101:0010" }],
    [{ time: "yesterday", P: 1 }],
    [{ time: "20190101:0010", P: -1 }],
  ]) {
    expect(() => parsePvgis(shell(rows))).toThrow(PvgisError)
  }
})
