import type { Page } from "playwright-core"

/** Least side of a control [CSS pixels] (WCAG 2.2, 2.5.8). */
const LEAST_SIDE = 24
/** Least contrast between the edges of controls, or the focus ring, and their surroundings (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3

type Bounds = { leastSide: number; leastContrast: number }

/** Runs in the page. Returns controls that are too small or too faint. */
const lookAtControls = ({ leastSide, leastContrast }: Bounds): string[] => {
  type Rgb = [number, number, number]
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!
  /** A colour laid over another. */
  const over = (colour: string, [r, g, b]: Rgb): Rgb => {
    canvas.fillStyle = `rgb(${r} ${g} ${b})`
    canvas.fillRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!]
  }
  const behind = (element: Element | null): Rgb =>
    element ? over(getComputedStyle(element).backgroundColor, behind(element.parentElement)) : [255, 255, 255]
  const luminance = (colour: Rgb): number => {
    const [r, g, b] = colour.map(part => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: Rgb, other: Rgb): number => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
    return (light + 0.05) / (dark + 0.05)
  }
  /** True if a colour is fully transparent. */
  const isClear = (colour: string): boolean =>
    over(colour, [0, 0, 0]).every(part => part === 0) && over(colour, [255, 255, 255]).every(part => part === 255)
  const isNative = (element: Element) => element.matches("[type=checkbox], [type=radio], [type=range], [type=file]")

  /** Size fault of a control's target. The target of a field with a label around it has both. */
  const sizeFault = (element: HTMLElement): string[] => {
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect()
    return Math.min(width, height) < leastSide - 0.01 ? [`is ${width.toFixed(1)} by ${height.toFixed(1)}`] : []
  }
  const edgeFault = (element: HTMLElement): string[] => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
    const hasEdge = Number.parseFloat(borderTopWidth) > 0 && !isClear(borderTopColor)
    if (isNative(element) || (!hasEdge && !element.matches("input, select, textarea"))) return []
    const around = behind(element.parentElement)
    const best = Math.max(
      contrast(over(borderTopColor, around), around),
      contrast(over(backgroundColor, around), around),
    )
    return best < leastContrast ? [`has an edge of ${best.toFixed(2)}`] : []
  }
  const focusFault = (element: HTMLElement): string[] => {
    element.focus({ preventScroll: true })
    if (document.activeElement !== element) return []
    const shown = element.matches("[type=file]") ? (element.nextElementSibling ?? element) : element
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown)
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return ["shows no focus"]
    const around = behind(shown.parentElement)
    const found = contrast(over(outlineColor, around), around)
    return found < leastContrast ? [`has a ring of ${found.toFixed(2)}`] : []
  }

  const faults: string[] = []
  const all = "button, input, select, textarea, summary, [role=slider], a:not(p a, li a, td a, th a, dd a)"
  for (const element of document.querySelectorAll<HTMLElement>(all)) {
    const isOff =
      element.matches(":disabled, .skip, [inert] *") || !element.checkVisibility({ visibilityProperty: true })
    if (isOff || (element.matches("a") && getComputedStyle(element).display === "inline")) continue
    const name = `${element.tagName.toLowerCase()} ${element.className} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40) ?? ""}`
    for (const fault of [...sizeFault(element), ...edgeFault(element), ...focusFault(element)])
      faults.push(`${name} ${fault}`)
  }
  return [...new Set(faults)]
}

/** Controls of a page that are too small to press, or whose edge or focus ring is too faint; one line each. */
export const weakControls = async (page: Page): Promise<string[]> => {
  // After Tab the browser shows the focus ring, as for a keyboard user.
  await page.keyboard.press("Tab")
  return page.evaluate(lookAtControls, { leastSide: LEAST_SIDE, leastContrast: LEAST_CONTRAST })
}
