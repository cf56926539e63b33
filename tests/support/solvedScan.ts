import { unpackSeries } from "../../domain/report/series/pack.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "./checkedCore.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

const optimiser = await checkedOptimiser()

/** Report and hours of a request, as a solver thread answers. */
export const solvedScan = (request: object) => {
  const input = parseEarlierRequest(request as never, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), ...unpackSeries(result.series) }
}
