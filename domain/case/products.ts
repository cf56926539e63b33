import { batteryPurchaseEur } from "../finance/purchase.ts"
import type { Assumptions } from "../market/assumptions.ts"
import type { PricedProduct } from "../market/batteryProduct.ts"
import type { BatteryInput, ScanInput } from "../request/scanInput.ts"
import type { ScanCase } from "./case.ts"

/**
 * Products of an input with prices; a product without a price costs as much as a battery of its size by the
 * assumptions.
 */
export const pricedProducts = (input: ScanInput, assumptions: Assumptions): PricedProduct[] =>
  (input.electricBattery?.products ?? []).map(product => {
    const { capacityKwh, powerKw, eur } = product
    if (eur !== undefined) return { ...product, eur }
    return { ...product, eur: batteryPurchaseEur({ input, assumptions }, capacityKwh, powerKw), isPricedByCurve: true }
  })

/** Case with a battery of `least` to `most` units of a product, at its price. */
export const withProduct = (
  scan: ScanCase,
  product: PricedProduct,
  { least, most }: { least: number; most: number },
): ScanCase => {
  const { products: _, fixedCostEur: _fixed, costPerKwh: _cost, ...battery } = requestedBattery(scan)
  const { capacityKwh, powerKw, eur, brand, model, roundtripEfficiency, minimumChargeLevel } = product
  const { cycleLife, standbyWatts } = product
  const oneWay = Math.sqrt((roundtripEfficiency ?? 0) / 100)
  const efficiency =
    roundtripEfficiency === undefined
      ? {}
      : { roundtripEfficiency, oneWayEfficiency: { charge: oneWay, discharge: oneWay } }
  const productAssumptions = {
    ...(cycleLife === undefined ? {} : { batteryCycleLife: cycleLife }),
    ...(standbyWatts === undefined ? {} : { batteryStandbyWatts: least * standbyWatts }),
  }
  const origins = Object.fromEntries(Object.keys(productAssumptions).map(name => [name, "request" as const]))
  return {
    ...scan,
    input: {
      ...scan.input,
      electricBattery: {
        ...battery,
        ...efficiency,
        ...(minimumChargeLevel === undefined ? {} : { minimumChargeLevel }),
        ...{ minCapacityKwh: least * capacityKwh, capacityKwh: most * capacityKwh },
        ...{ minPowerRatingKw: least * powerKw, powerRatingKw: most * powerKw },
        costPerKwh: eur / capacityKwh,
        ...(brand === undefined ? {} : { brandName: brand }),
        ...(model === undefined ? {} : { modelName: model }),
      },
    },
    // For a range of counts the standby use is the lowest count's, so that the lower bound holds for all counts.
    assumptions: {
      ...scan.assumptions,
      batteryStandbyWatts: least * scan.assumptions.batteryStandbyWatts,
      ...productAssumptions,
    },
    assumptionOrigins: { ...scan.assumptionOrigins, ...origins },
  }
}

/** Case without a battery, though the request has products. */
export const withoutProducts = (scan: ScanCase): ScanCase => {
  const { products: _, ...battery } = requestedBattery(scan)
  const none = { minCapacityKwh: 0, capacityKwh: 0, minPowerRatingKw: 0, powerRatingKw: 0 }
  return { ...scan, input: { ...scan.input, electricBattery: { ...battery, ...none } } }
}

const requestedBattery = ({ input: { electricBattery } }: ScanCase): BatteryInput => {
  if (!electricBattery) throw new TypeError("products belong to a battery")
  return electricBattery
}
