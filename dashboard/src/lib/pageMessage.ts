/** Names that a page gives to the fields of a request and to their options. */
export interface PageNames {
  /** Name of a field by its path, such as `newPv[0].tiltAngle`. */
  nameOf(path: string): string
  /** Name of a field whose path is one plain word; undefined: the word is no field. */
  plainNameOf(key: string): string | undefined
  /** Option of a field as the page shows it; undefined: it shows none. */
  optionOf(path: string, value: string): string | undefined
}

/** Texts in quotes are of the reader or of a file: they stay. */
const QUOTED = /("(?:[^"\\]|\\.)*")/
/** A message about the columns of a file names them as the file has them. */
const OF_COLUMNS = /^(?:line|regel) \d+ /
const STEPS = String.raw`(?:\[\d+\]|\.[A-Za-z_][\w-]*)`
/** First keys of paths with points: a name such as meter.csv is none. */
const HEADS =
  "location|tariff|electricBattery|customerDetails|assumptions|studioState|config|solarConfig|evConfig|headers"
/** A path with an index, with points, or of one key of several words. Units such as kWh are no keys. */
const FIELD = String.raw`(?<![\w./@-])(?:[A-Za-z]\w*\[\d+\]${STEPS}*|(?:${HEADS})${STEPS}+|[a-z]{2,}\d*[A-Z]\w*${STEPS}*)`
const FIELDS = new RegExp(FIELD, "g")
/** The field that a sentence begins with. */
const FIRST_FIELD = new RegExp(`^(?:${FIELD}|[a-z]+(?= ))`)
/** A field with the value that it has: in English, in Dutch, and without a verb. */
const WITH_VALUE = [
  /(?<=\bwhen )(?<path>[\w.[\]]+)(?<verb> is )(?<value>[\w-]+)/g,
  /(?<=\bals )(?<path>[\w.[\]]+)(?<verb> )(?<value>[\w-]+)(?= is\b)/g,
  /(?<path>\b[a-z]+[A-Z]\w*)(?<verb> )(?<value>[a-z][\w-]+)/g,
]

const quoted = (name: string): string => `“${name}”`

const withValues = (text: string, { nameOf, plainNameOf, optionOf }: PageNames): string =>
  WITH_VALUE.reduce(
    (found, pattern) =>
      found.replace(pattern, (whole, path: string, verb: string, value: string) => {
        const option = optionOf(path, value)
        return option === undefined ? whole : `${quoted(plainNameOf(path) ?? nameOf(path))}${verb}${quoted(option)}`
      }),
    text,
  )

const named = (text: string, names: PageNames): string =>
  withValues(text, names).replace(FIELDS, path => quoted(names.nameOf(path)))

/** The field that a sentence begins with needs no quotes. */
const sentenceForPage = (sentence: string, names: PageNames): string => {
  if (OF_COLUMNS.test(sentence)) return sentence
  const [first = ""] = FIRST_FIELD.exec(sentence) ?? []
  const isPlain = /^[a-z]*$/.test(first)
  const subject = isPlain ? (names.plainNameOf(first) ?? first) : names.nameOf(first)
  const rest = sentence
    .slice(first.length)
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : named(part, names)))
  return subject + rest.join("")
}

const BETWEEN = "; "

/** A message of the service, one sentence or several, with the names that the page gives to fields. */
export const messageForPage = (message: string, names: PageNames): string =>
  message
    .split(BETWEEN)
    .map(sentence => sentenceForPage(sentence, names))
    .join(BETWEEN)
