import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import { CustomerDetails } from "./customerDetails.ts"
import { DossierId, SiteId } from "./references.ts"
import { Location, NewPv, ScanRequest } from "./request.ts"
import { BORDER_M, givesPanels, newPvOf, PANEL, withoutOpen } from "./roofPanels.ts"
import { RoofPhoto } from "./roofPhotoSchema.ts"
import { Plan } from "./roofPlanSchema.ts"
import { tariffViolations } from "./tariffRules.ts"

const MAX_ROOFS = 20
const MAX_PROFILES = 20

const Metres = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000, description: `${description} [m]` }))

const { maxPanelCount, panelPowerWatts, name, obstacles } = NewPv.properties

const Roof = Strict(
  {
    name: Type.Optional({ ...name }),
    azimuth: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 360,
        description: "0 north, 90 east, 180 south, 270 west [degrees]; default: towards the equator",
      }),
    ),
    tilt: Type.Optional(
      Type.Number({ minimum: 0, maximum: 90, description: "0 flat, 90 upright [degrees]; default 35" }),
    ),
    widthM: Metres("Width, along the eaves"),
    lengthM: Metres("Length, from the eaves to the ridge along the roof"),
    maxPanelCount: Type.Optional({
      ...maxPanelCount,
      description: `Panels that fit; default: by plan, else by widthM and lengthM, for panels of ${PANEL.longM} × ${PANEL.shortM} m and a free border of ${BORDER_M} m`,
    }),
    panelPowerWatts: Type.Optional({ ...panelPowerWatts, default: PANEL.watts }),
    obstacles,
    plan: Type.Optional(Plan),
    photo: Type.Optional(RoofPhoto),
  },
  { description: "A roof for new panels, with maxPanelCount, plan, or widthM and lengthM" },
)

const { existingPv, existingBattery, tariff, horizon } = Type.Required(ScanRequest).properties

const FIELDS = {
  customer: CustomerDetails,
  dossierId: DossierId,
  location: Location,
  horizon,
  roofs: Type.Array(Roof, { maxItems: MAX_ROOFS, description: "Roofs for new panels" }),
  meterProfileIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...{ maxItems: MAX_PROFILES, uniqueItems: true },
    description: "Studio profiles of the site's meters; a scan takes the first one",
  }),
  existingPv: Type.Array(existingPv.items, { maxItems: MAX_ROOFS, description: "Panels of today" }),
  existingBattery,
  tariff,
}
const { customer, location, roofs, meterProfileIds } = FIELDS
const LISTS = { roofs, meterProfileIds, existingPv: FIELDS.existingPv }

export const SITE_EXAMPLE = {
  customer: {
    name: "Family Jansen",
    reference: "K-2041",
    address: "Dorpsstraat 12",
    postalCode: "3511 AB",
    town: "Utrecht",
  },
  dossierId: "D-77",
  location: { lat: 52.088, lon: 5.118 },
  roofs: [{ name: "South", azimuth: 180, tilt: 35, widthM: 8, lengthM: 5 }],
}

/** Site with its customer, as stored. */
export const Site = Strict({
  customer,
  dossierId: Type.Optional(FIELDS.dossierId),
  location,
  horizon: Type.Optional(horizon),
  ...LISTS,
  existingBattery: Type.Optional(existingBattery),
  tariff: Type.Optional(tariff),
})
export type Site = Static<typeof Site>

/** Body of POST /v1/sites. */
export const NewSite = Strict(
  { ...Site.properties, ...Type.Partial(Type.Object(LISTS)).properties },
  { description: "A place of a customer, from which scans are made", examples: [SITE_EXAMPLE] },
)
type NewSite = Static<typeof NewSite>

/** Body of PATCH /v1/sites/{id}: a field replaces the whole field, and null removes an optional one. */
export const SiteChanges = Strict(
  {
    ...Type.Partial(Type.Object({ customer, location, ...LISTS })).properties,
    dossierId: Type.Optional(orNull(FIELDS.dossierId)),
    horizon: Type.Optional(orNull(horizon)),
    existingBattery: Type.Optional(orNull(existingBattery)),
    tariff: Type.Optional(orNull(tariff)),
  },
  { minProperties: 1, examples: [{ customer: { ...SITE_EXAMPLE.customer, name: "Family De Vries" } }] },
)
type SiteChanges = Static<typeof SiteChanges>

/** Site of a request body. */
export const siteOfInput = (input: NewSite): Site => ({ ...input, ...filledLists(input) })

const filledLists = ({ roofs = [], meterProfileIds = [], existingPv = [] }: NewSite) => ({
  ...{ roofs, meterProfileIds, existingPv },
})

