import type { Static } from "@sinclair/typebox"
import type { ControllerName } from "../base/controllers.ts"
import { InvalidInput } from "../base/errors.ts"
import type { NonEmpty } from "../base/nonEmpty.ts"
import type { Violation } from "../base/validation/violation.ts"
import type { AssumptionOverrides } from "../market/assumptions.ts"
import { type Currency, SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import type { Customer } from "../market/tariff/componentKinds.ts"
import type { TariffLimits } from "../market/tariff/custom/schema.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import type { OwnTerms } from "../market/tariff/ownTerms.ts"
import type { CustomTerms, TariffTerms } from "../market/tariff/terms.ts"
import { type StatedEndings, statedEndings, type TermsPhase, termsPhases } from "../market/tariff/termsPhases.ts"
import type { HolidayPlace } from "../site/publicHolidays.ts"
import { customerOf } from "./customer.ts"
import type { ExistingBatteryInput } from "./existingBattery.ts"
import {
  DEFAULTS,
  type ExistingPvInput,
  type FilledBattery,
  type FilledRequest,
  type FilledTariff,
  type InverterControl,
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

/** Consumption of the site: a yearly figure, or the hours of a studio, energyhub or laadplein profile. */
export type Consumption = KnownConsumption | { kind: "profile"; profileId: string }

/** Goal of the sizing, with its requirement. */
export type ScanGoal =
  | { kind: "cost-savings" }
  | { kind: "self-sufficiency" }
  | { kind: "renewable-minimum"; fraction: number }
  | { kind: "maximize-connection"; importLimitKw: number }
  | { kind: "energyhub"; limitKw?: number }

/** Bounds of a battery; without costPerKwh the price follows the assumptions. */
export interface BatteryInput extends Omit<FilledBattery, "chargeEfficiency" | "dischargeEfficiency"> {
  /** Efficiency of one direction, a fraction. */
  oneWayEfficiency: { charge: number; discharge: number }
}

/** A valid request in the form of the search, which cannot hold contradictions. */
export interface ScanInput {
  location: Static<typeof Location>
  /** Horizon of the place; absent: nothing hides the sky. */
  horizon?: readonly number[]
  consumption: Consumption
  existingPv: readonly ExistingPvInput[]
  newPv: readonly NewPvInput[]
  /** Terms of the tariff, by phases of the analysis. */
  phases: NonEmpty<TermsPhase>
  /** Ends of the terms that the request states. */
  endings?: StatedEndings
  /** Last year of the purchase prices of the first year, if the request states it. */
  purchaseUntil?: number
  /** Name of the current contract; null when it has none. */
  tariffName: string | null
  /** The scan under each contract that it compares; absent: none. */
  contracts?: readonly ScanInput[]
  customer: Customer
  /** Country pack of taxes and supplier's terms; absent in requests of versions before packs. */
  pack?: string
  /** Currency of every amount. */
  currency: Currency
  /** Contracted power of the connection: `connectionLimits` has its limits. */
  contractedPowerKw?: number
  /** Further limits of connection and contract. */
  limits?: TariffLimits
  /** Whose public holidays windows of the contract name; absent: the site's country. */
  holidaysOf?: HolidayPlace
  /** True if existing panels stop exporting while exports cost money. */
  existingFollowsPrices: boolean
  /** Control of inverters without a control of their own; absent in older stored requests. */
  inverterControl?: InverterControl
  electricBattery?: BatteryInput
  existingBattery?: ExistingBatteryInput
  goal: ScanGoal
  analysisYears: number
  /** Assumptions of the request, which replace the organization's. */
  assumptions: AssumptionOverrides
  includePvMaintenanceCosts: boolean
  includeBatteryMaintenanceCosts: boolean
  /** Controller of the plant; absent: by goal and tariff. */
  control?: ControllerName
  /** Years of the savings spread: price years of a dynamic tariff, or all pairs with measured weather years. */
  savingsSpread: "none" | "price-years" | "all-pairs"
}

/**
 * A filled request, as stored and carried by jobs, in the form of the search. Throws InvalidInput.
 * @param ownTerms the organization's terms, which replace the usual feed-in price
 */
export const scanInputOf = (request: FilledRequest, ownTerms: OwnTerms = {}): ScanInput => {
  const { tariff, electricBattery: battery } = request
  const stated = termsOf(tariff, ownTerms)
  const phases = termsPhases(stated, tariff, request.analysisYears)
  const purchaseUntil = statedEndings(stated, tariff).buy?.until
  return {
    location: request.location,
    ...(request.horizon === undefined ? {} : { horizon: request.horizon }),
    consumption: consumptionOf(request),
    existingPv: request.existingPv,
    // A drawing changes no figure, and roofs that differ only in it are sized as one.
    newPv: request.newPv.map(({ plan: _, ...roof }) => roof),
    phases,
    ...(phases.length > 1 ? { endings: statedEndings(stated, tariff) } : {}),
    ...(purchaseUntil === undefined ? {} : { purchaseUntil }),
    tariffName: tariff.name ?? null,
    ...(request.contracts ? { contracts: contractsOf(request, ownTerms) } : {}),
    customer: customerOf(request),
    ...(tariff.usual ? { pack: tariff.usual.country } : {}),
    currency: request.currency ?? SHIPPED_CURRENCY,
    ...(tariff.contractedPowerKw === undefined ? {} : { contractedPowerKw: tariff.contractedPowerKw }),
    existingFollowsPrices: tariff.existingFollowsPrices ?? false,
    ...(request.inverterControl === undefined ? {} : { inverterControl: request.inverterControl }),
    ...(tariff.limits === undefined ? {} : { limits: tariff.limits }),
    ...(tariff.holidaysOf === undefined ? {} : { holidaysOf: tariff.holidaysOf }),
    ...(battery ? { electricBattery: batteryOf(battery) } : {}),
    ...(request.existingBattery ? { existingBattery: request.existingBattery } : {}),
    goal: goalOf(request),
    analysisYears: request.analysisYears,
    assumptions: assumptionsOf(request),
    includePvMaintenanceCosts: request.includePvMaintenanceCosts,
    includeBatteryMaintenanceCosts: request.includeBatteryMaintenanceCosts,
    ...(request.control === undefined ? {} : { control: request.control }),
    savingsSpread: spreadOf(request.includeSavingsSpread, phases[0].terms),
  }
}

const contractsOf = ({ contracts = [], ...alone }: FilledRequest, ownTerms: OwnTerms): ScanInput[] =>
  contracts.map(tariff => scanInputOf({ ...alone, tariff }, ownTerms))

const spreadOf = (includeSavingsSpread: boolean | undefined, terms: TariffTerms): ScanInput["savingsSpread"] => {
  if (includeSavingsSpread !== undefined) return includeSavingsSpread ? "all-pairs" : "none"
  return followsMarket(terms) ? "price-years" : "none"
}

const required = <T>(value: T | undefined, missing: Violation): T => {
  if (value === undefined) throw new InvalidInput([missing])
  return value
}

/** Consumption of the site. Throws InvalidInput. */
export const consumptionOf = (request: FilledRequest): Consumption => {
  const { yearlyKwhBasis: basis = "bought", yearlyExportKwh: exportedKwh } = request
  if (request.inputMethod === "studio")
    return { kind: "profile", profileId: required(request.customProfileId, MISSING.customProfileId) }
  const consumption = {
    kind: "known",
    yearlyKwh: required(request.yearlyKwh, MISSING.yearlyKwh),
    loadProfile: request.loadProfile ?? DEFAULTS.loadProfile,
  } as const
  if (basis === "used") return { ...consumption, basis }
  return { ...consumption, basis, ...(exportedKwh === undefined ? {} : { exportedKwh }) }
}

const termsOf = (tariff: FilledTariff, ownTerms: OwnTerms): TariffTerms => {
  const { type, flatEurPerKwh, taxesIncluded = DEFAULTS.taxesIncluded, netting, priceYear, usual } = tariff
  if (type === "custom") return customTermsOf(tariff)
  const { batteryCredit } = tariff
  const isOwnFeedIn = ownTerms.feedInShareOfBarePrice !== undefined && usual?.fields.includes("feedInEurPerKwh")
  const {
    feedInEurPerKwh,
    feedInGrowthFraction: feedInGrowth,
    feedInUntil,
  }: Partial<FilledTariff> = isOwnFeedIn ? {} : tariff
  const common = {
    taxesIncluded,
    ...(feedInEurPerKwh === undefined ? {} : { feedInEurPerKwh }),
    ...(feedInGrowth === undefined ? {} : { feedInGrowth }),
    ...(feedInUntil === undefined ? {} : { feedInUntil }),
    ...(netting === undefined ? {} : { netting }),
    ...(batteryCredit ? { batteryCredit } : {}),
  }
  return type === "dynamic"
    ? { type, ...common, ...(priceYear === undefined ? {} : { priceYear }) }
    : { type, flatEurPerKwh: required(flatEurPerKwh, MISSING.flatEurPerKwh), ...common }
}

const customTermsOf = ({ zone, priceYear, buy, sell, grid, netting, batteryCredit }: FilledTariff): CustomTerms => ({
  type: "custom",
  ...(zone === undefined ? {} : { zone }),
  ...(priceYear === undefined ? {} : { priceYear }),
  buy: required(buy, MISSING_OF_CUSTOM.buy),
  sell: required(sell, MISSING_OF_CUSTOM.sell),
  ...(grid === undefined ? {} : { grid }),
  ...(netting === undefined ? {} : { netting }),
  ...(batteryCredit ? { batteryCredit } : {}),
})

const goalOf = ({ goal, renewableElectricityMinFraction: fraction, tariff }: FilledRequest): ScanGoal => {
  const { contractedPowerKw: limitKw } = tariff
  switch (goal) {
    case "renewable-minimum":
      return { kind: goal, fraction: required(fraction, MISSING.renewableElectricityMinFraction) }
    case "maximize-connection":
      return { kind: goal, importLimitKw: required(limitKw, MISSING.contractedPowerKw) }
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

/** A custom tariff is the whole contract: terms that it omits are not charged, whatever the organization assumes. */
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
