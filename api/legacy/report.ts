import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, Strict, StringEnum } from "../../domain/base/validation/schema.ts"
import { numberIn, type Unit } from "../../domain/base/validation/units.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import { legacyGoal } from "./translate.ts"

const number = (unit: Unit, description: string) => numberIn(unit, { description: `${description} [${unit}]` })

const Panels = Strict({
  name: Type.String({ description: "Name of the roof" }),
  panel_count: Type.Integer({ description: "Panels chosen, possibly 0" }),
  panel_power_watts: number("W", "Peak power of one panel"),
  capacity_kwp: number("kWp", "Power of the chosen panels"),
  tilt_angle: number("degrees", "0 flat, 90 upright"),
  orientation_angle: number("degrees", "0 north, 90 east, 180 south, 270 west"),
  system_losses: number("percent", "System losses"),
  yearly_kwh: number("kWh", "Production of the chosen panels in a year"),
})

const RecommendedBattery = Strict({
  capacity_kwh: number("kWh", "Capacity"),
  power_rating_kw: number("kW", "Power"),
  total_cost: number("EUR", "Installed price"),
})

const YearlyEnergy = Strict(
  {
    site_consumption: number("kWh", "All that is used"),
    solar_total_generation: number("kWh", "Production of all panels"),
    solar_direct_usage: number("kWh", "Solar used in the hour it is made"),
    solar_exported_to_grid: number("kWh", "Solar sold in the hour it is made"),
    grid_purchase: number("kWh", "Bought"),
    grid_purchase_baseline: number("kWh", "Bought without the recommended system"),
    grid_feed_in: number("kWh", "Sold, battery included"),
  },
  { description: "The first year, in the names of the chart" },
)

/** Answer of GET /v1/scan: the report of a completed scan. */
export const LegacyReport = Strict(
  {
    run_uuid: Type.String({ description: "Run identifier" }),
    status: StringEnum(["optimal"], { description: "A report exists only of a solved scan" }),
    goal: Type.String({ description: "self-sufficiency or payback-time; another one of a scan made on /v1/scans" }),
    created: Instant("When the scan was accepted"),
    recommended: Strict(
      {
        panels: Type.Array(Panels, { description: "Every roof of new_pv, in its order" }),
        capacity_kwp: number("kWp", "Power of all new panels"),
        battery: orNull(RecommendedBattery, "The battery chosen; null when none pays or none was asked for"),
      },
      { description: "The best plant" },
    ),
    investment_cost: number(
      "EUR",
      "Purchase of new panels and battery; existing_pv and panels for self-sufficiency are 0",
    ),
    yearly_savings: number("EUR", "Electricity cost of the first year without the system less with it"),
    payback_years: orNull(numberIn("years"), "Until the investment is earned back [years]; null when it never is"),
    net_present_value: number("EUR", "Total of the system over the analysis period"),
    self_sufficiency: number("fraction", "Share of the consumption that is not bought"),
    yearly_energy: YearlyEnergy,
  },
  { description: "Report of a completed scan" },
)
/** The part of a scan that its report shows. */
interface Run {
  runId: string
  createdAt: Date
}

export type LegacyReport = Static<typeof LegacyReport>

/** The report of a run in the format of document 2. */
export const legacyReport = ({ runId, createdAt }: Run, report: StoredReport): LegacyReport => {
  const { overview, solar, battery, electricityGrid, financial } = report
  const { solarInvestment, batteryPurchaseCost } = financial.investment
  const { newSystems } = solar
  return {
    run_uuid: runId,
    status: report.status,
    goal: legacyGoal(report.goal),
    created: createdAt.toISOString(),
    recommended: {
      panels: newSystems.map(panelsOf),
      capacity_kwp: newSystems.reduce((kwp, { installedCapacityKwp }) => kwp + installedCapacityKwp, 0),
      battery: battery.isFeasible
        ? {
            capacity_kwh: battery.specs.capacityKwh,
            power_rating_kw: battery.specs.powerKw,
            total_cost: battery.costs.purchaseCost,
          }
        : null,
    },
    investment_cost: solarInvestment + batteryPurchaseCost,
    yearly_savings: overview.kpi.yearlySavings,
    payback_years: overview.kpi.returnPeriod,
    net_present_value: financial.netPresentValue,
    self_sufficiency: overview.kpi.selfSufficiency,
    yearly_energy: {
      site_consumption: overview.energyFlow.yearlyUsageKwh,
      solar_total_generation: solar.totalYearlyOutputKwh,
      solar_direct_usage: solar.directConsumption,
      solar_exported_to_grid: solar.toGrid,
      grid_purchase: electricityGrid.annualEnergySuppliedKwh,
      grid_purchase_baseline: electricityGrid.annualEnergySuppliedKwhBau,
      grid_feed_in: overview.energyFlow.yearlyFeedInKwh,
    },
  }
}

const panelsOf = (system: StoredReport["solar"]["newSystems"][number]) => ({
  name: system.name,
  panel_count: system.panelCount,
  panel_power_watts: system.panelPowerRatedWatts,
  capacity_kwp: system.installedCapacityKwp,
  tilt_angle: system.tiltDeg,
  orientation_angle: system.azimuthDeg,
  system_losses: system.losses,
  yearly_kwh: system.yearlyOutputKwh,
})
