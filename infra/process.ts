import { type Config, readConfig } from "./config.ts"
import { errorForLog } from "./errorForLog.ts"
import { letGoOfProgramPages } from "./programPages.ts"

/** A started service of this process. */
export interface Running {
  /** Accepts no more work, finishes its current work and releases all resources. */
  stop(): Promise<void>
}

/** Errors that the operator must correct, printed as one line without a stack. */
const OPERATOR_CODES = [
  "INVALID_CONFIG",
  "FOLDER_IN_USE",
  "FOLDER_NOT_WRITABLE",
  "PORT_IN_USE",
  "CANNOT_LISTEN",
  "DATABASE_REFUSED",
  "DATABASE_DAMAGED",
  "DISK_FULL",
  "BROKER_REFUSED",
]

/** Ctrl-C arrives twice within milliseconds, from the terminal and from npm, and counts as one signal. */
const SAME_SIGNAL_MS = 500

/**
 * Runs a service until SIGTERM or SIGINT: then it is stopped, and the process ends with 0. A second signal at least
 * half a second later ends it at once, with 1. A failed start prints one line if the operator must correct the cause.
 * After the start, memory of the program's file that only the start needed is released.
 */
export const runProcess = async (start: (config: Config) => Promise<Running>): Promise<void> => {
  const fail = (error: unknown): never => {
    const { code, message } = error as { code?: string; message?: string }
    console.error(code && OPERATOR_CODES.includes(code) ? `solar-scan: ${message}` : errorForLog(error))
    process.exit(1)
  }
  let stoppingSinceMs: number | undefined
  const stop = async () => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
    const running = await starting
    await running.stop().catch(fail)
    process.exit(0)
  }
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  const starting = (async () => start(readConfig(process.env)))()
  await starting.catch(fail)
  letGoOfProgramPages()
}
