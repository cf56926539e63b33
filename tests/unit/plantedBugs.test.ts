import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { BUGS } from "../simulation/bugs.ts"

const ROOT = new URL("../../", import.meta.url)

/** Bugs of the simulation replace texts of sources, which therefore have each text once. */
test("every text that a planted bug replaces occurs once in its source", () => {
  const occurrences = BUGS.flatMap(({ file, edits }) => {
    const source = readFileSync(new URL(file, ROOT), "utf8")
    return edits.map(([text]) => ({ file, text, count: source.split(text).length - 1 }))
  })
  expect(occurrences.filter(({ count }) => count !== 1)).toEqual([])
})
