import { createMemo } from "../base/memo.ts"
import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import { batteryCreditEur } from "../finance/batteryCredit.ts"
import { fixedCostOf } from "../finance/bill.ts"
import { roofsKwp } from "../finance/purchase.ts"
import type { VolumeLine } from "../market/tariff/payByVolume.ts"
import { tariffYear } from "../market/tariff/tariffYear.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import { peakOf } from "../site/profiles/hours.ts"
import { stepsPerHour } from "../site/steps.ts"
import type { PanelRange, ScanCase, Solution } from "./case.ts"
import { sumOf } from "./siteProduction.ts"
import { tariffsOf } from "./tariffs.ts"

/** Sizes of a plant. */
export type PlantSizes = Pick<Solution, "panels" | "capacityKwh" | "powerKw">

/** Sizes of a plant without its battery. */
export const withoutBatteryOf = ({ panels }: PlantSizes): PlantSizes => ({ panels, capacityKwh: 0, powerKw: 0 })

const MONTHS = 12

const withCredit = (
  { batteryCredit, otherCharges, ...tariff }: TariffYear,
  { assumptions, input }: ScanCase,
  plant?: PlantSizes,
): TariffYear => {
  const monthEur = batteryCreditEur(batteryCredit, input.existingBattery, plant) / MONTHS
  const lessCredit = (charges: Pick<TariffYear, "fixedCostEurPerMonth">) => ({
    fixedCostEurPerMonth: fixedCostOf(assumptions, charges) - monthEur,
  })
  return {
    ...tariff,
    ...lessCredit(tariff),
    ...(otherCharges ? { otherCharges: { ...otherCharges, ...lessCredit(otherCharges) } } : {}),
  }
}

/** True if the grid has two charges, of which a year pays the lower. */
export const hasOrElse = ({ tariffs }: Pick<ScanCase, "tariffs">): boolean => tariffs[0].otherCharges !== undefined

/** Case with the prices of one of two charges of the grid. */
export const withOrElse = (scan: ScanCase, usesOrElse: boolean): ScanCase => {
  const tariffSite = { ...scan.tariffSite, usesOrElse }
  return { ...scan, tariffSite, tariffs: tariffsOf(scan.input, tariffSite) }
}

/** Case with feed-in prices along a line of the pay by volume. */
export const withVolumeLine = (scan: ScanCase, volumeLine: VolumeLine): ScanCase => {
  const tariffSite = { ...scan.tariffSite, volumeLine }
  return { ...scan, tariffSite, tariffs: tariffsOf(scan.input, tariffSite) }
}

/** Peak power of the production of a profile: its highest step [kW]; 0 without production. */
export const profileKwp = ({ profileProductionKwh, overlapKwh }: ScanCase): number => {
  if (!profileProductionKwh) return 0
  const { length } = profileProductionKwh
  const producedKwh = overlapKwh ? sumOf([profileProductionKwh, overlapKwh], length) : profileProductionKwh
  return peakOf(producedKwh) * stepsPerHour(producedKwh)
}

/** Peak power of the panels of the baseline [kWp]. */
const existingKwp = (scan: ScanCase): number =>
  scan.existing.reduce(
    (kwp, { input: { panelCount, panelPowerWatts } }) => kwp + (panelCount * panelPowerWatts) / 1000,
    profileKwp(scan),
  )

const kwpWith = (scan: ScanCase, panels: readonly number[]): number =>
  roofsKwp(scan, panels).reduce((kwp, each) => kwp + each, existingKwp(scan))

/** True if the pay for feed-in depends on the size of the plant. */
export const hasPayBySize = ({ tariffs }: Pick<ScanCase, "tariffs">): boolean =>
  tariffs.some(tariff => tariff.hasPayBySize)

/** Feed-in price of a tariff, as stored in it. */
type FeedIn = Pick<TariffYear, "sellEurPerKwh" | "countedEurPerKwh" | "cappedHours">

/** Number of cached feed-in prices. */
const PRICES_KEPT = 4
const feedIns = createMemo<FeedIn>(PRICES_KEPT)

/** Tariff with the highest pay of plants in a range of peak power. */
const withPayOf = (
  scan: ScanCase,
  { phase, panelsKwp }: { phase: number; panelsKwp: readonly [number, number] },
): TariffYear => {
  const { countedEurPerKwh: _, ...tariff } = scan.tariffs[phase]!
  if (!tariff.hasPayBySize) return scan.tariffs[phase]!
  const make = (): FeedIn => {
    const site = { ...scan.tariffSite, priceYear: tariff.priceYear, panelsKwp }
    const { sellEurPerKwh, countedEurPerKwh, cappedHours } = tariffYear(scan.input.phases[phase]!.terms, site)
    return { sellEurPerKwh, ...(countedEurPerKwh ? { countedEurPerKwh } : {}), cappedHours }
  }
  return { ...tariff, ...feedIns([tariff.buyEurPerKwh], panelsKwp.join(), make) }
}

/** Case with the highest pay of plants in a range of peak power [kWp]. */
const withPayIn = (scan: ScanCase, panelsKwp: readonly [least: number, most: number]): ScanCase =>
  hasPayBySize(scan)
    ? {
        ...scan,
        tariffSite: { ...scan.tariffSite, panelsKwp },
        tariffs: mapped(scan.tariffs, (_, phase) => withPayOf(scan, { phase, panelsKwp })),
      }
    : scan

/** Case of the plants within ranges of panels, with the highest pay in these ranges. */
export const withinRanges = (scan: ScanCase, panelRanges: readonly PanelRange[]): ScanCase => {
  const ends = (field: keyof PanelRange) => panelRanges.map(range => range[field])
  const { leastWatts, mostWatts } = wattsOf(scan)
  const kwpAt = (panels: readonly number[], watts: readonly number[]) =>
    panels.reduce((kwp, count, roof) => kwp + (count * watts[roof]!) / 1000, existingKwp(scan))
  const range = [kwpAt(ends("minPanelCount"), leastWatts), kwpAt(ends("maxPanelCount"), mostWatts)] as const
  return withPayIn({ ...scan, panelRanges }, range)
}

/** Power of the panels of each roof, over all modules to choose from [W]. */
const wattsOf = ({ roofs }: ScanCase) => {
  const watts = roofs.map(({ input, choices }) => (choices ?? [{ input }]).map(choice => choice.input.panelPowerWatts))
  return { leastWatts: watts.map(of => Math.min(...of)), mostWatts: watts.map(of => Math.max(...of)) }
}

/** Case with the pay of one plant, for its operation and for plants near it. */
export const withPayOfPlant = (scan: ScanCase, panels: readonly number[]): ScanCase => {
  const kwp = kwpWith(scan, panels)
  return withPayIn(scan, [kwp, kwp])
}

/**
 * Case under the terms that the contract has for a plant, only for its bills. Pay by size is of its peak power, and
 * credits for a battery lower the fixed costs.
 * @param plant absent: the baseline
 */
export const underPlant = (scan: ScanCase, plant?: PlantSizes): ScanCase => {
  const paid = hasPayBySize(scan) ? withPayOfPlant(scan, plant?.panels ?? scan.input.newPv.map(() => 0)) : scan
  const tariffs: NonEmpty<TariffYear> = paid.tariffs
  return (plant || scan.input.existingBattery) && tariffs.some(({ batteryCredit }) => batteryCredit)
    ? { ...paid, tariffs: mapped(tariffs, tariff => withCredit(tariff, scan, plant)) }
    : paid
}
