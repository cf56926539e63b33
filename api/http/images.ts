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

/** An image with the start of its hex SHA-256. */
interface StoredImage {
  image: Uint8Array
  mediaType: string
  hash: string
}

/**
 * Checks that the image of the form field `file` decodes. Throws InvalidInput for anything except PNG, JPEG and WebP,
 * regardless of the name, for damaged images and for sides above MAX_SIDE.
 */
export const assertImage = async (image: Uint8Array): Promise<void> => {
  storedImage(image)
  await encoded(image, decoded => decoded.png())
}

/** An image in the form of its row. Throws InvalidInput for another file type. */
export const storedImage = (image: Uint8Array): StoredImage => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, Math.min(16, image.byteLength))
  const mediaType = SIGNATURES.find(({ matches }) => matches(bytes))?.mediaType
  if (!mediaType) throw notAnImage()
  return { image, mediaType, hash: createHash("sha256").update(image).digest("hex").slice(0, HASH_LENGTH) }
}

/** Longest side of a photo that readers outside of the organization see [pixels]. */
const PHOTO_SIDE = 1600

/**
 * A photo for readers outside of the organization: small, upright, and without metadata such as the place and the time.
 * Drawings stay PNG. Throws InvalidInput as `assertImage`.
 */
export const publicImage = async (image: Uint8Array): Promise<Omit<StoredImage, "hash"> & { sha256: string }> => {
  const { mediaType } = storedImage(image)
  const isDrawing = mediaType === "image/png"
  const bytes = await encoded(image, decoded => {
    const small = decoded.resize(PHOTO_SIDE, PHOTO_SIDE, { fit: "inside", withoutEnlargement: true })
    return isDrawing ? small.png() : small.jpeg()
  })
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  return { image: bytes, mediaType: isDrawing ? mediaType : "image/jpeg", sha256 }
}

const notAnImage = () => new InvalidInput([violation(["file"], "image")])

/** An image, decoded and encoded again. Throws InvalidInput for a damaged image and for sides above MAX_SIDE. */
const encoded = async (image: Uint8Array, encode: (decoded: Bun.Image) => Bun.Image): Promise<Uint8Array> => {
  try {
    const decoded = new Bun.Image(image)
    const { width, height } = await decoded.metadata()
    if (Math.max(width, height) > MAX_SIDE) throw notAnImage()
    return await encode(decoded).bytes()
  } catch {
    throw notAnImage()
  }
}
