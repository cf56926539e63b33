import { type Static, Type } from "@sinclair/typebox"
import { orNull } from "../base/validation/schema.ts"
import { needsPhases } from "../case/phases.ts"
import { batteryLifeYears, cyclesPerYear, stateOfHealth } from "../finance/battery.ts"
import { newShare } from "../finance/existingBattery.ts"
import { plantStandbyKw } from "../finance/standby.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { Figures } from "./figures.ts"
import { plantParts } from "./plantParts.ts"
import { eur, flag, fraction, kw, kwh, part, percent, text, unit, years } from "./schemaParts.ts"

export const Battery = part("The new battery")({
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
    lifeYears: years("Calendar life, or its cycles when these run out earlier; cycles of all years where terms end"),
    wearCostPerYear: Type.Optional(
      eur("Cost of a year's full cycles beyond the calendar life, paid in the year of use; absent in older reports"),
    ),
    standbyKwhPerYear: Type.Optional(
      kwh(
        "Yearly standby consumption of the battery and of its idle inverter; in the flows it counts as charged; absent in older reports",
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
  maxCapacityKwh: Type.Optional(
    kwh("Largest capacity that the request allows; 0 when no battery was requested; absent in older reports"),
  ),
  isFeasible: flag("The best plant has a battery"),
  wasRequested: flag("The request has a battery"),
})

/** Group `battery` of the report. */
export const battery = (figures: Figures): Static<typeof Battery> => {
  const { scan, solution, year, costs, dischargedKwh } = figures
  const { capacityKwh, powerKw } = solution
  const { electricBattery, analysisYears } = scan.input
  const hasBattery = capacityKwh > 0
  const annualSavings = year.billsWithoutBattery[0].costEur - year.bills[0].costEur
  const minChargeLevel = electricBattery?.minimumChargeLevel ?? 0
  const share = newShare(scan.input, capacityKwh)
  const cycles = cyclesPerYear(share * year.totals.discharged, capacityKwh, minChargeLevel)
  const lifeYears = batteryLifeYears(
    cyclesPerYear(share * dischargedKwh, capacityKwh, minChargeLevel),
    scan.assumptions,
  )
  return {
    specs: {
      powerKw: hasBattery ? powerKw : 0,
      capacityKwh,
      roundtripEfficiency: electricBattery?.roundtripEfficiency ?? 0,
      minChargeLevel,
      brandName: electricBattery?.brandName ?? null,
      modelName: electricBattery?.modelName ?? null,
    },
    performance: {
      annualSavings,
      cyclesPerYear: cycles,
      stateOfHealth: hasBattery ? stateOfHealth(analysisYears, lifeYears, scan.assumptions.batteryEndOfLifeHealth) : 0,
      gridChargingEnabled: hasBattery,
      lifeYears,
      wearCostPerYear: costs.wearEurPerYear,
      standbyKwhPerYear: HOURS_PER_YEAR * plantStandbyKw(scan, solution),
    },
    costs: {
      purchaseCost: costs.batteryPurchaseEur,
      replacementCost: costs.replacementYears.length * costs.replacementEur + analysisYears * costs.wearEurPerYear,
      systemReturnPeriod: returnYears(figures, annualSavings),
    },
    maxCapacityKwh: electricBattery?.capacityKwh ?? 0,
    isFeasible: hasBattery,
    wasRequested: electricBattery !== undefined,
  }
}

/**
 * Payback of the battery [years]; null if it never pays back. The first year's savings suffice if the terms of the
 * tariff hold in all years and no part of the bill grows at its own rate. Otherwise the battery's own cash flow
 * decides.
 */
const returnYears = (figures: Figures, annualSavings: number): number | null => {
  if (needsPhases(figures.scan)) return plantParts(figures).battery?.returnPeriod ?? null
  return annualSavings > 0 ? figures.costs.batteryPurchaseEur / annualSavings : null
}
