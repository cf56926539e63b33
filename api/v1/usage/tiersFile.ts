import { readFileSync } from "node:fs"
import { InvalidInput } from "../../../domain/base/errors.ts"
import { parseTiers, shippedTiers, type TiersFile } from "../../../domain/organization/tiers.ts"
import { messageOf } from "../../../domain/texts/violations.ts"
import { InvalidConfig } from "../../../infra/config.ts"

/** The tiers of TIERS_FILE, or the shipped tiers. Throws InvalidConfig that names the error in the file. */
export const readTiers = (path: string | undefined): TiersFile => {
  if (path === undefined) return shippedTiers
  try {
    return parseTiers(JSON.parse(readFileSync(path, "utf8")))
  } catch (error) {
    const isOurs = error instanceof InvalidInput || error instanceof SyntaxError || isSystemError(error)
    if (!isOurs) throw error
    const reason = error instanceof InvalidInput ? messageOf(error.violations, "en") : error.message
    throw new InvalidConfig("TIERS_FILE", `takes the path of a JSON file of tiers: ${reason}`)
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && "syscall" in error
