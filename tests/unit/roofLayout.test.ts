import { expect, test } from "bun:test"
import fc from "fast-check"
import { type KeepFree, laidOut, moduleCount, type RoofPlan } from "../../domain/site/roofLayout.ts"
import { casesOf } from "../support/cases.ts"

/** Layout of modules on roofs. */

const rectangle = (width: number, height: number) => [
  { xM: 0, yM: 0 },
  { xM: width, yM: 0 },
  { xM: width, yM: height },
  { xM: 0, yM: height },
]
const MODULE = { longM: 2, shortM: 1, marginM: 0 }

test("rectangles hold the modules that a hand counts", () => {
  const of = (width: number, height: number, more: Partial<RoofPlan> = {}) =>
    laidOut({ corners: rectangle(width, height), ...MODULE, ...more }).length
  expect(of(6, 4)).toBe(12)
  expect(of(6, 4, { marginM: 0.5 })).toBe(6)
  expect(of(6, 4, { marginM: 0.5, orientation: "portrait" })).toBe(5)
  expect(of(3, 2, { orientation: "landscape" })).toBe(2)
  expect(of(3, 2, { orientation: "portrait" })).toBe(3)
  expect(of(0.9, 9)).toBe(0)
  // 7.4 by 4.4 m within the border: 6 modules of 1.134 m in 2 rows of 1.722 m.
  expect(of(8, 5, { longM: 1.722, shortM: 1.134, marginM: 0.3, orientation: "portrait" })).toBe(12)
})

test("an L keeps both of its arms, and a triangle its slope", () => {
  const angle = [
    ...[
      [0, 0],
      [6, 0],
      [6, 2],
      [2, 2],
      [2, 6],
      [0, 6],
    ].map(([xM, yM]) => ({ xM: xM!, yM: yM! })),
  ]
  expect(laidOut({ corners: angle, ...MODULE, orientation: "portrait" }).length).toBe(6 + 2 + 2)
  // Rows of a triangle of 6 by 6 m on its base: 4, 2 and 0 modules of 1 by 2 m.
  const triangle = [
    { xM: 0, yM: 0 },
    { xM: 6, yM: 0 },
    { xM: 3, yM: 6 },
  ]
  expect(laidOut({ corners: triangle, ...MODULE, orientation: "portrait" }).length).toBe(6)
})

