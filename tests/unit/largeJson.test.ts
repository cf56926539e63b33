import { expect, test } from "bun:test"
import fc from "fast-check"
import { parseJson } from "../../api/http/json.ts"
import { parseLargeJson } from "../../api/http/largeJson.ts"
import { casesOf } from "../support/cases.ts"
import { createRandom, oneOf } from "../support/generate.ts"

/** Large texts of JSON are parsed in groups, with the same outcome as by the runtime's parser. */

const encoded = (text: string) => new TextEncoder().encode(text)
const outcomeOf = async (parse: () => unknown): Promise<unknown> => {
  try {
    return { value: await parse() }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}
const inGroups = (text: string) => outcomeOf(() => parseLargeJson(encoded(text), () => undefined))
const atOnce = (text: string) => outcomeOf(() => parseJson(encoded(text)))

/** Long lists and objects around a value, so that it lies between groups. */
const padded = (value: unknown): unknown[] => {
  const filler = Array.from({ length: 2_000 }, (_, n) => `filler ${n}`)
  const named = Object.fromEntries(filler.map(text => [text, text]))
  return [
    [filler, value, filler, value],
    { first: value, filler, ...named, value, last: { named, value, inner: [[filler], value, {}] } },
    [[[{ filler, value }]]],
  ]
}

test("a large text has the value that the runtime's parser finds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1), async (value, spaces) => {
      for (const whole of padded(value)) {
        const text = JSON.stringify(whole, undefined, spaces)
        expect(await inGroups(text)).toEqual(await atOnce(text))
      }
    }),
    { numRuns: casesOf(200, 30), seed: 4 },
  )
  expect(JSON.stringify(await inGroups(`{"__proto__":${JSON.stringify(padded(1))},"a":1}`))).toContain("__proto__")
})

test("a damaged text is refused exactly when the runtime's parser refuses it", async () => {
  const random = createRandom(7)
  const signs = ["", ",", "]", "[", "{", "}", '"', ":", " ", "1", "x", "\\"]
  const texts = padded({ a: [1, { b: "c,]" }], "d\\": null }).map(value => JSON.stringify(value))
  for (let n = 0; n < casesOf(3_000, 300); n++) {
    const text = oneOf(random, texts)
    const places = [0, 1, 2, text.length - 1, text.length, text.indexOf('"a"'), text.lastIndexOf("filler")]
    const at = n % 2 === 0 ? oneOf(random, places) : Math.floor(random() * text.length)
    const damaged = text.slice(0, at) + oneOf(random, signs) + text.slice(at + Math.floor(random() * 2))
    const [grouped, whole] = [await inGroups(damaged), await atOnce(damaged)]
    expect([damaged.slice(at - 20, at + 20), grouped]).toEqual([damaged.slice(at - 20, at + 20), whole])
  }
})

test("names twice are refused within a group, across groups and around one", async () => {
  const long = JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n))
  for (const text of [
    `{"a":1,"l":${long},"a":2}`,
    `{"l":${long},"l":1}`,
    `[${long},{"a":1,"a":2}]`,
    `{"l":1,"m":2,"l":${long}}`,
  ])
    expect(await inGroups(text)).toEqual(await atOnce(text))
})

test("an object of more than 10,000 fields is refused", async () => {
  const named = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n])))
  expect(await inGroups(named(10_000))).toEqual(await atOnce(named(10_000)))
  await expect(parseLargeJson(encoded(named(10_001)), () => undefined)).rejects.toThrow("body-too-many-names")
})

test("a text of more than 1 MiB is refused in a small and in a large body", async () => {
  const text = (length: number) => JSON.stringify({ a: "x".repeat(length) })
  expect(await inGroups(text(1024 * 1024 - 2))).toEqual(await atOnce(text(1024 * 1024 - 2)))
  for (const parse of [inGroups, atOnce])
    expect(await parse(text(1024 * 1024))).toEqual({ reason: "body-text-too-long" })
})
