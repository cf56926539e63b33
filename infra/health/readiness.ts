import { shared } from "../coalesce.ts"

/** Answer of a process at /readyz: its readiness, and its dependencies by name. */
export interface Readiness {
  isReady: boolean
  checks: Record<string, boolean>
}

export type AskReadiness = () => Promise<Readiness>

interface Check {
  ask: () => boolean | Promise<boolean>
  /** False: shown, but not required for the work of the process. */
  isNeeded: boolean
}

/** Timeout of a check. */
const CHECK_LIMIT_MS = 3_000

/**
 * Runs all checks in parallel. Calls during the checks share the answer, so that many callers cost no more than one.
 */
const readinessOf = (checks: Record<string, Check>): AskReadiness => shared(() => askAll(checks))

const askAll = async (checks: Record<string, Check>): Promise<Readiness> => {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, { ask, isNeeded }]) => ({ name, isNeeded, answer: await inTime(ask) })),
  )
  return {
    isReady: answers.every(({ answer, isNeeded }) => answer || !isNeeded),
    checks: Object.fromEntries(answers.map(({ name, answer }) => [name, answer])),
  }
}

const inTime = async (ask: Check["ask"]): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), CHECK_LIMIT_MS)
  try {
    return await Promise.race([ask(), late.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

interface Healthy {
  isHealthy(): Promise<boolean>
}

/** Readiness of api and dispatcher: without the broker, scans are accepted and wait in the database. */
export const databaseReadiness = (database: Healthy, bus: Healthy): AskReadiness =>
  readinessOf({
    database: { ask: database.isHealthy, isNeeded: true },
    broker: { ask: bus.isHealthy, isNeeded: false },
  })

/** Readiness of a worker: the broker, and threads that have each solved a scan since their start. */
export const workerReadiness = (bus: Healthy, isReady: () => boolean): AskReadiness =>
  readinessOf({ broker: { ask: bus.isHealthy, isNeeded: true }, solver: { ask: isReady, isNeeded: true } })

/** Readiness of all services in one process, whose threads have solved a scan before it listens. */
export const wholeReadiness = (database: Healthy, bus: Healthy): AskReadiness =>
  readinessOf({
    database: { ask: database.isHealthy, isNeeded: true },
    broker: { ask: bus.isHealthy, isNeeded: true },
  })
