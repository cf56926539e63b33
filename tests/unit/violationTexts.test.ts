import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { type Violation, withPaths } from "../../domain/base/validation/violation.ts"
import { sentenceOf, VIOLATION_TEXTS } from "../../domain/texts/violations.ts"
import { violationSamples } from "../support/violationSamples.ts"

/** Names, numbers and paths in a sentence; words of a closed set are translated. */
const shownParams = ({ params }: Violation): string[] =>
  Object.values(params).flatMap(value => {
    if (typeof value === "number") return [String(value)]
    return Array.isArray(value) && value.every(step => typeof step === "string") ? value : []
  })

test("both languages have a sentence for every rule, and no others", () => {
  const rules = violationSamples.map(({ rule }) => rule).sort()
  for (const texts of Object.values(VIOLATION_TEXTS)) expect(Object.keys(texts).sort()).toEqual(rules)
})

test.each(violationSamples.map(sample => [sample.rule, sample] as const))("%s says the same in both", (_, sample) => {
  const [english, dutch] = [sentenceOf(sample, "en"), sentenceOf(sample, "nl")]
  expect(dutch).not.toBe(english)
  expect(`${english}${dutch}`).not.toMatch(/undefined|\[object|NaN/)
  for (const shown of shownParams(sample))
    expect([shown, english.includes(shown), dutch.includes(shown.replace(".", ","))]).toEqual([shown, true, true])
})

test("docs/errors.md lists every rule with a sentence", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
  const missing = violationSamples.filter(one => !page.includes(`| \`${one.rule}\` | ${sentenceOf(one, "en")} |`))
  expect(missing.map(({ rule }) => rule)).toEqual([])
})

test("a violation of a translated input names the fields of the input that was sent", () => {
  const earlier = violationSamples
    .map(one => withPaths(one, path => path.map(step => (step === "newPv" ? "new_pv" : step))))
    .map(one => sentenceOf(one, "en"))
  expect(earlier).toContain("new_pv[0].minPanelCount must be at most new_pv[0].maxPanelCount (5.5)")
  expect(earlier.join()).not.toContain("newPv")
})
