import { join } from "node:path"
import { fileURLToPath } from "node:url"

import type { Language } from "./src/text/text.ts"

/** The pages that are built: a shared report, and the dashboard. */
export type Entry = "report" | "app"

/** What the build wrote: the files of each page, and all files. */
export interface Manifest {
  /**
   * `preload`: scripts that `script` imports at once; `soon`: those that it imports a moment later; `texts`: the words,
   * of which it imports one language at once.
   */
  pages: Record<
    Entry,
    { script: string; preload: string[]; soon: string[]; texts: Record<Language, string[]>; style: string }
  >
  /** What is loaded when a slider is first used: the worker's script, and all files of it. */
  live: { worker: string; parts: string[] }
  /** What accepting and paper load besides the report. */
  proposal: string[]
  files: string[]
  /** Hash of what they were made from. */
  sources: string
}

/** Where the build puts its files. */
export const DIST = fileURLToPath(new URL("./dist/", import.meta.url))
export const MANIFEST = join(DIST, "manifest.json")
