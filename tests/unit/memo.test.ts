import { describe, expect, test } from "bun:test"
import { createMemo, hoursNumber, identify, sharedHours, sumOnce } from "../../domain/base/memo.ts"

/** Counts calls: each call returns the next number. */
const counted = () => {
  let made = 0
  return () => ++made
}

test("what is made of the same arrays under the same name is made once", () => {
  const [memo, make] = [createMemo<number>(4), counted()]
  const [a, b] = [new Float64Array(1), new Float64Array(1)]
  expect(memo([a, b], "one", make)).toBe(1)
  expect(memo([a, b], "one", make)).toBe(1)
})

test("another array, other arrays after the first, or another name is something else", () => {
  const [memo, make] = [createMemo<number>(4), counted()]
  const [a, b] = [new Float64Array(1), new Float64Array(1)]
  const asked: [readonly [object, ...object[]], string][] = [
    [[a], "one"],
    [[b], "one"],
    [[a, b], "one"],
    [[a, a], "one"],
    [[a], "other"],
  ]
  expect(asked.map(([arrays, name]) => memo(arrays, name, make))).toEqual([1, 2, 3, 4, 5])
  expect(asked.map(([arrays, name]) => memo(arrays, name, make))).toEqual([1, 2, 3, 4, 5])
})

test("of a first array no more is kept than there is room for, and what was made first goes first", () => {
  const [memo, make] = [createMemo<number>(2), counted()]
  const a = new Float64Array(1)
  for (const name of ["one", "two", "three"]) memo([a], name, make)
  expect(["three", "two"].map(name => memo([a], name, make))).toEqual([3, 2])
  expect(memo([a], "one", make)).toBe(4)
})

const hoursOf = (first: number): Float64Array => Float64Array.from({ length: 24 }, (_, hour) => first + hour / 7)

describe("hours that several scans share", () => {
  test("are one array as long as they are the same to the bit", () => {
    const first = sharedHours(hoursOf(101))
    expect(sharedHours(hoursOf(101))).toBe(first)
    expect(sharedHours(hoursOf(102))).not.toBe(first)
    expect(sharedHours(hoursOf(101).subarray(1))).not.toBe(first)
  })

  test("tell 0 from -0, which a report may print", () => {
    const positive = sharedHours(new Float64Array(24))
    const negative = sharedHours(new Float64Array(24).fill(-0))
    expect(Object.is(negative[0], -0)).toBe(true)
    expect(Object.is(positive[0], 0)).toBe(true)
    expect(sharedHours(new Float64Array(24))).toBe(positive)
  })

  test("are forgotten after 15 others, the ones asked for last at last", () => {
    const [early, late] = [sharedHours(hoursOf(201)), sharedHours(hoursOf(202))]
    sharedHours(hoursOf(201))
    for (let other = 0; other < 15; other++) sharedHours(hoursOf(300 + other))
    expect(sharedHours(hoursOf(201))).toBe(early)
    expect(sharedHours(hoursOf(202))).not.toBe(late)
  })
})

describe("sums of a schedule", () => {
  test("are computed once for all schedules with the same hours", () => {
    const [first, second, other, make] = [{}, {}, {}, counted()]
    const hours = {}
    for (const schedule of [first, second]) identify(schedule, hours)
    expect([first, second, other].map(schedule => sumOnce(schedule, "import", make))).toEqual([1, 1, 2])
    expect(hoursNumber(first)).toBe(hoursNumber(second))
    expect(hoursNumber(other)).not.toBe(hoursNumber(first))
  })

  test("of another name are computed separately, also while the first is being computed", () => {
    const [schedule, make] = [{}, counted()]
    const outer = () => sumOnce(schedule, "inner", make) + 10
    expect(sumOnce(schedule, "outer", outer)).toBe(11)
    expect([sumOnce(schedule, "inner", make), sumOnce(schedule, "outer", outer)]).toEqual([1, 11])
  })
})
