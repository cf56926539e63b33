import type { NonEmpty } from "../base/nonEmpty.ts"
import type { Path } from "../base/validation/path.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import {
  type CalendarWindow,
  type CustomBuy,
  type CustomGrid,
  type CustomSell,
  DAY_NAMES,
  type DemandCharge,
  type EnergyPrice,
  type GridFee,
  MAX_DEMAND_CHARGES,
  type TariffLimits,
} from "../market/tariff/custom/schema.ts"
import { firstLeftOut, namesHolidays } from "../market/tariff/custom/windows.ts"
import { netsTax } from "../market/tariff/followsMarket.ts"
import type { CustomTerms } from "../market/tariff/terms.ts"
import type { StatedEndings, TermsPhase } from "../market/tariff/termsPhases.ts"
import { currencyViolations } from "./currencyRules.ts"
import { DEFAULTS, type FilledTariff, type Goal, type ScanRequest } from "./request.ts"

const TYPE: Path = ["tariff", "type"]

const requiredOf = (field: string, type: FilledTariff["type"]): Violation =>
  violation(["tariff", field], "required-when", { other: TYPE, value: type })

/** A flat tariff without its price. */
export const MISSING_OF_FLAT = requiredOf("flatEurPerKwh", "flat")

/** Parts that a custom tariff needs. */
export const MISSING_OF_CUSTOM = { buy: requiredOf("buy", "custom"), sell: requiredOf("sell", "custom") }

/** Fields that only tariffs of other types have. */
const NOT_OF_CUSTOM = [
  "flatEurPerKwh",
  "feedInEurPerKwh",
  "feedInGrowthFraction",
  "feedInUntil",
  "taxesIncluded",
  "demandEurPerKwMonth",
  "fixedEurPerMonth",
] as const satisfies (keyof FilledTariff)[]
const ONLY_OF_CUSTOM = ["zone", "buy", "sell", "grid"] as const satisfies (keyof FilledTariff)[]

const typeViolations = (tariff: FilledTariff): Violation[] => {
  const isCustom = tariff.type === "custom"
  const foreign = (isCustom ? NOT_OF_CUSTOM : ONLY_OF_CUSTOM).filter(field => tariff[field] !== undefined)
  return [
    ...foreign.map(field => violation(["tariff", field], "left-out-when", { other: TYPE, value: tariff.type })),
    ...(isCustom ? customViolations(tariff) : []),
  ]
}

const customViolations = ({ buy, sell, grid }: FilledTariff): Violation[] => [
  ...(buy ? priceViolations(BUY, buy) : [MISSING_OF_CUSTOM.buy]),
  ...(sell ? priceViolations(SELL, sell) : [MISSING_OF_CUSTOM.sell]),
  ...gridFeeViolations([...GRID, "buyEurPerKwh"], grid?.buyEurPerKwh),
  ...gridFeeViolations([...GRID, "after", "buyEurPerKwh"], grid?.after?.buyEurPerKwh),
  ...windowViolations(DEMAND, grid?.demand ?? []),
  ...(grid?.demand ?? []).flatMap((charge, i) => demandViolations([...DEMAND, i], charge)),
  ...daysViolations(DEMAND, grid?.demand ?? []),
  ...daysViolations(DEMAND_AFTER, grid?.after?.demand ?? []),
  ...windowViolations(DEMAND_AFTER, grid?.after?.demand ?? []),
  ...(grid?.after?.demand ?? []).flatMap((charge, i) => demandViolations([...DEMAND_AFTER, i], charge)),
  ...(grid ? endViolations(GRID, grid) : []),
  ...(grid?.orElse ? orElseViolations(grid.orElse) : []),
]

const orElseViolations = ({ buyEurPerKwh, demand = [] }: NonNullable<CustomGrid["orElse"]>): Violation[] => [
  ...gridFeeViolations([...OR_ELSE, "buyEurPerKwh"], buyEurPerKwh),
  ...windowViolations([...OR_ELSE, "demand"], demand),
  ...demand.flatMap((charge, i) => demandViolations([...OR_ELSE, "demand", i], charge)),
  ...daysViolations([...OR_ELSE, "demand"], demand),
]

