import { expect, test } from "bun:test"
import { roofsOf } from "../../dashboard/src/sites/siteOfRequest.ts"
import { newPvOf, panelsOf } from "../../domain/request/roofPanels.ts"
import { changedSite, requestOfSite, siteOfInput } from "../../domain/request/site.ts"

/** Roofs of a site and new panels of its scans. */

const planOf = (widthM: number) => ({
  corners: [
    { xM: 0, yM: 0 },
    { xM: widthM, yM: 0 },
    { xM: widthM, yM: 5 },
    { xM: 0, yM: 5 },
  ],
})
const PV = { tiltAngle: 35, orientationAngle: 180, panelPowerWatts: 430 }

test("roofs without names keep their own plans, and a drawn number stays open", () => {
  const [first, second] = [{ plan: planOf(8) }, { plan: planOf(12) }]
  const [few, many] = [panelsOf(first.plan), panelsOf(second.plan)]
  const saved = roofsOf(
    [
      { ...PV, maxPanelCount: few },
      { ...PV, maxPanelCount: many - 1 },
      { ...PV, maxPanelCount: 4 },
    ],
    [first, second],
  )
  expect(saved.map(({ plan }) => plan)).toEqual([first.plan, second.plan, undefined])
  expect(saved.map(({ maxPanelCount }) => maxPanelCount)).toEqual([undefined, many - 1, 4])
})

test("a named roof keeps its plan at another place, and a roof too small for panels takes none", () => {
  const [shed, south, north] = [{ plan: planOf(1) }, { name: "South", plan: planOf(8) }, { plan: planOf(12) }]
  const drawn = newPvOf([shed, south, north])
  expect(drawn.map(({ plan }) => plan)).toEqual([south.plan, north.plan])
  const [first, second] = drawn.map(({ plan: _, ...pv }) => ({ ...PV, ...pv, maxPanelCount: 4 }))
  expect(roofsOf([second!, first!], [shed, south, north]).map(({ plan }) => plan)).toEqual([undefined, south.plan])
  expect(roofsOf([first!, second!], [shed, south, north]).map(({ plan }) => plan)).toEqual([south.plan, north.plan])
  const redrawn = { ...first!, plan: planOf(9) }
  expect(roofsOf([redrawn], [shed, south, north]).map(({ plan }) => plan)).toEqual([redrawn.plan])
})

test("a horizon stays with its location", () => {
  const site = siteOfInput({ customer: {}, location: { lat: 52, lon: 5 }, horizon: [1, 2, 3, 4] })
  const [elsewhere, same] = [{ location: { lat: 46, lon: 7 } }, { location: { lat: 52, lon: 5 } }]
  for (const body of [{}, same]) expect(requestOfSite(site, body, true)).toHaveProperty("horizon", [1, 2, 3, 4])
  expect(requestOfSite(site, elsewhere, true)).not.toHaveProperty("horizon")
  for (const body of [{ roofs: [] }, same]) expect(changedSite(site, body).horizon).toEqual([1, 2, 3, 4])
  expect(changedSite(site, elsewhere).horizon).toBeUndefined()
  expect(changedSite(site, { ...elsewhere, horizon: [9, 9, 9, 9] }).horizon).toEqual([9, 9, 9, 9])
})
