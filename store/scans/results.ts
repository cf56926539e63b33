import type { ScanResult, ScanSolved } from "../../domain/report/messages.ts"
import type { Queries } from "../database.ts"
import { transaction } from "../transaction.ts"
import { storeDetails } from "./details.ts"
import { type MovedScan, moveScan } from "./move.ts"
import { restartScan, returnScan } from "./recover.ts"
import { storeShipped } from "./shippedSeries.ts"

/** Moves scans by results, all or none. Returns each moved scan, or undefined, in the order of the results. */
export const storeResults = async (
  queries: Queries,
  arrived: readonly ScanResult[],
): Promise<(MovedScan | undefined)[]> => {
  const results: ScanResult[] = []
  for (const result of arrived)
    results.push("series" in result ? { ...result, series: await storeShipped(queries, result.series) } : result)
  const [only] = results
  const moved = results.length === 1 && only && (await storeAtOnce(queries, only))
  if (moved) return [moved]
  return transaction(queries, async tx => {
    const outcomes: (MovedScan | undefined)[] = []
    for (const result of results) outcomes.push(await storeResult(tx, result))
    return outcomes
  })
}

/** Path of most results: one statement, which needs no transaction. Undefined if the scan was not moved. */
const storeAtOnce = async (queries: Queries, result: ScanResult): Promise<MovedScan | undefined> => {
  const attempt = { id: result.scanId, attempt: result.attempt }
  if (result.kind === "started") return moveScan(queries, attempt, "processing")
  if (result.kind === "solved") return complete(queries, result)
  return undefined
}

const complete = (queries: Queries, { scanId, attempt, summary, report, series, cuts, solved }: ScanSolved) =>
  moveScan(queries, { id: scanId, attempt }, "completed", { ...summary, report: { report, series, cuts, solved } })

/**
 * Moves a scan by a result: call it inside a transaction. A scan whose start was not reported passes through
 * processing; when its start is being stored at this moment, `start` waits for that and finds nothing to do.
 */
const storeResult = async (tx: Queries, result: ScanResult): Promise<MovedScan | undefined> => {
  const attempt = { id: result.scanId, attempt: result.attempt }
  const start = () => moveScan(tx, attempt, "processing")
  if (result.kind === "started") return (await start()) ?? restartScan(tx, attempt)
  if (result.kind === "returned") return returnScan(tx, attempt)
  if (result.kind === "detailed") return storeDetails(tx, result)
  if (result.kind === "failed") {
    await start()
    return moveScan(tx, attempt, "error", { error: result.error })
  }
  return (await complete(tx, result)) ?? (await start().then(() => complete(tx, result)))
}
