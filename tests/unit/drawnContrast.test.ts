import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"

const TOKENS = readFileSync(new URL("../../dashboard/src/styles/tokens.css", import.meta.url), "utf8")
/** Colours of lines, bars and edges, and their backgrounds (WCAG 2.2, 1.4.11: a contrast of at least 3). */
const DRAWN = [
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
  "control",
]
const GROUNDS = ["surface", "paper", "sunken"]
const LEAST = 3

/** Colours of a theme by name; the dark theme inherits unset colours. */
const coloursOf = (block: string): Map<string, string> =>
  new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]))

const linear = (hex: string): number[] => {
  const parts = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return parts.map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
}

const luminance = (hex: string): number => {
  const [r, g, b] = linear(hex)
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

test.each([
  ["light", 0],
  ["dark", 1],
])("what is drawn in the %s theme can be told from what it is drawn on", (_, index) => {
  const colours = coloursOf(TOKENS.split("}")[index]!)
  const faint = GROUNDS.flatMap(ground =>
    DRAWN.flatMap(name => {
      const found = contrast(colours.get(name)!, colours.get(ground)!)
      // Drawings lie on cards; controls and status colours lie on any background.
      const isElsewhere = ground !== "surface" && !["accent", "good", "bad", "control"].includes(name)
      return found >= LEAST || isElsewhere ? [] : [`${name} on ${ground}: ${found.toFixed(2)}`]
    }),
  )
  expect(faint).toEqual([])
})

/** Colours of each stacked chart, neighbours next to each other. */
const STACKS = [
  ["solar", "battery", "grid", "solar"],
  ["stored", "sold"],
  ["grid", "sold", "band", "grid"],
]
/** Linear colours as seen without one kind of cone (Machado et al. 2009, severity 1). */
const VISIONS = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** Distances in CIE Lab; a just noticeable difference is 2.3 (Mahy et al. 1994). */
const LEAST_APART = { protanopia: 20, deuteranopia: 20, tritanopia: 10 }
/** CIE XYZ of linear sRGB, as shares of white. */
const XYZ = [
  [0.4339, 0.3763, 0.1899],
  [0.2126, 0.7152, 0.0722],
  [0.0177, 0.1095, 0.8729],
]

const times = (matrix: readonly (readonly number[])[], [r, g, b]: readonly number[]): number[] =>
  matrix.map(([m, n, o]) => Math.min(1, Math.max(0, m! * r! + n! * g! + o! * b!)))

const labOf = (seen: readonly number[]): number[] => {
  const [x, y, z] = times(XYZ, seen).map(share => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116))
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)]
}

test.each([
  ["light", 0],
  ["dark", 1],
])("neighbours of stacked charts differ for every colour vision in the %s theme", (_, index) => {
  const colours = coloursOf(TOKENS.split("}")[index]!)
  const alike = Object.entries(VISIONS).flatMap(([vision, matrix]) => {
    const seen = (name: string) => labOf(times(matrix, linear(colours.get(name)!)))
    return STACKS.flatMap(stack =>
      stack.slice(1).flatMap((name, i) => {
        const other = seen(stack[i]!)
        const apart = Math.hypot(...seen(name).map((part, k) => part - other[k]!))
        const isApart = apart >= LEAST_APART[vision as keyof typeof VISIONS]
        return isApart ? [] : [`${stack[i]} and ${name}, ${vision}: ${apart.toFixed(0)}`]
      }),
    )
  })
  expect(alike).toEqual([])
})
