/** Names that a page gives to the fields of a request and to their options. */
export interface PageNames {
  /** Name of a field by its path, such as `newPv[0].tiltAngle`. */
  nameOf(path: string): string
  /** Name of a field whose path is one plain word; undefined: the word is no field. */
  plainNameOf(key: string): string | undefined
  /** Option of a field as shown on the page; undefined: not shown. */
  optionOf(path: string, value: string): string | undefined
  /** Number of a sentence about a field, such as its bound, as the page shows the field; absent: unchanged. */
  numberOf?(path: string, written: string): string
}

/** Messages about the columns of a file use the names in the file. */
const OF_COLUMNS = /^(?:line|regel|Zeile) \d+ /
/** Words of a sentence and the text between. Addresses and paths of files are one word, so no part is a field. */
const WORDS = /[\w.[\]@/-]+|[^\w.[\]@/-]+/g
const AFTER_WORD = /^[^\w.[\]@/-]/
/**
 * Paths: with an index; with points (a name such as meter.csv is none); or a single key of several words, unlike kWh.
 */
const FIELDS = [
  /^[A-Za-z]\w*\[\d+\](?:\[\d+\]|\.[A-Za-z_][\w-]*)*$/,
  /^(?:location|tariff|electricBattery|customerDetails|assumptions|studioState|config|solarConfig|evConfig|headers)(?:\[\d+\]|\.[A-Za-z_][\w-]*)+$/,
  /^[a-z]{2,}\d*[A-Z]\w*(?:\[\d+\]|\.[A-Za-z_][\w-]*)*$/,
]
const CAMEL_CASE = /^[a-z]+[A-Z]\w*$/
const PLAIN = /^[a-z]+$/
/** Words before a field with its value: "when tariff.type is flat", "als tariff.type flat is", "wenn", "bei". */
const BEFORE_A_VALUE = ["when", "als", "wenn", "bei"]

const NUMBER = /-?\d+(?:[.,]\d+)?/g

const quoted = (name: string): string => `“${name}”`

const isField = (word: string): boolean => FIELDS.some(field => field.test(word))

/** A word without the points that end its sentence. */
const withoutEnd = (word: string): string => {
  let end = word.length
  while (end > 0 && word[end - 1] === ".") end--
  return word.slice(0, end)
}

/** Index of the value that a sentence gives to the field at `at`: the next word, or the word after "is". */
const valueAfter = (words: readonly string[], at: number): number => (words[at + 2] === "is" ? at + 4 : at + 2)

/** Text without quotes. */
const named = (text: string, { nameOf, plainNameOf, optionOf }: PageNames): string => {
  const words = text.match(WORDS) ?? []
  for (const [at, word] of words.entries()) {
    const path = withoutEnd(word)
    const valueAt = valueAfter(words, at)
    const value = withoutEnd(words[valueAt] ?? "")
    const mayHaveValue = CAMEL_CASE.test(path) || BEFORE_A_VALUE.includes(words[at - 2] ?? "")
    const option = mayHaveValue && value !== "" ? optionOf(path, value) : undefined
    const rest = word.slice(path.length)
    if (option !== undefined) {
      words[at] = quoted(plainNameOf(path) ?? nameOf(path)) + rest
      words[valueAt] = quoted(option) + words[valueAt]!.slice(value.length)
    } else if (isField(path)) words[at] = quoted(nameOf(path)) + rest
  }
  return words.join("")
}

/** Applies `change` to the parts of a text outside quotes: quoted texts come from the reader or a file. */
const outsideQuotes = (text: string, change: (part: string) => string): string => {
  let out = ""
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at)
    const close = open < 0 ? -1 : endOfQuote(text, open)
    if (close < 0) return out + change(text.slice(at))
    out += change(text.slice(at, open)) + text.slice(open, close + 1)
    at = close + 1
  }
  return out
}

/** Index of the quote that closes the quote at `open`; -1 if there is none. A backslash escapes a character. */
const endOfQuote = (text: string, open: number): number => {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** The first word of a sentence, if it is possibly a field; empty otherwise. */
const firstField = (sentence: string): string => {
  const [word = ""] = sentence.match(WORDS) ?? []
  const path = withoutEnd(word)
  if (isField(path)) return path
  return PLAIN.test(word) && AFTER_WORD.test(sentence.slice(word.length)) ? word : ""
}

/** A field at the beginning of a sentence needs no quotes. */
const sentenceForPage = (sentence: string, names: PageNames): string => {
  if (OF_COLUMNS.test(sentence)) return sentence
  const first = firstField(sentence)
  const subject = isField(first) ? names.nameOf(first) : (names.plainNameOf(first) ?? first)
  const numbered = (part: string) => part.replace(NUMBER, written => names.numberOf?.(first, written) ?? written)
  return subject + outsideQuotes(sentence.slice(first.length), part => named(numbered(part), names))
}

const BETWEEN = "; "

/** A message of the service, one sentence or several, with the names that the page gives to fields. */
export const messageForPage = (message: string, names: PageNames): string =>
  message
    .split(BETWEEN)
    .map(sentence => sentenceForPage(sentence, names))
    .join(BETWEEN)
