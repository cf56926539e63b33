import { afterAll, expect, test } from "bun:test"
import { appendFileSync, cpSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { VERSIONS } from "../../domain/case/versions.ts"
import { FIXTURES, hashData } from "../../fixtures/hashData.ts"

const copy = mkdtempSync(join(tmpdir(), "data-version-"))
for (const folder of ["assumptions", "batteries", "countries", "geo", "holidays", "load", "prices", "solar"])
  cpSync(join(FIXTURES, folder), join(copy, folder), { recursive: true })
afterAll(() => rmSync(copy, { recursive: true }))

test("the committed version is the hash of the shipped data: else run npm run build", () => {
  expect(VERSIONS.dataVersion).toBe(hashData(FIXTURES))
})

test("the version is equal in another folder, and changes with a file of data or its name", () => {
  expect(hashData(copy)).toBe(VERSIONS.dataVersion)
  appendFileSync(join(copy, "prices/SOURCES.md"), "another source")
  expect(hashData(copy)).toBe(VERSIONS.dataVersion)
  const file = join(copy, "holidays/countries.json")
  renameSync(file, join(copy, "holidays/lands.json"))
  const renamed = hashData(copy)
  expect(renamed).not.toBe(VERSIONS.dataVersion)
  appendFileSync(join(copy, "solar/climate.bin"), "x")
  expect([VERSIONS.dataVersion, renamed]).not.toContain(hashData(copy))
})