/** Corners around a point in the order of their directions: a simple outline. */
const outlines = fc
  .array(fc.tuple(fc.double({ min: 2, max: 12, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
    ...{ minLength: 3, maxLength: 9 },
  })
  .map(rays =>
    rays.map(([radius, aside], i) => {
      const angle = ((i + 0.9 * aside) * 2 * Math.PI) / rays.length
      return { xM: radius * Math.cos(angle), yM: radius * Math.sin(angle) }
    }),
  )
const margins = fc.double({ min: 0, max: 0.6, noNaN: true })
const areaWithin = (mostM: number) =>
  fc.record({
    xM: fc.double({ min: -12, max: 12, noNaN: true }),
    yM: fc.double({ min: -12, max: 12, noNaN: true }),
    widthM: fc.double({ min: 0.05, max: mostM, noNaN: true }),
    heightM: fc.double({ min: 0.05, max: mostM, noNaN: true }),
  })
/** Length that two rectangles share in the direction in which they share less [m]; not above 0 if they are apart. */
const sharedM = (one: KeepFree, other: KeepFree) =>
  Math.min(
    Math.min(one.xM + one.widthM, other.xM + other.widthM) - Math.max(one.xM, other.xM),
    Math.min(one.yM + one.heightM, other.yM + other.heightM) - Math.max(one.yM, other.yM),
  )
const widened = ({ xM, yM, widthM, heightM }: KeepFree, byM: number): KeepFree => ({
  ...{ xM: xM - byM, yM: yM - byM },
  ...{ widthM: widthM + 2 * byM, heightM: heightM + 2 * byM },
})

test("no module is outside of the outline with its margin, and none covers another", () => {
  fc.assert(
    fc.property(outlines, margins, (corners, marginM) => {
      const isInside = (x: number, y: number) =>
        corners.reduce((isOdd, a, i) => {
          const b = corners[(i + 1) % corners.length]!
          const crosses = a.yM > y !== b.yM > y && x < a.xM + ((b.xM - a.xM) * (y - a.yM)) / (b.yM - a.yM)
          return crosses ? !isOdd : isOdd
        }, false)
      const modules = laidOut({ corners, longM: 1.7, shortM: 1.1, marginM })
      const inset = 1e-6 - marginM
      for (const { xM, yM, widthM, heightM } of modules)
        for (let part = 0; part <= 20; part++) {
          const [x, y] = [xM + inset, yM + inset]
          const [width, height] = [widthM - 2 * inset, heightM - 2 * inset]
          const along = part / 20
          expect(isInside(x + along * width, y)).toBe(true)
          expect(isInside(x + along * width, y + height)).toBe(true)
          expect(isInside(x, y + along * height)).toBe(true)
          expect(isInside(x + width, y + along * height)).toBe(true)
        }
      for (const [i, one] of modules.entries())
        for (const other of modules.slice(i + 1)) expect(sharedM(one, other)).toBeLessThan(1e-9)
    }),
    { numRuns: casesOf(300, 40) },
  )
})

test("modules around a roof window are those that a hand counts", () => {
  const of = (more: Partial<RoofPlan>) => {
    const plan = { corners: rectangle(6, 4), ...MODULE, ...more }
    expect(laidOut(plan)).toHaveLength(moduleCount(plan))
    return moduleCount(plan)
  }
  const [atEaves, inMiddle] = [
    { xM: 2, yM: 0, widthM: 1, heightM: 1 },
    { xM: 2.5, yM: 1.5, widthM: 1, heightM: 1 },
  ]
  expect(of({ keepFree: [] })).toBe(12)
  expect(of({ keepFree: [atEaves] })).toBe(11)
  // Rows of 2 + 2 modules upright; 3, 1 + 1, 1 + 1 and 3 on their long sides.
  expect(of({ keepFree: [inMiddle], orientation: "portrait" })).toBe(8)
  expect(of({ keepFree: [inMiddle] })).toBe(10)
  expect(of({ keepFree: [inMiddle, atEaves] })).toBe(9)
  // The margin is free around an area as on the edges: 1.5 m in each direction hold a module upright.
  expect(of({ keepFree: [inMiddle], marginM: 0.5 })).toBe(2)
  expect(of({ keepFree: [{ xM: -1, yM: -1, widthM: 8, heightM: 6 }] })).toBe(0)
  // Areas outside of the outline, or along its edges, take no module.
  expect(of({ keepFree: [{ xM: 6, yM: 0, widthM: 3, heightM: 4 }] })).toBe(12)
  expect(of({ keepFree: [{ xM: 0, yM: -2, widthM: 6, heightM: 2 }], marginM: 0.5 })).toBe(6)
})

test("no module with its margin is on a keep-free area", () => {
  fc.assert(
    fc.property(outlines, margins, fc.array(areaWithin(4), { maxLength: 6 }), (corners, marginM, keepFree) => {
      const plan = { corners, longM: 1.7, shortM: 1.1, marginM, keepFree }
      const modules = laidOut(plan)
      expect(modules).toHaveLength(moduleCount(plan))
      for (const module of modules)
        for (const area of keepFree) expect(sharedM(widened(module, marginM), area)).toBeLessThan(1e-6)
    }),
    { numRuns: casesOf(300, 60) },
  )
})

test("more keep-free area never gives more modules", () => {
  const many = fc.array(areaWithin(3), { minLength: 1, maxLength: 20 })
  const sizes = fc.constantFrom({ longM: 1.7, shortM: 1.1 }, { longM: 0.5, shortM: 0.5 })
  fc.assert(
    fc.property(outlines, margins, many, sizes, fc.double({ min: 0, max: 1, noNaN: true }), (...drawn) => {
      const [corners, marginM, areas, size, byM] = drawn
      const countWith = (keepFree: readonly KeepFree[]) => moduleCount({ corners, ...size, marginM, keepFree })
      let previous = moduleCount({ corners, ...size, marginM })
      for (let count = 0; count <= areas.length; count++) {
        const modules = countWith(areas.slice(0, count))
        expect(modules).toBeLessThanOrEqual(previous)
        previous = modules
      }
      expect(countWith(areas.map(area => widened(area, byM)))).toBeLessThanOrEqual(previous)
      expect(countWith(areas.toReversed())).toBe(previous)
    }),
    { numRuns: casesOf(300, 60) },
  )
})

test("a plan that is moved keeps its count", () => {
  const moved = (corners: RoofPlan["corners"], byM: number) =>
    laidOut({
      corners: corners.map(({ xM, yM }) => ({ xM: xM + byM, yM: yM + byM })),
      ...{ longM: 1.722, shortM: 1.134, marginM: 0.3 },
    }).length
  expect(moved(rectangle(8, 4.1), 0)).toBe(12)
  expect(moved(rectangle(8, 4.1), 0.4)).toBe(12)
  const tenths = (max: number) => fc.integer({ min: 5, max: 10 * max }).map(value => value / 10)
  fc.assert(
    fc.property(tenths(20), tenths(20), tenths(50), fc.boolean(), (width, height, byM, isGable) => {
      const corners = isGable
        ? [...rectangle(width, height).slice(0, 2), { xM: width / 2, yM: height }]
        : rectangle(width, height)
      expect(moved(corners, byM)).toBe(moved(corners, 0))
    }),
    { numRuns: casesOf(300, 100) },
  )
})

test("panels without a size are not laid out", () => {
  for (const size of [{ shortM: 0 }, { longM: 0 }, { shortM: -1 }])
    expect(laidOut({ corners: rectangle(6, 4), ...MODULE, ...size })).toEqual([])
})

test("the largest plans of a site take little time", () => {
  // A comb of 40 corners on 200 m, with the smallest panels and the widest border.
  const teeth = Array.from({ length: 19 }, (_, i) => ({ xM: 200 - 10 * (i + 1), yM: i % 2 ? 199 - i : 1 + i }))
  const outline = [...rectangle(200, 200).slice(0, 3), ...teeth.flatMap(tooth => [tooth])]
  const keepFree = Array.from({ length: 20 }, (_, i) => ({ xM: 9 * i, yM: 0, widthM: 0.05, heightM: 200 }))
  const start = performance.now()
  for (let roof = 0; roof < 20; roof++) laidOut({ corners: outline, longM: 0.5, shortM: 0.5, marginM: 5, keepFree })
  expect(performance.now() - start).toBeLessThan(500)
})
