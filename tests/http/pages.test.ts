import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { houseRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

const DIST = fileURLToPath(new URL("../../dashboard/dist/", import.meta.url))
const MAX_REPORT_GZIP_BYTES = 313_000

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>
let id: string
let token: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  id = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
  token = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken
})
afterAll(() => service?.end())

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

// @covers scans: GET /v1/scans/{id}/series
test("the hours behind a report are 8760 of each kind and sum to its figures", async () => {
  const { body: report } = await client.get(`/v1/scans/${id}/result`)
  const { body: series } = await client.get(`/v1/scans/${id}/series`)
  for (const values of Object.values(series) as number[][]) expect(values).toHaveLength(8760)
  expect(sum(series.consumption)).toBeCloseTo(report.overview.kpi.yearlyUsageKwh, 0)
  expect(sum(series.solarProduction)).toBeCloseTo(report.solar.totalYearlyOutputKwh, 0)
  const bought = sum(series.gridUsedOnsite) + sum(series.gridStored)
  expect(bought).toBeCloseTo(report.electricityGrid.annualEnergySuppliedKwh, 0)
  expect(Math.max(...series.batteryLevel)).toBeLessThanOrEqual(report.battery.specs.capacityKwh + 1e-3)
})

// @covers scans: GET /v1/scans/shared/{token}/series
test("the hours are the owner's, and the token's while it lasts", async () => {
  expect((await client.get(`/v1/scans/shared/${token}/series`)).status).toBe(200)
  const anonymous = createClient(service.address, null)
  expect((await anonymous.get(`/v1/scans/shared/${token}/series`)).status).toBe(200)
  expect((await anonymous.get(`/v1/scans/${id}/series`)).status).toBe(401)
  expect((await createClient(service, service.testKey).get(`/v1/scans/${id}/series`)).status).toBe(404)
  expect((await client.get("/v1/scans/none/series")).status).toBe(404)
  await client.put(`/v1/scans/${id}/share`, { enabled: false })
  expect((await anonymous.get(`/v1/scans/shared/${token}/series`)).status).toBe(404)
})

test("a page runs only scripts and styles that are files of this service", async () => {
  for (const path of ["/dashboard", "/dashboard/scans/some-scan", `/shared/${token}`]) {
    const { status, headers, body } = await client.get(path)
    expect(status).toBe(200)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("unsafe")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(body.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\/dashboard\/assets\/[\w.-]+\.js"/)])
    expect(body).not.toMatch(/<style|https?:\/\/(?!www\.w3\.org)/)
  }
})

test("a path that is no token never gets into a page", async () => {
  for (const path of ["/shared/%3Cscript%3Ealert(1)%3C/script%3E", "/shared/short", `/shared/${"a".repeat(200)}`]) {
    const { status, body } = await client.get(path)
    expect(status).toBe(404)
    expect(JSON.stringify(body)).not.toContain("<script")
  }
})

test("built files have a hash in their name, are cached as immutable, and come compressed", async () => {
  const { files, pages } = JSON.parse(readFileSync(`${DIST}manifest.json`, "utf8"))
  expect(files.length).toBeGreaterThan(3)
  for (const name of files as string[]) {
    expect(name).toMatch(/-[a-z0-9]{8}\.(js|css|wasm)$/)
    for (const encoding of ["gzip", "zstd"]) {
      const response = await fetch(`${service.address}/dashboard/assets/${name}`, {
        headers: { "accept-encoding": encoding },
      })
      expect(response.headers.get("content-encoding")).toBe(encoding)
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
      expect(response.headers.get("content-type")).toMatch(/^(text\/(javascript|css)|application\/wasm)/)
      expect(await response.text()).toBe(readFileSync(DIST + name, "utf8"))
    }
  }
  for (const name of ["manifest.json", "..%2Fmanifest.json", "nothing.js"])
    expect((await client.get(`/dashboard/assets/${name}`)).status).toBe(404)
  expect(pages.report.script).not.toBe(pages.app.script)
})

test("all that the report page loads stays below its bound of gzip", () => {
  const { report } = JSON.parse(readFileSync(`${DIST}manifest.json`, "utf8")).pages
  for (const language of ["en", "nl", "de"]) {
    const loaded: string[] = [report.script, ...report.preload, ...report.soon, ...report.texts[language], report.style]
    const bytes = loaded.map(name => statSync(`${DIST}${name}.gzip`).size)
    expect(Math.min(...bytes)).toBeGreaterThan(0)
    expect(sum(bytes)).toBeLessThan(MAX_REPORT_GZIP_BYTES)
  }
})

test("a page loads the words of its reader's language alone, and waits in that language", async () => {
  const { pages } = JSON.parse(readFileSync(`${DIST}manifest.json`, "utf8"))
  const asked = (path: string, headers: Record<string, string>) =>
    fetch(service.address + path, { headers }).then(response => response.text())
  const link = (name: string) => `rel="modulepreload" href="/dashboard/assets/${name}"`
  for (const [path, { texts }] of [
    [`/shared/${token}`, pages.report],
    ["/dashboard", pages.app],
  ] as const) {
    const [english, dutch, german] = ["en", "nl", "de"].map(language => texts[language].map(link)) as [
      string[],
      string[],
      string[],
    ]
    expect(english.filter(name => dutch.includes(name))).toEqual([])
    for (const [headers, own, other, waiting] of [
      [{ "accept-language": "fr, en;q=0.5, nl;q=0.3" }, english, dutch, "Loading …"],
      [{ "accept-language": "nl-BE, en;q=0.5" }, dutch, english, "Laden …"],
      [{ "accept-language": "nl", cookie: "a=1; language=en" }, english, dutch, "Loading …"],
      [{ "accept-language": "en", cookie: "language=nl" }, dutch, english, "Laden …"],
      [{ "accept-language": "de-AT, nl;q=0.5" }, german, dutch, "Wird geladen …"],
      [{ "accept-language": "nl", cookie: "language=de" }, german, dutch, "Wird geladen …"],
    ] as const) {
      const html = await asked(path, headers)
      for (const name of own) expect(html).toContain(name)
      for (const name of other) expect(html).not.toContain(name)
      expect(html).toContain(`<p class="loading" role="status">${waiting}</p>`)
      const language = { "Loading …": "en", "Laden …": "nl", "Wird geladen …": "de" }[waiting]
      expect(html).toContain(`<html lang="${language}">`)
    }
  }
})

test("the worker of the sliders may compile the core and read from this service, and nothing else may", async () => {
  const { live, pages } = JSON.parse(readFileSync(`${DIST}manifest.json`, "utf8"))
  const policyOf = async (name: string) =>
    (await fetch(`${service.address}/dashboard/assets/${name}`)).headers.get("content-security-policy")
  expect(await policyOf(live.worker)).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'")
  expect(await policyOf(pages.report.script)).not.toContain("wasm-unsafe-eval")
  const bytes = (live.parts as string[]).map(name => statSync(`${DIST}${name}.gzip`).size)
  expect(sum(bytes)).toBeLessThan(250_000)
})

test("the root leads to the dashboard; the pages are no part of the interface, the hours are", async () => {
  const response = await fetch(`${service.address}/`, { redirect: "manual" })
  expect([response.status, response.headers.get("location")]).toEqual([302, "/dashboard"])
  const { paths } = (await client.get("/openapi.json")).body
  expect(Object.keys(paths).filter(path => /dashboard|^\/shared/.test(path))).toEqual([])
  expect(Object.keys(paths)).toContain("/v1/scans/{id}/series")
  expect(Object.keys(paths)).toContain("/v1/scans/shared/{token}/series")
})
