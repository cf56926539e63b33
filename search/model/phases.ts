import { sumOnce } from "../../domain/base/memo.ts"
import { mapped, type NonEmpty } from "../../domain/base/nonEmpty.ts"
import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { needsPhases, sharesOf } from "../../domain/case/phases.ts"
import { type Bill, billName, type Charges, chargesOf, yearBill } from "../../domain/finance/bill.ts"
import { type PhaseShares, weighted } from "../../domain/finance/phases.ts"
import type { PriceParts } from "../../domain/market/tariff/priceParts.ts"
import type { TariffYear } from "../../domain/market/tariff/terms.ts"
import type { Year } from "../../wasm/index.ts"

/** An hour without a charge. */
const NO_PERIOD = -1

const joined = (parts: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  parts.reduce((at, part) => {
    all.set(part, at)
    return at + part.length
  }, 0)
  return all
}

/** The same hours, repeated for each phase. */
export const inEachPhase = (hours: Float64Array, phases: number): Float64Array =>
  phases === 1 ? hours : joined(new Array<Float64Array>(phases).fill(hours))

const limitInEach = (limit: Year["importLimitKw"], phases: number): Year["importLimitKw"] =>
  limit instanceof Float64Array ? inEachPhase(limit, phases) : limit

type DemandCharges = NonNullable<Year["demandCharges"]>

/**
 * Demand charges of all phases, each with its own periods, weighted like the prices of its phase. Charges at the same
 * place in the lists of their phases form one set if they have the same floor.
 */
const demandOfAll = (years: readonly Year[], worth: readonly number[]): DemandCharges => {
  const hours = years[0]!.loadKwh.length
  const sets = new Map<string, DemandCharges[number]>()
  for (const [phase, { demandCharges = [] }] of years.entries()) {
    for (const [place, { period, eurPerKw, floorKw }] of demandCharges.entries()) {
      const key = `${place} ${floorKw ?? 0}`
      const set = sets.get(key) ?? {
        period: new Int16Array(hours * years.length).fill(NO_PERIOD),
        eurPerKw: [],
        ...(floorKw === undefined ? {} : { floorKw }),
      }
      const before = set.eurPerKw.length
      set.period.set(
        period.map(index => (index < 0 ? index : index + before)),
        phase * hours,
      )
      set.eurPerKw.push(...eurPerKw.map(eur => eur * worth[phase]!))
      sets.set(key, set)
    }
  }
  return [...sets.values()]
}

/** Feed-in price in each hour of all phases, in the terms of the objective [EUR/kWh]. */
export const paidForFeedIn = (
  tariffs: readonly Pick<TariffYear, "sellEurPerKwh">[],
  { soldWorth }: Pick<PhaseShares, "soldWorth">,
): Float64Array => joined(tariffs.map(({ sellEurPerKwh }, phase) => sellEurPerKwh.map(eur => eur * soldWorth[phase]!)))

/** True if an hour of all phases lies in a netted phase. */
const isNetted = (years: readonly Year[], hour: number): boolean =>
  (years[Math.floor(hour / years[0]!.loadKwh.length)]!.nettingEurPerKwh ?? 0) > 0

/** Purchase prices of a phase in the terms of the objective: each part by its own growth. */
const purchaseOf = (
  { buyEurPerKwh }: Year,
  { shares, phase, parts }: { shares: PhaseShares; phase: number; parts: PriceParts | undefined },
): Float64Array => {
  const worth = shares.worth[phase]!
  if (!shares.parts || !parts) return buyEurPerKwh.map(eur => eur * worth)
  const [energy, gridFee, tax] = [shares.parts.energy[phase]!, shares.parts.gridFee[phase]!, shares.parts.tax[phase]!]
  const { gridFeeEurPerKwh, taxEurPerKwh } = parts
  return buyEurPerKwh.map((eur, hour) => {
    const fee = gridFeeEurPerKwh[hour]!
    return (eur - fee - taxEurPerKwh) * energy + fee * gridFee + taxEurPerKwh * tax
  })
}

/**
 * Amount that netting refunds per kWh, in the terms of the objective; only the first phase is netted, or all terms are
 * the same.
 */
const creditOf = (nettingEurPerKwh: number, shares: PhaseShares, parts: PriceParts | undefined): number => {
  if (!shares.parts || !parts) return nettingEurPerKwh * shares.worth[0]!
  const { nettedGridFeeEurPerKwh: gridFee, nettedTaxEurPerKwh: tax } = parts
  const [ofEnergy, ofGridFee, ofTax] = [shares.parts.energy[0]!, shares.parts.gridFee[0]!, shares.parts.tax[0]!]
  return (nettingEurPerKwh - gridFee - tax) * ofEnergy + gridFee * ofGridFee + tax * ofTax
}

