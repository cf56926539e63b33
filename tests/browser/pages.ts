import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type RunningService } from "../support/service.ts"

/** Addresses of pages, with the selector that shows that each is ready. */
export type Pages = Record<string, [path: string, ready: string]>

const makeProfiles = async (client: ReturnType<typeof createClient>) => {
  const create = async (kind: string, body: object = {}) =>
    (await client.post(`/v1/${kind}-profiles`, body)).body.id as string
  const empty = await create("studio")
  const asked = await create("studio", { name: "Asked" })
  await client.post(`/v1/studio-profiles/${asked}/base`, { templateId: "groot-gezin" })
  const layers = [
    { presetId: "ev", evConfig: { yearlyKm: 12_000 } },
    { presetId: "warmtepomp", heatConfig: { yearlyGasM3: 1200 } },
    { presetId: "zwembad" },
  ]
  for (const layer of layers) await client.post(`/v1/studio-profiles/${asked}/layers`, layer)
  const hub = await create("energyhub")
  await client.post(`/v1/energyhub-profiles/${hub}/sources`, { profileKey: "farm-l0" })
  await client.post(`/v1/energyhub-profiles/${hub}/assets`, { assetType: "heat-pump", config: { annualKwh: 9000 } })
  return { empty, asked, hub, plaza: await create("laadplein") }
}

/** Every page of the dashboard and of shared links, with something on each, by a name. */
export const makePages = async (service: RunningService): Promise<Pages> => {
  const client = createClient(service.address)
  const wait = { prefer: "wait=60" }
  const { id } = (await client.post("/v1/scans", { ...houseRequest(), includeSavingsSpread: true }, wait)).body
  const unreachable = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 }
  const failed = (await client.post("/v1/scans", unreachable, wait)).body.id
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const offered = (await client.post("/v1/scans", houseRequest(), wait)).body.id
  await client.put(`/v1/scans/${offered}/offer`, { validUntil: "2126-04-30", terms: "1. Levering", status: "sent" })
  const offer = (await client.put(`/v1/scans/${offered}/share`, { enabled: true })).body.shareToken
  const prices = [{ kind: "labour", description: "Montage", unit: "kwp", unitPrice: 180 }]
  await client.put("/v1/price-list", { items: prices, payment: null, terms: null })
  const profiles = await makeProfiles(client)
  await client.post("/v1/batteries/products", { id: "b", capacityKwh: 5.5, powerKw: 2.5 })
  const customer = { name: "Familie Jansen", address: "Dorpsstraat 12, Utrecht" }
  const site = (await client.post("/v1/sites", { customer, location: { lat: 52.09, lon: 5.12 } })).body.id
  const owned = "/dashboard/organization"
  return {
    list: ["/dashboard/scans", "tbody tr"],
    form: ["/dashboard/scans/new", ".drop"],
    sites: ["/dashboard/sites", "tbody tr"],
    site: [`/dashboard/sites/${site}`, "main bdi"],
    compare: [`/dashboard/scans/compare?ids=${id},${id}`, "tbody tr"],
    scan: [`/dashboard/scans/${id}`, "#proof"],
    "failed scan": [`/dashboard/scans/${failed}`, ".message"],
    profiles: ["/dashboard/studio", "tbody tr"],
    "empty profile": [`/dashboard/studio/${profiles.empty}`, ".question"],
    profile: [`/dashboard/studio/${profiles.asked}`, "figure canvas"],
    hub: [`/dashboard/studio/energyhub/${profiles.hub}`, "figure canvas"],
    plaza: [`/dashboard/studio/laadplein/${profiles.plaza}`, "h2"],
    keys: [`${owned}/keys`, "tbody tr"],
    webhooks: [`${owned}/webhooks`, "form"],
    settings: [`${owned}/settings`, "fieldset"],
    assumptions: [`${owned}/assumptions`, "fieldset"],
    prices: [`${owned}/prices`, ".offer-line"],
    batteries: [`${owned}/batteries`, "tbody tr"],
    members: [`${owned}/members`, "tbody tr"],
    usage: [`${owned}/usage`, ".pairs"],
    operations: ["/dashboard/operations", ".kpi"],
    account: ["/dashboard/account", "form"],
    missing: ["/dashboard/nothing", "h1"],
    shared: [`/shared/${shareToken}`, "#proof"],
    "shared offer": [`/shared/${offer}`, "#offer details"],
    unshared: [`/shared/${"x".repeat(43)}`, "h1"],
    "password link": ["/dashboard/password#secret", "form"],
    "incomplete password link": ["/dashboard/password", "h1"],
  }
}
