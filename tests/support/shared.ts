import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterRun } from "./afterRun.ts"
import { credentialsOf, insertOrganizations } from "./organizations.ts"
import { bootstrapIn, type ServiceOfOrganization, startProcess } from "./service.ts"

/** Maximum of one process's files that share its service. */
const MOST_ORGANIZATIONS = 150

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
