/** What a form holds: texts by the path of their field in the request, as the service's messages name it. */
export type Values = Readonly<Record<string, string>>

/** Fields whose text is sent as it is; all others are numbers. */
const TEXTS =
  /(^|\.)(name|type|brandName|modelName|inputMethod|yearlyKwhBasis|loadProfile|customProfileId|goal|dossierId)$/
const FLAG = /^include|\.(taxesIncluded|netting)$/

type Json = Record<string, unknown>

const jsonOf = (path: string, text: string): unknown => {
  if (TEXTS.test(path)) return text
  if (FLAG.test(path)) return text === "true"
  const number = Number(text.replace(",", "."))
  return Number.isNaN(number) ? text : number
}

/** `newPv[0].name` as the steps `newPv`, `0`, `name`. */
const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean)

const put = (body: Json, steps: readonly string[], value: unknown): void => {
  const [step, ...rest] = steps
  if (rest.length === 0) {
    body[step] = value
    return
  }
  body[step] ??= /^\d+$/.test(rest[0]) ? [] : {}
  put(body[step] as Json, rest, value)
}

/** The request that a form describes; fields left empty are left out. */
export const bodyOf = (values: Values): Json => {
  const body: Json = {}
  for (const [path, text] of Object.entries(values))
    if (text.trim() !== "") put(body, stepsOf(path), jsonOf(path, text.trim()))
  return body
}

export interface Problems {
  /** What is wrong with each field, by its path: the sentence without its subject, `must be at most 90`. */
  fields: Record<string, string>
  /** All sentences. */
  all: string[]
}

/** The sentences of a refusal (`path must …; path must …`), and those of them that name a field of the form. */
export const problemsOf = (message: string, paths: readonly string[]): Problems => {
  const all = message.split("; ")
  const fields: Problems["fields"] = {}
  for (const sentence of all) {
    const [named, ...rest] = sentence.split(" ")
    if (paths.includes(named)) fields[named] ??= rest.join(" ")
  }
  return { fields, all }
}