/** Ids of the photos of a site's roofs. */
export const photosOf = ({ roofs }: Pick<Site, "roofs">): string[] =>
  roofs.flatMap(({ photo }) => (photo ? [photo.id] : []))

/** Site with another photo of a roof, or without one; undefined without the roof. */
export const withPhoto = (site: Site, roof: number, id: string | undefined): Site | undefined => {
  const { photo: _, ...rest } = site.roofs[roof] ?? {}
  if (!site.roofs[roof]) return undefined
  return { ...site, roofs: site.roofs.with(roof, id === undefined ? rest : { ...rest, photo: { id } }) }
}

const isAt = (location: unknown, { lat, lon }: Site["location"]): boolean =>
  typeof location === "object" && location !== null && "lat" in location && "lon" in location
    ? location.lat === lat && location.lon === lon
    : location === undefined

/** Site with changes. Another location removes the horizon of the former one. */
export const changedSite = (site: Site, changes: SiteChanges): Site => {
  const { horizon, ...rest } = site
  const kept = isAt(changes.location, site.location) ? withoutOpen({ horizon }) : {}
  return Object.fromEntries(
    Object.entries({ ...rest, ...kept, ...changes }).filter(([, value]) => value !== null),
  ) as Site
}

/** Roofs with the photo of an earlier roof. */
const repeatedPhotos = (roofs: Site["roofs"]): Violation[] =>
  roofs.flatMap(({ photo }, i) =>
    photo && roofs.slice(0, i).some(roof => roof.photo?.id === photo.id)
      ? [violation(["roofs", i, "photo", "id"], "unique", {})]
      : [],
  )

/** Broken rules between fields of a site. */
export const siteViolations = ({ location, tariff, roofs }: Site): Violation[] => [
  ...roofs.flatMap((roof, i) => (givesPanels(roof) ? [] : [violation(["roofs", i, "maxPanelCount"], "required")])),
  ...repeatedPhotos(roofs),
  ...tariffViolations({ location, tariff } as ScanRequest),
]

/** Fields that say the consumption of a request. */
const CONSUMPTION = ["inputMethod", "yearlyKwh", "yearlyKwhBasis", "yearlyExportKwh", "loadProfile"] as const

/** Consumption of a request that leaves it open, by the first meter of the site. */
const consumptionOf = ({ meterProfileIds: [first] }: Site, body: object) => {
  const isOpen = CONSUMPTION.every(field => !(field in body))
  if (first === undefined || !(isOpen || ("inputMethod" in body && body.inputMethod === "studio"))) return {}
  return { inputMethod: "studio", customProfileId: first }
}

/** Fields that a scan takes from its site, unless the request has null. */
const OPTIONAL_OF_SITE = ["customerDetails", "dossierId", "horizon", "existingBattery", "tariff"] as const
type OptionalOfSite = (typeof OPTIONAL_OF_SITE)[number]

const isLeftOut = ([name, value]: [string, unknown]): boolean =>
  value === null && OPTIONAL_OF_SITE.some(field => field === name)

/**
 * Request body with the fields of a site that it leaves out; null keeps an optional field out of the scan.
 * @param takesProfiles false in the sandbox, where scans take no profiles
 */
export const requestOfSite = (site: Site, body: object, takesProfiles: boolean): object => {
  const { customer: customerDetails, dossierId, location, horizon, existingPv, existingBattery, tariff } = site
  const newPv = "newPv" in body ? [] : newPvOf(site.roofs)
  const filled = {
    ...{ location, dossierId, existingBattery, tariff },
    ...("location" in body && !isAt(body.location, location) ? {} : { horizon }),
    ...(takesProfiles ? consumptionOf(site, body) : {}),
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(newPv.length > 0 ? { newPv } : {}),
    ...(existingPv.length > 0 ? { existingPv } : {}),
  }
  const whole = { ...withoutOpen(filled), ...body }
  return Object.fromEntries(Object.entries(whole).filter(field => !isLeftOut(field)))
}

type OrNull<T> = { [Field in keyof T]: T[Field] | null }
const orNulls = Object.fromEntries(
  OPTIONAL_OF_SITE.map(name => [name, Type.Optional(orNull(ScanRequest.properties[name]))]),
)

/** Body of POST /v1/scans with siteId, for the OpenAPI document. */
export const SiteScanRequest = Type.Unsafe<
  Partial<Omit<ScanRequest, OptionalOfSite> & OrNull<Pick<ScanRequest, OptionalOfSite>>> & { siteId: string }
>(
  Strict(
    { ...Type.Partial(ScanRequest).properties, ...orNulls, siteId: SiteId },
    { description: "A scan of a site: fields that are left out come from the site, and null keeps one out" },
  ),
)
