import { join } from "node:path"
import { fileURLToPath } from "node:url"

import type { Language } from "../../domain/texts/render.ts"

/** The pages that are built: a shared report, and the dashboard. */
export type Entry = "report" | "app"

/** Output of the build: the files of each page, and all files. */
export interface Manifest {
  /**
   * `preload`: scripts that `script` imports at once; `soon`: scripts imported a moment later; `texts`: the texts, in
   * one language at a time.
   */
  pages: Record<
    Entry,
    { script: string; preload: string[]; soon: string[]; texts: Record<Language, string[]>; style: string }
  >
  /** Files loaded at the first use of a slider: the worker's script, and all its parts. */
  live: { worker: string; parts: string[] }
  /** Files of acceptance and print on top of the report. */
  proposal: string[]
  files: string[]
  /** Hash of the sources. */
  sources: string
}

/** Output folder of the build. */
export const DIST = fileURLToPath(new URL("../../dashboard/dist/", import.meta.url))
export const MANIFEST = join(DIST, "manifest.json")
