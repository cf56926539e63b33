import type { Queries } from "../../../store/database.ts"
import {
  type AskedScan,
  findScan as find,
  findAnyScan as findAny,
  findAskedScan as findAsked,
  type Owner,
  type ScanState,
} from "../../../store/scans/read.ts"
import { NotFound } from "../../http/errors.ts"

/** A scan of the caller. Throws NotFound. */
export const findScan = async (queries: Queries, owner: Owner, id: string): Promise<ScanState> =>
  found(await find(queries, owner, id))

/** A scan of the caller with what was asked. Throws NotFound, which names it `what`. */
export const findAskedScan = async (queries: Queries, owner: Owner, id: string, what?: string): Promise<AskedScan> =>
  found(await findAsked(queries, owner, id), what)

/** Any scan by its id, for the one path that needs no credential. Throws NotFound. */
export const findAnyScan = async (queries: Queries, id: string): Promise<ScanState> => found(await findAny(queries, id))

const found = <T>(scan: T | undefined, what = "scan"): T => {
  if (scan === undefined) throw new NotFound(what)
  return scan
}