/**
 * The years of all phases one after the other, as the optimiser takes them. Load, production and limits are the same in
 * all phases.
 */
export const joinedPhases = (
  years: NonEmpty<Year>,
  shares: PhaseShares,
  tariffs: readonly Pick<TariffYear, "sellEurPerKwh" | "parts">[],
): Year => {
  const { worth, soldWorth, use } = shares
  const [{ nettingEurPerKwh = 0, demandCharges: _, ...first }] = years
  const count = years.length
  const buyEurPerKwh = joined(
    years.map((year, phase) => purchaseOf(year, { shares, phase, parts: tariffs[phase]!.parts })),
  )
  const demandCharges = demandOfAll(years, shares.parts?.gridFee ?? worth)
  const creditEur = creditOf(nettingEurPerKwh, shares, tariffs[0]!.parts)
  // Feed-in above the purchase price would pay for imports: the choice of the plant does not count it. Bounds are
  // lowered by it
  // (feedInCap.ts).
  const sellEurPerKwh = paidForFeedIn(tariffs, { soldWorth }).map((eur, hour) =>
    Math.min(eur, buyEurPerKwh[hour]! - (isNetted(years, hour) ? creditEur : 0)),
  )
  return {
    ...first,
    loadKwh: inEachPhase(first.loadKwh, count),
    roofs: first.roofs.map(roof => ({
      ...roof,
      productionKwhPerPanel: inEachPhase(roof.productionKwhPerPanel, count),
    })),
    ...{ buyEurPerKwh, sellEurPerKwh },
    importLimitKw: limitInEach(first.importLimitKw, count),
    exportLimitKw: limitInEach(first.exportLimitKw, count),
    ...(demandCharges.length > 0 ? { demandCharges } : {}),
    ...(nettingEurPerKwh > 0 ? { nettingEurPerKwh: creditEur } : {}),
    phases: years.map((year, phase) => ({ wearShare: use[phase]!, isNetted: (year.nettingEurPerKwh ?? 0) > 0 })),
  }
}

/** One operation of several, each of a phase, at its costs. */
export const oneOperation = (scan: ScanCase, operations: NonEmpty<Operation>): Operation => ({
  costEur: weighted(
    sharesOf(scan).worth,
    operations.map(({ costEur }) => costEur),
  ),
  unservedKwh: operations.reduce((sum, { unservedKwh }) => sum + unservedKwh, 0),
  years: mapped(operations, ({ years: [year] }) => year),
})

/** Bills of an operation in all phases. */
export const billsOfPhases = (
  scan: ScanCase,
  { years }: Pick<Operation, "years">,
  chargesUnder: (tariff: TariffYear) => Charges = tariff => chargesOf(scan, tariff),
): NonEmpty<Bill> =>
  mapped(scan.tariffs, (tariff, phase) => {
    const charges = chargesUnder(tariff)
    const year = years[phase]!
    const make = () => yearBill(year.importKwh, year.exportKwh, tariff, charges)
    return sumOnce(year, billName(tariff, charges), make)
  })

/**
 * Bills of all terms in the year-one terms of the objective [EUR]: their mean, weighted by the present worth of their
 * years.
 */
export const objectiveYearEur = (scan: ScanCase, bills: NonEmpty<Bill>): number => {
  if (!needsPhases(scan)) return bills[0].costEur
  const { worth, soldWorth, parts } = sharesOf(scan)
  const soldEur = bills.map(bill => bill.feedInRevenueEur - bill.nettingCreditEur)
  const boughtEur = bills.map((bill, phase) => bill.costEur + soldEur[phase]!)
  if (!parts) return weighted(worth, boughtEur) - weighted(soldWorth, soldEur)
  const feesEur = bills.map(bill => (bill.parts ? bill.parts.gridFeeEur - bill.parts.nettedGridFeeEur : 0))
  const taxEur = bills.map(bill => (bill.parts ? bill.parts.taxEur - bill.parts.nettedTaxEur : 0))
  const energyEur = boughtEur.map((eur, phase) => eur - feesEur[phase]! - taxEur[phase]!)
  const bought = weighted(parts.energy, energyEur) + weighted(parts.gridFee, feesEur) + weighted(parts.tax, taxEur)
  return bought - weighted(soldWorth, soldEur)
}

/** Mean cost of a year over the terms of a case, weighted by the present worth of their years. */
export const meanOfPhases = (scan: ScanCase, costUnder: (tariff: TariffYear) => number): number =>
  weighted(sharesOf(scan).worth, scan.tariffs.map(costUnder))
