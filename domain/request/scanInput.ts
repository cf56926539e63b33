import type { Static } from "@sinclair/typebox"
import type { ControllerName } from "../base/controllers.ts"
import { InvalidInput } from "../base/errors.ts"
import type { Violation } from "../base/validation/violation.ts"
import type { AssumptionOverrides } from "../market/assumptions.ts"
import { type Currency, SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import type { Customer } from "../market/tariff/components.ts"
import type { TariffLimits } from "../market/tariff/custom/schema.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import type { CustomTerms, TariffTerms } from "../market/tariff/terms.ts"
import {
  lastNettedYear,
  type StatedEndings,
  statedEndings,
  type TermsPhase,
  termsPhases,
} from "../market/tariff/termsPhases.ts"
import type { HolidayPlace } from "../site/publicHolidays.ts"
import {
  DEFAULTS,
  type ExistingPvInput,
  type FilledBattery,
  type FilledRequest,
  type FilledTariff,
  type Location,
  type NewPvInput,
} from "./request.ts"
import { MISSING } from "./rules.ts"
import { MISSING_OF_CUSTOM } from "./tariffRules.ts"

/** A load known by its yearly figure and its shape. */
export type KnownConsumption = {
  kind: "known"
  yearlyKwh: number
  /** Key of a standard profile, or id of a custom load profile of document 2. */
  loadProfile: string
} & ({ basis: "used" } | { basis: "bought"; exportedKwh?: number })

/** What the site uses: a yearly figure, or the hours of a studio, energyhub or laadplein profile. */
export type Consumption = KnownConsumption | { kind: "profile"; profileId: string }

/** What panels and battery are sized for, with what it demands. */
export type ScanGoal =
  | { kind: "cost-savings" }
  | { kind: "self-sufficiency" }
  | { kind: "renewable-minimum"; fraction: number }
  | { kind: "maximize-connection"; importLimitKw: number }
  | { kind: "energyhub"; limitKw?: number }

/** Bounds of a battery; without costPerKwh the price follows the assumptions. */
export interface BatteryInput extends Omit<FilledBattery, "chargeEfficiency" | "dischargeEfficiency"> {
  /** Of one way, a fraction. */
  oneWayEfficiency: { charge: number; discharge: number }
}

/** What a scan is about: a request that was found sound, in a form that cannot be wrong. */
export interface ScanInput {
  location: Static<typeof Location>
  consumption: Consumption
  existingPv: readonly ExistingPvInput[]
  newPv: readonly NewPvInput[]
  /** Of the first year. */
  tariff: TariffTerms
  /** Terms that hold from a later year of the analysis on; absent: those of the first year do in all. */
  laterTerms?: readonly TermsPhase[]
  /** What the request says of them. */
  endings?: StatedEndings
  /** Last calendar year of the analysis in which netting counts; absent: none. */
  nettedUntil?: number
  /** Of the contract of today; null when it has none. */
  tariffName: string | null
  /** The scan under each contract that it compares; absent: none. */
  contracts?: readonly ScanInput[]
  customer: Customer
  /** Of every amount. */
  currency: Currency
  /** Of the connection: `connectionLimits` says what it binds. */
  contractedPowerKw?: number
  /** What else connection and contract allow. */
  limits?: TariffLimits
  /** Whose public holidays windows of the contract name; absent: those of the site's country. */
  holidaysOf?: HolidayPlace
  /** Whether the panels of today stop feeding in while that costs money. */
  existingFollowsPrices: boolean
  electricBattery?: BatteryInput
  goal: ScanGoal
  analysisYears: number
  /** What the request says of the money, before the organization's assumptions. */
  assumptions: AssumptionOverrides
  includePvMaintenanceCosts: boolean
  includeBatteryMaintenanceCosts: boolean
  /** What operates the plant that is found; absent: by goal and tariff. */
  control?: ControllerName
  /**
   * Over which years the savings are spread: the price years of a dynamic tariff, or all pairs of them with measured
   * weather years.
   */
  savingsSpread: "none" | "price-years" | "all-pairs"
}

/** A filled request, as it is stored and as jobs carry it, in the form that is worked with. Throws InvalidInput. */
export const scanInputOf = (request: FilledRequest): ScanInput => {
  const { tariff, electricBattery: battery } = request
  const stated = termsOf(tariff)
  const [{ terms }, ...later] = termsPhases(stated, tariff, request.analysisYears)
  const nettedUntil = lastNettedYear(stated, tariff, request.analysisYears)
  return {
    location: request.location,
    consumption: consumptionOf(request),
    existingPv: request.existingPv,
    newPv: request.newPv,
    tariff: terms,
    ...(later.length > 0 ? { laterTerms: later, endings: statedEndings(stated, tariff) } : {}),
    ...(nettedUntil === undefined ? {} : { nettedUntil }),
    tariffName: tariff.name ?? null,
    ...(request.contracts ? { contracts: contractsOf(request, request.contracts) } : {}),
    customer: request.customer ?? "household",
    currency: request.currency ?? SHIPPED_CURRENCY,
    ...(tariff.contractedPowerKw === undefined ? {} : { contractedPowerKw: tariff.contractedPowerKw }),
    existingFollowsPrices: tariff.existingFollowsPrices ?? false,
    ...(tariff.limits === undefined ? {} : { limits: tariff.limits }),
    ...(tariff.holidaysOf === undefined ? {} : { holidaysOf: tariff.holidaysOf }),
    ...(battery ? { electricBattery: batteryOf(battery) } : {}),
    goal: goalOf(request),
    analysisYears: request.analysisYears,
    assumptions: assumptionsOf(request),
    includePvMaintenanceCosts: request.includePvMaintenanceCosts,
    includeBatteryMaintenanceCosts: request.includeBatteryMaintenanceCosts,
    ...(request.control === undefined ? {} : { control: request.control }),
    savingsSpread: spreadOf(request.includeSavingsSpread, terms),
  }
}

const contractsOf = (request: FilledRequest, contracts: readonly FilledTariff[]): ScanInput[] => {
  const { contracts: _, ...alone } = request
  return contracts.map(tariff => scanInputOf({ ...alone, tariff }))
}

const spreadOf = (includeSavingsSpread: boolean | undefined, terms: TariffTerms): ScanInput["savingsSpread"] => {
  if (includeSavingsSpread !== undefined) return includeSavingsSpread ? "all-pairs" : "none"
  return followsMarket(terms) ? "price-years" : "none"
}

const given = <T>(value: T | undefined, missing: Violation): T => {
  if (value === undefined) throw new InvalidInput([missing])
  return value
}

/** What the site uses. Throws InvalidInput. */
export const consumptionOf = (request: FilledRequest): Consumption => {
  const { yearlyKwhBasis: basis = "bought", yearlyExportKwh: exportedKwh } = request
  if (request.inputMethod === "studio")
    return { kind: "profile", profileId: given(request.customProfileId, MISSING.customProfileId) }
  const known = {
    kind: "known",
    yearlyKwh: given(request.yearlyKwh, MISSING.yearlyKwh),
    loadProfile: request.loadProfile ?? DEFAULTS.loadProfile,
  } as const
  if (basis === "used") return { ...known, basis }
  return { ...known, basis, ...(exportedKwh === undefined ? {} : { exportedKwh }) }
}

const termsOf = (tariff: FilledTariff): TariffTerms => {
  const { type, flatEurPerKwh, feedInEurPerKwh, taxesIncluded = DEFAULTS.taxesIncluded, netting, priceYear } = tariff
  if (type === "custom") return customTermsOf(tariff)
  const common = {
    taxesIncluded,
    ...(feedInEurPerKwh === undefined ? {} : { feedInEurPerKwh }),
    ...(netting === undefined ? {} : { netting }),
  }
  return type === "dynamic"
    ? { type, ...common, ...(priceYear === undefined ? {} : { priceYear }) }
    : { type, flatEurPerKwh: given(flatEurPerKwh, MISSING.flatEurPerKwh), ...common }
}

const customTermsOf = ({ zone, priceYear, buy, sell, grid, netting }: FilledTariff): CustomTerms => ({
  type: "custom",
  ...(zone === undefined ? {} : { zone }),
  ...(priceYear === undefined ? {} : { priceYear }),
  buy: given(buy, MISSING_OF_CUSTOM.buy),
  sell: given(sell, MISSING_OF_CUSTOM.sell),
  ...(grid === undefined ? {} : { grid }),
  ...(netting === undefined ? {} : { netting }),
})

const goalOf = ({ goal, renewableElectricityMinFraction: fraction, tariff }: FilledRequest): ScanGoal => {
  const { contractedPowerKw: limitKw } = tariff
  switch (goal) {
    case "renewable-minimum":
      return { kind: goal, fraction: given(fraction, MISSING.renewableElectricityMinFraction) }
    case "maximize-connection":
      return { kind: goal, importLimitKw: given(limitKw, MISSING.contractedPowerKw) }
    case "energyhub":
      return { kind: goal, ...(limitKw === undefined ? {} : { limitKw }) }
    case "self-sufficiency":
    case "cost-savings":
      return { kind: goal }
  }
}

const batteryOf = ({ chargeEfficiency, dischargeEfficiency, ...battery }: FilledBattery): BatteryInput => {
  const oneWay = Math.sqrt(battery.roundtripEfficiency / 100)
  return {
    ...battery,
    oneWayEfficiency: {
      charge: chargeEfficiency === undefined ? oneWay : chargeEfficiency / 100,
      discharge: dischargeEfficiency === undefined ? oneWay : dischargeEfficiency / 100,
    },
  }
}

/** A custom tariff is the whole contract: what it does not name is not charged, whatever the organization assumes. */
const chargesOf = ({ type, grid, fixedEurPerMonth, demandEurPerKwMonth }: FilledTariff) =>
  type === "custom"
    ? { fixedCostEurPerMonth: grid?.fixedEurPerMonth ?? 0, demandChargeEurPerKwMonth: 0 }
    : { fixedCostEurPerMonth: fixedEurPerMonth, demandChargeEurPerKwMonth: demandEurPerKwMonth }

const assumptionsOf = ({ tariff, electricBattery, ...request }: FilledRequest): AssumptionOverrides => {
  const { electricityPriceGrowth, energyPriceGrowth, gridFeeGrowth, taxGrowth } = request
  const said = {
    ...{ electricityPriceGrowth, energyPriceGrowth, gridFeeGrowth, taxGrowth },
    batteryStandbyWatts: electricBattery?.standbyWatts,
    ...chargesOf(tariff),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
