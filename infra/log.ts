import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino"
import type { LogLevel } from "./config.ts"
import { errorForLog } from "./errorForLog.ts"

export type Log = Logger

/** Maximum text waiting for a slow reader of standard output [bytes]; further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** Standard output. If the reader closes it, only the log ends, although a write in Bun then throws. */
const standardOutput = (): DestinationStream => {
  const { stdout } = process
  let isRead = true
  const end = () => {
    isRead = false
  }
  stdout.on("error", end)
  return {
    write(line) {
      if (!isRead || stdout.writableLength > MAX_WAITING_BYTES) return
      try {
        stdout.write(line)
      } catch {
        end()
      }
    },
  }
}

/** Structured log of one service, JSON lines, by default on standard output; secrets never reach it. */
export const createLog = (service: string, level: LogLevel, destination = standardOutput()): Log => {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    redact: {
      paths: ["*.password", "*.secret", "*.authorization", "*['x-api-key']", "*.cookie"],
      censor: "[redacted]",
    },
  }
  return pino(options, destination)
}
