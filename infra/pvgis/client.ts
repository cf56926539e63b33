/** Asks a PVGIS server (API 5.x) for hourly production. */

const TIMEOUT_MS = 20_000
/** A year of hours is about 1.2 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
/** Maximum length of a stored refusal text. */
const MAX_REASON_CHARS = 200

/** Reason without a series: no answer, timeout, refusal (4xx, 5xx), answer above the bound, or unknown format. */
export type PvgisFailure =
  | "pvgis_unreachable"
  | "pvgis_timeout"
  | "pvgis_refused"
  | "pvgis_too_large"
  | "pvgis_unreadable"

/** Answer in place of a series. */
type Failure =
  | { reason: "refused"; status: number; text: string }
  | { reason: "timeout"; afterMs: number }
  | { reason: "unreachable"; detail: string }
  | { reason: "too-large"; maxBytes: number }
  | { reason: "unreadable"; detail: string }

/** Error: PVGIS did not give a production series; `code` and `failure` say why. */
export class PvgisError extends Error {
  override readonly name = "PvgisError"
  constructor(
    readonly code: PvgisFailure,
    message: string,
    readonly failure: Failure,
  ) {
    super(message)
  }
}

/** A surface and the requested calendar years. Degrees; azimuth 0 = north, 90 = east, 180 = south. */
export interface PvgisQuery {
  lat: number
  lon: number
  tiltDeg: number
  azimuthDeg: number
  startYear: number
  endYear: number
  /** Elevations in place of PVGIS's own horizon, at equal steps clockwise from north [degrees]. */
  horizon?: readonly number[]
}

/** Hourly power of 1 kWp before system losses, in the order of PVGIS. */
export interface PvgisSamples {
  /** Instants in UTC, ms since 1970; PVGIS-SARAH stamps HH:10. */
  utcMs: Float64Array
  powerKwPerKwp: Float64Array
  /** Radiation database of the answer, as PVGIS names it. */
  database: string
}

/** The part of `fetch` that is needed; the service passes its outbound client. */
export type PvgisFetch = (
  url: string,
  init: { signal: AbortSignal; headers: Record<string, string> },
) => Promise<Response>

/** Address and settings of the requests. */
export interface PvgisOptions {
  /** Base of the API, such as `https://re.jrc.ec.europa.eu/api/v5_3`. */
  baseUrl: string
  fetch: PvgisFetch
  timeoutMs?: number
  maxBytes?: number
}

const queryUrl = (baseUrl: string, query: PvgisQuery): string => {
  const parameters = {
    lat: query.lat,
    lon: query.lon,
    angle: query.tiltDeg,
    aspect: query.azimuthDeg - 180,
    startyear: query.startYear,
    endyear: query.endYear,
    pvcalculation: 1,
    peakpower: 1,
    loss: 0,
    pvtechchoice: "crystSi",
    mountingplace: "free",
    outputformat: "json",
    ...(query.horizon ? { userhorizon: query.horizon.join(",") } : {}),
  }
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  return `${baseUrl.replace(/(?<!\/)\/+$/, "")}/seriescalc?${text.join("&")}`
}

const readBounded = async (response: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      const failure = { reason: "too-large", maxBytes } as const
      throw new PvgisError("pvgis_too_large", `PVGIS sent more than ${maxBytes} bytes`, failure)
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** A value deep in parsed JSON, or undefined. */
const dig = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)

const unreadable = (what: string): PvgisError =>
  new PvgisError("pvgis_unreadable", `PVGIS answered in a form that is not understood: ${what}`, {
    reason: "unreadable",
    detail: what,
  })

const STAMP = /^(\d{4})(\d\d)(\d\d):(\d\d)(\d\d)$/

const stampMs = (stamp: unknown): number => {
  const match = typeof stamp === "string" ? STAMP.exec(stamp) : null
  if (!match) throw unreadable(`time ${String(stamp)}`)
  const [year, month, day, hour, minute] = match.slice(1).map(Number)
  return Date.UTC(year!, month! - 1, day, hour, minute)
}

/**
 * Reads the JSON of PVGIS seriescalc. Power is scaled to 1 kWp; losses in the answer stay included.
 * @throws PvgisError pvgis_unreadable
 */
export const parsePvgis = (text: string): PvgisSamples => {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw unreadable("not JSON")
  }
  const rows = dig(answer, "outputs", "hourly")
  const peakKw = dig(answer, "inputs", "pv_module", "peak_power")
  const database = dig(answer, "inputs", "meteo_data", "radiation_db")
  if (!Array.isArray(rows) || rows.length === 0) throw unreadable("no hourly rows")
  if (typeof peakKw !== "number" || !(peakKw > 0)) throw unreadable("no peak power")
  const samples = {
    utcMs: new Float64Array(rows.length),
    powerKwPerKwp: new Float64Array(rows.length),
    database: typeof database === "string" ? database : "unnamed",
  }
  rows.forEach((row: unknown, i) => {
    const watts = dig(row, "P")
    if (typeof watts !== "number" || !(watts >= 0)) throw unreadable(`power in row ${i + 1}`)
    samples.utcMs[i] = stampMs(dig(row, "time"))
    samples.powerKwPerKwp[i] = watts / 1000 / peakKw
  })
  return samples
}

/**
 * Creates the function that queries a PVGIS server, with one attempt, a time limit over the whole answer and a size
 * bound.
 * @returns a function that rejects with PvgisError
 */
export const pvgisClient = (options: PvgisOptions): ((query: PvgisQuery) => Promise<PvgisSamples>) => {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const maxBytes = options.maxBytes ?? MAX_ANSWER_BYTES
  return async query => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await options.fetch(queryUrl(options.baseUrl, query), {
        signal,
        headers: { accept: "application/json" },
      })
      const text = await readBounded(response, maxBytes)
      if (!response.ok) {
        const failure = { reason: "refused", status: response.status, text: text.slice(0, MAX_REASON_CHARS) } as const
        throw new PvgisError("pvgis_refused", `PVGIS answered ${failure.status}: ${failure.text}`, failure)
      }
      return parsePvgis(text)
    } catch (error) {
      if (error instanceof PvgisError) throw error
      if (signal.aborted) {
        const failure = { reason: "timeout", afterMs: timeoutMs } as const
        throw new PvgisError("pvgis_timeout", `PVGIS did not answer within ${timeoutMs} ms`, failure)
      }
      const detail = error instanceof Error ? error.message : String(error)
      const failure = { reason: "unreachable", detail } as const
      throw new PvgisError("pvgis_unreachable", `PVGIS could not be reached: ${detail}`, failure)
    }
  }
}
