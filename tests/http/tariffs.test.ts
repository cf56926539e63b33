import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const FIELDS = [
  "endDate",
  "instants",
  "intervalType",
  "labels",
  "rateStats",
  "rates",
  "startDate",
  "tariffType",
  "timeZone",
]

// @covers profiles: GET /v1/tariffs/dynamic/stats
// @covers profiles: GET /v1/tariffs/feed-in/stats
test("statistics of both rates are in order", async () => {
  for (const kind of ["dynamic", "feed-in"]) {
    const { status, body } = await client.get(`/v1/tariffs/${kind}/stats`)
    expect([status, Object.keys(body).sort()]).toEqual([200, ["average", "max", "median", "min"]])
    expect(body.min).toBeLessThan(body.median)
    expect(body.median).toBeLessThan(body.max)
    expect(body.average).toBeWithin(body.min, body.max)
  }
  const buy = (await client.get("/v1/tariffs/dynamic/stats")).body
  const sell = (await client.get("/v1/tariffs/feed-in/stats")).body
  expect(sell.average).toBeLessThan(buy.average)
})

// @covers profiles: GET /v1/tariffs/dynamic/samples
test("samples of the day's four parts average to the year's", async () => {
  const { morning, afternoon, evening, night } = (await client.get("/v1/tariffs/dynamic/samples")).body
  const { average } = (await client.get("/v1/tariffs/dynamic/stats")).body
  expect((morning + afternoon + evening + night) / 4).toBeCloseTo(average, 5)
  expect(evening).toBeGreaterThan(afternoon)
})

// @covers profiles: GET /v1/tariffs/dynamic/breakdown
// @covers profiles: GET /v1/tariffs/feed-in/breakdown
test("a breakdown of each interval", async () => {
  const labels = { day: 24, week: 7, month: 31, year: 12 }
  for (const kind of ["dynamic", "feed-in"])
    for (const [interval, count] of Object.entries(labels)) {
      const { status, body } = await client.get(
        `/v1/tariffs/${kind}/breakdown?startDate=2024-03-01&interval=${interval}`,
      )
      expect([status, body.intervalType, body.tariffType]).toEqual([200, interval, kind])
      expect([body.labels.length, body.rates.length, body.rateStats.length]).toEqual([count, count, count])
      expect([body.startDate, body.priceYear]).toEqual(["2024-02-29T23:00:00.000Z", 2024])
      for (const [i, { min, max, average }] of body.rateStats.entries()) {
        expect(average).toBeCloseTo(body.rates[i], 9)
        expect(average).toBeWithin(min, max + 1e-12)
      }
    }
})

test("the days of a week are the days that are asked one by one", async () => {
  const week = (await client.get("/v1/tariffs/dynamic/breakdown?startDate=2024-06-03&interval=week")).body
  for (const [i, day] of ["2024-06-03", "2024-06-04", "2024-06-09"].entries()) {
    const { rates } = (await client.get(`/v1/tariffs/dynamic/breakdown?startDate=${day}`)).body
    const mean = rates.reduce((sum: number, rate: number) => sum + rate, 0) / 24
    expect(week.rates[[0, 1, 6][i]!]).toBeCloseTo(mean, 5)
  }
})

// @covers profiles: breakdown startDate default today
test("without a start date: today, in the newest year with prices, which the answer names", async () => {
  const { body } = await client.get("/v1/tariffs/dynamic/breakdown")
  const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Amsterdam" })
  const newest = (await client.get("/v1/tariffs/dynamic/breakdown?startDate=2049-01-01")).body.priceYear
  expect(body.intervalType).toBe("day")
  expect(body.priceYear).toBe(Math.min(newest, Number(today.slice(0, 4))))
  const day = today.slice(0, 10).replace("-02-29", "-02-28")
  expect(Date.parse(body.startDate)).toBe(Date.parse(`${day}T00:00:00.000+01:00`))
})

test("the dates are those that are asked for, also in a year without prices, which has the nearest year's", async () => {
  const get = async (startDate: string) =>
    (await client.get(`/v1/tariffs/dynamic/breakdown?interval=week&startDate=${startDate}`)).body
  const far = await get("2049-12-29")
  expect([far.startDate, far.endDate]).toEqual(["2049-12-28T23:00:00.000Z", "2050-01-04T23:00:00.000Z"])
  expect([far.labels[0], far.labels[6]]).toEqual(["2049-12-29", "2050-01-04"])
  const near = await get(`${far.priceYear}-12-29`)
  expect(far.rates).toEqual(near.rates)
})

test("29 February counts as the 28th", async () => {
  const { body } = await client.get("/v1/tariffs/dynamic/breakdown?startDate=2024-02-29")
  expect(body.startDate).toBe("2024-02-27T23:00:00.000Z")
})

// @covers profiles: breakdown fields subset
test("a subset of fields, in any order and with spaces", async () => {
  const get = async (fields: string) =>
    Object.keys((await client.get(`/v1/tariffs/feed-in/breakdown?fields=${encodeURIComponent(fields)}`)).body).sort()
  expect(await get("rates")).toEqual(["rates"])
  expect(await get("labels, rates")).toEqual(["labels", "rates"])
  for (const field of FIELDS) expect(await get(field)).toEqual([field])
  expect(await get(FIELDS.join(","))).toEqual(FIELDS)
  expect(await get("")).toEqual([...FIELDS, "priceYear"].sort())
})

test("what is wrong with a query is named", async () => {
  const refusals: [string, string][] = [
    ["interval=hour", "interval must be one of day, week, month, year"],
    ["startDate=yesterday", "startDate must be a date as YYYY-MM-DD, alone or with a time"],
    ["startDate=2024-13-01", "startDate must be a date as YYYY-MM-DD, alone or with a time"],
  ]
  for (const [query, message] of refusals)
    expect((await client.get(`/v1/tariffs/dynamic/breakdown?${query}`)).body).toEqual({
      statusCode: 400,
      message,
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    })
  const { body } = await client.get("/v1/tariffs/dynamic/breakdown?fields=rates,rateStat")
  expect(body.message).toContain('"rateStat" is none, did you mean rateStats?')
})

test("tariffs need a credential", async () => {
  const anyone = createClient(service.address, null)
  for (const path of ["dynamic/stats", "dynamic/samples", "feed-in/stats", "dynamic/breakdown", "feed-in/breakdown"])
    expect((await anyone.get(`/v1/tariffs/${path}`)).status).toBe(401)
})
