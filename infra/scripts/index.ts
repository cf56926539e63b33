/**
 * Scripts of the processes and of the solver threads: one file each that holds all modules that it always needs
 * (build.ts), or the source where none was built.
 */
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const ROOT = path("../../")
export const FOLDER = path("./build/")

/** Entry source of each script, by name. */
export const ENTRIES = {
  service: "service.ts",
  api: "api/process.ts",
  worker: "worker/process.ts",
  dispatcher: "dispatcher/process.ts",
  thread: "worker/thread.ts",
} as const
export type ScriptName = keyof typeof ENTRIES

export const builtFile = (name: ScriptName): string => `${FOLDER}${name}.js`
/** The file that lists a built script's sources. */
export const madeOfFile = (script: string): string => `${script}.json`
/** Files that determine its packages and its build. */
export const OTHER_SOURCES = ["package-lock.json", "infra/scripts/build.ts"]

export interface MadeOf {
  /** Paths from the root of the checkout. */
  files: string[]
  /** Names of the imported files next to it. */
  parts: string[]
  hash: string
}

/**
 * Hash of the names and contents of files of the checkout, and of Bun's version, which affects the script. Times of
 * files are useless after a copy or a change of branch. Throws if a file is missing.
 */
export const hashOf = (files: readonly string[]): string => {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(`${ROOT}${file}`))
  return `${Bun.version} ${hash.digest("hex")}`
}

/** True if there is a script built from the current sources. */
export const isBuilt = (script: string): boolean => {
  if (!existsSync(script) || !existsSync(madeOfFile(script))) return false
  const { files, parts, hash }: MadeOf = JSON.parse(readFileSync(madeOfFile(script), "utf8"))
  try {
    return parts.every(part => existsSync(join(dirname(script), part))) && hashOf(files) === hash
  } catch {
    // A source was deleted.
    return false
  }
}

/** URL of the script to run: the built script if it matches the current sources, otherwise the source. */
export const scriptOf = (name: ScriptName): string => {
  const built = builtFile(name)
  return pathToFileURL(isBuilt(built) ? built : `${ROOT}${ENTRIES[name]}`).href
}
