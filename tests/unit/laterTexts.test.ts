import { expect, test } from "bun:test"
import { noteTexts } from "../../domain/texts/notes.ts"
import { LANGUAGES } from "../../domain/texts/render.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"

/** A database that a later version wrote, read after a roll back: its codes are unknown to this version. */
const LATER = { code: "of-a-later-version", params: { share: 0.5 } } as never

test("notes and errors of a later version are named by their code in each language, and others stay", () => {
  for (const language of LANGUAGES) {
    const [first, later] = noteTexts(["a plain note", LATER], language)
    expect([first, later]).toEqual(["a plain note", expect.stringMatching(/^[A-ZÄÖÜa-zäöü].*of-a-later-version$/)])
    expect(scanErrorText(LATER, language)).toEqual(later!)
  }
})
