import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Package {
  version?: string
  dependencies?: Record<string, string>
}

const read = (path: string): Package => JSON.parse(readFileSync(path, "utf8"))

/**
 * Packages of a checkout that are missing in its node_modules or have another version, as `name version`. Imports no
 * package.
 */
const missingPackages = (folder: string): string[] => {
  const { dependencies = {} } = read(join(folder, "package.json"))
  return Object.entries(dependencies).flatMap(([name, version]) => {
    const path = join(folder, "node_modules", name, "package.json")
    const isExact = /^\d/.test(version)
    const isThere = existsSync(path) && (!isExact || read(path).version === version)
    return isThere ? [] : [`${name} ${version}`]
  })
}

/** Instruction for missing packages; undefined if nothing is missing. */
export const missingPackagesText = (folder: string): string | undefined => {
  const missing = missingPackages(folder)
  if (missing.length === 0) return undefined
  return `not installed as package.json asks: ${missing.join(", ")}. Run npm install, then try again.`
}
