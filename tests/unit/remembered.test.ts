import { expect, test } from "bun:test"
import { createRemembered } from "../../domain/base/remembered.ts"

/** Counts calls: each call returns the next number. */
const counted = () => {
  let made = 0
  return () => ++made
}

test("what is made of the same arrays under the same name is made once", () => {
  const [remembered, make] = [createRemembered<number>(4), counted()]
  const [a, b] = [new Float64Array(1), new Float64Array(1)]
  expect(remembered([a, b], "one", make)).toBe(1)
  expect(remembered([a, b], "one", make)).toBe(1)
})

test("another array, other arrays after the first, or another name is something else", () => {
  const [remembered, make] = [createRemembered<number>(4), counted()]
  const [a, b] = [new Float64Array(1), new Float64Array(1)]
  const asked: [readonly [object, ...object[]], string][] = [
    [[a], "one"],
    [[b], "one"],
    [[a, b], "one"],
    [[a, a], "one"],
    [[a], "other"],
  ]
  expect(asked.map(([arrays, name]) => remembered(arrays, name, make))).toEqual([1, 2, 3, 4, 5])
  expect(asked.map(([arrays, name]) => remembered(arrays, name, make))).toEqual([1, 2, 3, 4, 5])
})

test("of a first array no more is kept than there is room for, and what was made first goes first", () => {
  const [remembered, make] = [createRemembered<number>(2), counted()]
  const a = new Float64Array(1)
  for (const name of ["one", "two", "three"]) remembered([a], name, make)
  expect(["three", "two"].map(name => remembered([a], name, make))).toEqual([3, 2])
  expect(remembered([a], "one", make)).toBe(4)
})
