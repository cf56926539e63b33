import type { ScanCase, Variation, VariedParameter } from "./case.ts"

/** How far the sensitivity moves each parameter, relative. */
const CHANGE = 0.2

/** The variations of a scan: each parameter less and more; the cost of a battery only where one may be placed. */
export const variationsOf = ({ input }: ScanCase): Variation[] => {
  const parameters: VariedParameter[] = [
    "electricityPriceGrowth",
    ...(input.electricBattery ? (["batteryCost"] as const) : []),
    "consumption",
  ]
  return parameters.flatMap(parameter => [-CHANGE, CHANGE].map(change => ({ parameter, change })))
}

/** The case under a variation. Prices stay: the consumption changes no tax bracket. */
export const variedCase = (scan: ScanCase, { parameter, change }: Variation): ScanCase => {
  const factor = 1 + change
  switch (parameter) {
    case "electricityPriceGrowth": {
      const electricityPriceGrowth = scan.assumptions.electricityPriceGrowth * factor
      return { ...scan, assumptions: { ...scan.assumptions, electricityPriceGrowth } }
    }
    case "batteryCost":
      return { ...scan, batteryCostFactor: factor }
    case "consumption":
      return { ...scan, loadKwh: scan.loadKwh.map(kwh => kwh * factor) }
  }
}
