/**
 * The script of a solver thread: one file that holds all of its modules (worker/build.ts), or the source where none was
 * built.
 */
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { hashOfSources } from "../wasm/compile.ts"

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const ROOT = path("../")
export const BUILT = path("./build/thread.js")
/** The file that says what a built script was made of. */
export const madeOfFile = (script: string): string => `${script}.json`
/** What says which packages are in it, and how it is made. */
export const OTHER_SOURCES = ["package-lock.json", "worker/build.ts"]

export interface MadeOf {
  /** Paths from the root of the checkout. */
  files: string[]
  hash: string
}

/**
 * A hash of the contents of files of the checkout; Bun makes another script in another version. Throws where one is
 * absent.
 */
export const hashOf = (files: readonly string[]): string =>
  `${Bun.version} ${hashOfSources(
    ROOT,
    files.map(file => `${ROOT}${file}`),
  )}`

/** Whether there is a built script, made from what the sources hold now. */
export const isBuilt = (script = BUILT): boolean => {
  if (!existsSync(script) || !existsSync(madeOfFile(script))) return false
  const { files, hash }: MadeOf = JSON.parse(readFileSync(madeOfFile(script), "utf8"))
  try {
    return hashOf(files) === hash
  } catch {
    // A source that is gone.
    return false
  }
}

/** URL of the script that a solver thread runs. */
export const threadScript = (): string => new URL(isBuilt() ? "./build/thread.js" : "./thread.ts", import.meta.url).href
