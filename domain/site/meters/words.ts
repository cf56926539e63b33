/** Dates whose parts are words: names of months and weekdays, and of the clocks that a moment is of. */

/** Offsets from UTC of named clocks [min]. */
const CLOCKS: Readonly<Record<string, number>> = {
  ...{ WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, MEZ: 60, MESZ: 120, EET: 120, EEST: 180 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ AEST: 600, AEDT: 660 },
}
const SUMMER_CLOCKS = /\b(WEST|BST|CEST|MESZ|EEST|EDT|CDT|MDT|PDT|AEDT)\b/
const UTC_NAMES: ReadonlySet<string> = new Set(["UTC", "GMT"])

/** True if a text names a summer clock: then the names in its column identify the hour. */
export const namesSummer = (text: string): boolean => SUMMER_CLOCKS.test(text)

/** First letters of months in European languages, without their marks. */
const MONTHS: readonly (readonly string[])[] = [
  ["jan", "ene", "gen", "sty"],
  ["feb", "fev", "lut"],
  ["mar", "mrt", "maa"],
  ["apr", "avr", "abr", "kwi"],
  ["may", "mei", "mai", "maj", "mag"],
  ["jun", "juin", "giu", "cze"],
  ["jul", "juil", "lug", "lip"],
  ["aug", "aou", "ago", "sie"],
  ["sep", "set", "wrz"],
  ["oct", "okt", "ott", "out", "paz"],
  ["nov", "lis"],
  ["dec", "dez", "des", "dic", "gru"],
]
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map(name => [name, index + 1] as const)))
const MARKS = /\p{M}/gu

const monthOf = (word: string): number | undefined => {
  const plain = word.normalize("NFD").replace(MARKS, "").toLowerCase()
  return MONTH_OF.get(plain.slice(0, 4)) ?? MONTH_OF.get(plain.slice(0, 3))
}

const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-\s/.]{1,2}(?:de\s)?(\p{L}{3,12})[-\s/.,]{1,2}(?:de\s)?(\d{4}|\d{2})\b/u
const MONTH_FIRST = /^(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})\b/u
const WEEKDAY = /^\p{L}{2,12}[.,]{0,2}\s/u
const COMMA_AFTER_DATE = /^(\S{6,10}),\s/
const CLOCK_NAME = /\s?\(?([A-Z]{3,4})\)?$/
/** Hours from UTC alone, after seconds. */
const SHORT_OFFSET = /(:\d{2}:\d{2}(?:\.\d+)?\s?[-+]\d{2})$/

/** The clocks that a moment names. */
export interface NamedClock {
  isUtc: boolean
  minutes: number
}

/** A moment with digits in place of the names of its month and day, and the clocks that it names. */
export const inDigits = (text: string): { text: string; clock?: NamedClock } => {
  const [ending = "", name = ""] = CLOCK_NAME.exec(text) ?? []
  const minutes = UTC_NAMES.has(name) ? 0 : CLOCKS[name]
  const clock = minutes === undefined ? {} : { clock: { isUtc: UTC_NAMES.has(name), minutes } }
  const bare = minutes === undefined ? text : text.slice(0, -ending.length)
  return { text: dateInDigits(bare.replace(COMMA_AFTER_DATE, "$1 ").replace(SHORT_OFFSET, "$1:00")), ...clock }
}

const dateInDigits = (text: string): string => {
  const named = withMonth(text)
  if (named !== null) return named
  const rest = text.replace(WEEKDAY, "")
  return withMonth(rest) ?? rest
}

const withMonth = (text: string): string | null => {
  const [whole, day = "", word = "", year = ""] = DAY_FIRST.exec(text) ?? monthFirst(text)
  const month = monthOf(word)
  if (whole === undefined || month === undefined) return null
  return `${year.padStart(4, "20")}-${month}-${day}${text.slice(whole.length).replace(/^,/, "")}`
}

/** The parts of a date that its month begins, in the order of one that its day begins. */
const monthFirst = (text: string): string[] => {
  const [whole, word, day, year] = MONTH_FIRST.exec(text) ?? []
  return whole === undefined ? [] : [whole, day!, word!, year!]
}
