import type { FilledRequest } from "../../../../client/index.ts"
import { isUsualName } from "../../report/roofName.ts"

type Tariff = FilledRequest["tariff"]

/** A stored tariff without the prices of the usual contract, which the form leaves empty. */
const opened = ({ usual, ...tariff }: Tariff): Partial<Tariff> => {
  const isOpen = (name: string) => name !== "type" && usual?.fields.some(field => field === name)
  return Object.fromEntries(Object.entries(tariff).filter(([name]) => !isOpen(name)))
}

type Filled = Pick<FilledRequest, "tariff" | "contracts" | "newPv" | "existingPv">

/** Roofs without the names that the service gave them. */
const unnamed = <R extends { name: string }>(roofs: readonly R[]) =>
  roofs.map(({ name, ...roof }) => (isUsualName(name) ? roof : { name, ...roof }))

/**
 * A stored request for the form. A copy has the usual contract of its place. Roofs without a name of their own have a
 * number in the language of the page.
 */
export const withOpenFields = <Request extends Filled>(request: Request) => ({
  ...request,
  newPv: unnamed(request.newPv),
  existingPv: unnamed(request.existingPv),
  tariff: opened(request.tariff),
  ...(request.contracts ? { contracts: request.contracts.map(opened) } : {}),
})
