import type { Path } from "../base/validation/path.ts"
import type { EnergyPrice, GridFee } from "../market/tariff/custom/schema.ts"
import type { FilledRequest } from "./request.ts"

/** A price series that a request names, and where. */
export interface NamedSeries {
  path: Path
  id: string
}

const inPrice = (path: Path, price: EnergyPrice | GridFee | undefined): NamedSeries[] =>
  typeof price === "object" && "series" in price ? [{ path: [...path, "series"], id: price.series }] : []

/** The price series that the tariff of a request and its contracts name. */
export const seriesOf = ({ tariff, contracts = [] }: Pick<FilledRequest, "tariff" | "contracts">): NamedSeries[] => {
  const places: [Path, typeof tariff | (typeof contracts)[number]][] = [
    [["tariff"], tariff],
    ...contracts.map((contract, index): [Path, typeof contract] => [["contracts", index], contract]),
  ]
  return places.flatMap(([path, { buy, sell, grid }]) => [
    ...inPrice([...path, "buy", "energy"], buy?.energy),
    ...inPrice([...path, "buy", "after", "energy"], buy?.after?.energy),
    ...inPrice([...path, "sell", "energy"], sell?.energy),
    ...inPrice([...path, "sell", "after", "energy"], sell?.after?.energy),
    ...inPrice([...path, "grid", "orElse", "buyEurPerKwh"], grid?.orElse?.buyEurPerKwh),
    ...inPrice([...path, "grid", "buyEurPerKwh"], grid?.buyEurPerKwh),
    ...inPrice([...path, "grid", "after", "buyEurPerKwh"], grid?.after?.buyEurPerKwh),
  ])
}