/** The lower of two charges is of a whole year: terms that end, and netting, are left out. */
const orElseAloneViolations = ({ tariff }: ScanRequest): Violation[] => {
  const { buy, sell, grid, batteryCredit, netting } = tariff ?? {}
  if (!grid?.orElse) return []
  const ends: [Path, unknown][] = [
    [[...BUY, "until"], buy?.until],
    [[...SELL, "until"], sell?.until],
    [[...GRID, "until"], grid.until],
    [[...CREDIT, "until"], batteryCredit?.until],
    [NETTING, netting || undefined],
  ]
  return eitherOr(ends, OR_ELSE)
}

/** Pay by volume adds up all kWh of equal years, at any hour: it has no ends, other pays by kWh, or unpaid hours. */
const volumeAloneViolations = ({ tariff }: ScanRequest): Violation[] => {
  const { buy, sell, grid, batteryCredit, netting } = tariff ?? {}
  if (!sell?.byVolume) return []
  const otherFields: [Path, unknown][] = [
    [[...BUY, "until"], buy?.until],
    [[...SELL, "until"], sell.until],
    [[...GRID, "until"], grid?.until],
    [[...CREDIT, "until"], batteryCredit?.until],
    [[...SELL, "bySize"], sell.bySize],
    [[...SELL, "settlement"], sell.settlement],
    [[...SELL, "stopsAtNegativePrices"], sell.stopsAtNegativePrices || undefined],
    [NETTING, netting || undefined],
  ]
  return eitherOr(otherFields, [...SELL, "byVolume"])
}

const eitherOr = (fields: readonly [Path, unknown][], other: Path): Violation[] =>
  fields.flatMap(([path, value]) => (value === undefined ? [] : [violation(path, "either-or", { other })]))

const BUY: Path = ["tariff", "buy"]
const SELL: Path = ["tariff", "sell"]

const priceViolations = (part: Path, { energy, ...ending }: CustomBuy | CustomSell): Violation[] => [
  ...energyViolations([...part, "energy"], energy),
  ...(ending.after ? energyViolations([...part, "after", "energy"], ending.after.energy) : []),
  ...endViolations(part, ending),
]

const gridFeeViolations = (path: Path, fee: GridFee | undefined): Violation[] =>
  Array.isArray(fee) ? windowViolations(path, fee) : []

/** A year in which a part of the tariff ends, and what comes after it, are given together. */
const endViolations = (part: Path, { until, after }: { until?: number; after?: object }): Violation[] => {
  const [last, next]: [Path, Path] = [
    [...part, "until"],
    [...part, "after"],
  ]
  return [
    ...(until !== undefined && !after ? [violation(next, "given-together", { other: last })] : []),
    ...(until === undefined && after ? [violation(last, "given-together", { other: next })] : []),
  ]
}

const GRID: Path = ["tariff", "grid"]
const OR_ELSE: Path = [...GRID, "orElse"]
const DEMAND: Path = [...GRID, "demand"]
const DEMAND_AFTER: Path = [...GRID, "after", "demand"]

const energyViolations = (path: Path, energy: EnergyPrice): Violation[] => {
  if (!Array.isArray(energy)) return []
  const violations = windowViolations(path, energy)
  const leftOut = firstLeftOut(energy)
  return violations.length > 0 || !leftOut
    ? violations
    : [violation(path, "windows-leave-out", { ...leftOut, day: DAY_NAMES[leftOut.day]! })]
}

const windowViolations = (path: Path, windows: readonly CalendarWindow[]): Violation[] =>
  windows.flatMap(({ hours = [] }, i) =>
    hours.flatMap(([from, to], part) => (from === to ? [violation([...path, i, "hours", part], "hours-differ")] : [])),
  )

