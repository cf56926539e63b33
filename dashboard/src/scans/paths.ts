import { ScanApiError } from "../../../client/index.ts"
import { isAmbiguous, typedNumber } from "../lib/typedNumber.ts"
import type { Language } from "../text/text.ts"

/** Values of a form: texts by the path of their field in the request, as named in the service's messages. */
export type Values = Readonly<Record<string, string>>

/** Fields whose text may look like a number and is sent unchanged. Texts that are no number need no entry. */
const TEXTS =
  /(^|\.)(name|type|brandName|modelName|inputMethod|yearlyKwhBasis|loadProfile|customProfileId|siteId|goal|control|inverterControl|dossierId|reference|address|postalCode|town|phone|catalogue|id|brand|model)$/
const FLAG = /^include|\.(taxesIncluded|netting)$/

type Json = Record<string, unknown>

/** Form field for the ticked batteries of the catalogue: their ids, separated by commas. */
export const CATALOGUE_IDS = "electricBattery.catalogueIds"
const PRODUCTS = "electricBattery.products["
/** Form field for the horizon: its elevations from north, separated by semicolons. */
export const HORIZON = "horizon"
/** Elevations of a horizon as typed. */
export const horizonText = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(";").map(each => each.trim())
/** Elevations of a horizon; an empty one is 0. */
export const horizonOf = (text: string): (number | string)[] =>
  horizonText(text).map(each => (each === "" ? 0 : typedNumber(each)))
/** `no`: the scan has no battery; values typed for a battery stay in the form. */
export const BATTERY_WANTED = "question.battery"

/** True if the battery is from the organization's catalogue. */
export const isOfCatalogue = (values: Values): boolean => values["electricBattery.catalogue"] === "organization"

/** True if the request that prefilled the form lists products. */
export const listsProducts = (values: Values): boolean => Object.keys(values).some(path => path.startsWith(PRODUCTS))

/**
 * True if a battery of the catalogue is within the form's largest capacity and power. A text that is no number sets no
 * bound.
 */
export const isWithinBounds = (values: Values, product: { capacityKwh: number; powerKw: number }): boolean => {
  const isWithin = (size: number, path: string) => {
    const text = values[`electricBattery.${path}`]?.trim() ?? ""
    return text === "" || !(size > Number(typedNumber(text)))
  }
  return isWithin(product.capacityKwh, "capacityKwh") && isWithin(product.powerKw, "powerRatingKw")
}

/**
 * True if a field of the battery applies: prices belong to a battery of any size, and the catalogue replaces a list of
 * products.
 */
export const isOfBattery = (values: Values, path: string): boolean => {
  if (values[BATTERY_WANTED] === "no") return false
  if (path === CATALOGUE_IDS) return isOfCatalogue(values)
  if (path.startsWith(PRODUCTS)) return !isOfCatalogue(values)
  if (path.endsWith(".costPerKwh") || path.endsWith(".fixedCostEur"))
    return !isOfCatalogue(values) && !listsProducts(values)
  return true
}

const jsonOf = (path: string, text: string): unknown => {
  if (path === CATALOGUE_IDS) return text.split(",")
  if (path === HORIZON) return horizonOf(text)
  if (TEXTS.test(path)) return text
  if (FLAG.test(path) || text === "true" || text === "false") return text === "true"
  return typedNumber(text)
}

/** Degrees and metres of a roof have no thousands, and ids have commas between them. */
const NOT_AMBIGUOUS = /^horizon$|^location\.|\.plan\.|\.catalogueIds$/

/** Fields whose number may have thousands or decimals as it was typed. */
export const ambiguousIn = (values: Values, language: Language): [path: string, text: string][] =>
  Object.entries(values).filter(
    ([path, text]) => !TEXTS.test(path) && !NOT_AMBIGUOUS.test(path) && isAmbiguous(text, language),
  )

/** Error for fields that are not sent, with a message for each. */
export class FieldsRefused extends Error {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super(Object.values(fields).join(" "))
  }
}

/** `newPv[0].name` as the steps `newPv`, `0`, `name`. */
const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean)

const put = (body: Json, steps: readonly string[], value: unknown): void => {
  const [step, ...rest] = steps
  if (rest.length === 0) {
    body[step!] = value
    return
  }
  body[step!] ??= /^\d+$/.test(rest[0]!) ? [] : {}
  put(body[step!] as Json, rest, value)
}

/** The request that a form describes; fields left empty are left out. */
export const bodyOf = (values: Values): Json => {
  const body: Json = {}
  for (const [path, text] of Object.entries(values))
    if (text.trim() !== "") put(body, stepsOf(path), jsonOf(path, text.trim()))
  return body
}

/** A request as values of a form: each value at its path, numbers as `typed` writes them. */
export const valuesOf = (request: unknown, typed: (value: number) => string, path = ""): Values => {
  if (request === null || request === undefined) return {}
  if (typeof request === "number") return { [path]: typed(request) }
  if (typeof request !== "object") return { [path]: String(request) }
  if (path === HORIZON && Array.isArray(request)) return { [path]: request.map(typed).join("; ") }
  const parts: [string, unknown][] = Array.isArray(request)
    ? request.map((value, index) => [`${path}[${index}]`, value])
    : Object.entries(request).map(([name, value]) => [path === "" ? name : `${path}.${name}`, value])
  return Object.assign({}, ...parts.map(([at, value]) => valuesOf(value, typed, at)))
}

export interface Problems {
  /** Message of each wrong field, by its path. */
  fields: Readonly<Record<string, string>>
  /** All sentences. */
  all: readonly string[]
}

/** `newPv`, `0`, `name` as `newPv[0].name`. */
const pathOf = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === "number" ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`),
    "",
  )

/** Errors of a request at the fields that it names; the first sentence of each. */
export const problemsOf = (error: Error): Problems => {
  if (error instanceof FieldsRefused) return { fields: error.fields, all: Object.values(error.fields) }
  const errors = error instanceof ScanApiError ? error.errors : []
  if (errors.length === 0) return { fields: {}, all: [error.message] }
  return {
    fields: Object.fromEntries(errors.toReversed().map(({ path, message }) => [pathOf(path), message])),
    all: errors.map(({ message }) => message),
  }
}
