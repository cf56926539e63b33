import { afterAll, expect, test } from "bun:test"
import { servePvgis } from "../support/pvgisServer.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"

const running: (RunningService | { end(): unknown })[] = []
afterAll(() => Promise.all(running.map(service => service.end())))

const rotterdam = { ...houseRequest(), location: { lat: 51.95, lon: 4.1 } }

const reportWith = async (url: string) => {
  const service = await startFresh({ PVGIS_URL: url })
  running.push(service)
  const client = createClient(service.address)
  const scan = async () => {
    const { body } = await client.post("/v1/scans", rotterdam, { prefer: "wait=60" })
    return (await client.get(`/v1/scans/${body.id}/result`)).body
  }
  return { first: await scan(), second: await scan() }
}

test("with PVGIS_URL production comes from that server, asked once and then kept in the database", async () => {
  const pvgis = await servePvgis()
  running.push({ end: pvgis.stop })
  const { first, second } = await reportWith(pvgis.url)
  expect(first.financial.parameters.solarSource).toBe("pvgis")
  const [roof] = first.solar.newSystems
  // The recording has its 14 % losses in it already; the default roof takes off another 14 %. Mean 2010-2019: 1084.6 kWh/kWp.
  expect(roof.specificYieldKwhPerKwp).toBeGreaterThan(1084.6 * 0.86 * 0.98)
  expect(roof.specificYieldKwhPerKwp).toBeLessThan(1084.6 * 0.86 * 1.03)
  expect(pvgis.questions()).toBe(1)
  expect(second.solar).toEqual(first.solar)
})

test("a PVGIS server that fails is replaced by the built-in model, and the report says so", async () => {
  const pvgis = await servePvgis(503)
  running.push({ end: pvgis.stop })
  const { first } = await reportWith(pvgis.url)
  expect(first.financial.parameters.solarSource).toBe("knmi")
  expect(first.notes.join("\n")).toContain("the built-in model is used in its place")
})
