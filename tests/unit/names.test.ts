import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bareNames } from "../support/bareNames.ts"

/** Names of the code: no bare participle or pronoun, such as `found`, `own` or `one`. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const NOT_WRITTEN = /^(?:node_modules|tests|data)\/|\/(?:dist|build)\//

const written = (): string[] =>
  [...new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: ROOT })].filter(file => !NOT_WRITTEN.test(file)).sort()

test("no name of the code is a bare participle or pronoun", () => {
  const files = written()
  const wrong = files.flatMap(file =>
    bareNames(readFileSync(join(ROOT, file), "utf8"), file).map(name => `${file}:${name}`),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})

test.each([
  ["a constant", "const found = 1"],
  ["a variable", "let held: number | undefined"],
  ["a destructured name", "const { own } = notes"],
  ["a destructured name under another key", "const { notes: own, ...rest } = report"],
  ["the rest of an object", "const { id, ...others } = plant"],
  ["an element of a list", "const [first, ...others] = plants"],
  ["a name with a default", "const { known = [] } = report"],
  ["a parameter", "function size(plant: Plant, given: Terms) {}"],
  ["a destructured parameter", "const size = ({ made }: { made: Plant }) => made.panels"],
  ["an arrow parameter", "plants.find(one => one.id === id)"],
  ["an arrow parameter in brackets", "plants.sort((one, other) => one.eur - other.eur)"],
  ["a parameter of a method", "const store = { create(asked) {} }"],
  ["a name of a loop", "for (const one of plants) size(one)"],
  ["a caught error", "try { size() } catch (held) {}"],
  ["a function", "function found() {}"],
  ["a parameter of a signature", "interface Store { create(caller: Caller, made: Plant): void }"],
  ["a parameter of a type", "type Size = (given?: Terms) => Plant"],
  ["a label of a tuple", "type Rest = [given?: Terms]"],
  ["a decorated function", "@inline\nfunction size(given: f64): f64 { return <f64>given }"],
])("%s is found to be bare", (_, text) => {
  const lines = text.split("\n").length
  expect(bareNames(`\n${text}`, "size.ts")).toEqual([expect.stringMatching(new RegExp(`^${lines + 1}: \\w+$`))])
})

test.each([
  ["a longer name", "const foundPlant = ownNotes"],
  ["a key", "const text = { found: 1, others: { given } }"],
  ["a key after a bracket", "size([1, 2], { plant, found: 1 })"],
  ["a field", "interface Params { plant: Plant; found: number, given?: string }"],
  ["a key of a destructured name", "const { found: count } = params"],
  ["a property", "const plant = params.found ?? params.others[0]"],
  ["a text", 'const text = "the found, given: one"'],
  ["a comment", "const size = 1 // const one = (given: 1)"],
])("%s is no bare name", (_, text) => {
  expect(bareNames(text, "size.ts")).toEqual([])
})
