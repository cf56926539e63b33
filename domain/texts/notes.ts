import type { StoredNote } from "../base/note.ts"
import { notesDe } from "./notes.de.ts"
import { notesEn } from "./notes.en.ts"
import { notesNl } from "./notes.nl.ts"
import { type Language, render } from "./render.ts"

/** Every note in every language. */
export const NOTE_TEXTS = { en: notesEn, nl: notesNl, de: notesDe }

/** The sentence of a note; a note stored as a sentence stays unchanged. */
export const noteText = (note: StoredNote, language: Language): string =>
  typeof note === "string" ? note : render(NOTE_TEXTS, language, note.code, note.params)

/** The sentences of notes, in their order. */
export const noteTexts = (notes: readonly StoredNote[], language: Language): string[] =>
  notes.map(note => noteText(note, language))
