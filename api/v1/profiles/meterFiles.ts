import { MAX_UPLOAD_BYTES } from "../../../domain/site/meters/readMeterFile.ts"
import { fileBody, type UploadedFile } from "../../http/upload.ts"

const MAX_NAME_LENGTH = 200

/** A form with a meter file in the field `file`. */
export const meterBody = fileBody("file", MAX_UPLOAD_BYTES)

/** An uploaded meter file under a name that can be kept. */
export const meterFile = ({ bytes, fileName }: UploadedFile): UploadedFile => ({
  bytes,
  fileName: fileName.slice(0, MAX_NAME_LENGTH),
})
