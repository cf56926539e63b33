import { describe, expect, test } from "bun:test"
import { sharedHours } from "../../domain/base/sharedHours.ts"

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