/** Charges of all days together have as many groups of days as the optimiser takes charges. */
const daysViolations = (path: Path, charges: readonly DemandCharge[]): Violation[] => {
  let left = MAX_DEMAND_CHARGES
  return charges.flatMap(({ highestDays = 1, floorKw }, i) => {
    const at: Path = [...path, i, "highestDays"]
    const isFloored = highestDays > 1 && floorKw !== undefined
    const tooMany =
      highestDays > 1 && highestDays > left ? [violation(at, "at-most", { maximum: Math.max(1, left) })] : []
    left -= highestDays
    return [...(isFloored ? [violation([...path, i, "floorKw"], "either-or", { other: at })] : []), ...tooMany]
  })
}

const demandViolations = (path: Path, { eurPerKwMonth, eurPerKwYear, meanOfMonths }: DemandCharge): Violation[] => {
  const [month, year]: [Path, Path] = [
    [...path, "eurPerKwMonth"],
    [...path, "eurPerKwYear"],
  ]
  if (eurPerKwMonth === undefined && eurPerKwYear === undefined)
    return [violation(month, "one-is-required", { others: [year] })]
  if (eurPerKwMonth === undefined) return []
  return [
    ...(eurPerKwYear === undefined ? [] : [violation(year, "either-or", { other: month })]),
    ...(meanOfMonths ? [violation([...path, "meanOfMonths"], "either-or", { other: month })] : []),
  ]
}

const limitViolations = ({ tariff }: ScanRequest): Violation[] =>
  (["importKw", "exportKw"] as const).flatMap(field => {
    const limit = tariff?.limits?.[field]
    return Array.isArray(limit) ? windowViolations(["tariff", "limits", field], limit) : []
  })

const CREDIT: Path = ["tariff", "batteryCredit"]

const creditViolations = ({ tariff }: ScanRequest): Violation[] => {
  const { eurPerKwYear, eurPerYear } = tariff?.batteryCredit ?? { eurPerYear: 0 }
  return eurPerKwYear === undefined && eurPerYear === undefined
    ? [violation([...CREDIT, "eurPerKwYear"], "one-is-required", { others: [[...CREDIT, "eurPerYear"]] })]
    : []
}

interface HolidayLists {
  phases: NonEmpty<TermsPhase>
  endings?: StatedEndings
  limits?: TariffLimits
}

/** The lists of windows of a tariff that name public holidays. */
export const holidayPaths = ({ phases: [{ terms }], endings, limits }: HolidayLists): Path[] => {
  const { buy, sell, grid }: Partial<CustomTerms> = terms.type === "custom" ? terms : {}
  const lists: [path: Path, windows: unknown][] = [
    [[...BUY, "energy"], buy?.energy],
    [[...BUY, "after", "energy"], endings?.buy?.after?.energy],
    [[...SELL, "energy"], sell?.energy],
    [[...SELL, "after", "energy"], endings?.sell?.after?.energy],
    [DEMAND_AFTER, endings?.grid?.after?.demand],
    [[...GRID, "buyEurPerKwh"], grid?.buyEurPerKwh],
    [[...GRID, "after", "buyEurPerKwh"], endings?.grid?.after?.buyEurPerKwh],
    [DEMAND, grid?.demand],
    [[...OR_ELSE, "buyEurPerKwh"], grid?.orElse?.buyEurPerKwh],
    [[...OR_ELSE, "demand"], grid?.orElse?.demand],
    [["tariff", "limits", "importKw"], limits?.importKw],
    [["tariff", "limits", "exportKw"], limits?.exportKw],
  ]
  return lists.flatMap(([path, windows]) => (Array.isArray(windows) && namesHolidays(windows) ? [path] : []))
}

/** The rules between the fields of a tariff, and between them and the goal. */
export const tariffViolations = (request: ScanRequest): Violation[] => [
  ...(request.tariff ? typeViolations(request.tariff) : []),
  ...limitViolations(request),
  ...creditViolations(request),
  ...orElseAloneViolations(request),
  ...volumeAloneViolations(request),
  ...flatViolations(request),
  ...(request.tariff?.type === "flat" && request.tariff.priceYear !== undefined ? [PRICE_YEAR_OF_FLAT] : []),
  ...(request.tariff?.netting ? nettingViolations(request) : []),
  ...currencyViolations(request),
  ...endingViolations(request),
]

