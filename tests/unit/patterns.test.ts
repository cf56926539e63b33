import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ObjectExpression } from "acorn"
import { forEachNode, scriptOf, treeOf } from "../support/nodes.ts"
import { ambiguityOf } from "../support/patterns.ts"

/** All patterns of the product take linear time on any text. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const ROOMS = ["api", "cli", "client", "dashboard", "dispatcher", "domain", "infra", "store", "worker", "wasm"]
const NOT_SHIPPED = /^dashboard\/dist\/|^wasm\/(assembly|bench|build)\//

interface Pattern {
  file: string
  source: string
  flags: string
}

const shippedFiles = (): string[] =>
  [...ROOMS.map(room => `${room}/**/*.{ts,tsx}`), "*.ts"]
    .flatMap(glob => [...new Bun.Glob(glob).scanSync({ cwd: ROOT })])
    .filter(file => !NOT_SHIPPED.test(file))

const isOfRequests = (file: string): boolean => /^(api|domain)\//.test(file)
const hasKey = ({ properties }: ObjectExpression, name: string): boolean =>
  properties.some(one => one.type === "Property" && one.key.type === "Identifier" && one.key.name === name)

/** Literals, `pattern` of schemas, and other texts that become patterns at run time. */
const patternsOf = (file: string): { found: Pattern[]; made: string[]; withoutForm: string[] } => {
  const found: Pattern[] = []
  const made: string[] = []
  const withoutForm: string[] = []
  const script = scriptOf(readFileSync(join(ROOT, file), "utf8"), file)
  forEachNode(treeOf(script), node => {
    if (node.type === "Literal" && node.regex) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    if (isOfRequests(file) && node.type === "ObjectExpression" && hasKey(node, "pattern") && !hasKey(node, "textForm"))
      withoutForm.push(`${file}: ${script.slice(node.start, node.end)}`)
    if (node.type === "Property" && node.key.type === "Identifier" && node.key.name === "pattern") {
      if (node.value.type === "Literal" && typeof node.value.value === "string")
        found.push({ file, source: node.value.value, flags: "" })
      else made.push(`${file}: ${script.slice(node.start, node.end)}`)
    }
    if (node.type === "Identifier" && node.name === "RegExp")
      made.push(`${file}: ${script.slice(node.start, node.end + 60)}`)
  })
  return { found, made, withoutForm }
}

const all = shippedFiles().map(patternsOf)

test("every pattern of the shipped source is linear", () => {
  const patterns = all.flatMap(({ found }) => found)
  expect(patterns.length).toBeGreaterThan(100)
  const wrong = patterns.flatMap(({ file, source, flags }) => {
    const ambiguity = ambiguityOf(source, flags)
    return ambiguity ? [`${file}: /${source}/${flags}: ${ambiguity}`] : []
  })
  expect(wrong).toEqual([])
})

test("no pattern is made of text while the program runs", () => {
  expect(all.flatMap(({ made }) => made)).toEqual([])
})

test.each([
  ["^\\d+\\.?\\d*$", ""],
  ["^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$", ""],
  ["^(a+)+$", ""],
  ["^(a*)*b", ""],
  ["^(a|a)*$", ""],
  ["^(a|aa)+$", ""],
  ["^(a?b?)*c", ""],
  ["^\\d{1,500}\\d{1,500}x", ""],
  ["^.*a.*b.*c$", ""],
  ["^(?:.*a)(?:.*b)$", ""],
  ["\\s+$", ""],
  ["-+$", "g"],
  ["%.*$", ""],
  ["a+b", ""],
  ["^x[A-F]*[a-f]*$", "i"],
  ["^x\\w*é*\\p{L}*$", "u"],
  ["^(\\w+)\\1$", ""],
  ["^(?=.*x)a", ""],
])("/%s/%s is found to be ambiguous", (source, flags) => {
  expect(ambiguityOf(source, flags)).toBeDefined()
})

test.each([
  ["^\\d+(?:\\.\\d*)?$", ""],
  ["^\\d{1,3}(\\.\\d{3})+,\\d+$", ""],
  ["(?<!-)-+$", "g"],
  ["\\s+", "g"],
  ["\\b(kwh|mwh)\\b", ""],
  ["^x[A-F]*[g-z]*$", "i"],
  ["^[^@\\s]+@[^@\\s]+$", ""],
  ["^(?:[^,]*,)*x$", ""],
])("/%s/%s is found to be linear", (source, flags) => {
  expect(ambiguityOf(source, flags)).toBeUndefined()
})

test("what a text of a request with a pattern must be is said in words, never as an expression", () => {
  expect(all.flatMap(({ withoutForm }) => withoutForm)).toEqual([])
})
