/**
 * Data for the pictures of the documentation: an organization with scans of several kinds, profiles, and an endpoint.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { createClient } from "../support/service.ts"
import type { logIn } from "../support/sessions.ts"

type Client = ReturnType<typeof createClient>
type Session = Awaited<ReturnType<typeof logIn>>

const EXAMPLES = ["farm-east-west", "house-with-panels", "terraced-house"]
/** Invented customers of the scans. */
const CUSTOMERS = [
  { name: "De Vries Dairy", reference: "K-2038" },
  { name: "Family Jansen", reference: "K-2041" },
  { name: "Street 12 owners", postalCode: "3511 AB" },
]
/** Out of reach on two panels. */
const UNREACHABLE = {
  location: { lat: 52.1, lon: 5.18 },
  inputMethod: "known",
  yearlyKwh: 2800,
  newPv: [{ maxPanelCount: 2, panelPowerWatts: 430 }],
  goal: "renewable-minimum",
  renewableElectricityMinFraction: 0.8,
}
const PANELS = { presetId: "solar", solarConfig: { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 } }

/**
 * Creates an organization with a name, scans of several kinds and a webhook endpoint. Returns the ids of the scans: the
 * failed scan first, the shown scan last.
 */
export const makeOrganization = async (client: Client, owner: Session, webhookUrl: string): Promise<string[]> => {
  const { organization } = (await owner.get("/v1/auth/session")).body
  const branding = {
    displayName: "Sunny Homes",
    brandingDisplayName: "Sunny Homes",
    brandingEnabled: true,
    brandingColor: "#1d5c4a",
    contact: { name: "Ann de Wit", email: "ann@example.org", phone: "+31 30 123 4567" },
  }
  await owner.patch(`/v1/organizations/${organization.id}`, branding)
  await owner.post("/v1/webhook-endpoints", { url: webhookUrl, events: ["scan.completed", "scan.failed"] })
  const ids = [(await client.post("/v1/scans", UNREACHABLE, { prefer: "wait=60" })).body.id]
  for (const [index, name] of EXAMPLES.entries()) {
    const file = fileURLToPath(new URL(`../../examples/requests/${name}.json`, import.meta.url))
    const request = { ...JSON.parse(readFileSync(file, "utf8")), customerDetails: CUSTOMERS[index] }
    ids.push((await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id)
  }
  return ids
}

/** A family with a heat pump and panels. */
export const makeProfile = async (client: Client): Promise<string> => {
  const { body: profile } = await client.post("/v1/studio-profiles", { name: "Family with a heat pump" })
  const path = `/v1/studio-profiles/${profile.id}`
  await client.post(`${path}/base`, { templateId: "groot-gezin" })
  await client.post(`${path}/layers`, { presetId: "warmtepomp" })
  await client.post(`${path}/layers`, PANELS)
  return profile.id
}

/** Charging points of a square behind one connection. */
export const makePlaza = async (client: Client): Promise<string> => {
  const { body: plaza } = await client.post("/v1/laadplein-profiles", { name: "Station square" })
  const config = {
    chargePoints: 8,
    chargerPowerKw: 11,
    sessionsPerDay: 24,
    kwhPerSession: 18,
    arrivalHour: 7,
    departureHour: 22,
    limitKw: 40,
  }
  await client.post(`/v1/laadplein-profiles/${plaza.id}/assets`, { assetType: "charging-plaza", config })
  return plaza.id
}

/** A farm with a heat pump at one connection. */
export const makeHub = async (client: Client): Promise<string> => {
  const { body: hub } = await client.post("/v1/energyhub-profiles", { name: "Farm and dairy shop" })
  await client.post(`/v1/energyhub-profiles/${hub.id}/sources`, { profileKey: "farm-l0" })
  const config = { annualKwh: 9000 }
  await client.post(`/v1/energyhub-profiles/${hub.id}/assets`, { assetType: "heat-pump", config })
  return hub.id
}
