import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dir, "../..")
const page = readFileSync(join(ROOT, "SECURITY.md"), "utf8")

/** Tests named in SECURITY.md, in the form `name` (`http/file`). */
const named = [...page.matchAll(/`([^`\n]+)` \(`([\w/]+)`\)/g)].map(([, name = "", file = ""]) => ({ name, file }))

/** Patterns of the names of a file's tests; a placeholder of a template matches any text. */
const patternsOf = (file: string): RegExp[] => {
  const path = join(ROOT, `tests/${file}.test.ts`)
  const source = existsSync(path) ? readFileSync(path, "utf8") : ""
  const names = source.matchAll(/[\w)]\(\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)
  return [...names].map(([, plain, template]) => asPattern(plain ?? template ?? ""))
}
const asPattern = (name: string): RegExp => {
  const parts = name.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join(".+")}$`)
}

test("SECURITY.md is a page to read", () => {
  expect(Buffer.byteLength(page)).toBeLessThan(12_000)
})

test("every test that SECURITY.md names is there by that name", () => {
  expect(named.length).toBeGreaterThan(45)
  const missing = named.filter(({ name, file }) => !patternsOf(file).some(pattern => pattern.test(name)))
  expect(missing).toEqual([])
})

test("SECURITY.md has each number of the repeated attacks, each with a test", () => {
  const rows = page.split("\n").flatMap(line => /^\| (\d+) \|(.*)/.exec(line) ?? [])
  const lines = new Map<number, string>()
  for (let at = 0; at < rows.length; at += 3)
    lines.set(Number(rows[at + 1]), (lines.get(Number(rows[at + 1])) ?? "") + rows[at + 2])
  expect([...lines.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  expect([...lines].filter(([, row]) => !row.includes("` (`"))).toEqual([])
})
