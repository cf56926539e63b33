import { expect, test } from "bun:test"
import {
  areaCorners,
  azimuthOf,
  type Corner,
  cornerAt,
  firstPlace,
  opened,
  outlineOf,
  pixelAt,
  replaced,
  scaleOf,
  settled,
  stretchOf,
  withEaves,
} from "../../dashboard/src/sites/photoPlace.ts"
import {
  changesOf,
  newArea,
  onPixels,
  planOf,
  type Roof,
  typedOf,
  withScale,
} from "../../dashboard/src/sites/planForm.ts"
import { panelsOf } from "../../domain/request/roofPanels.ts"

/** Plans drawn on a photo: scale, eaves and direction. */

const SIZE = { width: 1000, height: 500 }
const PLACE = { metresPerPixel: 0.02, turnDeg: 30, xM: 3, yM: 9, stretch: 1.2 }
const near = (found: Corner, xM: number, yM: number) => {
  expect(found.xM).toBeCloseTo(xM, 9)
  expect(found.yM).toBeCloseTo(yM, 9)
}

test("a pixel has one point of the plan, whatever the place of the photo", () => {
  for (const turnDeg of [0, 30, 90, 200, 359])
    for (const pixel of [
      { u: 0, v: 0 },
      { u: 640, v: 125 },
    ]) {
      const place = { ...PLACE, turnDeg }
      const back = pixelAt(place, cornerAt(place, pixel))
      expect(Math.hypot(back.u - pixel.u, back.v - pixel.v)).toBeLessThan(1e-9)
    }
})

test("right is along the eaves, up is up the roof, and a quarter turn brings the left side to the top", () => {
  const straight = { metresPerPixel: 0.1, turnDeg: 0, xM: 1, yM: 2, stretch: 1 }
  near(cornerAt(straight, { u: 10, v: 5 }), 2, 1.5)
  near(cornerAt({ ...straight, stretch: 2 }, { u: 10, v: 5 }), 2, 1)
  near(cornerAt({ ...straight, turnDeg: 90 }, { u: 10, v: 0 }), 1, 1)
  expect(stretchOf(60)).toBeCloseTo(2, 9)
  expect(stretchOf(90)).toBeLessThan(6)
})

test("a line of a known length gives the scale, and the outline stays on its pixels", () => {
  const corners = [
    { xM: 1, yM: 1 },
    { xM: 6, yM: 1 },
    { xM: 6, yM: 4 },
  ]
  const place = firstPlace(corners, SIZE)
  expect(place.metresPerPixel * SIZE.width).toBeCloseTo(20, 9)
  const line = [pixelAt(place, corners[0]!), pixelAt(place, corners[1]!)] as const
  const drawn = replaced({ corners, place }, { metresPerPixel: scaleOf(line, 10) })
  expect(drawn.corners[1]!.xM - drawn.corners[0]!.xM).toBeCloseTo(10, 9)
  for (const [i, corner] of corners.entries()) {
    const [was, is] = [pixelAt(place, corner), pixelAt(drawn.place, drawn.corners[i]!)]
    expect([is.u - was.u, is.v - was.v].every(difference => Math.abs(difference) < 1e-6)).toBe(true)
  }
})

test("the edge of the eaves is level at the bottom, and gives the direction of the roof", () => {
  // A roof on a photo with north up: its eaves are on the right, so it faces east.
  const place = { metresPerPixel: 0.1, turnDeg: 0, xM: 0, yM: 50, stretch: 1 }
  const outline = [
    { u: 10, v: 10 },
    { u: 50, v: 10 },
    { u: 50, v: 90 },
    { u: 10, v: 90 },
  ].map(pixel => cornerAt(place, pixel))
  const azimuths = [0, 1, 2, 3].map(edge => {
    const drawn = withEaves({ corners: outline, place }, edge)
    const [from, to] = [drawn.corners[edge]!, drawn.corners[(edge + 1) % 4]!]
    expect(from.yM).toBeCloseTo(to.yM, 9)
    expect(Math.min(...drawn.corners.map(({ yM }) => yM))).toBeCloseTo(from.yM, 9)
    return Math.round(azimuthOf(0, drawn.place))
  })
  expect(azimuths).toEqual([0, 90, 180, 270])
  expect(azimuthOf(90, place)).toBe(270)
})

test("the eaves of a stretched photo keep the lengths of the roof", () => {
  const place = { metresPerPixel: 0.1, turnDeg: 0, xM: 0, yM: 50, stretch: 1 }
  const corners = [
    { u: 10, v: 10 },
    { u: 50, v: 10 },
    { u: 50, v: 90 },
    { u: 10, v: 90 },
  ].map(pixel => cornerAt(place, pixel))
  const turned = withEaves({ corners, place }, 1)
  const { corners: stretched } = replaced(turned, { stretch: stretchOf(60) })
  const sizeOf = (values: number[]) => Math.max(...values) - Math.min(...values)
  expect(sizeOf(stretched.map(({ xM }) => xM))).toBeCloseTo(8, 9)
  expect(sizeOf(stretched.map(({ yM }) => yM))).toBeCloseTo(8, 9)
})

