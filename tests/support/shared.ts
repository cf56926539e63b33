import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { hashPassword } from "../../api/credentials/passwords.ts"
import { newId } from "../../infra/ids.ts"
import { apiKeys, organizations, users } from "../../store/tables.ts"
import { afterRun } from "./afterRun.ts"
import { bootstrapIn, OWNER, openDatabaseOf, type ServiceOfOrganization, startProcess } from "./service.ts"

/** Maximum of one process's files that share its service. */
const MOST_ORGANIZATIONS = 150

type Credentials = Pick<ServiceOfOrganization, "organizationId" | "testKey" | "liveKey" | "owner">

const credentialsOf = (index: number): Credentials => ({
  organizationId: newId(),
  testKey: newApiKey("sandbox"),
  liveKey: newApiKey("live"),
  owner: { email: `owner${index}@example.org`, password: OWNER.password },
})

/** Stores organizations as a first start stores its own, each with an owner and a key of each mode. */
const insertOrganizations = async (dataDir: string, all: readonly Credentials[]): Promise<void> => {
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

const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-shared-"))
  await bootstrapIn(folder)
  const free = Array.from({ length: MOST_ORGANIZATIONS }, (_, index) => credentialsOf(index))
  await insertOrganizations(folder, free)
  const service = await startProcess(folder, { WEBHOOK_ALLOW_PRIVATE: "1", TRUST_PROXY: "1" })
  afterRun(async () => {
    await service.end("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })
  return { service, free }
}

let started: ReturnType<typeof start> | undefined

/**
 * Service shared by the test files of a process, with an organization for the current file: a start takes two seconds
 * of processor time. end() leaves the service running for the next file. A test with its own settings, or that reads
 * the log, metrics or counts of all organizations, calls startFresh().
 */
export const startShared = async (): Promise<ServiceOfOrganization> => {
  started ??= start().catch(error => {
    started = undefined
    throw error
  })
  const { service, free } = await started
  const credentials = free.pop()
  if (!credentials) throw new Error(`more than ${MOST_ORGANIZATIONS} files share a service`)
  return { ...service, ...credentials, end: async () => 0 }
}
