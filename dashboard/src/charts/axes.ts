import type { Palette } from "../lib/palette.ts"

const FONT_SIZE = 12

/** Text style of charts, the same as the page's. */
export const letters = (palette: Palette) => ({
  color: palette.muted,
  fontSize: FONT_SIZE,
  fontFamily: getComputedStyle(document.body).fontFamily,
})

/** An axis of names. */
export const namesAxis = (palette: Palette, names: readonly string[]) => ({
  type: "category",
  data: names,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: palette["line-strong"] } },
  axisLabel: { ...letters(palette), hideOverlap: true },
})

/** An axis of amounts, with thin lines across. */
export const amountsAxis = (palette: Palette, show: (value: number) => string, name = "") => ({
  type: "value",
  name,
  nameTextStyle: { ...letters(palette), align: "left" },
  nameGap: 12,
  splitNumber: 4,
  splitLine: { lineStyle: { color: palette.line } },
  axisLabel: { ...letters(palette), formatter: show, hideOverlap: true },
})