test("in the editor nothing of the photo is negative, and a saved outline begins at 0", () => {
  const corners = [
    { xM: 0, yM: 0 },
    { xM: 5, yM: 0 },
    { xM: 5, yM: 3 },
  ]
  const inEditor = opened({ corners, place: PLACE }, SIZE)
  const points = [...inEditor.corners, ...outlineOf(inEditor.place, SIZE)]
  expect(Math.min(...points.map(({ xM }) => xM))).toBeCloseTo(0, 9)
  expect(Math.min(...points.map(({ yM }) => yM))).toBeCloseTo(0, 9)
  const saved = settled(inEditor)
  for (const [i, corner] of corners.entries()) near(saved.corners[i]!, corner.xM, corner.yM)
  near(saved.place, PLACE.xM, PLACE.yM)
})

test("a plan keeps its metres at the first scale of its photo, and opens where it was saved", () => {
  const corners = [
    { xM: 0, yM: 0 },
    { xM: 5, yM: 0 },
    { xM: 5, yM: 3.2 },
  ]
  const roof: Roof = { tilt: 60, plan: { corners }, photo: { id: "a" } }
  expect(changesOf(typedOf(roof, String, SIZE))).toMatchObject({ plan: { corners }, photo: { id: "a" } })
  const typed = withScale(typedOf(roof, String, SIZE), { size: SIZE, write: String, roof }, 0.03)
  expect(typed.photo?.widthM).toBe("30")
  const saved = changesOf(typed)!
  expect(saved).toMatchObject({ plan: { corners }, photo: { metresPerPixel: 0.03, fromAbove: false } })
  expect(saved).not.toHaveProperty("azimuth")
  const again = changesOf(typedOf({ ...roof, ...saved }, String, SIZE))!
  near(again.photo as Corner, saved.photo!.xM!, saved.photo!.yM!)
  expect(again.plan).toEqual(saved.plan!)
})

test("a roof with another tilt keeps its outline on the pixels of its photo, and gets other metres", () => {
  const corners = [
    { xM: 0, yM: 0 },
    { xM: 5, yM: 0 },
    { xM: 5, yM: 3 },
  ]
  const place = { metresPerPixel: 0.02, turnDeg: 30, xM: -2, yM: 8, fromAbove: true, tilt: 0 }
  const roof: Roof = { tilt: 60, plan: { corners }, photo: { id: "a", ...place } }
  const pixelsOf = ({ plan, photo }: Pick<Roof, "plan" | "photo">, stretch: number) =>
    plan!.corners.map(corner => pixelAt({ ...place, ...(photo as Corner), stretch }, corner))
  const saved = changesOf(typedOf(roof, String, SIZE))!
  const [before, after] = [pixelsOf(roof, 1), pixelsOf(saved, 2)]
  for (const [i, { u, v }] of before.entries()) {
    expect(after[i]!.u).toBeCloseTo(u, 1)
    expect(after[i]!.v).toBeCloseTo(v, 1)
  }
  expect(saved.plan!.corners[2]).toEqual({ xM: 5, yM: 6 })
  expect(saved.photo).toMatchObject({ fromAbove: true, tilt: 60 })
  expect(changesOf(typedOf({ ...roof, ...saved }, String, SIZE))!.plan).toEqual(saved.plan!)
})

test("a corrected scale keeps the turn of the photo, and the metres of a plan that is older than it", () => {
  const corners = [
    { xM: 0, yM: 0 },
    { xM: 5, yM: 0 },
    { xM: 5, yM: 3.2 },
  ]
  const roof: Roof = { plan: { corners }, photo: { id: "a" } }
  const sides = { size: SIZE, write: String, roof }
  const first = withScale(typedOf(roof, String, SIZE), sides, 0.03)
  const photo = { ...first.photo!, place: { ...first.photo!.place, turnDeg: 30 } }
  const corrected = changesOf(withScale({ ...first, photo }, sides, 0.02))!
  expect(corrected).toMatchObject({ plan: { corners }, photo: { metresPerPixel: 0.02, turnDeg: 30 } })
})

test("a plan at the far side of a large photo is saved from 0 on, and without a photo it is out of bounds", () => {
  const far = { corners: [210, 214, 214].map((xM, i) => ({ xM: `${xM}`, yM: `${i}` })) }
  const { photo, ...sizes } = typedOf({ photo: { id: "a", metresPerPixel: 0.3 } }, String, SIZE)
  expect(planOf({ ...sizes, ...far })).toBeUndefined()
  expect(changesOf({ ...sizes, ...far, photo })!.plan!.corners[1]).toEqual({ xM: 4, yM: 1 })
})

const ROOF_CORNERS = [
  { xM: 0, yM: 0 },
  { xM: 8, yM: 0 },
  { xM: 8, yM: 5 },
  { xM: 0, yM: 5 },
]
const WINDOW = { xM: 3, yM: 2, widthM: 0.8, heightM: 1.2 }
/** Dormer across the eaves. */
const DORMER = { xM: 6, yM: -0.5, widthM: 1.5, heightM: 2 }

