import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Value } from "@sinclair/typebox/value"
import advisories from "../../.ci/advisories.json"
import list from "../../.ci/licences.json"
import { Allowed, auditOf, countedAdvisories } from "../../cli/supply/advisories.ts"
import { type LicenceList, unlistedLicences } from "../../cli/supply/licences.ts"

const lock = JSON.parse(readFileSync(join(import.meta.dir, "../../package-lock.json"), "utf8"))

test("every installed package has a licence of the list, or is an exception with its reason", () => {
  const licences: LicenceList = list
  expect(unlistedLicences(lock.packages, licences)).toEqual([])
  const names = Object.keys(lock.packages).map(folder => folder.split("node_modules/").at(-1))
  expect(Object.keys(licences.exceptions).filter(name => !names.includes(name))).toEqual([])
})

test("a licence that is not on the list is found, in expressions too", () => {
  const allowed = { allowed: ["MIT", "ISC"], exceptions: { known: "because" } }
  const packages = {
    "": { license: "GPL-3.0" },
    "node_modules/a": { license: "MIT" },
    "node_modules/b": { license: "GPL-3.0" },
    "node_modules/a/node_modules/@c/d": { license: "(GPL-3.0 OR ISC)" },
    "node_modules/e": { license: "MIT AND GPL-3.0" },
    "node_modules/f": {},
    "node_modules/known": { license: "GPL-3.0" },
  }
  expect(unlistedLicences(packages, allowed)).toEqual(["b: GPL-3.0", "e: MIT AND GPL-3.0", "f: none"])
})

const advisory = (id: string) => ({
  ...{ title: "It breaks", url: `https://github.com/advisories/${id}`, severity: "high", name: "left-pad" },
  ...{ source: 1, range: "<2" },
})
const [OPEN, ALLOWED, OVER] = ["GHSA-aaaa-bbbb-cccc", "GHSA-1111-2222-3333", "GHSA-4444-5555-6666"] as const

test("a known weakness counts unless it is allowed until a day that is not over", () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      "left-pad": { via: [advisory(OPEN), advisory(ALLOWED), advisory(OVER)] },
      other: { via: ["left-pad", advisory(OPEN)] },
    },
    metadata: {},
  }
  const why = "the service does not call that function"
  const allowed = [
    { id: ALLOWED, until: "2026-12-31", why },
    { id: OVER, until: "2026-11-30", why },
  ]
  expect(countedAdvisories(report, allowed, "2026-12-01")).toEqual([
    `${OVER} high left-pad: It breaks (allowed until 2026-11-30)`,
    `${OPEN} high left-pad: It breaks`,
  ])
  expect(countedAdvisories({ auditReportVersion: 2, vulnerabilities: {} }, allowed, "2026-12-01")).toEqual([])
})

test("an audit tells what is known from what could not be asked", () => {
  const audit = (answer: unknown) =>
    auditOf(typeof answer === "string" ? answer : JSON.stringify(answer), [], "2026-12-01")
  const refusal = "405 Method Not Allowed - POST https://registry.example.org/-/npm/v1/security/advisories/bulk"
  expect(audit({ message: refusal, statusCode: 405 })).toEqual({
    status: "unknown",
    lines: [`not audited: the registry answered no report: ${refusal}`],
  })
  for (const answer of ["", "npm error", "null", { auditReportVersion: 1, advisories: {} }])
    expect(audit(answer).status).toBe("unknown")
  expect(audit({ auditReportVersion: 2, vulnerabilities: {} })).toEqual({
    status: "clean",
    lines: ["audited: 0 known weaknesses count"],
  })
  const found = audit({ auditReportVersion: 2, vulnerabilities: { "left-pad": { via: [advisory(OPEN)] } } })
  expect(found.status).toBe("found")
  expect(found.lines).toEqual([`${OPEN} high left-pad: It breaks`, "audited: 1 known weaknesses count"])
})

test("the list of allowed weaknesses is one", () => {
  expect(Value.Check(Allowed, advisories)).toBe(true)
})
