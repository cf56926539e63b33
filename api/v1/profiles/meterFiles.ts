import { firstCharacters } from "../../../domain/base/validation/characters.ts"
import { MAX_UPLOAD_BYTES } from "../../../domain/site/meters/readMeterFile.ts"
import { fileBody, type UploadedFile } from "../../http/upload.ts"

const MAX_NAME_LENGTH = 200

/** A form with a meter file in the field `file`. */
export const meterBody = fileBody("file", MAX_UPLOAD_BYTES, "CSV, xlsx or Green Button XML of a meter")

/** Limits of a file, for descriptions of operations. */
export const METER_LIMITS =
  "The file has at most 32 MiB; an xlsx may unpack to 64 MiB and to 100 times its size, and a value has at most 64 " +
  "characters. A file that takes longer than 60 s or more than 768 MiB to read is refused."

/** An uploaded meter file with a valid name. */
export const meterFile = ({ bytes, fileName }: UploadedFile): UploadedFile => ({
  bytes,
  fileName: firstCharacters(fileName, MAX_NAME_LENGTH),
})
