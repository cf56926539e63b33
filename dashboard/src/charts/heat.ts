import { type Palette, rgb } from "../lib/palette.ts"

const DAYS = 365
const HOURS = 24
/**
 * Share of the hours below the darkest colour; rarer peaks all have the darkest colour, so that other hours stay
 * distinguishable.
 */
const PEAK_SHARE = 0.995

type Colour = [number, number, number]

/** Turns -1…1 (0…1 without a second side) into a colour. */
export type Ramp = (share: number) => Colour

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/**
 * Gradient from the background through a colour to near black. Lightness changes in one direction, so that grey prints
 * keep the order.
 */
export const createRamp = (palette: Palette, above: string, below = above): Ramp => {
  const ground = rgb(palette.sunken)
  const ink = rgb(palette.ink)
  const sides = [rgb(below), rgb(above)]
  const darkest = above === below ? 0.6 : 0.3
  return share => {
    const colour = sides[share < 0 ? 0 : 1]!
    const size = Math.min(1, Math.abs(share))
    return size < 0.6 ? mix(ground, colour, size / 0.6) : mix(colour, mix(colour, ink, darkest), (size - 0.6) / 0.4)
  }
}

/** Absolute value of the darkest colour. */
export const scaleOf = (values: readonly number[]): number => {
  const sizes = values.map(Math.abs).sort((a, b) => a - b)
  return sizes[Math.floor(PEAK_SHARE * (sizes.length - 1))] || sizes.at(-1) || 1
}

/** Paints 8760 hours, a column a day, midnight at the top, one pixel each; the page scales them. */
export const paintYear = (canvas: HTMLCanvasElement, values: readonly number[], scale: number, ramp: Ramp): void => {
  canvas.width = DAYS
  canvas.height = HOURS
  paint(canvas, (day, hour) => ramp(values[day * HOURS + hour]! / scale))
}

const RAMP_STEPS = 64

/** Paints the colours of a ramp from `from` (-1 or 0) to 1. */
export const paintRamp = (canvas: HTMLCanvasElement, ramp: Ramp, from: number): void => {
  canvas.width = RAMP_STEPS
  canvas.height = 1
  paint(canvas, step => ramp(from + ((1 - from) * step) / (RAMP_STEPS - 1)))
}

const paint = (canvas: HTMLCanvasElement, colourAt: (x: number, y: number) => Colour): void => {
  const context = canvas.getContext("2d")
  if (!context) return
  const image = context.createImageData(canvas.width, canvas.height)
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const [red, green, blue] = colourAt(x, y)
      image.data.set([red, green, blue, 255], 4 * (y * canvas.width + x))
    }
  }
  context.putImageData(image, 0, 0)
}

/** The hour of the year under a point of a stretched canvas. */
export const hourUnder = (canvas: HTMLCanvasElement, clientX: number, clientY: number): number => {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const day = Math.min(DAYS - 1, Math.max(0, Math.floor(((clientX - left) / width) * DAYS)))
  const hour = Math.min(HOURS - 1, Math.max(0, Math.floor(((clientY - top) / height) * HOURS)))
  return day * HOURS + hour
}
