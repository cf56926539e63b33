import { expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { smallestRequest } from "../support/requests.ts"
import { createClient, engineEnvironment, freshDataDir, startProcess } from "../support/service.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "solar-scan-prices-"))

const run = async (dataDir: string, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, "cli/prices.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, ...(await engineEnvironment(dataDir)) },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, error }
}

/** A year of one price in Ember's layout. */
const emberFile = (eurPerMwh: number, year: number): string => {
  const path = join(folder, `ember-${eurPerMwh}-${year}.csv`)
  const rows = Array.from({ length: 8760 }, (_, hour) => {
    const utc = new Date(Date.UTC(year - 1, 11, 31, 23) + hour * 3_600_000).toISOString()
    const local = new Date(Date.parse(utc) + 3_600_000).toISOString()
    const stamp = (iso: string) => iso.slice(0, 19).replace("T", " ")
    return `Netherlands,NLD,${stamp(utc)},${stamp(local)},${eurPerMwh}`
  })
  writeFileSync(path, ["Country,ISO3 Code,Datetime (UTC),Datetime (Local),Price (EUR/MWhe)", ...rows].join("\n"))
  return path
}

test("prices that an operator imports take precedence over the shipped ones", async () => {
  const dataDir = await freshDataDir()
  expect(await run(dataDir, "import", emberFile(500, 2023))).toMatchObject({ code: 0, out: "NL 2023: kept\n" })
  const service = await startProcess(dataDir)
  const client = createClient(service.address)
  const tariff = { type: "dynamic", taxesIncluded: false, priceYear: 2023 }
  const { body } = await client.post("/v1/scans", { ...smallestRequest(), tariff }, { prefer: "wait=60" })
  const { financial } = (await client.get(`/v1/scans/${body.id}/result`)).body
  // 0.50 EUR/kWh and the supplier's mark-up of 0.018 EUR less 21 % VAT.
  expect(financial.yearOne.energyBill).toBeCloseTo(2800 * (0.5 + 0.018 / 1.21), 2)
  await service.end()
})

test("a newer year that is imported prices the next scan; PRICE_YEAR and the tariff name another", async () => {
  const dataDir = await freshDataDir()
  const priceYearOf = async (environment: Record<string, string>, tariff: object) => {
    const service = await startProcess(dataDir, environment)
    const client = createClient(service.address)
    const { body } = await client.post("/v1/scans", { ...smallestRequest(), tariff }, { prefer: "wait=60" })
    const { financial } = (await client.get(`/v1/scans/${body.id}/result`)).body
    const { average } = (await client.get("/v1/tariffs/feed-in/stats")).body
    await service.end()
    return [financial.parameters.priceYear, financial.parameters.componentsYear, average > 0.4]
  }
  const dynamic = { type: "dynamic" }
  expect(await priceYearOf({}, dynamic)).toEqual([2025, 2026, false])
  expect(await run(dataDir, "import", emberFile(500, 2026))).toMatchObject({ code: 0, out: "NL 2026: kept\n" })
  expect(await priceYearOf({}, dynamic)).toEqual([2026, 2026, true])
  expect(await priceYearOf({ PRICE_YEAR: "2024" }, dynamic)).toEqual([2024, 2026, false])
  expect(await priceYearOf({ PRICE_YEAR: "2024" }, { ...dynamic, priceYear: 2023 })).toEqual([2023, 2026, false])
})

test("prices of a packed file are billed to the cent's hundredth for a large consumer", async () => {
  const path = join(folder, "plain.csv.gz")
  const start = (hour: number) => new Date(Date.UTC(2026, 11, 31, 23) + hour * 3_600_000).toISOString()
  const rows = Array.from({ length: 8760 }, (_, hour) => `${start(hour)},210`)
  writeFileSync(path, gzipSync(["utc_start,eur_per_mwh", ...rows].join("\n")))
  const dataDir = await freshDataDir()
  expect(await run(dataDir, "import", path)).toMatchObject({ code: 1, out: "" })
  expect(await run(dataDir, "import", path, "--zone", "XX")).toMatchObject({ code: 1, out: "" })
  expect(await run(dataDir, "import", path, "--zone", "nl")).toMatchObject({ code: 0, out: "NL 2027: kept\n" })
  const service = await startProcess(dataDir)
  const client = createClient(service.address)
  const tariff = { type: "custom", priceYear: 2027, buy: { energy: "dayAhead", taxed: false }, sell: { energy: 0 } }
  const request = { ...smallestRequest(), yearlyKwh: 60_000, tariff }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  const { financial } = (await client.get(`/v1/scans/${body.id}/result`)).body
  expect(Math.abs(financial.yearOne.energyBill - 60_000 * 0.21)).toBeLessThan(1e-4)
  await service.end()
})

test("imported quarter-hours price the quarters of a scan, and their means its hours", async () => {
  const path = join(folder, "quarters.csv")
  const eurPerMwh = (quarter: number) => (quarter % 4 === 2 ? 600 : 40 + (quarter % 96))
  const start = (quarter: number) => new Date(Date.UTC(2026, 11, 31, 23) + quarter * 900_000).toISOString()
  const rows = Array.from({ length: 35_040 }, (_, quarter) => `${start(quarter)},${eurPerMwh(quarter)}`)
  writeFileSync(path, ["utc_start,eur_per_mwh", ...rows].join("\n"))
  const dataDir = await freshDataDir()
  expect(await run(dataDir, "import", path, "--zone", "NL")).toMatchObject({ code: 0, out: "NL 2027: kept\n" })
  const service = await startProcess(dataDir)
  const client = createClient(service.address)
  const tariff = { type: "custom", priceYear: 2027, buy: { energy: "dayAhead", taxed: false }, sell: { energy: 0 } }
  const request = { ...smallestRequest(), yearlyKwh: 60_000, tariff }
  const billOf = async (resolution: "hour" | "quarter") => {
    const { body } = await client.post("/v1/scans", { ...request, resolution }, { prefer: "wait=60" })
    const { financial } = (await client.get(`/v1/scans/${body.id}/result`)).body
    const { consumption } = (await client.get(`/v1/scans/${body.id}/series?resolution=${resolution}`)).body
    const perHour = consumption.length / 8760
    const priceOf = (step: number) => {
      const quarters = perHour === 4 ? [step] : [0, 1, 2, 3].map(quarter => 4 * step + quarter)
      return quarters.reduce((sum, quarter) => sum + eurPerMwh(quarter), 0) / quarters.length / 1000
    }
    const byHand = consumption.reduce((eur: number, kwh: number, step: number) => eur + kwh * priceOf(step), 0)
    expect(Math.abs(financial.yearOne.energyBill - byHand)).toBeLessThan(0.2)
    return financial.yearOne.energyBill
  }
  expect(Math.abs((await billOf("quarter")) - (await billOf("hour")))).toBeGreaterThan(1)
  await service.end()
})

test("a file of another layout is refused, and the help says what is read", async () => {
  const path = join(folder, "other.csv")
  writeFileSync(path, "a,b\n1,2\n")
  const dataDir = await freshDataDir()
  expect((await run(dataDir, "import", path)).code).toBe(1)
  expect((await run(dataDir, "--help")).out).toContain("ENTSO-E")
  expect((await run(dataDir, "import", join(folder, "missing.csv"))).error).toContain("missing.csv")
})
