import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import pkg from "../../package.json"
import { ROOT } from "../support/child.ts"

/** The version of a release is the same in every file that names it. */

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")

/** Files that name the version, with the pattern of their line. */
const PLACES: Record<string, RegExp> = {
  "package-lock.json": /^ {2}"version": "([^"]+)"/m,
  "client/package.json": /"version": "([^"]+)"/,
  "client/python/pyproject.toml": /^version = "([^"]+)"/m,
  "wasm/package.json": /"version": "([^"]+)"/,
  "compose.yaml": /image: solar-scan-service:(\S+)/,
  "deploy/kubernetes/kustomization.yaml": /newTag: "([^"]+)"/,
  "deploy/helm/solar-scan-service/Chart.yaml": /^version: "([^"]+)"/m,
}

test.each(Object.entries(PLACES))("%s has the version of package.json", (path, pattern) => {
  expect([path, pattern.exec(read(path))?.[1]]).toEqual([path, pkg.version])
})

test("the changelog has a section of the version, with a date, and each section is short enough to read", () => {
  const sections = read("CHANGELOG.md").split(/^## /m).slice(1)
  const titles = sections.map(section => section.split("\n", 1)[0]!)
  expect(titles.filter(title => title !== "Unreleased")[0]).toMatch(
    new RegExp(`^${pkg.version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`),
  )
  for (const section of sections) expect(section.length).toBeLessThan(12_000)
})

test("released versions are newer than their predecessors", () => {
  const titles = [...read("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version!)
  expect(titles).toEqual(titles.toSorted((a, b) => Bun.semver.order(b, a)))
})
