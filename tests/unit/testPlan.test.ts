import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../support/child.ts"
import { groupsOf, type Part, programsOf } from "../support/plan.ts"
import { reaches, reachOf } from "../support/reach.ts"

/** Parts of the test run, and selection of tests by changed files. */

const FILES = [...new Bun.Glob("tests/**/*.test.ts").scanSync({ cwd: ROOT })].sort()

/** Files with their engine and settings, as lines. */
const runsOf = (part: Part): string[] =>
  groupsOf(FILES, part, {}).flatMap(({ files, env }) => files.map(file => `${file} ${env.TEST_ENGINE ?? ""}`))

test("test:all has every file once and HTTP tests on both engines; a change and npm test have parts of them", () => {
  const [first, change, all] = [runsOf("first"), runsOf("change"), runsOf("all")]
  const onCluster = FILES.filter(file => file.startsWith("tests/http/")).map(file => `${file} cluster`)
  expect(all.sort()).toEqual([...FILES.map(file => `${file} `), ...onCluster].sort())
  expect(FILES.filter(file => !change.includes(`${file} `))).toEqual([])
  for (const part of [first, change]) expect(part.filter(run => !all.includes(run))).toEqual([])
  expect(change).toContain("tests/http/upgrade.test.ts cluster")
  expect(new Set(change).size).toBe(change.length)
  expect(new Set(first).size).toBe(first.length)
})

test("test:all tries all cases and asks HiGHS; npm test tries some and takes its optima as data", () => {
  const ofFile = (part: Part, file: string) =>
    groupsOf([file], part, {}).map(({ env: { TEST_CASES, TEST_OPTIMA } }) => [TEST_CASES, TEST_OPTIMA])
  for (const file of [
    "tests/oracle/sizing.test.ts",
    "tests/browser/report.test.ts",
    "tests/oracle/scanProperties.test.ts",
  ]) {
    expect(ofFile("first", file)).toEqual([["some", "known"]])
    expect(ofFile("all", file)).toEqual([[undefined, "checked"]])
    expect(ofFile("change", file)).toEqual(ofFile("first", file))
  }
})

test("the programs of test:all are there", () => {
  const files = programsOf("all").map(({ command: [file] }) => file!)
  expect(files.map(file => existsSync(join(ROOT, file)))).toEqual([true, true])
  expect([programsOf("first"), programsOf("change").length]).toEqual([[], files.length])
})

const REACHED: [changed: string, test: string, isReached: boolean][] = [
  ["domain/finance/lifecycle.ts", "tests/unit/finance.test.ts", true],
  ["domain/finance/lifecycle.ts", "tests/unit/time.test.ts", false],
  // A dependency that is started as a process, not imported.
  ["dispatcher/index.ts", "tests/http/scans.test.ts", true],
  ["api/main.ts", "tests/cluster/several.test.ts", true],
  ["dashboard/src/styles/app.css", "tests/browser/report.test.ts", true],
  ["wasm/assembly/index.ts", "tests/oracle/dispatch.test.ts", true],
  ["wasm/assembly/index.ts", "tests/unit/keys.test.ts", false],
  // A dependency that is read by its folder, or by a pattern.
  ["store/migrations/9999_new.sql", "tests/unit/besideEarlier.test.ts", true],
  ["fixtures/prices/new.bin", "tests/unit/shippedPrices.test.ts", true],
  ["docs/a-new-page.md", "tests/unit/documents.test.ts", true],
  ["docs/a-new-page.md", "tests/http/scans.test.ts", false],
  ["tests/oracle/optima.json", "tests/oracle/prices.test.ts", true],
  ["package-lock.json", "tests/unit/keys.test.ts", true],
]

test.each(REACHED)("a change of %s runs %s: %p", (changed, file, isReached) => {
  expect(reaches(reachOf([file, ...(file.startsWith("tests/http/") ? ["build.ts"] : [])]), [changed])).toBe(isReached)
})
