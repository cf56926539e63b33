import { Type } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/errors.ts"
import { violation } from "../../domain/validation/violation.ts"
import { type Body, readBytes } from "./body.ts"
import { BodyTooLarge, UnsupportedMediaType } from "./errors.ts"

/** What the parts of a form take besides the file itself. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** A file as it came. */
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
      return { bytes: await uploaded.bytes(), fileName: uploaded.name || "upload" }
    },
    contentOf: ({ bytes }) => bytes,
  } as const satisfies Body<UploadedFile>
}

/** Parts of a form: the file, and what a client may add. Half a million take the runtime 0.2 s to read. */
const MAX_FORM_PARTS = 16

/**
 * The file in the field `field` of a multipart form, read no further than `limitBytes`.
 * Throws UnsupportedMediaType, BodyTooLarge, or InvalidInput when the field is missing or the form is broken.
 */
export const readUpload = async (request: Request, field: string, limitBytes: number): Promise<File> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new UnsupportedMediaType(`multipart/form-data with the file in the field ${field}`)
  const bytes = await readBytes(request, limitBytes + FORM_OVERHEAD_BYTES)
  assertFewParts(bytes, type)
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw new InvalidInput([violation([], "not-a-form")])
  })
  const file = form.get(field)
  if (!(file instanceof File)) throw new InvalidInput([violation([field], "required-as-file")])
  if (file.size > limitBytes) throw new BodyTooLarge(limitBytes)
  return file
}

/** Throws InvalidInput for a form of more than MAX_FORM_PARTS parts, without reading them. */
const assertFewParts = (bytes: Uint8Array<ArrayBuffer>, type: string): void => {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type)
  const separator = Buffer.from(`--${boundary?.[1] ?? boundary?.[2] ?? ""}`)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = -1
  // One separator more than parts: the last one ends the form.
  for (let found = 0; found <= MAX_FORM_PARTS + 1; found++) {
    at = body.indexOf(separator, at + 1)
    if (at < 0) return
  }
  throw new InvalidInput([violation([], "form-parts", { maximum: MAX_FORM_PARTS })])
}
