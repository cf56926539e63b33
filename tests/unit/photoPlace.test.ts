import { expect, test } from "bun:test"
import {
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
import { changesOf, planOf, type Roof, typedOf, withScale } from "../../dashboard/src/sites/planForm.ts"

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
