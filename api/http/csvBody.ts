import { Type } from "@sinclair/typebox"
import { type Body, readBytes } from "./body.ts"
import { UnsupportedMediaType } from "./errors.ts"

export const CSV = "text/csv"

interface CsvBody {
  limitBytes: number
  /** An item of a line, with its article. */
  rows: string
  example: string
}

/** The bytes of a CSV file. Reading throws UnsupportedMediaType, BodyTooLarge. */
export const csvBody = ({ limitBytes, rows, example }: CsvBody) =>
  ({
    mediaType: CSV,
    schema: Type.String({ description: `A header line that names fields of ${rows}, then ${rows} a line` }),
    isOptional: false,
    refusals: [400, 413, 415],
    limitBytes,
    examples: { body: example },
    read: async (request: Request): Promise<Uint8Array> => {
      const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
      if (type !== CSV) throw new UnsupportedMediaType("body-of-another-type", { mediaType: CSV })
      return readBytes(request, limitBytes)
    },
    contentOf: (bytes: Uint8Array) => bytes,
  }) as const satisfies Body<Uint8Array>

/** A CSV file to save. */
export const csvAnswer = (fileName: string, text: string): Response =>
  new Response(text, {
    headers: {
      "content-type": `${CSV}; charset=utf-8`,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  })