const PRICE_YEAR_OF_FLAT = violation(["tariff", "priceYear"], "left-out-when", {
  other: ["tariff", "type"],
  value: "flat",
})

const flatViolations = ({ tariff }: ScanRequest): Violation[] => {
  if (tariff?.type !== "flat") return []
  if (tariff.flatEurPerKwh === undefined) return []
  const feedInTooHigh = tariff.feedInEurPerKwh !== undefined && tariff.feedInEurPerKwh > tariff.flatEurPerKwh
  return tariff.taxesIncluded !== false && feedInTooHigh
    ? [violation(["tariff", "feedInEurPerKwh"], "feed-in-above-price", { priceEurPerKwh: tariff.flatEurPerKwh })]
    : []
}

/** Goals that are met by a share of own energy: the optimiser cannot weigh that against netting. */
const SHARE_GOALS: readonly string[] = ["self-sufficiency", "renewable-minimum"] satisfies Goal[]

const NETTING_UNTIL: Path = ["tariff", "nettingUntil"]

/**
 * An end without what ends; netting refunds one amount in one phase, so it ends no later than the prices and charges.
 */
const endingViolations = ({ tariff }: ScanRequest): Violation[] => {
  const { netting, nettingUntil, feedInUntil, buy, sell, grid } = tariff ?? {}
  if (!netting)
    return nettingUntil === undefined
      ? []
      : [violation(NETTING_UNTIL, "left-out-when", { other: NETTING, value: "false" })]
  return [
    ...nettingOutlasts(nettingUntil, ["tariff", "feedInUntil"], feedInUntil),
    ...nettingOutlasts(nettingUntil, [...BUY, "until"], buy?.until),
    ...nettingOutlasts(nettingUntil, [...SELL, "until"], sell?.until),
    ...nettingOutlasts(nettingUntil, [...GRID, "until"], grid?.until),
  ]
}

const nettingOutlasts = (nettingUntil: number | undefined, other: Path, until: number | undefined): Violation[] => {
  if (until === undefined) return []
  if (nettingUntil === undefined) return [violation(NETTING_UNTIL, "required-when", { other, value: `${until}` })]
  return nettingUntil > until ? [violation(NETTING_UNTIL, "at-most-other", { other, value: until })] : []
}

const NETTING: Path = ["tariff", "netting"]

const nettingViolations = ({ tariff, goal = DEFAULTS.goal }: ScanRequest): Violation[] => {
  const violations: Violation[] = []
  if (SHARE_GOALS.includes(goal)) violations.push(violation(NETTING, "left-out-when", { other: ["goal"], value: goal }))
  if (tariff?.type === "custom")
    return [...violations, ...taxNettingViolations(tariff), ...feedInNettingViolations(tariff)]
  if (tariff?.type !== "dynamic") return violations
  if (tariff.taxesIncluded === false) violations.push(violation(NETTING, "netting-without-taxes"))
  if (tariff.feedInEurPerKwh !== undefined) violations.push(violation(NETTING, "netting-with-fixed-feed-in"))
  return violations
}

/** Netting pays one amount for a kWh; pay by size and a settlement do not. */
const feedInNettingViolations = ({ sell }: FilledTariff): Violation[] => {
  const ofPart = (path: Path, terms: Partial<CustomSell> = {}): Path[] =>
    (["bySize", "settlement"] as const).flatMap(field => (terms[field] ? [[...path, field]] : []))
  return [...ofPart(SELL, sell), ...ofPart([...SELL, "after"], sell?.after)].map(path =>
    violation(path, "left-out-when", { other: NETTING, value: "true" }),
  )
}

/** All-inclusive prices have no tax that netting could refund. */
const taxNettingViolations = ({ buy, sell }: FilledTariff): Violation[] =>
  buy && sell && !buy.taxed && netsTax({ buy, sell })
    ? [violation(NETTING, "left-out-when", { other: ["tariff", "buy", "taxed"], value: "false" })]
    : []
