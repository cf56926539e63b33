import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import { readFolder } from "../../../fixtures/folder.ts"
import requests from "../../../fixtures/sandbox/requests.json" with { type: "json" }
import { parseScanRequest } from "../../request/input.ts"
import type { FilledRequest } from "../../request/request.ts"
import { standardProfileKeys } from "../../site/consumption/profiles.ts"
import { countryAt } from "../../site/geo/site.ts"
import { reportSummary } from "../build.ts"
import type { ReportSummary } from "../messages.ts"
import type { StoredReport } from "../schema.ts"
import { bestMatch, type Traits, traitsOf } from "./traits.ts"

/** A pre-computed scan: its name, its input, and the traits by which it is chosen. */
export interface SandboxFixture {
  name: string
  input: FilledRequest
  traits: Traits
}

/** The result of a fixture. */
export interface FixtureResult {
  report: StoredReport
  summary: ReportSummary
  /** Packed hourly series (domain/report/series). */
  series: Uint8Array
}

const folder = fileURLToPath(new URL("../../../fixtures/sandbox/", import.meta.url))
const reportFile = readFolder(folder, ".json.gz")
const seriesFile = readFolder(folder, ".series")

/**
 * The 20 fixtures in the order of document 1, cost-savings before self-sufficiency. The first fixture wins among equal
 * scores.
 */
export const sandboxFixtures: readonly SandboxFixture[] = requests.map(({ name, request }) => {
  const input = parseScanRequest(request, standardProfileKeys, countryAt)
  return { name, input, traits: traitsOf(input) }
})

/** Chooses the fixture that answers a request. */
export const fixtureFor = (input: FilledRequest): SandboxFixture => bestMatch(traitsOf(input), sandboxFixtures)

/** Location of a fixture's site. Throws RangeError for an unknown name. */
export const fixtureLocation = (name: string): FilledRequest["location"] => {
  const fixture = sandboxFixtures.find(each => each.name === name)
  if (!fixture) throw new RangeError(`no sandbox fixture is named ${name}`)
  return fixture.input.location
}

const results = new Map<string, FixtureResult>()

/**
 * Result of a fixture, decoded once. Callers share it and must not change it. Throws RangeError for an unknown name.
 */
export const fixtureResult = (name: string): FixtureResult => {
  const cached = results.get(name)
  if (cached) return cached
  if (!sandboxFixtures.some(fixture => fixture.name === name))
    throw new RangeError(`no sandbox fixture is named ${name}`)
  const report = JSON.parse(gunzipSync(reportFile(`${name}.json.gz`)).toString()) as StoredReport
  const result = { report, summary: reportSummary(report), series: seriesFile(`${name}.series`) }
  results.set(name, result)
  return result
}
