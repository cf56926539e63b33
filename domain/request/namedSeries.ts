import type { Path } from "../base/validation/path.ts"
import type { EnergyPrice } from "../market/tariff/custom/schema.ts"
import type { FilledRequest } from "./request.ts"

/** A price series that a request names, and where. */
export interface NamedSeries {
  path: Path
  id: string
}

const inPrice = (path: Path, energy: EnergyPrice | undefined): NamedSeries[] =>
  typeof energy === "object" && "series" in energy ? [{ path: [...path, "energy", "series"], id: energy.series }] : []

/** The price series that the tariff of a request and its contracts name. */
export const seriesOf = ({ tariff, contracts = [] }: Pick<FilledRequest, "tariff" | "contracts">): NamedSeries[] => {
  const places: [Path, typeof tariff | (typeof contracts)[number]][] = [
    [["tariff"], tariff],
    ...contracts.map((contract, index): [Path, typeof contract] => [["contracts", index], contract]),
  ]
  return places.flatMap(([path, { buy, sell }]) => [
    ...inPrice([...path, "buy"], buy?.energy),
    ...inPrice([...path, "sell"], sell?.energy),
    ...inPrice([...path, "sell", "after"], sell?.after?.energy),
  ])
}
