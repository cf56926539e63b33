import type { Log } from "../log.ts"
import { NO_TRACING, type Tracing } from "./tracing.ts"

/**
 * Tracing by the variables of OpenTelemetry; off unless a variable names an endpoint or an exporter. The exporter is
 * loaded only then. Throws InvalidConfig. @param process its name unless OTEL_SERVICE_NAME gives one
 */
export const openTracing = async (
  environment: Record<string, string | undefined>,
  process: string,
  log: Log,
): Promise<Tracing> => {
  if (!Object.keys(environment).some(name => name.startsWith("OTEL_"))) return NO_TRACING
  const { readTracing } = await import("./settings.ts")
  const settings = readTracing(environment, process)
  if (!settings) return NO_TRACING
  const { createTracing } = await import("./spans.ts")
  return createTracing(settings, log)
}
