import type { Body, FilledRequest, ScanRequest } from "../../../client/index.ts"
import { fittingPanels, panelsOf, withoutOpen } from "../../../domain/request/roofPanels.ts"
import { withOpenFields } from "../scans/contract/usual.ts"

/** Body of POST /v1/sites. */
export type NewSite = Body<"POST /v1/sites">
type Roofs = NonNullable<NewSite["roofs"]>

/** Roofs of a scan's request, with the plans and sizes of the earlier roofs of the same place or name. */
export const roofsOf = (newPv: NonNullable<ScanRequest["newPv"]>, earlier: Roofs): Roofs => {
  const used = earlier.filter(fittingPanels)
  return newPv.map(({ name, orientationAngle: azimuth, tiltAngle: tilt, ...roof }, index) => {
    const { maxPanelCount, panelPowerWatts, obstacles, plan: drawn } = roof
    const named = name === undefined ? undefined : earlier.find(roof => roof.name === name)
    const former = used[index]?.name === name ? used[index] : named
    const plan = drawn ?? former?.plan
    const count = plan && maxPanelCount === panelsOf(plan) ? undefined : maxPanelCount
    return withoutOpen({ ...former, name, azimuth, tilt, maxPanelCount: count, panelPowerWatts, obstacles, plan })
  })
}

/** Site of a scan's request. @param earlier the site that it replaces */
export const siteOfRequest = (
  request: ScanRequest,
  earlier: Pick<NewSite, "roofs" | "meterProfileIds"> = {},
): NewSite => {
  const { customerDetails: customer = {}, location, newPv = [], existingPv = [], customProfileId } = request
  const { dossierId, horizon, existingBattery, tariff } = request
  const meters = new Set([...(customProfileId ? [customProfileId] : []), ...(earlier.meterProfileIds ?? [])])
  return {
    ...{ customer, location, roofs: roofsOf(newPv, earlier.roofs ?? []), existingPv, meterProfileIds: [...meters] },
    ...withoutOpen({ dossierId, horizon, existingBattery, tariff }),
  }
}

/** Site of a stored scan, whose request has every default. Prices of the usual contract stay open. */
export const siteOfScan = (request: FilledRequest, customerDetails: NewSite["customer"]): NewSite =>
  siteOfRequest({ ...withOpenFields(request), customerDetails } as ScanRequest)
