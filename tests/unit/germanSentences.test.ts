/** German sentences of the service: other than English and Dutch, with the same numbers. */
import { expect, test } from "bun:test"
import { scanError } from "../../domain/base/scanError.ts"
import { countryName } from "../../domain/texts/countries.ts"
import { DELIVERY_ERRORS } from "../../domain/texts/deliveryErrors.ts"
import { noteText } from "../../domain/texts/notes.ts"
import { packSourcesDe } from "../../domain/texts/packSources.de.ts"
import { packSourcesNl } from "../../domain/texts/packSources.nl.ts"
import { refusalText } from "../../domain/texts/refusals.ts"
import type { Language } from "../../domain/texts/render.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { sourcesDe } from "../../domain/texts/sources.de.ts"
import { sourcesNl } from "../../domain/texts/sources.nl.ts"
import { tariffTermsDe } from "../../domain/texts/tariffTerms.de.ts"
import { tariffTermsEn } from "../../domain/texts/tariffTerms.en.ts"
import { termName } from "../../domain/texts/tariffTerms.ts"
import { unitsDe } from "../../domain/texts/units.de.ts"
import { unitsNl } from "../../domain/texts/units.nl.ts"
import { sentenceOf } from "../../domain/texts/violations.ts"
import { NOTE_SAMPLES } from "../support/noteSamples.ts"
import { refusalSamples } from "../support/refusalSamples.ts"
import { violationSamples } from "../support/violationSamples.ts"

const errors = [
  scanError("share-out-of-reach", { askedShare: 0.5, bestShare: 0.1234 }),
  scanError("time-limit", { minutes: 15 }),
  scanError("solver-broke", {}),
]

type Case = [code: string, say: (language: Language) => string]

const casesOf = <One>(
  samples: readonly One[],
  codeOf: (one: One) => string,
  say: (one: One, language: Language) => string,
): Case[] => samples.map(one => [codeOf(one), language => say(one, language)])

/** Every sentence of the samples, by its code. */
const sentences: Case[] = [
  ...casesOf(
    NOTE_SAMPLES.map(([one]) => one),
    ({ code }) => code,
    noteText,
  ),
  ...casesOf(violationSamples, ({ rule }) => rule, sentenceOf),
  ...casesOf(
    refusalSamples.map(([one]) => one),
    ({ reason }) => reason,
    refusalText,
  ),
  ...casesOf(errors, ({ code }) => code, scanErrorText),
]

/** Numbers of a sentence without marks of thousands and decimals, so that languages compare. */
const numbersIn = (text: string): string[] =>
  [...new Set((text.match(/\d[\d.,]*/g) ?? []).map(number => number.replace(/[.,]/g, "")))].sort()
const ENGLISH = /\b(the|must|with|not|without|which|are|of)\b/
const DUTCH = /\b(het|een|niet|moet|zijn|voor|wordt|bestand)\b/

test.each(sentences)("%s is German, with the numbers of the English sentence", (_, say) => {
  const german = say("de")
  expect(german).not.toBe(say("en"))
  expect(german).not.toBe(say("nl"))
  const own = german.replace(/"[^"]*"|not JSON/g, "")
  expect(own).not.toMatch(ENGLISH)
  expect(own).not.toMatch(DUTCH)
  expect(german).not.toMatch(/undefined|\[object|NaN/)
  expect(numbersIn(german)).toEqual(numbersIn(say("en")))
})

test("sources, units, terms and delivery errors have German words for everything with Dutch ones", () => {
  const pairs = [
    [packSourcesDe, packSourcesNl],
    [sourcesDe, sourcesNl],
    [unitsDe, unitsNl],
    [tariffTermsDe.names, tariffTermsEn.names],
  ] as const
  for (const [german, other] of pairs) {
    expect(Object.keys(german).sort()).toEqual(Object.keys(other).sort())
    const same = Object.entries(german).filter(([key, text]) => text === other[key] || text === key)
    expect(same).toEqual([])
  }
  for (const [english, dutch, german] of Object.values(DELIVERY_ERRORS)) {
    expect(new Set([english, dutch, german]).size).toBe(3)
    expect(german.split("{}").length).toBe(english.split("{}").length)
  }
})

test("German writes figures, amounts, times and countries as in Germany", () => {
  const window = { months: [10], days: ["mon"], hours: [[17, 20]] }
  expect(termName({ path: "grid.buyEurPerKwh.eurPerKwh", window } as never, "de")).toBe(
    "Netzentgelt: Okt, Mo, 17–20 Uhr",
  )
  expect(countryName("NL", "de")).toBe("die Niederlande")
  expect(countryName("ES", "de")).toBe("Spanien")
})
