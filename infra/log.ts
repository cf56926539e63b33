import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino"
import type { LogLevel } from "./config.ts"
import { errorForLog } from "./errorForLog.ts"

export type Log = Logger

/** Structured log of one service, JSON lines on standard output unless given; secrets never reach it. */
export const createLog = (service: string, level: LogLevel, destination?: DestinationStream): Log => {
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
  return destination ? pino(options, destination) : pino(options)
}
