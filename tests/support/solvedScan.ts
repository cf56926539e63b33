import { prepareCase } from "../../domain/case/prepare.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solvePrepared } from "../../search/solve.ts"
import { checkedOptimiser } from "./checkedCore.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

const optimiser = await checkedOptimiser()

/** Report and hours of a request, before their rounding to whole Wh. */
export const solvedInput = (input: FilledRequest, sizingTolerance: number) => {
  const solver = { optimiser, sizingTolerance }
  const { report, series } = solvePrepared(prepareCase(input), { cuts: undefined }, solver, () => true)
  return { report: readReport(report, "en"), ...series }
}

/** Report and hours of a request of an earlier form. */
export const solvedScan = (request: object) =>
  solvedInput(parseEarlierRequest(request as never, standardProfileKeys), 1e-3)
