import { existsSync, renameSync, writeFileSync } from "node:fs"
import { readTiers } from "../../api/v1/usage/tiersFile.ts"
import { parseTiers, shippedTiers, type TiersFile } from "../../domain/organization/tiers.ts"
import { InvalidCommand } from "../errors.ts"

/** The tiers of TIERS_FILE, to read and to change. */
export interface TierStore {
  /** Shipped tiers without a file. */
  read(): TiersFile
  /** Throws InvalidCommand if TIERS_FILE is not set. */
  write(tiers: TiersFile): void
}

/** A file that does not exist yet begins as the shipped tiers. */
export const createTierStore = (path: string | undefined): TierStore => ({
  read: () => (path !== undefined && existsSync(path) ? readTiers(path) : shippedTiers),
  write(tiers) {
    if (path === undefined) throw new InvalidCommand("TIERS_FILE must name the file that keeps the tiers")
    writeFileSync(`${path}.new`, `${JSON.stringify(tiers, null, 2)}\n`)
    renameSync(`${path}.new`, path)
  },
})

/** Adds a tier or changes it; returns it by its name. Throws InvalidInput that names the error in it. */
export const addTier = (store: TierStore, name: string, tier: unknown): object => {
  const file = store.read()
  const changed = parseTiers({ ...file, tiers: { ...file.tiers, [name]: tier } })
  store.write(changed)
  return { name, ...changed.tiers[name] }
}
