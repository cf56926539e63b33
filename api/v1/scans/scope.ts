import type { Queries } from "../../../store/database.ts"
import {
  type AskedScan,
  findAskedScan as findAsked,
  findOpenScan as findOpen,
  type Owner,
  type ScanState,
} from "../../../store/scans/read.ts"
import { NotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"

/** A scan of the caller. Throws NotFound. */
export const findScan = async ({ find }: Pick<ScanContext, "find">, owner: Owner, id: string): Promise<ScanState> =>
  found(await find(owner, id))

/** A scan of the caller with what was asked. Throws NotFound, which names it `what`. */
export const findAskedScan = async (queries: Queries, owner: Owner, id: string, what?: string): Promise<AskedScan> =>
  found(await findAsked(queries, owner, id), what)

/** A scan that callers without a credential may read by its id. Throws NotFound. */
export const findOpenScan = async (queries: Queries, id: string, anonymousReports: boolean): Promise<ScanState> =>
  found(await findOpen(queries, id, anonymousReports))

const found = <T>(scan: T | undefined, what = "scan"): T => {
  if (scan === undefined) throw new NotFound(what)
  return scan
}
