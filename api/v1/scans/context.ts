import type { LiveCase } from "../../../domain/case/live/liveCase.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import type { Log } from "../../../infra/log.ts"
import type { PrintPage } from "../../../infra/pdf/chromium.ts"
import type { FindCurrency } from "../../../store/currencies.ts"
import type { Queries } from "../../../store/database.ts"
import type { GatheredFor, GatherJobInputs } from "../../../store/scans/jobInputs.ts"
import type { Scan } from "../../../store/scans/move.ts"
import type { FindScan, FindStatus } from "../../../store/scans/states.ts"
import type { AddressOf } from "../../http/address.ts"
import type { Admission } from "../../http/admission.ts"
import type { Storage } from "../../http/storage.ts"
import type { Tasks } from "../../tasks/index.ts"
import type { WeightOf } from "../usage/weights.ts"
import type { CompleteReport } from "./completion.ts"
import type { InsertScans } from "./insert.ts"
import type { ProgressFeed } from "./progressFeed.ts"
import type { Progressions } from "./progression.ts"
import type { EncodedReports } from "./reportCache.ts"

/** Dependencies of the paths of scans. */
export interface ScanContext {
  queries: Queries
  log: Log
  /** Reads the state of a scan. */
  find: FindScan
  /** Reads no more than what `GET /v1/scans/{id}/status` says. */
  findStatus: FindStatus
  /** Reads what currency an organization has chosen. */
  findCurrency: FindCurrency
  reports: EncodedReports
  complete: CompleteReport
  bus: Bus
  progress: ProgressFeed
  insert: InsertScans
  storage: Pick<Storage, "assertRoom">
  progressions: Progressions
  tasks: Tasks
  admission: Admission
  weightOf: WeightOf
  /** Absent without a browser of the operator. */
  printPage?: PrintPage | undefined
  /** Reads the inputs that a scan was solved with, apart from its request. */
  gather: GatherJobInputs<GatheredFor & Pick<Scan, "keepsInputs">>
  /** As the workers solve. */
  solver: LiveCase["solver"]
  /** True if scans whose sharing was never decided can be read by their id without a credential. */
  anonymousReports: boolean
  /** Network address of the caller. */
  addressOf: AddressOf
  /** Base of links, without a slash at the end. */
  publicUrl: string
}
