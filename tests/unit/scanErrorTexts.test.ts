import { expect, test } from "bun:test"
import { type ScanError, type ScanErrorCode, scanError } from "../../domain/base/scanError.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { SCAN_ERROR_TEXTS, scanErrorText } from "../../domain/texts/scanErrors.ts"
import { messageOf } from "../../domain/texts/violations.ts"

const OVERLOAD = {
  contractedPowerKw: 0.2,
  exceededByKw: 0.46381,
  hours: 7366,
  first: { month: 3, day: 1, hourOfDay: 7 },
}

/** Every error with its sentences in both languages. */
const CASES: [error: ScanError, english: string, dutch: string][] = [
  [
    scanError("share-out-of-reach", { askedShare: 0.5, bestShare: 0.1234 }),
    "the renewable share of 50 % is out of reach: the best allowed system reaches 12.3 %",
    "het duurzame aandeel van 50 % is niet haalbaar: de beste toegestane installatie haalt 12,3 %",
  ],
  [
    scanError("connection-out-of-reach", OVERLOAD),
    "the contracted power of 0.2 kW is out of reach: with the best allowed system it is exceeded by up to 0.464 kW in 7,366 hours, first on 1 March at 07:00",
    "het gecontracteerde vermogen van 0,2 kW is niet haalbaar: met de beste toegestane installatie wordt het met hoogstens 0,464 kW overschreden in 7.366 uren, het eerst op 1 maart om 07:00",
  ],
  [
    scanError("connection-out-of-reach", { ...OVERLOAD, exceededByKw: 1523.4, hours: 1 }),
    "the contracted power of 0.2 kW is out of reach: with the best allowed system it is exceeded by up to 1,520 kW in 1 hour, first on 1 March at 07:00",
    "het gecontracteerde vermogen van 0,2 kW is niet haalbaar: met de beste toegestane installatie wordt het met hoogstens 1.520 kW overschreden in 1 uur, het eerst op 1 maart om 07:00",
  ],
  [
    scanError("input-refused", {
      violations: [
        violation(["loadProfile"], "load-profile-deleted"),
        violation([], "profile-lacks-solar", { name: "House" }),
      ],
    }),
    `loadProfile is a load profile that was deleted: create the scan with another one; the profile "House" comes from a meter file with feed-in, and nothing in it produces: add a solar layer with the panels that are there to the profile (for an energyhub a pv asset with behindSource), and scan it again`,
    messageOf(
      [violation(["loadProfile"], "load-profile-deleted"), violation([], "profile-lacks-solar", { name: "House" })],
      "nl",
    ),
  ],
  [
    scanError("solver-broke", {}),
    "the calculation of this scan broke off; please report it with the scan's id",
    "het rekenprogramma liep op deze scan vast; meld dit met het id van de scan",
  ],
  [
    scanError("time-limit", { minutes: 15 }),
    "the scan was not solved within 15 minutes of its start; please try it again",
    "de scan is niet binnen 15 minuten na het begin opgelost; probeer het opnieuw",
  ],
]

test.each(CASES)("%j is said in English, and says the same in Dutch", (error, english, dutch) => {
  expect([scanErrorText(error, "en"), scanErrorText(error, "nl")]).toEqual([english, dutch])
})

test("both languages have a sentence for each code, and the cases above show every code", () => {
  const codes = Object.keys(SCAN_ERROR_TEXTS.en).sort()
  expect(Object.keys(SCAN_ERROR_TEXTS.nl).sort()).toEqual(codes)
  expect([...new Set<ScanErrorCode>(CASES.map(([{ code }]) => code))].sort()).toEqual(codes as ScanErrorCode[])
})

test("a sentence of an earlier version stays as it is in every language", () => {
  expect([scanErrorText("no sun", "en"), scanErrorText("no sun", "nl")]).toEqual(["no sun", "no sun"])
})
