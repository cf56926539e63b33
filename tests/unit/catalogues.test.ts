/** Catalogues of the pages: every language has every text, with the same placeholders. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { CODE_WORDS } from "../support/codeWords.ts"

const FOLDER = join(import.meta.dir, "../../dashboard/src/text")
const OTHERS = ["nl", "de"]
/** German texts that are the same in English or Dutch: names, units, signs and international words. */
const SHARED_WORDS: readonly string[] = [
  ...["Solar Scan", "Scan", "Scans", "Studio", "Live", "PVGIS", "English", "Nederlands", "Deutsch", "Webhooks"],
  ...[
    "kWh/kWp",
    "kWp",
    "/kWh",
    "URL",
    "Name",
    "Status",
    "Alle",
    "Scan starten",
    "dynamisch",
    "Garantie",
    "Basis",
    "ja",
  ],
  ...["Datum", "Energie", "kosten", "Foto"],
]
/** The words of a text, without placeholders; empty without a word. */
const wordsIn = (text: string): string => (/[a-zäöü]{2}/i.test(text) ? text.replace(/⟦\d⟧/g, "").trim() : "")

/** Marks in place of parameters, more than any sentence has. */
const MARKS = ["⟦0⟧", "⟦1⟧", "⟦2⟧", "⟦3⟧", "⟦4⟧"]
/** Sentences of a text with all parameters, and without the second one, often the plural. */
const sentencesOf = (sentence: (...given: unknown[]) => unknown): string[] =>
  [MARKS, MARKS.with(1, "")].map(given => String(sentence(...given)))

/** Every text of a catalogue by the path of its key. */
const leaves = (part: unknown, path = ""): [path: string, text: string][] => {
  if (typeof part === "string") return [[path, part]]
  if (typeof part === "function")
    return sentencesOf(part as (...given: unknown[]) => unknown).map((text, variant) => [`${path}#${variant}`, text])
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => leaves(value, `${path}.${key}`))
}

const files = [...new Bun.Glob("en.*.ts").scanSync({ cwd: FOLDER })].map(file => file.slice(3)).sort()
const read = async (language: string, file: string) =>
  new Map(leaves(await import(join(FOLDER, `${language}.${file}`))))
const placeholders = (text: string | undefined) => [...new Set(text?.match(/⟦\d⟧/g) ?? [])].sort()

test.each(files)("%s has every text in every language, filled and with the same placeholders", async file => {
  const english = await read("en", file)
  for (const language of OTHERS) {
    const translated = await read(language, file)
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
    const empty = [...translated].filter(([path, text]) => text.trim() === "" && english.get(path)?.trim() !== "")
    const differing = [...english].filter(
      ([path, text]) => placeholders(text).join() !== placeholders(translated.get(path)).join(),
    )
    expect([language, empty, differing]).toEqual([language, [], []])
  }
})

test.each(files)("no German text of %s is the English or the Dutch one", async file => {
  const others = await Promise.all(["en", "nl"].map(language => read(language, file)))
  const found = [...(await read("de", file))].filter(
    ([path, text]) => others.some(texts => texts.get(path) === text) && !["", ...SHARED_WORDS].includes(wordsIn(text)),
  )
  expect(found.map(([path, text]) => `${path}: ${text}`)).toEqual([])
})

test.each(files)("no text of %s has words of programs, in any language", async file => {
  const texts = await Promise.all(["en", ...OTHERS].map(language => read(language, file)))
  expect(texts.flatMap(all => [...all.values()]).filter(text => CODE_WORDS.test(text))).toEqual([])
})
