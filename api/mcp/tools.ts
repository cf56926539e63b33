import { listBatteries, quota, share } from "./accountTools.ts"
import { adjust, compareContracts, explainReport, list, scan, wait } from "./scanTools.ts"
import { buildProfile, findPlace } from "./siteTools.ts"
import type { Tool } from "./tool.ts"

/** Tools by their names, in the order of a consult. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [
    ...[findPlace, buildProfile, scan, wait, explainReport, adjust, compareContracts],
    ...[share, list, listBatteries, quota],
  ].map(each => [each.name, each as Tool]),
)
