/** Messages of the service on the pages name fields as the pages label them, and never by their path in JSON. */
import { expect, test } from "bun:test"
import { APP_TEXTS } from "../../dashboard/src/text/appText.ts"
import { pageMessage } from "../../dashboard/src/text/fieldNames.ts"
import { scanError } from "../../domain/base/scanError.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { noteText } from "../../domain/texts/notes.ts"
import { refusalText } from "../../domain/texts/refusals.ts"
import { LANGUAGES } from "../../domain/texts/render.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { messageOf, sentenceOf } from "../../domain/texts/violations.ts"
import { CODE_WORDS } from "../support/codeWords.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { NOTE_SAMPLES } from "../support/noteSamples.ts"
import { refusalSamples } from "../support/refusalSamples.ts"
import { houseRequest } from "../support/requests.ts"
import { violationsIn } from "../support/sentences.ts"
import { violationSamples } from "../support/violationSamples.ts"

const JSON_PATH = /[a-z]+\[\d+\]\.|[a-z]+\.[a-z]+[A-Z]|EurPerKwh|customProfileId|inputMethod/

test.each(violationSamples.map(sample => [sample.rule, sample] as const))("%s shows no path on a page", (_, sample) => {
  for (const language of LANGUAGES) {
    const shown = pageMessage(sentenceOf(sample, language), language)
    expect(shown).not.toMatch(JSON_PATH)
    expect(shown).not.toMatch(/undefined|\[object/)
  }
})

test("no note or refusal has words of programs on a page", () => {
  const texts = LANGUAGES.flatMap(language => [
    ...NOTE_SAMPLES.map(([note]) => noteText(note, language)),
    ...refusalSamples.map(([refusal]) => pageMessage(refusalText(refusal, language), language)),
    ...violationSamples.map(sample => pageMessage(sentenceOf(sample, language), language)),
    scanErrorText(scanError("solver-broke", {}), language),
  ])
  expect(texts.filter(text => CODE_WORDS.test(text))).toEqual([])
})

const refusedAs = (request: object, language: "en" | "nl"): string => {
  const broken = violationsIn(() => parseEarlierRequest({ ...houseRequest(), ...request }, standardProfileKeys))
  return pageMessage(messageOf(broken, language), language)
}

test.each<[object, english: string, dutch: string]>([
  [
    { tariff: { type: "flat", flatEurPerKwh: 0.2, nettingUntil: 2026 } },
    "Last year of net metering must be left out when “Net metering over the year” is “not chosen”",
    "Laatste jaar met salderen moet weggelaten worden als “Salderen over het jaar” “niet aangevinkt” is",
  ],
  [
    { contracts: [{ type: "dynamic" }, { type: "flat", flatEurPerKwh: 0.2, feedInEurPerKwh: 0.3 }] },
    "Contract 2: Feed-in price must be at most the purchase price (0.2)",
    "Contract 2: Terugleververgoeding mag hoogstens de inkoopprijs (0,2) zijn",
  ],
  [
    { inputMethod: "studio", yearlyKwh: undefined, loadProfile: undefined },
    "Profile is required when “Consumption is” is “a studio profile”",
    "Profiel is verplicht als “Verbruik volgens” “studioprofiel” is",
  ],
  [
    { newPv: [{ maxPanelCount: 4, minPanelCount: 9, panelPowerWatts: 400 }] },
    "Roof 1: Panels at least must be at most “Roof 1: Panels at most” (4)",
    "Dak 1: Minimaal aantal panelen mag hoogstens “Dak 1: Maximaal aantal panelen” (4) zijn",
  ],
])("%j is refused with the labels of the form", (request, english, dutch) => {
  expect(refusedAs(request, "en")).toBe(english)
  expect(refusedAs(request, "nl")).toBe(dutch)
})

test("names that a reader or a file gave stay, as do units and addresses", () => {
  for (const said of [
    'the profile "tariff.flatEurPerKwh of ourHouse" is 0 in every hour',
    "meter.csv is an export of no known format",
    "the file has 3.5 kWh in one interval: see https://example.org/someThing",
    "line 1 must name columns: id, capacityKwh and powerKw among id, capacityKwh",
  ])
    expect(pageMessage(said, "en")).toBe(said)
})

test("several sentences are each named", () => {
  expect(pageMessage("location.lat must be at most 90; goal is required", "en")).toBe(
    `${APP_TEXTS.en.newScan.lat} must be at most 90; ${APP_TEXTS.en.newScan.goalName} is required`,
  )
})
