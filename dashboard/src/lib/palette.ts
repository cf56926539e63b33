const NAMES = [
  "paper",
  "surface",
  "sunken",
  "ink",
  "muted",
  "line",
  "line-strong",
  "accent",
  "good",
  "bad",
  "solar",
  "grid",
  "battery",
  "stored",
  "sold",
  "load",
  "wasted",
  "band",
] as const
export type ColourName = (typeof NAMES)[number]
export type Palette = Record<ColourName, string>

/** The current colours of styles/tokens.css, for drawings on a canvas. */
export const readPalette = (): Palette => {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(NAMES.map(name => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette
}

/** Red, green and blue, 0–255, of `#rrggbb`. */
export const rgb = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
