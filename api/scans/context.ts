import type { Bus } from "../../infra/bus/bus.ts"
import type { Queries } from "../../infra/database/database.ts"
import type { Progressions } from "../earlier/progression.ts"
import type { InsertScans } from "./insert.ts"
import type { ProgressFeed } from "./progressFeed.ts"

/** What the paths of scans work with. */
export interface ScanContext {
  queries: Queries
  bus: Bus
  progress: ProgressFeed
  insert: InsertScans
  progressions: Progressions
  /** What links are built from, without a slash at the end. */
  publicUrl: string
}
