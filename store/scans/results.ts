import type { ScanResult } from "../../domain/scan/messages.ts"
import type { Queries } from "../database.ts"
import { scanReports } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { type MovedScan, moveScan } from "./move.ts"
import { restartScan, returnScan } from "./recover.ts"

/**
 * Moves the scan by a result, in one transaction. A scan whose start was not heard of passes through processing; when its
 * start is being stored at this moment, `start` waits for that and finds nothing to do.
 */
export const storeResult = (queries: Queries, result: ScanResult): Promise<MovedScan | undefined> =>
  transaction(queries, async tx => {
    const { scanId, attempt } = result
    const start = () => moveScan(tx, scanId, attempt, "processing")
    if (result.kind === "started") return (await start()) ?? restartScan(tx, { id: scanId, attempt })
    if (result.kind === "returned") return returnScan(tx, { id: scanId, attempt })
    if (result.kind === "failed") {
      await start()
      return moveScan(tx, scanId, attempt, "error", { error: result.error })
    }
    const complete = () => moveScan(tx, scanId, attempt, "completed", result.summary)
    const completed = (await complete()) ?? (await start().then(complete))
    if (!completed) return undefined
    await tx.insert(scanReports).values({ scanId, report: result.report, series: result.series, cuts: result.cuts })
    return completed
  })
