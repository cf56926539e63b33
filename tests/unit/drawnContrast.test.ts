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

const luminance = (hex: string): number => {
  const parts = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r, g, b] = parts.map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
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
