import type { Answer, ScanRequest, SiteScanRequest } from "../../../client/index.ts"
import { newPvOf } from "../../../domain/request/roofPanels.ts"
import type { useSession } from "../app/session.tsx"
import { type Values, valuesOf } from "../scans/paths.ts"
import { siteOfRequest } from "./siteOfRequest.ts"

export type Site = Answer<"GET /v1/sites/{id}">

/** Site as it was read, with its version for changes that name roofs by position. */
export interface ReadSite {
  site: Site
  /** Undefined without a tag that a change can name. */
  ifMatch: string | undefined
}

interface Start {
  /** Values of an empty form. */
  first: Values
  /** A number as the page's language writes it. */
  typed(value: number): string
  /** False in the sandbox. */
  takesProfiles: boolean
}

/** Values of a scan's form for a site. */
export const valuesOfSite = (site: Site, { first, typed, takesProfiles }: Start): Values => {
  const { id, customer, dossierId, location, horizon, meterProfileIds, existingPv, existingBattery, tariff } = site
  const newPv = newPvOf(site.roofs)
  const profile = takesProfiles ? meterProfileIds[0] : undefined
  const replaced = [...(newPv.length > 0 ? ["newPv["] : []), ...(tariff ? ["tariff."] : [])]
  return {
    ...Object.fromEntries(Object.entries(first).filter(([path]) => !replaced.some(part => path.startsWith(part)))),
    ...valuesOf({ siteId: id, customerDetails: customer, dossierId, location, horizon, newPv, existingPv }, typed),
    ...valuesOf({ existingBattery, tariff }, typed),
    ...(profile === undefined ? {} : { inputMethod: "studio", customProfileId: profile }),
  }
}

/** A request as its form shows it: the service fills no field of a site that the form leaves out. */
export const asShown = ({ siteId, ...request }: ScanRequest): ScanRequest | SiteScanRequest =>
  siteId === undefined
    ? request
    : {
        ...{ customerDetails: null, dossierId: null, horizon: null, existingBattery: null, tariff: null },
        ...{ existingPv: [], newPv: [], ...request, siteId },
      }

/** Fields of a site that a change without them removes. */
const OPTIONAL = { dossierId: null, horizon: null, existingBattery: null, tariff: null }

/** Stores the site of a scan's request, in place of an earlier one; returns its id. */
export const saveSite = async (
  ask: ReturnType<typeof useSession>["ask"],
  request: ScanRequest,
  earlier: Site | undefined,
): Promise<string> => {
  const site = siteOfRequest(request, earlier)
  if (!earlier) return (await ask("POST /v1/sites", { body: site })).id
  return (await ask("PATCH /v1/sites/{id}", { params: { id: earlier.id }, body: { ...OPTIONAL, ...site } })).id
}
