import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { ERROR_CODES } from "../../api/http/errors.ts"
import { refusal } from "../../domain/organization/refusal.ts"
import { REFUSAL_TEXTS, refusalText } from "../../domain/texts/refusals.ts"
import { refusalSamples } from "../support/refusalSamples.ts"

test("both languages have a sentence for every reason, and no others", () => {
  const reasons = refusalSamples.map(([{ reason }]) => reason).sort()
  for (const texts of Object.values(REFUSAL_TEXTS)) expect(Object.keys(texts).sort() as string[]).toEqual(reasons)
})

test.each(refusalSamples)(
  "%j is the sentence of earlier versions in English, and says the same in Dutch",
  (sample, english) => {
    expect(refusalText(sample, "en")).toBe(english)
    const dutch = refusalText(sample, "nl")
    expect(dutch).not.toBe(english)
    expect(dutch).not.toMatch(/undefined|\[object|NaN| (the|is not|try again) /)
    for (const shown of Object.values(sample.params).filter(value => typeof value === "number"))
      expect(dutch).toContain(String(shown))
  },
)

test("every thing, everything counted, and every kind of profile and credential has a Dutch name", () => {
  const named = [
    refusal("not-found", { what: "api-key" }),
    refusal("profile-without-hours", { name: "Thuis", kind: "laadplein" }),
    refusal("credential-of-another-kind", { taken: ["api-key", "session"], given: "token" }),
    refusal("named-not-found", { path: ["copiedFromId"], id: "x", what: "scan" }),
    refusal("too-many-in-a-minute", { limit: 3, counted: "calls-without-credential", seconds: 5 }),
  ]
  expect(named.map(one => refusalText(one, "nl"))).toEqual([
    "API-sleutel niet gevonden",
    'het profiel "Thuis" heeft nog geen uren: voeg eerst een asset toe',
    "dit pad neemt een API-sleutel of een sessie van het dashboard aan, niet een token van POST /v1/auth/token",
    'copiedFromId "x": scan niet gevonden',
    "meer dan 3 aanroepen zonder sleutel of sessie in een minuut: probeer het over 5 s opnieuw",
  ])
})

test("docs/errors.md lists the sentence of every refusal", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
  expect(refusalSamples.filter(([{ reason }, english]) => !page.includes(`| \`${reason}\` | ${english} |`))).toEqual([])
})

test("docs/errors.md lists every code once", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` \| \d{3} \|/gm)].map(([, code]) => code!)
  expect(listed.sort()).toEqual([...ERROR_CODES].sort())
})
