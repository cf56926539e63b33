import { expect, test } from "bun:test"
import fc from "fast-check"
import { createBoundedMap } from "../../domain/base/boundedMap.ts"

test("the value not asked for longest goes first", () => {
  const map = createBoundedMap<number>({ capacity: 2 })
  map.set("a", 1)
  map.set("b", 2)
  expect(map.get("a")).toBe(1)
  map.set("c", 3)
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3])
})

test("a value is made once, and again after it was let go", () => {
  const map = createBoundedMap<number>({ capacity: 1 })
  let made = 0
  const make = () => ++made
  expect([map.getOrMake("a", make), map.getOrMake("a", make), map.getOrMake("b", make)]).toEqual([1, 1, 2])
  expect(map.getOrMake("a", make)).toBe(3)
})

test("a value that does not hold any more is none, and leaves its room", () => {
  let nowMs = 0
  const map = createBoundedMap<{ endsAtMs: number }>({ capacity: 2, isCurrent: ({ endsAtMs }) => endsAtMs > nowMs })
  map.set("a", { endsAtMs: 5 })
  map.set("b", { endsAtMs: 9 })
  nowMs = 5
  expect([map.get("a"), map.get("b")]).toEqual([undefined, { endsAtMs: 9 }])
  map.set("c", { endsAtMs: 9 })
  expect([...map.entries()].map(([name]) => name)).toEqual(["b", "c"])
})

test("sizes are summed: as many old values go as a new one needs, and one above the whole room is not kept", () => {
  const map = createBoundedMap<string>({ capacity: 5, sizeOf: ({ length }) => length })
  map.set("a", "xx")
  map.set("b", "xx")
  map.set("a", "xxx")
  expect([...map.entries()]).toEqual([
    ["b", "xx"],
    ["a", "xxx"],
  ])
  map.set("c", "xxxx")
  expect([...map.entries()]).toEqual([["c", "xxxx"]])
  map.set("d", "xxxxxx")
  expect([...map.entries()]).toEqual([])
  map.set("e", "xxxxx")
  expect(map.get("e")).toBe("xxxxx")
})

test("whatever is set, read and deleted, what is kept fits in the room and is what was set last", () => {
  const step = fc.record({
    kind: fc.constantFrom("set", "get", "delete"),
    name: fc.constantFrom("a", "b", "c", "d", "e"),
    size: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (steps, capacity) => {
      const map = createBoundedMap<{ size: number }>({ capacity, sizeOf: ({ size }) => size })
      const last = new Map<string, { size: number }>()
      for (const { kind, name, size } of steps) {
        if (kind === "delete") map.delete(name)
        else if (kind === "get") map.get(name)
        else {
          last.set(name, { size })
          map.set(name, last.get(name)!)
        }
        const kept = [...map.entries()]
        expect(kept.reduce((sum, [, value]) => sum + value.size, 0)).toBeLessThanOrEqual(capacity)
        for (const [each, value] of kept) expect(value).toBe(last.get(each)!)
      }
    }),
  )
})
