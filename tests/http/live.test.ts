import { afterAll, beforeAll, expect, test } from "bun:test"
import { unpackLiveCase } from "../../domain/case/live/liveCase.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan, endOf } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { bearer, withToken } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>
let session: Record<string, string>
let id: string
let token: string
/** A sandbox scan that ends after 10 s, while other tests run. */
let sandboxId: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  sandboxId = (await createClient(service, service.testKey).post("/v1/scans", houseRequest())).body.id
  const login = await createClient(service.address, null).post("/v1/auth/login", service.owner)
  session = bearer(login.body.accessToken)
  const owner = withToken(service.address, login.body.accessToken)
  const organization = (await owner.get("/v1/auth/session")).body.organization.id
  await owner.patch(`/v1/organizations/${organization}`, { adjustableSteps: ["new-pv"] })
  id = await completedScan(client, { ...houseRequest(), dossierId: "secret", customerDetails: { name: "A. Customer" } })
  token = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken
})
afterAll(() => service.end())

const read = (path: string, headers: Record<string, string> = {}) => fetch(`${service.address}${path}`, { headers })
const ownPath = () => `/dashboard/scans/${id}/live`
const sharedPath = () => `/shared/${token}/live`

test("who may read the report reads what its sliders solve with, and nothing of whom it is for", async () => {
  for (const [path, headers] of [
    [ownPath(), session],
    [sharedPath(), {}],
  ] as const) {
    const answer = await read(path, headers)
    expect(answer.status).toBe(200)
    const bytes = await answer.arrayBuffer()
    const live = unpackLiveCase(bytes)
    expect(live).toMatchObject({ id, steps: ["new-pv"], root: { newPv: [{ name: "South" }] } })
    expect(live.inputs.lookedUp?.load.loadKwh).toHaveLength(8760)
    expect(live.cuts?.length).toBeGreaterThan(0)
    expect(Buffer.from(bytes).includes("secret")).toBe(false)
    expect(Buffer.from(bytes).includes("A. Customer")).toBe(false)
    const again = await read(path, { ...headers, "if-none-match": answer.headers.get("etag") ?? "" })
    expect(again.status).toBe(304)
  }
})

test("an adjustment is solved from its original's cuts, within what it asked for itself", async () => {
  const newPv = [{ ...houseRequest().newPv[0], maxPanelCount: 4 }]
  const { body } = await client.post("/v1/scans", { copiedFromId: id, newPv }, { prefer: "wait=60" })
  const answer = await read(`/dashboard/scans/${body.id}/live`, session)
  const live = unpackLiveCase(await answer.arrayBuffer())
  expect(live.id).toBe(body.id)
  expect(live.input.newPv[0]?.maxPanelCount).toBe(4)
  expect(live.root.newPv).toHaveLength(houseRequest().newPv.length)
})

test("nobody else reads it", async () => {
  expect((await read(ownPath())).status).toBe(401)
  expect((await read(`/dashboard/scans/${crypto.randomUUID()}/live`, session)).status).toBe(404)
  expect((await read(`${ownPath()}?mode=sandbox`, session)).status).toBe(404)
  expect((await read(`/shared/${"x".repeat(43)}/live`)).status).toBe(404)
  await client.put(`/v1/scans/${id}/share`, { enabled: false })
  expect((await read(sharedPath())).status).toBe(404)
})

test("a scan of the sandbox was never solved and has none", async () => {
  expect(await endOf(createClient(service, service.testKey), sandboxId)).toBe("completed")
  expect((await read(`/dashboard/scans/${sandboxId}/live?mode=sandbox`, session)).status).toBe(404)
})
