import type { FilledRequest } from "../../../../client/index.ts"

type Tariff = FilledRequest["tariff"]

/** A stored tariff without the prices of the usual contract, which the form leaves empty. */
const opened = ({ usual, ...tariff }: Tariff): Partial<Tariff> => {
  const isOpen = (name: string) => name !== "type" && usual?.fields.some(field => field === name)
  return Object.fromEntries(Object.entries(tariff).filter(([name]) => !isOpen(name)))
}

/** A stored request for the form: a copy has the usual contract of its place, like its original. */
export const withOpenPrices = <Request extends Pick<FilledRequest, "tariff" | "contracts">>(request: Request) => ({
  ...request,
  tariff: opened(request.tariff),
  ...(request.contracts ? { contracts: request.contracts.map(opened) } : {}),
})
