import type { GivenRefusal } from "../../../domain/organization/refusal.ts"
import type { Queries } from "../../../store/database.ts"
import {
  type AskedScan,
  findAskedScan as findAsked,
  findOpenScan as findOpen,
  type Owner,
  type ScanState,
} from "../../../store/scans/read.ts"
import { NotFound, orNotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"

/** A scan of the caller. Throws NotFound. */
export const findScan = async ({ find }: Pick<ScanContext, "find">, owner: Owner, id: string): Promise<ScanState> =>
  orNotFound(await find(owner, id), "scan")

/** A scan of the caller with its request. Throws NotFound, for the reason that is given. */
export const findAskedScan = async (
  queries: Queries,
  owner: Owner,
  id: string,
  ...reason: GivenRefusal
): Promise<AskedScan> => {
  const scan = await findAsked(queries, owner, id)
  if (!scan) throw new NotFound(...reason)
  return scan
}

/** A scan that callers without a credential may read by its id. Throws NotFound. */
export const findOpenScan = async (queries: Queries, id: string, anonymousReports: boolean): Promise<ScanState> =>
  orNotFound(await findOpen(queries, id, anonymousReports), "scan")
