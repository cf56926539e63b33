import { Type } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { type Body, readBytes } from "./body.ts"
import { BodyTooLarge, UnsupportedMediaType } from "./errors.ts"
import { createPauses } from "./pauses.ts"

/** Maximum size of a form in addition to its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** An uploaded file, unchanged. */
export interface UploadedFile {
  bytes: Uint8Array<ArrayBuffer>
  fileName: string
}

/** A multipart form with one file in the field `field`. Reading throws as `readUpload` does. */
export const fileBody = (field: string, limitBytes: number, description?: string) => {
  const file = Type.String({ format: "binary", ...(description ? { description } : {}) })
  return {
    mediaType: "multipart/form-data",
    schema: Type.Object({ [field]: file }),
    isOptional: false,
    refusals: [400, 413, 415],
    limitBytes: limitBytes + FORM_OVERHEAD_BYTES,
    read: request => readUpload(request, field, limitBytes),
    contentOf: ({ bytes }) => bytes,
  } as const satisfies Body<UploadedFile>
}

/**
 * Maximum number of parts of a form: the file and additions of clients. Reading half a million parts takes the runtime
 * 0.2 s.
 */
const MAX_FORM_PARTS = 16
/**
 * Maximum size of a part's headers, including the file name. A name of 24 MB took the runtime 0.3 s; this limit reduces
 * the time to 0.07 s.
 */
const MAX_PART_HEAD_BYTES = 16 * 1024
const LINE_END = "\r\n"
const HEAD_END = LINE_END + LINE_END
const FORM_END = "--"

/**
 * The file in the field `field` of a multipart form, read no further than `limitBytes`. Throws UnsupportedMediaType,
 * BodyTooLarge, or InvalidInput if the field is missing or repeated, or the form is invalid.
 */
const readUpload = async (request: Request, field: string, limitBytes: number): Promise<UploadedFile> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new UnsupportedMediaType("body-without-form", { field })
  const bytes = await readBytes(request, limitBytes + FORM_OVERHEAD_BYTES)
  const pause = createPauses()
  await pause()
  const { heads, contents } = splitForm(bytes, type)
  await pause()
  const form = await new Response(heads, { headers: { "content-type": type } }).formData().catch(() => {
    throw new InvalidInput([violation([], "not-a-form")])
  })
  const [file, ...repeated] = form.getAll(field)
  if (repeated.length > 0) throw new InvalidInput([violation([field], "parameter-once")])
  if (!(file instanceof File)) throw new InvalidInput([violation([field], "required-as-file")])
  const content = contents[Number(await file.text())]
  if (!content) throw new InvalidInput([violation([], "not-a-form")])
  if (content.length > limitBytes) throw new BodyTooLarge(limitBytes)
  return { bytes: content, fileName: file.name || "upload" }
}

/**
 * Splits a form into a form whose contents are their numbers, and the contents. The runtime parses the heads only: it
 * would copy a file of 32 MiB twice without a pause. Throws InvalidInput for too many parts or long headers of a part.
 */
const splitForm = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): { heads: Buffer<ArrayBuffer>; contents: Uint8Array<ArrayBuffer>[] } => {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type)
  const separator = Buffer.from(`--${boundary?.[1] ?? boundary?.[2] ?? ""}`)
  const endOfContent = Buffer.concat([Buffer.from(LINE_END), separator])
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const contents: Uint8Array<ArrayBuffer>[] = []
  const pieces: Buffer<ArrayBuffer>[] = []
  let at = body.indexOf(separator)
  for (;;) {
    const start = at < 0 ? -1 : headEnd(body, at + separator.length)
    const end = start < 0 ? -1 : body.indexOf(endOfContent, start)
    if (end < 0) break
    if (contents.length === MAX_FORM_PARTS)
      throw new InvalidInput([violation([], "form-parts", { maximum: MAX_FORM_PARTS })])
    pieces.push(body.subarray(at, start), Buffer.from(`${contents.length}${LINE_END}`))
    contents.push(bytes.subarray(start, end))
    at = end + LINE_END.length
  }
  const rest = body.subarray(Math.max(0, at))
  // Text after the last separator counts for nothing (RFC 2046, 5.1.1); the runtime would search it for another end.
  const last = rest.subarray(separator.length).toString("latin1", 0, FORM_END.length) === FORM_END
  return {
    heads: Buffer.concat([...pieces, last ? rest.subarray(0, separator.length + FORM_END.length) : rest]),
    contents,
  }
}

/** End of a part's headers, which begin at `at`; -1 after the last part. Throws InvalidInput for long headers. */
const headEnd = (body: Buffer, at: number): number => {
  if (body.toString("latin1", at, at + FORM_END.length) === FORM_END) return -1
  const length = body.subarray(at, at + MAX_PART_HEAD_BYTES).indexOf(HEAD_END)
  if (length >= 0) return at + length + HEAD_END.length
  if (body.length - at < MAX_PART_HEAD_BYTES) return -1
  throw new InvalidInput([violation([], "form-part-head", { maximum: MAX_PART_HEAD_BYTES })])
}
