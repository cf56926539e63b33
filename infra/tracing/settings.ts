import { InvalidConfig } from "../config.ts"
import type { TraceParent } from "./traceParent.ts"

/** Decides if a span is recorded, by its trace and its parent. */
export type Sampler = (traceId: string, parent: TraceParent | undefined) => boolean

/** Settings from OpenTelemetry's variables. */
export interface TracingSettings {
  /** Address for spans. */
  url: string
  headers: Record<string, string>
  /** Time limit of one request. */
  timeoutMs: number
  /** Attributes of the resource, including `service.name`. */
  resource: Record<string, string>
  sampler: Sampler
  maxQueued: number
  maxPerRequest: number
  delayMs: number
}

type Environment = Record<string, string | undefined>

const DEFAULT_ENDPOINT = "http://localhost:4318"
const TRACES_PATH = "v1/traces"
/** Upper bound of waiting spans of one process, regardless of the variables. */
const MOST_QUEUED = 100_000

/**
 * Reads the standard variables (OpenTelemetry specification 1.x, "Environment Variable Specification" and "OTLP
 * exporter"); undefined if tracing is off: no variable names an exporter or an endpoint, or a variable disables it.
 * Throws InvalidConfig.
 * @param process name of the service unless OTEL_SERVICE_NAME gives one
 */
export const readTracing = (environment: Environment, process: string): TracingSettings | undefined => {
  const text = (name: string) => environment[name]?.trim() || undefined
  if (text("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined
  const endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT")
  const ofTraces = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
  const exporter = text("OTEL_TRACES_EXPORTER") ?? (endpoint || ofTraces ? "otlp" : "none")
  if (exporter === "none") return undefined
  if (exporter !== "otlp") throw new InvalidConfig("OTEL_TRACES_EXPORTER", "takes otlp or none")
  assertProtocol(text)
  const whole = (name: string, least: number, most: number) => wholeNumber(text(name), { name, least, most })
  const maxQueued = whole("OTEL_BSP_MAX_QUEUE_SIZE", 1, MOST_QUEUED) ?? 2_048
  const [name, headers] = text("OTEL_EXPORTER_OTLP_TRACES_HEADERS")
    ? ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", text("OTEL_EXPORTER_OTLP_TRACES_HEADERS")]
    : ["OTEL_EXPORTER_OTLP_HEADERS", text("OTEL_EXPORTER_OTLP_HEADERS")]
  return {
    url: ofTraces ? checkedUrl("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ofTraces) : tracesOf(endpoint ?? DEFAULT_ENDPOINT),
    headers: pairs(name as string, headers),
    timeoutMs:
      whole("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", 1, 600_000) ??
      whole("OTEL_EXPORTER_OTLP_TIMEOUT", 1, 600_000) ??
      10_000,
    resource: {
      "service.name": process,
      ...pairs("OTEL_RESOURCE_ATTRIBUTES", text("OTEL_RESOURCE_ATTRIBUTES")),
      ...(text("OTEL_SERVICE_NAME") ? { "service.name": text("OTEL_SERVICE_NAME")! } : {}),
    },
    sampler: samplerOf(text("OTEL_TRACES_SAMPLER"), text("OTEL_TRACES_SAMPLER_ARG")),
    maxQueued,
    maxPerRequest: Math.min(maxQueued, whole("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1, MOST_QUEUED) ?? 512),
    delayMs: whole("OTEL_BSP_SCHEDULE_DELAY", 1, 600_000) ?? 5_000,
  }
}

const assertProtocol = (text: (name: string) => string | undefined): void => {
  for (const name of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"]) {
    const protocol = text(name)
    if (protocol === "http/json") return
    if (protocol !== undefined)
      throw new InvalidConfig(name, "takes http/json, which collectors take at the port of http/protobuf (4318)")
  }
}

const checkedUrl = (name: string, text: string): string => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidConfig(name, "takes a URL that starts with http:// or https://")
  return text
}

const tracesOf = (endpoint: string): string =>
  `${checkedUrl("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint).replace(/\/$/, "")}/${TRACES_PATH}`

const wholeNumber = (
  text: string | undefined,
  { name, least, most }: { name: string; least: number; most: number },
): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || +text < least || +text > most)
    throw new InvalidConfig(name, `takes a whole number from ${least} to ${most}`)
  return +text
}

/**
 * `name=value` pairs separated by commas, their values percent-encoded. The message never repeats a value: it may be a
 * credential.
 */
const pairs = (variable: string, text = ""): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .filter(pair => pair.trim() !== "")
      .map(pair => {
        const at = pair.indexOf("=")
        const name = pair.slice(0, at).trim()
        if (at < 1 || name === "") throw new InvalidConfig(variable, "takes name=value pairs, separated by commas")
        try {
          return [name, decodeURIComponent(pair.slice(at + 1).trim())]
        } catch {
          throw new InvalidConfig(variable, "takes values with percent-encoding")
        }
      }),
  )

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
]

const samplerOf = (name = "parentbased_always_on", argument = "1"): Sampler => {
  if (!SAMPLERS.includes(name)) throw new InvalidConfig("OTEL_TRACES_SAMPLER", `takes one of ${SAMPLERS.join(", ")}`)
  const ratio = Number(argument)
  if (!(ratio >= 0 && ratio <= 1)) throw new InvalidConfig("OTEL_TRACES_SAMPLER_ARG", "takes a number from 0 to 1")
  const ofRoot = name.replace("parentbased_", "")
  const isRootTaken = (traceId: string): boolean => {
    if (ofRoot === "traceidratio") return shareOf(traceId) < ratio
    return ofRoot === "always_on"
  }
  if (ofRoot === name) return isRootTaken
  return (traceId, parent) => (parent ? parent.isSampled : isRootTaken(traceId))
}

/** Digits of a trace id that are random by W3C Trace Context, level 2: the last 56 bits. */
const RANDOM_DIGITS = 14

/** A number from 0 to 1 that all processes derive equally from a trace id. */
const shareOf = (traceId: string): number => Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS
