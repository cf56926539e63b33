import { promisify } from "node:util"
import { gzip } from "node:zlib"

export type Encoding = "gzip" | "zstd"

/** In order of preference for a client that accepts both equally: zstd is several times faster. */
const ENCODINGS: readonly Encoding[] = ["zstd", "gzip"]
const gzipped = promisify(gzip)

/** Compresses off the event loop. */
export const encode = (bytes: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Buffer> =>
  encoding === "zstd" ? Bun.zstdCompress(bytes) : gzipped(bytes)

/**
 * The encoding that Accept-Encoding weighs highest (RFC 9110, 12.5.3); undefined if the client accepts no offered
 * encoding.
 */
export const preferredEncoding = (request: Request): Encoding | undefined => {
  const weights = weightsOf(request.headers.get("accept-encoding") ?? "")
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0
  const best = ENCODINGS.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  const identity = weights.get("identity") ?? 0
  return weightOf(best) > 0 && weightOf(best) >= identity ? best : undefined
}

const weightsOf = (header: string): Map<string, number> =>
  new Map(
    header.split(",").flatMap(entry => {
      const [name, ...parameters] = entry.split(";").map(part => part.trim().toLowerCase())
      const given = parameters.find(parameter => parameter.startsWith("q="))
      const weight = given === undefined ? 1 : Number(given.slice(2))
      return name && Number.isFinite(weight) ? [[name, weight] as const] : []
    }),
  )
