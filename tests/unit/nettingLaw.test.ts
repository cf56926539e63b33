/** Notes of a report if netting counts in years in which the law has none. */
import { expect, test } from "bun:test"
import { type Note, note } from "../../domain/base/note.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import { nettingLawNotes } from "../../domain/report/nettingLaw.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const FLAT = { type: "flat", flatEurPerKwh: 0.25, netting: true }
const CUSTOM = { type: "custom", buy: { energy: 0.2, taxed: false }, sell: { energy: 0.05 }, netting: true }

const notesOf = (tariff: object, { country = "NL", analysisYears = 25 } = {}): Note[] => {
  const request = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500, analysisYears, tariff }
  const input = scanInputOf(parseEarlierRequest(request, new Set(["standard"])))
  return nettingLawNotes({ input, site: { country } as ScanCase["site"] })
}

test("netting after its last year by law is noted, of every type of tariff", () => {
  const noted = [note("netting-beyond-law", { country: "NL", lastYear: 2026, law: "Stb. 2025, 17" })]
  for (const tariff of [FLAT, { type: "dynamic", netting: true }, CUSTOM, { ...FLAT, nettingUntil: 2027 }])
    expect(notesOf(tariff)).toEqual(noted)
  expect(notesOf({ ...FLAT, firstYear: 2018 }, { analysisYears: 10 })).toEqual(noted)
})

test("netting that ends by then, none, and another country's are not", () => {
  expect(notesOf({ ...FLAT, nettingUntil: 2026 })).toEqual([])
  expect(notesOf({ ...FLAT, nettingUntil: 2026, firstYear: 2027 })).toEqual([])
  expect(notesOf({ ...FLAT, firstYear: 2017 }, { analysisYears: 10 })).toEqual([])
  expect(notesOf({ type: "dynamic" })).toEqual([])
  expect(notesOf(FLAT, { country: "BE" })).toEqual([])
})
