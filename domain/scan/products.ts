import type { BatteryProduct } from "../market/batteryProduct.ts"
import type { ScanCase } from "./case.ts"
import type { BatteryInput } from "./scanInput.ts"

/** The case with a battery of between so many and so many of a product, at its price. */
export const withProduct = (
  scan: ScanCase,
  product: BatteryProduct,
  { least, most }: { least: number; most: number },
): ScanCase => {
  const { products: _, fixedCostEur: _fixed, costPerKwh: _cost, ...battery } = asked(scan)
  const { capacityKwh, powerKw, eur, brand, model, roundtripEfficiency, cycleLife } = product
  const oneWay = Math.sqrt((roundtripEfficiency ?? 0) / 100)
  const efficiency =
    roundtripEfficiency === undefined
      ? {}
      : { roundtripEfficiency, oneWayEfficiency: { charge: oneWay, discharge: oneWay } }
  return {
    ...scan,
    input: {
      ...scan.input,
      electricBattery: {
        ...battery,
        ...efficiency,
        ...{ minCapacityKwh: least * capacityKwh, capacityKwh: most * capacityKwh },
        ...{ minPowerRatingKw: least * powerKw, powerRatingKw: most * powerKw },
        costPerKwh: eur / capacityKwh,
        ...(brand === undefined ? {} : { brandName: brand }),
        ...(model === undefined ? {} : { modelName: model }),
      },
    },
    ...(cycleLife === undefined
      ? {}
      : {
          assumptions: { ...scan.assumptions, batteryCycleLife: cycleLife },
          assumptionOrigins: { ...scan.assumptionOrigins, batteryCycleLife: "request" as const },
        }),
  }
}

/** The case without a battery, though one was asked for. */
export const withoutProducts = (scan: ScanCase): ScanCase => {
  const { products: _, ...battery } = asked(scan)
  const none = { minCapacityKwh: 0, capacityKwh: 0, minPowerRatingKw: 0, powerRatingKw: 0 }
  return { ...scan, input: { ...scan.input, electricBattery: { ...battery, ...none } } }
}

const asked = ({ input: { electricBattery } }: ScanCase): BatteryInput => {
  if (!electricBattery) throw new TypeError("products belong to a battery")
  return electricBattery
}