test("a keep-free area stays on its pixels of a photo with another scale, stretch or quarter turn", () => {
  const place = { ...PLACE, turnDeg: 0 }
  const drawn = { corners: ROOF_CORNERS, keepFree: [WINDOW, DORMER], place }
  for (const changed of [{ metresPerPixel: 0.05 }, { stretch: 2 }, { turnDeg: 90 }]) {
    // A quarter turn keeps the sides along the eaves only without a stretch.
    const before = "turnDeg" in changed ? { ...drawn, place: { ...place, stretch: 1 } } : drawn
    const after = replaced(before, changed)
    for (const [i, area] of before.keepFree.entries())
      for (const pixel of areaCorners(area).map(corner => pixelAt(before.place, corner))) {
        const pixels = areaCorners(after.keepFree![i]!).map(corner => pixelAt(after.place, corner))
        const distances = pixels.map(({ u, v }) => Math.hypot(u - pixel.u, v - pixel.v))
        expect(Math.min(...distances)).toBeLessThan(1e-6)
      }
  }
})

test("a turned keep-free area covers the part of the roof that was marked", () => {
  const drawn = { corners: ROOF_CORNERS, keepFree: [WINDOW, DORMER], place: PLACE }
  for (const turnDeg of [0, 45, 100, 213]) {
    const { keepFree, place } = replaced(drawn, { turnDeg })
    for (const [i, area] of drawn.keepFree.entries()) {
      const { xM, yM, widthM, heightM } = keepFree![i]!
      for (const corner of areaCorners(area)) {
        const moved = cornerAt(place, pixelAt(PLACE, corner))
        expect(Math.min(moved.xM - xM, xM + widthM - moved.xM)).toBeGreaterThan(-1e-9)
        expect(Math.min(moved.yM - yM, yM + heightM - moved.yM)).toBeGreaterThan(-1e-9)
      }
    }
  }
})

test("keep-free areas of a form are saved and opened with and without a photo", () => {
  const keepFree = [WINDOW, DORMER]
  const bare: Roof = { tilt: 60, plan: { corners: ROOF_CORNERS, keepFree } }
  expect(changesOf(typedOf(bare, String))!.plan).toMatchObject({ corners: ROOF_CORNERS, keepFree })
  const { keepFree: _, ...without } = typedOf(bare, String)
  expect(changesOf({ ...without, keepFree: [] })!.plan).not.toHaveProperty("keepFree")

  const roof: Roof = { ...bare, photo: { id: "a" } }
  expect(changesOf(typedOf(roof, String, SIZE))!.plan).toMatchObject({ corners: ROOF_CORNERS, keepFree })
  // The first scale keeps the metres of a plan that is older; a correction of the photo's place keeps pixels.
  const scaled = withScale(typedOf(roof, String, SIZE), { size: SIZE, write: String, roof }, 0.03)
  expect(changesOf(scaled)!.plan).toMatchObject({ corners: ROOF_CORNERS, keepFree })
  const above = onPixels(scaled, { size: SIZE, write: String }, drawn => replaced(drawn, { stretch: 2 }))
  const { plan } = changesOf(above)!
  expect(plan!.keepFree).toEqual([
    { xM: 3, yM: 4, widthM: 0.8, heightM: 2.4 },
    { xM: 6, yM: -1, widthM: 1.5, heightM: 4 },
  ])
  expect(changesOf(typedOf({ ...roof, ...changesOf(above) }, String, SIZE))!.plan).toEqual(plan!)
})

test("areas out of bounds and without numbers are no plan, and an area across the eaves is one", () => {
  const typed = typedOf({ plan: { corners: ROOF_CORNERS } }, String)
  const written = { xM: "3", yM: "-2", widthM: "0,8", heightM: "1.2" }
  expect(planOf({ ...typed, keepFree: [written] })!.keepFree).toEqual([{ ...WINDOW, yM: -2 }])
  for (const wrong of [
    { xM: "" },
    { yM: "up" },
    { widthM: "0" },
    { heightM: "-1" },
    { xM: "-201" },
    { heightM: "201" },
  ])
    expect(planOf({ ...typed, keepFree: [{ ...written, ...wrong }] })).toBeUndefined()
})

test("a new area takes panels of the roof, and its removal gives them back", () => {
  const plan = { corners: ROOF_CORNERS }
  const first = newArea(plan)
  const around = { ...plan, keepFree: [first] }
  expect(panelsOf(around)).toBeLessThan(panelsOf(plan))
  const second = newArea(around)
  expect(panelsOf({ ...plan, keepFree: [first, second] })).toBeLessThan(panelsOf(around))
  expect(panelsOf({ ...plan, keepFree: [] })).toBe(panelsOf(plan))
  // A roof without panels: the area is in the middle of the outline.
  const full = { ...plan, keepFree: [{ xM: 0, yM: 0, widthM: 8, heightM: 5 }] }
  expect(newArea(full)).toEqual({ xM: 3.6, yM: 1.9, widthM: 0.8, heightM: 1.2 })
})
