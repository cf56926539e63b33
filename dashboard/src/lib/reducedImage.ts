const JPEG_QUALITY = 0.85

/**
 * An image with no side longer than `maxSide` pixels, so that photos of any camera can be sent. Returns the file itself
 * if it is small enough or the browser cannot read it. PNG stays PNG, other types become JPEG.
 */
export const reducedImage = async (file: File, maxSide: number): Promise<File> => {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return file
  const scale = maxSide / Math.max(image.width, image.height)
  if (scale >= 1) return file
  const [width, height] = [image.width, image.height].map(side => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width!, height!)
  canvas.getContext("2d")!.drawImage(image, 0, 0, width!, height!)
  image.close()
  const type = file.type === "image/png" ? file.type : "image/jpeg"
  return new File([await canvas.convertToBlob({ type, quality: JPEG_QUALITY })], file.name, { type })
}
