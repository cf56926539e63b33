import { type Static, Type } from "@sinclair/typebox"
import type { StoredNote } from "../base/note.ts"
import { Instant, Strict, StringEnum } from "../base/validation/schema.ts"
import { currencySchema } from "../market/currency.ts"
import type { Currency } from "../market/currencyNames.ts"
import { GOALS } from "../request/request.ts"
import { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import { Alternatives } from "./alternativesSchema.ts"
import { ContractsPart } from "./contractsSchema.ts"
import { ControlPart, type StoredControl } from "./controlSchema.ts"
import { Financial } from "./financialSchema.ts"
import { OptimisationProof } from "./optimisationSchema.ts"
import { PanelModuleShown } from "./panelModuleSchema.ts"
import { PhasesPart } from "./phasesSchema.ts"
import { ProductsPart } from "./productsSchema.ts"
import {
  count,
  eur,
  flag,
  fraction,
  kg,
  kw,
  kwh,
  kwp,
  orNull,
  part,
  percent,
  presentValueEur,
  returnPeriod,
  text,
  unit,
  years,
} from "./schemaParts.ts"
import { SavingsSpread, Sensitivity } from "./sensitivitySchema.ts"
import type { StoredTerm } from "./tariffTermsSchema.ts"
import { UncertaintyPart } from "./uncertaintySchema.ts"

/**
 * The full report of a completed scan (document 1, "Full report"). Energies, and figures named year one or yearly, are
 * for the first year: no degradation, current prices. Shares are fractions; losses, charge levels and round-trip
 * efficiencies are percent, as in the request. Money is in the currency of the report. "Addition" marks fields that
 * document 1 does not name.
 */

const SELF_CONSUMPTION =
  "Solar used on site, directly or from the battery, as a share of production. Discharge to the load counts by the share of solar in the battery's charging " +
  "0 without production. In reports before 0.2, stored solar that was sold later also counted"

const Overview = part("The report at a glance")({
  kpi: part("Key figures of the first year")({
    yearlyUsageKwh: kwh("Gross load"),
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    selfSufficiencyBaseline: fraction("The same without the new panels and battery"),
    selfSufficiencyImprovement: fraction("selfSufficiency − selfSufficiencyBaseline"),
    yearlySavings: eur("Year-one electricity cost of the baseline less ours"),
    returnPeriod,
  }),
  selfConsumption: part("How much of the own production is used, and of the consumption is own")({
    selfConsumption: fraction(SELF_CONSUMPTION),
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    yearlyGridPurchaseKwh: kwh("Bought"),
    yearlyFeedInKwh: kwh("Sold"),
  }),
  energyFlow: part("Sources and uses of the energy of the first year")({
    yearlyUsageKwh: kwh("Gross load"),
    solarYearlyOutputKwh: kwh("Production of all panels before curtailment"),
    yearlyGridPurchaseKwh: kwh("Bought"),
    yearlyFeedInKwh: kwh("Sold"),
    directlyUsedSolarKwh: kwh("Solar that serves the load in the hour it is made"),
    curtailedSolarKwh: Type.Optional(
      kwh("Production that is neither used, stored nor sold; absent in reports before 0.2 (addition)"),
    ),
    batteryCapacityKwh: kwh("Capacity of the new battery; 0 without one"),
  }),
  financialSummary: part("Electricity cost with the plant")({
    firstYearElectricityCost: eur("Year-one energy bill less feed-in revenue"),
    firstYearSavings: eur("Year-one electricity cost of the baseline less ours"),
    totalOwnershipCost: presentValueEur("Life-cycle cost with the plant"),
    totalProjectSavings: presentValueEur("Life-cycle cost of the baseline less totalOwnershipCost"),
  }),
  lifecycleCostBreakdown: Strict(
    {
      energyBill: presentValueEur("Energy, demand and fixed costs of import"),
      solarInvestment: presentValueEur("Purchase of new panels (addition)"),
      batteryInvestment: presentValueEur("Purchase of the battery"),
      replacementCost: presentValueEur("Battery replacements"),
      solarReplacementCost: Type.Optional(
        presentValueEur("Replacement of panels and inverters; absent in older reports (addition)"),
      ),
      solarMaintenanceCost: presentValueEur("Maintenance of new panels; 0 unless asked for"),
      batteryMaintenanceCost: presentValueEur("Maintenance of the battery; 0 unless asked for"),
      feedInRevenue: presentValueEur("Feed-in revenue, as a positive amount"),
      residualValue: Type.Optional(
        presentValueEur(
          "Residual value of the plant at the end, as a positive amount; 0 unless the assumption residualValueFraction counts it; absent in older reports (addition)",
        ),
      ),
      totalCost: presentValueEur("Sum of the parts − feedInRevenue − residualValue"),
    },
    { description: "Parts of the life-cycle cost" },
  ),
})

const SolarSystem = part("Panels of one roof")({
  name: text("Name of the roof"),
  type: StringEnum(["existing", "new"], { description: "There already, or a candidate of this scan" }),
  roofDirection: StringEnum(["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"], {
    description: "Nearest of the eight winds to azimuthDeg",
  }),
  installedCapacityKwp: kwp("panelCount · panelPowerRatedWatts / 1000"),
  panelCount: count("Panels; of a new system those chosen, 0 where none pay"),
  panelPowerRatedWatts: unit("W")("Peak power of one panel"),
  tiltDeg: unit("degrees")("0 flat, 90 upright"),
  azimuthDeg: unit("degrees")("0 north, 90 east, 180 south, 270 west"),
  losses: percent("System losses"),
  inverterKw: Type.Optional(
    kw("Power of the inverter: as requested, or kWp over the assumption dcAcRatio; absent in older reports (addition)"),
  ),
  module: Type.Optional(PanelModuleShown),
  lifetimeYears: years("Life of panels"),
  yearlyOutputKwh: kwh("Production before curtailment"),
  capacityFactor: fraction("Produced / (kWp · 8760); a roof with 0 panels has the figure of its first panel"),
  specificYieldKwhPerKwp: unit("kWh/kWp")("Produced / kWp; a roof with 0 panels has the figure of its first panel"),
  co2SavedKg: kg(
    "Grid emissions of the system's yearly production, without curtailed energy; in reports before 0.2 with it",
  ),
})

const Solar = part("The panels, existing and new")({
  existingSystems: Type.Array(SolarSystem, { description: "The request's existing systems, in its order" }),
  newSystems: Type.Array(SolarSystem, {
    description: "Every candidate roof of the request, in its order, with the panels chosen for it, possibly 0",
  }),
  profileOutputKwh: kwh("Production that the studio profile brings along, in no system above (addition)"),
  totalCapacityKwp: kwp("Capacity of the systems above"),
  totalYearlyOutputKwh: kwh("Production before curtailment"),
  peakOutputKw: kw("Highest hourly production before curtailment"),
  directConsumption: kwh("Solar that serves the load in the hour it is made"),
  toGrid: kwh("Solar sold in the hour it is made"),
  hasSolarPanelsCurrently: flag("The site has panels today"),
  wantsNewSolarPanels: flag("The request has candidate roofs"),
})

const Battery = part("The new battery")({
  specs: part("Description of the battery")({
    powerKw: kw("Power of the battery; 0 without one"),
    capacityKwh: kwh("Capacity of the battery; 0 without one"),
    roundtripEfficiency: percent("As requested; 0 when no battery was"),
    minChargeLevel: percent("As requested; 0 when no battery was"),
    brandName: orNull(text("As requested"), "when the request has none"),
    modelName: orNull(text("As requested"), "when the request has none"),
  }),
  performance: part("Performance of the battery")({
    annualSavings: eur("Year-one electricity cost of the same plant without the battery less with it"),
    cyclesPerYear: unit("cycles/year")("Discharged / usable capacity in the first year; 0 without a battery"),
    stateOfHealth: fraction(
      "At the end of the analysis period or of the battery's life, whichever comes first; 0 without a battery",
    ),
    gridChargingEnabled: flag("There is a battery, and it may be charged from the grid"),
    lifeYears: years(
      "Calendar life, or its cycles when these run out earlier; cycles of all years where terms end (addition)",
    ),
    wearCostPerYear: Type.Optional(
      eur(
        "Cost of a year's full cycles beyond the calendar life, paid in the year of use; absent in older reports (addition)",
      ),
    ),
    standbyKwhPerYear: Type.Optional(
      kwh(
        "Yearly standby consumption of the battery and of its idle inverter; in the flows it counts as charged; absent in older reports (addition)",
      ),
    ),
  }),
  costs: part("Costs of the plant")({
    purchaseCost: eur("Installed price"),
    replacementCost: eur("Replacements within the analysis period, nominal"),
    systemReturnPeriod: orNull(
      years(
        "purchaseCost / annualSavings; if terms end, or feed-in or a part of the price grows at another rate than prices: the payback of financial.parts.battery",
      ),
      "when it never returns",
    ),
  }),
  isFeasible: flag("The best plant has a battery"),
  wasRequested: flag("The request has a battery"),
})

const ElectricityGrid = part("Purchases and feed-in of the first year")({
  annualEnergySuppliedKwh: kwh("Bought"),
  annualEnergySuppliedKwhBau: kwh("Electricity purchases of the baseline"),
  peakGridDemandKw: kw("Highest hourly import"),
  peakGridDemandKwBau: kw("Highest hourly import of the baseline"),
  peakGridFeedInKw: Type.Optional(kw("Highest hourly export; absent in reports before 0.2 (addition)")),
  peakGridFeedInKwBau: Type.Optional(
    kw("Highest hourly export of the baseline; absent in reports before 0.2 (addition)"),
  ),
  unservedKwh: kwh("Load that the contracted power leaves uncovered (addition)"),
})

const Sustainability = part("Energy and carbon dioxide of the first year")({
  energyBalance: part("Energy of the first year")({
    totalConsumptionKwh: kwh("Gross load"),
    solarProductionKwh: kwh("Production before curtailment"),
    gridPurchaseKwh: kwh("Bought"),
    gridFeedInKwh: kwh("Sold"),
  }),
  co2Emissions: part("Carbon dioxide of the grid's electricity, saved and emitted")({
    gridCarbonIntensity: unit("kg CO2/kWh")(
      "Carbon intensity of the grid's electricity; basis and year in financial.parameters",
    ),
    co2SavedTotalKg: kg("First year: (baseline import − import + export − baseline export) · intensity"),
    co2FromGridImportKg: kg("Bought · intensity"),
    co2AvoidedByExportKg: kg("Sold · intensity"),
  }),
  selfSufficiency: part("Shares of own energy")({
    renewableShare: fraction("max(0, 1 − bought / consumption)"),
    selfConsumption: fraction(SELF_CONSUMPTION),
    directlyUsedRenewableKwh: kwh("Solar that serves the load in the hour it is made"),
    netGridDependencyKwh: kwh("Bought − sold"),
  }),
  equivalents: part("Comparisons for the saved carbon dioxide")({
    treesEquivalent: unit("trees")("Trees that absorb co2SavedTotalKg in a year"),
    carKmAvoided: unit("km")("Distance of a petrol car that emits co2SavedTotalKg"),
    flightsAvoided: unit("flights")("Amsterdam to Rome, that emit co2SavedTotalKg"),
    projectedCo2Savings: kg("co2SavedTotalKg over the analysis period, shrinking with the panels"),
  }),
  energyMix: part("Own and bought energy")({
    ownGenerationKwh: kwh("Production before curtailment"),
    gridPurchaseKwh: kwh("Bought"),
    renewableShare: fraction("max(0, 1 − bought / consumption)"),
  }),
})

const bodyFields = {
  status: StringEnum(["optimal"], { description: "A report exists only of a solved scan" }),
  latitude: unit("degrees", "degrees north")("Latitude of the site"),
  longitude: unit("degrees", "degrees east")("Longitude of the site"),
  goal: StringEnum(GOALS, { description: "As requested" }),
  tariffType: StringEnum(["flat", "dynamic", "custom"], { description: "As requested" }),
  currency: currencySchema("Currency of every amount in the report, also if a field or unit is named EUR (addition)"),
  hasForeignPrices: Type.Optional(
    flag(
      "All figures use Dutch prices or taxes, because the tariff needs prices or taxes that are unknown at the site; absent if the site's own are used (addition)",
    ),
  ),
  hasEuroAmounts: Type.Optional(
    flag(
      "Prices of panels, batteries or others that are known in EUR alone count as amounts of currency, without any exchange rate, and a note names them; absent where none do (addition)",
    ),
  ),
  overview: Overview,
  solar: Solar,
  battery: Battery,
  electricityGrid: ElectricityGrid,
  financial: Financial,
  sustainability: Sustainability,
  studioProfile: Type.Union([StudioProfile, Type.Null()], {
    description: "The studio profile behind the load; null for inputMethod known",
  }),
  optimisation: OptimisationProof,
  control: ControlPart,
  sensitivity: Type.Array(Sensitivity, {
    description:
      "The result at less and more of each assumption; empty if nothing can be added, and if the scan reached its work limit first (addition)",
  }),
  savingsSpread: Type.Union([SavingsSpread, Type.Null()], {
    description:
      "The yearly savings in other years; null for a flat tariff unless includeSavingsSpread is true, if that is false, and if the scan reached its work limit first (addition)",
  }),
  uncertainty: UncertaintyPart,
  products: ProductsPart,
  alternatives: Alternatives,
  contracts: ContractsPart,
  phases: PhasesPart,
  notes: Type.Array(Type.String(), {
    description: "Substitutions, caps and limits of the model that matter here (addition)",
  }),
}

/** The part of a report that is computed once and stored. */
export const ReportBody = Strict(bodyFields, { description: "Full report as stored" })
export type ReportBody = Static<typeof ReportBody>

/** Stored report. Its notes are data that become sentences on reading, and fields derived from the rest are absent. */
export type StoredReport = Omit<
  ReportBody,
  "notes" | "optimisation" | "control" | "currency" | "hasEuroAmounts" | "financial"
> & {
  financial: Omit<ReportBody["financial"], "tariffTerms"> & { tariffTerms?: StoredTerm[] }
  /** Absent: EUR. */
  currency?: Currency
  notes: StoredNote[]
  /** Absent in reports from before there was a choice of controller. */
  control?: StoredControl | null
  optimisation: Omit<ReportBody["optimisation"], "gapOfSavings" | "shortfall">
}

/** Report as answered: the stored body with fields from the scan's row. */
export const FullReport = Strict(
  {
    id: text("Scan id"),
    createdAt: Instant("When the scan was created"),
    hasError: flag("Always false: a failed scan has no report"),
    ...bodyFields,
    isShared: flag("The report can be read with shareToken"),
    shareToken: orNull(
      text("Token of GET /v1/scans/shared/{token}"),
      "when the scan is not shared, and for callers without a credential",
    ),
  },
  { description: "Full report of a completed scan" },
)
export type FullReport = Static<typeof FullReport>

export type SolarSystem = Static<typeof SolarSystem>
