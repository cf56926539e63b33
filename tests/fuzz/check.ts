import { Value } from "@sinclair/typebox/value"
import { InvalidInput } from "../../domain/base/errors.ts"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { assertFeasible, needsWholeYear } from "../../domain/case/prepare.ts"
import { ReportBody, type StoredReport } from "../../domain/report/schema.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { readReport } from "../../domain/texts/report.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import type { Solver } from "../../search/model/solver.ts"
import { solveJob } from "../../worker/job.ts"
import { brokenIdentities } from "./identities.ts"
import { withOffers } from "./offers.ts"
import { assumptionsOf, requestOf } from "./requests.ts"

/** Outcome of a request: refused by validation, solved, ended with a reason, or a fault of the service. */
export type Outcome =
  | { kind: "refused"; reason: string }
  | { kind: "solved"; goal: string; gap: number; dispatches: number; isCut: boolean }
  | { kind: "reasoned"; reason: string }
  | { kind: "fault"; reason: string }

/** The request of a number, with its offers. */
export const offeredOf = (seed: number): object => withOffers(seed, requestOf(seed))

/** Outcome that the service would have for the request of a number; never throws. */
export const outcomeOf = (seed: number, solver: Solver): Outcome => {
  const assumptions = assumptionsOf(seed)
  let input: FilledRequest
  try {
    input = parseScanRequest(offeredOf(seed), standardProfileKeys, countryAt)
    if (needsWholeYear(input)) assertFeasible(input)
  } catch (error) {
    if (error instanceof InvalidInput) return { kind: "refused", reason: error.message }
    return { kind: "fault", reason: `validation: ${stackOf(error)}` }
  }
  try {
    const jobInputs = packJobInputs(assumptions ? { assumptions } : {})
    const result = solveJob({ scanId: "s", runId: "r", attempt: 1, input, material: jobInputs }, solver, () => true)
    if (result.kind === "failed") return { kind: "reasoned", reason: scanErrorText(result.error, "en") }
    const report = result.report as StoredReport
    const read = readReport(report, "nl")
    // A plant alone has no hours.
    const ofHours = input.detail === "plant" ? [] : brokenIdentities(input, read, unpackSeries(result.series))
    const faults = [...faultsOf(read), ...ofHours]
    if (faults.length > 0) return { kind: "fault", reason: `report: ${faults.slice(0, 5).join("; ")}` }
    const { optimisation, notes } = report
    const { gap, dispatches } = optimisation
    return {
      kind: "solved",
      goal: report.goal,
      gap,
      dispatches,
      isCut: JSON.stringify(notes).includes("search-cut-short"),
    }
  } catch (error) {
    return { kind: "fault", reason: stackOf(error) }
  }
}

const stackOf = (error: unknown): string => ((error instanceof Error && error.stack) || String(error)).slice(0, 1500)

/** Violations of a report's own schema, with numbers that are not finite. */
const faultsOf = (report: unknown): string[] => [
  ...[...Value.Errors(ReportBody, JSON.parse(JSON.stringify(report)))].map(({ path, message }) => `${path} ${message}`),
  ...notNumbers(report),
]

const notNumbers = (value: unknown, path = ""): string[] => {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([key, inner]) => notNumbers(inner, `${path}/${key}`))
}
