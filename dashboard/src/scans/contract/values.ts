import type { Contract } from "../../../../domain/request/contractsRequest.ts"
import { bodyOf, type Values, valuesOf } from "../paths.ts"

const PREFIX = "tariff"
/** Fields of flat and dynamic tariffs that custom contracts lack. */
const NOT_OF_CUSTOM =
  /^tariff\.(flatEurPerKwh|feedInEurPerKwh|feedInUntil|taxesIncluded|demandEurPerKwMonth|fixedEurPerMonth)$/
const ONLY_OF_CUSTOM = /^tariff\.(name|zone|buy|sell|grid)(\.|\[|$)/

/** True if a field of the tariff belongs to its kind. Typed values stay in case that kind is chosen again. */
export const isOfTariff = (path: string, type: string | undefined): boolean => {
  if (type === "custom") return !NOT_OF_CUSTOM.test(path)
  if (path === "tariff.flatEurPerKwh") return type === "flat"
  return !ONLY_OF_CUSTOM.test(path)
}

/** True if a field applies under the tariff's net metering: its last year applies only with net metering. */
export const isOfNetting = (values: Values, path: string): boolean =>
  !path.endsWith(".nettingUntil") || values[path.replace(/nettingUntil$/, "netting")] === "true"

/**
 * Changes that set a contract as the tariff of a form: its fields, and empty values for all other contract fields.
 * @param typed a number as the page's language writes it
 */
export const contractChanges = (
  values: Values,
  contract: Contract,
  typed: (value: number) => string,
): [path: string, text: string][] => [
  ...Object.keys(values)
    .filter(path => ONLY_OF_CUSTOM.test(path) || /^tariff\.(limits|netting|holidaysOf)/.test(path))
    .map((path): [string, string] => [path, ""]),
  ...Object.entries(valuesOf(contract, typed, PREFIX)),
]

/** The contract from the form's filled fields. */
export const contractOf = (values: Values): Contract => {
  const contractEntries = Object.entries(values).filter(
    ([path]) => path.startsWith(`${PREFIX}.`) && isOfTariff(path, "custom"),
  )
  return { type: "custom", ...(bodyOf(Object.fromEntries(contractEntries)).tariff as object | undefined) }
}

/** Number of entries of a list in a form. */
export const countAt = (values: Values, path: string): number =>
  Object.entries(values).reduce((count, [name, text]) => {
    if (text === "" || !name.startsWith(`${path}[`)) return count
    return Math.max(count, Number.parseInt(name.slice(path.length + 1), 10) + 1)
  }, 0)

/** The texts of a list from an index on, without one entry. */
export const without = (values: Values, path: string, removed: number): [path: string, text: string][] => {
  const listEntries = Object.entries(values).filter(([name]) => name.startsWith(`${path}[`))
  const indexOf = (name: string) => Number.parseInt(name.slice(path.length + 1), 10)
  const rest = (name: string) => name.slice(name.indexOf("]", path.length))
  const later = listEntries.filter(([name]) => indexOf(name) > removed)
  return [
    ...listEntries.filter(([name]) => indexOf(name) >= removed).map(([name]): [string, string] => [name, ""]),
    ...later.map(([name, text]): [string, string] => [`${path}[${indexOf(name) - 1}${rest(name)}`, text]),
  ]
}
