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

/** Media type of an image by its bytes; undefined for anything except PNG, JPEG and WebP, regardless of the name. */
export const imageTypeOf = (image: Uint8Array): string | undefined => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, Math.min(16, image.byteLength))
  return SIGNATURES.find(({ matches }) => matches(bytes))?.mediaType
}
