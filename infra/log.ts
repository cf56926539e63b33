import pino, { type Logger } from "pino"
import type { LogLevel } from "./config.ts"

export type Log = Logger

/** Structured log of one service, JSON lines on standard output; secrets never reach it. */
export const createLog = (service: string, level: LogLevel): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["*.password", "*.secret", "*.authorization", "*['x-api-key']", "*.cookie"],
      censor: "[redacted]",
    },
  })
