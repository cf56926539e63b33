import { type Static, Type } from "@sinclair/typebox"
import { StringEnum } from "../base/validation/schema.ts"
import { isExistingMustRun } from "../case/inverterControl.ts"
import type { Figures } from "./figures.ts"
import { eur, kwh, part } from "./schemaParts.ts"

const Measure = part("A measure of the site as it is")({
  kind: StringEnum(["stop-at-negative-prices"], {
    description: "stop-at-negative-prices: the inverter of existing panels stops feeding in while that costs money",
  }),
  kwhPerYear: kwh("Energy that the measure changes in the first year"),
  eurPerYear: eur("Saved in the first year"),
})

/** Part `measures` of the report. */
export const MeasuresPart = Type.Optional(
  Type.Array(Measure, {
    description:
      "Savings of settings alone, without the system; financial.beyondMeasures is the worth of the system with them. Absent in older reports",
  }),
)

/**
 * Feed-in of existing plain inverters while it costs money. With several kinds of inverters the feed-in of an hour is
 * shared by production.
 */
export const measures = ({ scan, solution: { baseline } }: Figures): Static<typeof Measure>[] => {
  const { input, tariffs, existing, profileProductionKwh, existingProductionKwh } = scan
  const [tariff] = tariffs
  if (input.inverterControl === undefined) return []
  const plain = existing.filter(({ input: pv }) => isExistingMustRun(input, pv)).map(system => system.productionKwh)
  if (profileProductionKwh && isExistingMustRun(input)) plain.push(profileProductionKwh)
  let kwhPerYear = 0
  let eurPerYear = 0
  baseline.years[0].exportKwh.forEach((soldKwh, hour) => {
    // Netted feed-in earns the netting credit on top of its price.
    const eurPerKwh = tariff.sellEurPerKwh[hour]! + tariff.nettingEurPerKwh
    if (soldKwh <= 0 || eurPerKwh >= 0) return
    const plainKwh = plain.reduce((sum, hours) => sum + hours[hour]!, 0)
    const stoppedKwh = soldKwh * (plainKwh / existingProductionKwh[hour]!)
    kwhPerYear += stoppedKwh
    eurPerYear -= stoppedKwh * eurPerKwh
  })
  return kwhPerYear >= 1 ? [{ kind: "stop-at-negative-prices", kwhPerYear, eurPerYear }] : []
}
