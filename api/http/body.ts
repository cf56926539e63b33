import type { Static, TSchema } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violations } from "../../domain/base/validation/violations.ts"
import { currentMeter } from "../../infra/meter.ts"
import { BodyBrokenOff, BodyTooLarge, EncodedBody, MissingBody, UnsupportedMediaType } from "./errors.ts"
import { createGrowingBuffer, isBlank } from "./growingBuffer.ts"
import { parseJson } from "./json.ts"
import { parseLargeJson } from "./largeJson.ts"
import { createPauses, type Pause } from "./pauses.ts"

/** Largest JSON body of most paths. */
export const JSON_LIMIT_BYTES = 1024 * 1024

/** Longest text that is parsed at once [bytes]. */
const PARSED_AT_ONCE_BYTES = 16 * 1024

/** A kind of body: how it is read, and how the document shows it. */
export interface Body<Value, Schema extends TSchema = TSchema, MediaType extends string = string> {
  mediaType: MediaType
  schema: Schema
  /** The body is optional. */
  isOptional: boolean
  /** Statuses of the errors that reading throws. */
  refusals: readonly number[]
  /** Maximum length [bytes]. */
  limitBytes: number
  /** Schemas by name. */
  examples?: Readonly<Record<string, unknown>> | undefined
  read(request: Request): Promise<Value>
  /** Content by which two requests are compared: a JSON value or bytes. */
  contentOf(value: Value): unknown
}

interface JsonOptions {
  limitBytes?: number
  isOptional?: boolean
  /** Unless given, the first of the schema's own. */
  examples?: Readonly<Record<string, object>>
  /** Transformation of the value before its check. */
  prepare?: (value: unknown) => unknown
}

/** A JSON body under its schema. Reading throws as `readJson` does, and InvalidInput with all violations. */
export const jsonBody = <S extends TSchema>(schema: S, options: JsonOptions = {}): Body<Static<S>, S> =>
  jsonBodyShownAs(schema, schema, options)

/** As `jsonBody`; the document and the clients show another schema than the checking schema. */
export const jsonBodyShownAs = <S extends TSchema, Shown extends TSchema>(
  schema: S,
  shown: Shown,
  options: JsonOptions = {},
): Body<Static<S>, Shown> => {
  const unchecked = uncheckedJsonBody(shown, options)
  return { ...unchecked, read: async request => validBody(schema, await unchecked.read(request)) }
}

/** A JSON body that its handler checks itself; the schema is for the document. Reading throws as `readJson` does. */
export const uncheckedJsonBody = <S extends TSchema>(schema: S, options: JsonOptions = {}): Body<unknown, S> => {
  const { limitBytes = JSON_LIMIT_BYTES, isOptional = false, examples, prepare = value => value } = options
  const [example] = schema.examples ?? []
  return {
    mediaType: "application/json",
    schema,
    isOptional,
    refusals: [400, 413, 415],
    limitBytes,
    examples: examples ?? (example === undefined ? undefined : { body: example }),
    read: async request => prepare(isOptional && isEmpty(request) ? {} : await readJson(request, limitBytes)),
    contentOf: value => value,
  }
}

const isEmpty = ({ body, headers }: Request): boolean => body === null || headers.get("content-length") === "0"

/**
 * The JSON value of a request's body, read no further than `limitBytes`.
 * Throws MissingBody, UnsupportedMediaType, BodyTooLarge or InvalidJson.
 */
const readJson = async (request: Request, limitBytes = JSON_LIMIT_BYTES): Promise<unknown> => {
  const header = request.headers.get("content-type")
  if (header === null && !request.body) throw new MissingBody()
  const type = header?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new UnsupportedMediaType("body-of-another-type", { mediaType: "application/json" })
  const bytes = await readBytes(request, limitBytes)
  const pause = createPauses()
  await pause()
  if (isBlank(bytes)) throw new MissingBody()
  return parseInTurns(bytes, pause)
}

/** The JSON value of bytes, with pauses in a large text. Throws InvalidJson. */
export const parseInTurns = async (bytes: Uint8Array, pause: Pause): Promise<unknown> =>
  bytes.length <= PARSED_AT_ONCE_BYTES ? parseJson(bytes) : parseLargeJson(bytes, pause)

/** The JSON body of a request under its schema. Throws as `readJson` does, and InvalidInput with all violations. */
export const readBody = async <T extends TSchema>(request: Request, schema: T): Promise<Static<T>> =>
  validBody(schema, await readJson(request))

/** A body that was read before, under its schema. Throws InvalidInput with all violations. */
export const validBody = <T extends TSchema>(schema: T, body: unknown): Static<T> => {
  const broken = violations(schema, body)
  if (broken.length > 0) throw new InvalidInput(broken)
  return body as Static<T>
}

/** Throws EncodedBody for a body with a content coding: it would be read as damaged JSON, or stored unchanged. */
export const assertPlain = ({ headers }: Request): void => {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? ""
  if (coding !== "" && coding !== "identity") throw new EncodedBody()
}

/**
 * The bytes of a request's body. Throws BodyTooLarge as soon as the limit is passed, announced or not, EncodedBody and
 * BodyBrokenOff.
 */
export const readBytes = async (request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  assertPlain(request)
  const announced = request.headers.get("content-length")
  if (Number(announced ?? 0) > limitBytes) throw new BodyTooLarge(limitBytes)
  try {
    // A body with a stated length is read whole: for a small body, a stream costs more than all other processing.
    const isMeasured = announced !== null && !request.headers.has("transfer-encoding")
    const bytes = isMeasured ? await request.bytes() : await readStream(request.body, limitBytes)
    currentMeter()?.add({ readBytes: bytes.length })
    return bytes
  } catch (error) {
    throw (error as Error).name === "AbortError" ? new BodyBrokenOff() : error
  }
}

const readStream = async (body: Request["body"], limitBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const buffer = createGrowingBuffer(limitBytes)
  const pause = createPauses()
  for await (const chunk of body ?? []) {
    buffer.add(chunk)
    if (buffer.length() > limitBytes) throw new BodyTooLarge(limitBytes)
    // The runtime joins the chunks that arrive during a pause.
    await pause()
  }
  return buffer.bytes()
}
