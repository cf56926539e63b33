import { KEY_CACHE_MS } from "../../api/credentials/keyLookup.ts"
import { orNotFound } from "../../api/http/errors.ts"
import { eraseCredentials, eraseOrganization } from "../../store/eraseOrganization.ts"
import { findOrganization, someOrganizationIds } from "../../store/organizations.ts"
import { InvalidCommand } from "../errors.ts"
import type { Command } from "./command.ts"

/** Time for running calls after the last process stops accepting a key. */
const CALL_MS = 2_000

export const deleteOrganizationCommand: Command = {
  name: "organization delete",
  summary:
    "deletes an organization and all that it has, for good; --name repeats its name, so that it is the one meant",
  options: { organization: { value: "ID", isRequired: true }, name: { value: "NAME", isRequired: true } },
  async run({ queries, config }, { organization = "", name }) {
    const db = await queries()
    const { id, displayName } = orNotFound(await findOrganization(db, organization), "organization")
    if (name !== displayName) throw new InvalidCommand(`--name must be the organization's: ${displayName}`)
    if ((await someOrganizationIds(db, 2)).length < 2)
      throw new InvalidCommand("it is the only organization, and stays: make another first, or delete the database")
    const credentials = await eraseCredentials(db, id)
    // Services may run on this database, unless it is embedded, which belongs to this process alone.
    if (config.databaseUrl) await Bun.sleep(KEY_CACHE_MS + CALL_MS)
    return { deleted: id, displayName, ...credentials, ...(await eraseOrganization(db, id)) }
  },
}
