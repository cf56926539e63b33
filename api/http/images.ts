import { createHash } from "node:crypto"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"

/** Image types that browsers show and that cannot carry scripts, each with the bytes it begins with. */
const SIGNATURES = [
  {
    mediaType: "image/png",
    matches: (bytes: Buffer) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n",
  },
  { mediaType: "image/jpeg", matches: (bytes: Buffer) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    mediaType: "image/webp",
    matches: (bytes: Buffer) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP",
  },
]

/** Longest side of an image [pixels]: a small file can hold an image that fills a browser's memory. */
const MAX_SIDE = 4096

const HASH_LENGTH = 16

/** An image that decodes, with the start of its hex SHA-256. */
export interface CheckedImage {
  image: Uint8Array
  mediaType: string
  hash: string
}

/** The image of the form field `file`. Throws InvalidInput. */
export const checkedImage = async (image: Uint8Array): Promise<CheckedImage> => {
  const mediaType = await imageTypeOf(image)
  if (!mediaType) throw new InvalidInput([violation(["file"], "image")])
  return { image, mediaType, hash: createHash("sha256").update(image).digest("hex").slice(0, HASH_LENGTH) }
}

/**
 * Media type of an image that decodes; undefined for anything except PNG, JPEG and WebP, regardless of the name, for
 * damaged images and for sides above MAX_SIDE.
 */
const imageTypeOf = async (image: Uint8Array): Promise<string | undefined> => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, Math.min(16, image.byteLength))
  const type = SIGNATURES.find(({ matches }) => matches(bytes))?.mediaType
  return type && (await isDecodable(image)) ? type : undefined
}

const isDecodable = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    const image = new Bun.Image(bytes)
    const { width, height } = await image.metadata()
    if (Math.max(width, height) > MAX_SIDE) return false
    await image.png().bytes()
    return true
  } catch {
    return false
  }
}
