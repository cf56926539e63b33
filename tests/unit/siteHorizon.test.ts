import { expect, test } from "bun:test"
import { changedSite, requestOfSite, siteOfInput } from "../../domain/request/site.ts"

/** The horizon of a site belongs to its location. */

const HERE = { lat: 52.088, lon: 5.118 }
const THERE = { lat: 47.2, lon: 11.4 }
const SITE = siteOfInput({ customer: {}, location: HERE, horizon: [0, 10, 20, 10] } as never)
const horizonOf = (of: object) => (of as { horizon?: number[] }).horizon

test("a scan of the site has its horizon, and a scan at another location has not", () => {
  expect(horizonOf(requestOfSite(SITE, {}, true))).toEqual([0, 10, 20, 10])
  expect(horizonOf(requestOfSite(SITE, { location: { ...HERE } }, true))).toEqual([0, 10, 20, 10])
  expect(horizonOf(requestOfSite(SITE, { location: THERE }, true))).toBeUndefined()
  expect(horizonOf(requestOfSite(SITE, { location: THERE, horizon: [1, 2, 3, 4] }, true))).toEqual([1, 2, 3, 4])
})

test("a change of the location removes the horizon, unless it brings one", () => {
  expect(horizonOf(changedSite(SITE, { dossierId: "D-1" }))).toEqual([0, 10, 20, 10])
  expect(horizonOf(changedSite(SITE, { location: THERE }))).toBeUndefined()
  expect(horizonOf(changedSite(SITE, { location: THERE, horizon: [1, 2, 3, 4] }))).toEqual([1, 2, 3, 4])
  expect(horizonOf(changedSite(SITE, { horizon: null }))).toBeUndefined()
})
