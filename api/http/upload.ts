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
    async read(request) {
      const uploaded = await readUpload(request, field, limitBytes)
      const pause = createPauses()
      // The runtime copies the file at each of these steps.
      await pause()
      const bytes = await uploaded.bytes()
      await pause()
      return { bytes, fileName: uploaded.name || "upload" }
    },
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
const HEAD_END = "\r\n\r\n"
const FORM_END = "--"

/**
 * The file in the field `field` of a multipart form, read no further than `limitBytes`. Throws UnsupportedMediaType,
 * BodyTooLarge, or InvalidInput if the field is missing or repeated, or the form is invalid.
 */
const readUpload = async (request: Request, field: string, limitBytes: number): Promise<File> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new UnsupportedMediaType("body-without-form", { field })
  const bytes = await readBytes(request, limitBytes + FORM_OVERHEAD_BYTES)
  const pause = createPauses()
  await pause()
  assertCheapForm(bytes, type)
  await pause()
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw new InvalidInput([violation([], "not-a-form")])
  })
  const [file, ...others] = form.getAll(field)
  if (others.length > 0) throw new InvalidInput([violation([field], "parameter-once")])
  if (!(file instanceof File)) throw new InvalidInput([violation([field], "required-as-file")])
  if (file.size > limitBytes) throw new BodyTooLarge(limitBytes)
  return file
}

/** Throws InvalidInput for a form with too many parts or with long headers of a part, without parsing the form. */
const assertCheapForm = (bytes: Uint8Array<ArrayBuffer>, type: string): void => {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type)
  const separator = Buffer.from(`--${boundary?.[1] ?? boundary?.[2] ?? ""}`)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = -1
  // One separator more than parts: the last one ends the form.
  for (let found = 0; found <= MAX_FORM_PARTS + 1; found++) {
    at = body.indexOf(separator, at + 1)
    if (at < 0) return
    assertShortHead(body.subarray(at + separator.length))
  }
  throw new InvalidInput([violation([], "form-parts", { maximum: MAX_FORM_PARTS })])
}

const assertShortHead = (part: Buffer): void => {
  const start = part.toString("latin1", 0, FORM_END.length + MAX_PART_HEAD_BYTES)
  if (start.startsWith(FORM_END) || start.length < MAX_PART_HEAD_BYTES || start.includes(HEAD_END)) return
  throw new InvalidInput([violation([], "form-part-head", { maximum: MAX_PART_HEAD_BYTES })])
}
