import { expect, test } from "bun:test"
import { validBody } from "../../api/http/body.ts"
import { siteOfScan } from "../../dashboard/src/sites/siteOfRequest.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { panelsOf } from "../../domain/request/roofPanels.ts"
import { NewSite, requestOfSite, siteOfInput, siteViolations } from "../../domain/request/site.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { smallestRequest } from "../support/requests.ts"

/** A scan saved as a site, from which an equal scan is made. */

const CUSTOMER = { name: "Familie Jansen", address: "Dorpsstraat 12", postalCode: "5611 AB", town: "Eindhoven" }
const plan = {
  corners: [
    { xM: 0, yM: 0 },
    { xM: 8, yM: 0 },
    { xM: 8, yM: 5 },
    { xM: 0, yM: 5 },
  ],
}
const studio = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "studio", customProfileId: "profile" }
const fullRequest = {
  ...studio,
  dossierId: "D-77",
  horizon: [1, 2, 3, 4],
  newPv: [
    { name: "South", maxPanelCount: 9, panelPowerWatts: 440, orientationAngle: 170, tiltAngle: 20 },
    { name: "Shed", maxPanelCount: panelsOf(plan), panelPowerWatts: 430, plan },
    {
      ...{ maxPanelCount: 4, panelPowerWatts: 400 },
      obstacles: [{ azimuth: 180, distanceM: 8, heightM: 3, widthM: 2 }],
    },
  ],
  existingPv: [{ panelCount: 6, panelPowerWatts: 300, orientationAngle: 90 }],
  existingBattery: { capacityKwh: 5, powerRatingKw: 2.5, ageYears: 4 },
  electricBattery: { capacityKwh: 10, powerRatingKw: 5 },
  tariff: { type: "flat", flatEurPerKwh: 0.31, feedInEurPerKwh: 0.06, netting: true },
}

const stored = (body: unknown): FilledRequest => parseScanRequest(body, standardProfileKeys, countryAt)

/** Site as the service stores it. */
const saved = (request: FilledRequest, customer: object) =>
  siteOfInput(validBody(NewSite, JSON.parse(JSON.stringify(siteOfScan(request, customer)))))

/** Fields of a request that a site stores, with the prices of the contract. */
const ofSite = ({ location, horizon, dossierId, newPv, existingPv, existingBattery, tariff }: FilledRequest) => {
  const { usual: _, ...prices } = tariff
  return { location, horizon, dossierId, newPv, existingPv, existingBattery, tariff: prices }
}

test("a site takes every field of a scan that sites have, and a scan from it has them again", () => {
  const request = stored(fullRequest)
  const site = saved(request, CUSTOMER)
  expect(siteViolations(site)).toEqual([])
  expect(site).toMatchObject({ customer: CUSTOMER, dossierId: "D-77", meterProfileIds: ["profile"] })
  expect(site.roofs[0]).toMatchObject({ name: "South", azimuth: 170, tilt: 20, maxPanelCount: 9, panelPowerWatts: 440 })
  expect(site.roofs[1]).not.toHaveProperty("maxPanelCount")
  expect(request.newPv[2]?.name).toBe("Roof 3")
  expect(site.roofs[2]?.name).toBeUndefined()
  const { customerDetails, ...body } = requestOfSite(site, {}, true) as typeof fullRequest & { customerDetails: object }
  const again = stored({ ...body, electricBattery: fullRequest.electricBattery })
  expect(customerDetails).toEqual(CUSTOMER)
  expect(ofSite(again)).toEqual(ofSite(request))
  expect(again.customProfileId).toBe("profile")
})

test("a scan without customer, roofs and prices makes a site that has the usual contract", () => {
  const request = stored(smallestRequest())
  const site = saved(request, {})
  expect(request.tariff.usual).toBeDefined()
  expect(site).toEqual({
    ...{ customer: {}, location: request.location, roofs: [], meterProfileIds: [], existingPv: [] },
    tariff: { type: request.tariff.type, taxesIncluded: true },
  })
  const { inputMethod, yearlyKwh } = smallestRequest()
  expect(ofSite(stored(requestOfSite(site, { inputMethod, yearlyKwh }, true)))).toEqual(ofSite(request))
})
