import { expect, test } from "bun:test"
import type { NoteCode } from "../../domain/base/note.ts"
import { NOTE_TEXTS, noteText } from "../../domain/texts/notes.ts"
import { NOTE_SAMPLES } from "../support/noteSamples.ts"

test.each(NOTE_SAMPLES)("%j is said in English, and says the same in Dutch", (one, english, inDutch) => {
  expect(noteText(one, "en")).toBe(english)
  const dutch = noteText(one, "nl")
  expect(dutch).not.toBe(english)
  for (const part of inDutch) expect(dutch).toContain(part)
})

test("no note shows a customer a field's name or a power of ten", () => {
  // The note on another unit is for the author of the request: a report with this note goes to no customer.
  const found = NOTE_SAMPLES.filter(([{ code }]) => code !== "value-of-other-unit")
    .flatMap(([one]) => (["en", "nl"] as const).map(language => noteText(one, language)))
    .map(text => text.replaceAll(/[kM]W[hp]?/g, ""))
    .filter(text => /[a-z][A-Z]|\de[+-]?\d/.test(text))
  expect(found).toEqual([])
})

test("both languages have a sentence for each code, and the cases above show every code", () => {
  const codes = Object.keys(NOTE_TEXTS.en).sort()
  expect(Object.keys(NOTE_TEXTS.nl).sort()).toEqual(codes)
  const shown = new Set<NoteCode>(NOTE_SAMPLES.map(([{ code }]) => code))
  expect([...shown].sort()).toEqual(codes as NoteCode[])
})
