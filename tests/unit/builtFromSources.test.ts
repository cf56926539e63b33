import { expect, test } from "bun:test"
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hashOfSources } from "../../wasm/compile.ts"

test("what is built belongs to the contents of its sources, whatever their times and wherever they are", () => {
  const root = mkdtempSync(join(tmpdir(), "solar-scan-sources-"))
  const [first, second] = [join(root, "first"), join(root, "second")]
  mkdirSync(join(first, "inner"), { recursive: true })
  writeFileSync(join(first, "a.ts"), "one")
  writeFileSync(join(first, "inner", "b.ts"), "two")
  const hash = () => hashOfSources(second, [second])
  cpSync(first, second, { recursive: true })
  const before = hashOfSources(first, [first])
  expect(hash()).toBe(before)
  utimesSync(join(second, "a.ts"), 1, 1)
  expect(hash()).toBe(before)
  writeFileSync(join(second, "inner", "b.ts"), "three")
  expect(hash()).not.toBe(before)
  writeFileSync(join(second, "inner", "b.ts"), "two")
  renameSync(join(second, "a.ts"), join(second, "c.ts"))
  expect(hash()).not.toBe(before)
  rmSync(root, { recursive: true })
})
