import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { hashPassword } from "../../api/credentials/passwords.ts"
import { newId } from "../../infra/ids.ts"
import { apiKeys, organizations, users } from "../../store/tables.ts"
import { OWNER, openDatabaseOf, type ServiceOfOrganization } from "./service.ts"

export type Credentials = Pick<ServiceOfOrganization, "organizationId" | "testKey" | "liveKey" | "owner">

export const credentialsOf = (index: number): Credentials => ({
  organizationId: newId(),
  testKey: newApiKey("sandbox"),
  liveKey: newApiKey("live"),
  owner: { email: `owner${index}@example.org`, password: OWNER.password },
})

/** Stores organizations as a first start stores its own, each with an owner and a key of each mode. */
export const insertOrganizations = async (dataDir: string, all: readonly Credentials[]): Promise<void> => {
  const database = await openDatabaseOf(dataDir)
  const passwordHash = await hashPassword(OWNER.password)
  const keyRow = (organizationId: string, name: string, mode: "sandbox" | "live", key: string) => ({
    ...{ id: newId(), organizationId, name, mode, hash: hashApiKey(key), last4: key.slice(-4) },
  })
  await database.queries
    .insert(organizations)
    .values(all.map(({ organizationId }) => ({ id: organizationId, displayName: "My organization" })))
  await database.queries.insert(users).values(
    all.map(({ organizationId, owner: { email } }) => ({
      ...{ id: newId(), organizationId, email, passwordHash, role: "owner" as const },
    })),
  )
  await database.queries
    .insert(apiKeys)
    .values(
      all.flatMap(({ organizationId, testKey, liveKey }) => [
        keyRow(organizationId, "First test key", "sandbox", testKey),
        keyRow(organizationId, "First production key", "live", liveKey),
      ]),
    )
  await database.close()
}
