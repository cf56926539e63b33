import type { FormState } from "../FormFields.tsx"
import type { Values } from "../paths.ts"
import { isOfTariff } from "./values.ts"

/** Contracts that a request may compare. */
export const MAX_OFFERS = 20
export const OFFERS = "contracts"
const OFFER = /^contracts\[(\d+)\]\.(.*)$/

/**
 * The fields of one offered contract under the names of the tariff's fields, and all other fields except the tariff's
 * own.
 */
const asTariff = (texts: Readonly<Record<string, string>>, index: number): Values =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => {
      const [, at, field] = OFFER.exec(path) ?? []
      if (at !== undefined) return Number(at) === index ? [[`tariff.${field}`, text]] : []
      return path.startsWith("tariff.") ? [] : [[path, text]]
    }),
  )

/** The form of an offered contract: its fields replace those named after the tariff. */
export const formOfOffer = ({ values, set, errors }: FormState, index: number): FormState => ({
  values: asTariff(values, index),
  set: (path, text) => set(path.replace(/^tariff\./, `${OFFERS}[${index}].`), text),
  errors: asTariff(errors, index),
})

/** True for a field of an offered contract. */
export const isOffers = (path: string): boolean => OFFER.test(path)

/** True if a field of an offered contract belongs to its kind and the goal compares contracts. */
export const isOfOffer = (values: Values, path: string): boolean => {
  const [, at, field] = OFFER.exec(path) ?? []
  if (values.goal !== "cost-savings") return false
  return field === "name" || isOfTariff(`tariff.${field}`, values[`${OFFERS}[${at}].type`])
}
