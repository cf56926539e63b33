/** Rules of plain technical English for sources, documents and commit subjects. CONTRIBUTING.md explains them. */

/** Patterns of vague or private wording, by the name that a report shows. */
const MARKS: Readonly<Record<string, RegExp>> = {
  word: /\b(told|tells? (it|them|apart)|anew|afresh|whoever|whom|likewise|thereof|thereby|at hand|beside|besides|stands?|standing|as good as|as it is|as they are|the other way round|in turn|so many|so much as|nobody|somebody|lets? go|let go|given back|gives? back|of before|besides that|is away|are away|comes? to|looked for|looks? for|fed in|makes? of)\b/i,
  "free relative":
    /\b(what|who|where) (is|are|was|were|it|they|he|a|an|the|each|every|all|one|no|some|else|of|there|nobody|somebody)\b/i,
  "vague pronoun":
    /\b(the one|the ones|those that|those of|that of|none of|the same of|of them|of it|of each other|one another)\b/i,
  fragment: /^(Of|What|Whether|That|So|By|And|Also|But|Else|None|Nothing|Nobody|Where|Who)\b/,
}
const MAX_WORDS = 28
const MAX_SUBJECT_CHARACTERS = 72
const SUBJECT = /^[a-z][\w./ -]*: [a-z]/

export interface Sentence {
  line: number
  text: string
}

/** Names of the rules that a sentence breaks. */
export const marksOf = (sentence: string): string[] => {
  const found = Object.keys(MARKS).filter(name => MARKS[name]!.test(sentence))
  const words = sentence.split(/\s+/).filter(Boolean).length
  return words > MAX_WORDS ? [...found, `${words} words`] : found
}

/** Names of the rules that the subject of a commit breaks: `area: verb object`, at most 72 characters. */
export const subjectMarksOf = (subject: string): string[] => [
  ...marksOf(subject),
  ...(SUBJECT.test(subject) ? [] : ["not `area: verb object`"]),
  ...(subject.length > MAX_SUBJECT_CHARACTERS ? [`${subject.length} characters`] : []),
]

const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, " ")
    .replace(/`[^`]*`/g, "X")
    .split(/(?<=[.!?;])\s+/)
    .map(sentence => sentence.trim())
    .filter(Boolean)

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/[ \t]?([^\n]*)/gm
/** A string of a catalogue of texts. */
const CATALOGUE_TEXT = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const MIN_TEXT_WORDS = 3
/** A description or summary that becomes part of the OpenAPI document. */
const DESCRIPTION = /\b(?:description|summary):\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
const DOCUMENT_BLOCK = /(```[\s\S]*?```|\n\s*\n|\n(?=[-|#]))/

const matchesOf = (body: string, pattern: RegExp): Sentence[] =>
  [...body.matchAll(pattern)].flatMap(({ 1: first, 2: second, index }) => {
    const line = body.slice(0, index).split("\n").length
    return sentencesOf((first ?? second ?? "").replace(/\n\s*\* ?/g, " ")).map(text => ({ line, text }))
  })

/** Sentences of catalogue texts; names of one or two words are left out. */
const textsOf = (body: string): Sentence[] =>
  matchesOf(body, CATALOGUE_TEXT).filter(({ text }) => text.split(" ").length >= MIN_TEXT_WORDS)

/** Sentences of a document's paragraphs, list items and table rows; blocks of code are left out. */
const documentSentences = (body: string): Sentence[] => {
  let line = 1
  return body.split(DOCUMENT_BLOCK).flatMap(block => {
    const found = block.startsWith("```") ? [] : sentencesOf(block).map(text => ({ line, text }))
    line += block.split("\n").length - 1
    return found
  })
}

/** German catalogues: their words, such as "So", are no marks of English. */
const GERMAN = /(\/de\.\w+|\.de)\.ts$/

/** Prose of a file: comments, catalogue texts and OpenAPI descriptions of sources, paragraphs of documents. */
export const proseOf = (file: string, body: string): Sentence[] => {
  if (file.endsWith(".md")) return documentSentences(body)
  return [
    ...(/(^|\/)text\/|\/texts\//.test(file) && !GERMAN.test(file) ? textsOf(body) : []),
    ...matchesOf(body, COMMENT),
    ...(/^(api|domain)\//.test(file) ? matchesOf(body, DESCRIPTION) : []),
  ]
}
