import { describe, expect, test } from "bun:test"
import type { TSchema } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import fc from "fast-check"
import { note } from "../../domain/base/note.ts"
import { buildReport, reportSummary } from "../../domain/report/build.ts"
import { splitFlows } from "../../domain/report/flows.ts"
import { FullReport, ReportBody } from "../../domain/report/schema.ts"
import { roofDirection } from "../../domain/report/solar.ts"
import { productionOf } from "../../domain/report/traded.ts"
import { readReport } from "../../domain/texts/report.ts"
import { type CaseOptions, solved } from "../support/solvedCase.ts"

const anyCase: fc.Arbitrary<Partial<CaseOptions>> = fc.record({
  seed: fc.integer(),
  panels: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
  existingRoofs: fc.integer({ min: 0, max: 2 }),
  batteryKwh: fc.constantFrom(0, 5, 12.5, 45),
  tariff: fc.constantFrom("flat", "dynamic"),
  analysisYears: fc.integer({ min: 10, max: 30 }),
  maintenance: fc.boolean(),
  batteryLifeYears: fc.constantFrom(15, 7.7),
  goal: fc.constantFrom("cost-savings", "self-sufficiency", "maximize-connection"),
  contractedPowerKw: fc.constant(0.9),
})
const RUNS = { numRuns: 25 }

/** Equal to 1e-6 of the larger of both and of `scale`. */
const expectClose = (a: number, b: number, scale = 1) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-6 * Math.max(Math.abs(a), Math.abs(b), scale))

const sum = (hours: Iterable<number>) => {
  let total = 0
  for (const value of hours) total += value
  return total
}

describe("flows", () => {
  test("of single hours by hand", () => {
    const hours = {
      //            day   surplus  evening  cheap night  paid to buy  sold from the battery
      load: [3, 1, 4, 1, 2, 1],
      production: [2, 6, 0, 0, 5, 2],
      importKwh: [1, 0, 1, 4, 5, 0],
      exportKwh: [0, 2, 0, 0, 0, 4],
      curtailedKwh: [0, 1, 0, 0, 5, 0],
      chargeKwh: [0, 2, 0, 3, 3, 0],
      dischargeKwh: [0, 0, 3, 0, 0, 3],
    }
    const of = (values: number[]) => Float64Array.from(values)
    const flows = splitFlows(of(hours.load), of(hours.production), {
      unservedKwh: 0,
      importKwh: of(hours.importKwh),
      exportKwh: of(hours.exportKwh),
      curtailedKwh: of(hours.curtailedKwh),
      chargeKwh: of(hours.chargeKwh),
      dischargeKwh: of(hours.dischargeKwh),
      levelKwh: new Float64Array(6),
    })
    expect([...flows.solarUsedOnsite]).toEqual([2, 1, 0, 0, 0, 1])
    expect([...flows.solarStored]).toEqual([0, 2, 0, 0, 0, 0])
    expect([...flows.solarExported]).toEqual([0, 2, 0, 0, 0, 1])
    expect([...flows.solarWasted]).toEqual([0, 1, 0, 0, 5, 0])
    expect([...flows.gridUsedOnsite]).toEqual([1, 0, 1, 1, 2, 0])
    expect([...flows.gridStored]).toEqual([0, 0, 0, 3, 3, 0])
    expect([...flows.batteryUsedOnsite]).toEqual([0, 0, 3, 0, 0, 0])
    expect([...flows.batteryExported]).toEqual([0, 0, 0, 0, 0, 3])
    expect(sum(flows.unserved)).toBe(0)
  })

  test("balance in every hour to 1e-9 kWh, and none is negative", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { scan, solution } = solved(changed)
        const operation = solution.optimised
        const { unservedKwh } = operation
        const production = productionOf(scan, solution.panels)
        const flows = splitFlows(scan.loadKwh, production, { ...operation.years[0], unservedKwh })
        let worst = 0
        let lowest = 0
        for (let h = 0; h < 8760; h++) {
          const onsite =
            flows.solarUsedOnsite[h]! + flows.batteryUsedOnsite[h]! + flows.gridUsedOnsite[h]! + flows.unserved[h]!
          const made =
            flows.solarUsedOnsite[h]! + flows.solarStored[h]! + flows.solarExported[h]! + flows.solarWasted[h]!
          worst = Math.max(
            worst,
            Math.abs(onsite - scan.loadKwh[h]!),
            Math.abs(made - production[h]!),
            Math.abs(flows.gridUsedOnsite[h]! + flows.gridStored[h]! - operation.years[0].importKwh[h]!),
            Math.abs(flows.solarExported[h]! + flows.batteryExported[h]! - operation.years[0].exportKwh[h]!),
            Math.abs(flows.solarStored[h]! + flows.gridStored[h]! - operation.years[0].chargeKwh[h]!),
            Math.abs(flows.batteryUsedOnsite[h]! + flows.batteryExported[h]! - operation.years[0].dischargeKwh[h]!),
          )
          for (const series of Object.values(flows)) lowest = Math.min(lowest, series[h])
        }
        expect(worst).toBeLessThan(1e-9)
        expect(lowest).toBe(0)
        expect(Math.abs(sum(flows.unserved) - operation.unservedKwh)).toBeLessThan(1e-9 * 8760)
      }),
      RUNS,
    )
  })
})

/** Document 1, "Full report": the names of every group. */
const DOCUMENTED: Record<string, string[]> = {
  "": "status latitude longitude goal tariffType overview solar battery electricityGrid financial sustainability studioProfile".split(
    " ",
  ),
  "overview.kpi":
    "yearlyUsageKwh selfSufficiency selfSufficiencyBaseline selfSufficiencyImprovement yearlySavings returnPeriod".split(
      " ",
    ),
  "overview.selfConsumption": "selfConsumption selfSufficiency yearlyGridPurchaseKwh yearlyFeedInKwh".split(" "),
  "overview.energyFlow":
    "yearlyUsageKwh solarYearlyOutputKwh yearlyGridPurchaseKwh yearlyFeedInKwh directlyUsedSolarKwh batteryCapacityKwh".split(
      " ",
    ),
  "overview.financialSummary": "firstYearElectricityCost firstYearSavings totalOwnershipCost totalProjectSavings".split(
    " ",
  ),
  "overview.lifecycleCostBreakdown":
    "energyBill batteryInvestment replacementCost solarMaintenanceCost batteryMaintenanceCost feedInRevenue totalCost".split(
      " ",
    ),
  solar:
    "existingSystems newSystems totalCapacityKwp totalYearlyOutputKwh peakOutputKw directConsumption toGrid hasSolarPanelsCurrently wantsNewSolarPanels".split(
      " ",
    ),
  "solar.existingSystems.0":
    "name type roofDirection installedCapacityKwp panelCount panelPowerRatedWatts tiltDeg azimuthDeg losses lifetimeYears yearlyOutputKwh capacityFactor specificYieldKwhPerKwp co2SavedKg".split(
      " ",
    ),
  "solar.newSystems.1":
    "name type roofDirection installedCapacityKwp panelCount panelPowerRatedWatts tiltDeg azimuthDeg losses lifetimeYears yearlyOutputKwh capacityFactor specificYieldKwhPerKwp co2SavedKg".split(
      " ",
    ),
  battery: "specs performance costs isFeasible wasRequested".split(" "),
  "battery.specs": "powerKw capacityKwh roundtripEfficiency minChargeLevel brandName modelName".split(" "),
  "battery.performance": "annualSavings cyclesPerYear stateOfHealth gridChargingEnabled".split(" "),
  "battery.costs": "purchaseCost replacementCost systemReturnPeriod".split(" "),
  electricityGrid: "annualEnergySuppliedKwh annualEnergySuppliedKwhBau peakGridDemandKw peakGridDemandKwBau".split(" "),
  financial:
    "isPositiveOutcome netPresentValue investment yearOne lifecycle parameters costComparison cashflowSummary".split(
      " ",
    ),
  "financial.investment":
    "batteryPurchaseCost replacementCostNetPresentValue solarMaintenanceCost batteryMaintenanceCost totalInvestment totalInvestmentAfterIncentives".split(
      " ",
    ),
  "financial.yearOne": "energyBill feedInRevenue maintenanceCosts savingsVsBaseline".split(" "),
  "financial.lifecycle": "energyBill feedInRevenue totalCost savingsVsBaseline".split(" "),
  "financial.parameters": "evaluationPeriod discountRate baselineFirstYearCost baselineTotalCost".split(" "),
  "financial.costComparison": "firstYearBaseline firstYearOptimized projectedBaseline projectedOptimized".split(" "),
  "financial.cashflowSummary": "breakEvenYear endBalance avgAnnualReturn".split(" "),
  "sustainability.energyBalance": "totalConsumptionKwh solarProductionKwh gridPurchaseKwh gridFeedInKwh".split(" "),
  "sustainability.co2Emissions": "gridCarbonIntensity co2SavedTotalKg co2FromGridImportKg co2AvoidedByExportKg".split(
    " ",
  ),
  "sustainability.selfSufficiency":
    "renewableShare selfConsumption directlyUsedRenewableKwh netGridDependencyKwh".split(" "),
  "sustainability.equivalents": "treesEquivalent carKmAvoided flightsAvoided projectedCo2Savings".split(" "),
  "sustainability.energyMix": "ownGenerationKwh gridPurchaseKwh renewableShare".split(" "),
}

const at = (value: unknown, path: string): unknown =>
  path === ""
    ? value
    : path.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value)

const expectValid = (schema: TSchema, value: unknown) =>
  expect([...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])

describe("fields", () => {
  test("every name of document 1 is there", () => {
    const { report } = build(solved())
    for (const [path, names] of Object.entries(DOCUMENTED))
      for (const name of names) expect(at(report, path)).toHaveProperty(name)
  })
  test("no field is missing, extra, of another type or not finite", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        expectValid(ReportBody, readReport(build(solved(changed)).report, "en"))
      }),
      RUNS,
    )
  })
  test("the schema refuses what is missing, extra or NaN", () => {
    const report = readReport(build(solved()).report, "en")
    const { kpi } = report.overview
    const changed = (fields: object) => ({ ...report, overview: { ...report.overview, kpi: { ...kpi, ...fields } } })
    expect(Value.Check(ReportBody, changed({}))).toBe(true)
    expect(Value.Check(ReportBody, changed({ returnPeriod: null }))).toBe(true)
    expect(Value.Check(ReportBody, changed({ yearlySavings: Number.NaN }))).toBe(false)
    expect(Value.Check(ReportBody, changed({ yearlySavings: null }))).toBe(false)
    expect(Value.Check(ReportBody, changed({ more: 1 }))).toBe(false)
  })
  test("the report as read adds id, time and sharing", () => {
    const { report } = build(solved())
    const row = { id: "x", createdAt: "2026-01-01T00:00:00.000Z", hasError: false, isShared: false, shareToken: null }
    expectValid(FullReport, { ...readReport(report, "en"), ...row })
  })
  test("a site with next to nothing has finite numbers too", () => {
    const { scan, solution } = solved({ panels: [], existingRoofs: 0, batteryKwh: 0 })
    scan.loadKwh.fill(0)
    for (const operation of [solution.optimised, solution.withoutBattery, solution.baseline])
      operation.years[0].importKwh.fill(0)
    const { report } = build({ scan, solution })
    expectValid(ReportBody, readReport(report, "en"))
    expect(report.overview.kpi.selfSufficiency).toBe(0)
    expect(report.overview.kpi.returnPeriod).toBeNull()
  })
})

const build = ({ scan, solution }: ReturnType<typeof solved>) => buildReport(scan, solution)

describe("figures", () => {
  test("energies balance and agree with the series", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { report, series } = build(solved(changed))
        const { hours } = series
        const { energyBalance, selfSufficiency, co2Emissions } = report.sustainability
        const bought = energyBalance.gridPurchaseKwh
        const produced = energyBalance.solarProductionKwh
        const consumed = energyBalance.totalConsumptionKwh
        expectClose(consumed, sum(hours.solarUsedOnsite) + sum(hours.batteryUsedOnsite) + sum(hours.gridUsedOnsite))
        expectClose(
          produced,
          sum(hours.solarUsedOnsite) + sum(hours.solarStored) + sum(hours.solarExported) + sum(hours.solarWasted),
        )
        expectClose(bought, sum(hours.gridUsedOnsite) + sum(hours.gridStored))
        expectClose(energyBalance.gridFeedInKwh, sum(hours.solarExported) + sum(hours.batteryExported))
        expectClose(report.electricityGrid.annualEnergySuppliedKwhBau, sum(hours.baselineImport))
        expectClose(selfSufficiency.renewableShare, Math.max(0, 1 - bought / consumed))
        expectClose(selfSufficiency.netGridDependencyKwh, bought - energyBalance.gridFeedInKwh)
        const saved = sum(hours.baselineImport) - bought + energyBalance.gridFeedInKwh - sum(hours.baselineExport)
        expectClose(co2Emissions.co2SavedTotalKg, saved * co2Emissions.gridCarbonIntensity, bought)
        const systems = [...report.solar.existingSystems, ...report.solar.newSystems]
        expectClose(
          systems.reduce((kwh, { yearlyOutputKwh }) => kwh + yearlyOutputKwh, 0),
          produced,
        )
      }),
      RUNS,
    )
  })

  test("import stays within the connection, and what it leaves uncovered is reported", () => {
    const { scan, solution } = solved({ goal: "maximize-connection", contractedPowerKw: 0.9 })
    const { report, series } = build({ scan, solution })
    expect(report.electricityGrid.peakGridDemandKw).toBeLessThanOrEqual(0.9 * (1 + 1e-6))
    expect(report.electricityGrid.unservedKwh).toBeGreaterThan(1)
    expectClose(report.electricityGrid.unservedKwh, sum(scan.loadKwh) - sum(series.hours.consumption))
    expect(report.notes).toContainEqual(note("load-uncovered", { kwh: report.electricityGrid.unservedKwh }))
    expect(report.electricityGrid.peakGridDemandKwBau).toBeGreaterThan(0.9)
  })
})

describe("money", () => {
  test("money adds up", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { report, series } = build(solved(changed))
        const { yearlyCashflows, ...figures } = series.figures
        const { yearOne, lifecycle, investment, costComparison, cashflowSummary, netPresentValue, parameters } =
          report.financial
        const saved = costComparison.firstYearBaseline - costComparison.firstYearOptimized
        const scale = Math.abs(costComparison.firstYearBaseline) + yearOne.energyBill
        expectClose(yearOne.savingsVsBaseline, saved, scale)
        expectClose(yearOne.energyBill - yearOne.feedInRevenue, costComparison.firstYearOptimized, scale)
        const {
          solarInvestment,
          batteryInvestment,
          replacementCost,
          solarMaintenanceCost,
          batteryMaintenanceCost,
          ...rest
        } = report.overview.lifecycleCostBreakdown
        const maintained = solarMaintenanceCost + batteryMaintenanceCost
        const bought = solarInvestment + batteryInvestment + replacementCost + rest.solarReplacementCost! + maintained
        expectClose(rest.totalCost, bought + rest.energyBill - rest.feedInRevenue, scale)
        expectClose(investment.totalInvestment, bought)
        expectClose(lifecycle.totalCost, rest.totalCost)
        expectClose(netPresentValue, costComparison.projectedBaseline - costComparison.projectedOptimized, scale)
        const present = yearlyCashflows.reduce((eur, flow, y) => eur + flow / (1 + parameters.discountRate) ** y, 0)
        expectClose(netPresentValue, present, costComparison.projectedBaseline)
        expect(yearlyCashflows).toHaveLength(parameters.evaluationPeriod + 1)
        expect(figures.cumulativeCashflows.at(-1)).toBe(cashflowSummary.endBalance)
        const runningEur = yearOne.maintenanceCosts + report.battery.performance.wearCostPerYear!
        expectClose(yearlyCashflows[1]!, saved - runningEur, scale)
        const monthly = [figures.monthlyEnergyCosts, figures.monthlyDemandCosts, figures.monthlyFixedCosts]
        expectClose(
          monthly.flat().reduce((eur, part) => eur + part, 0),
          yearOne.energyBill,
          scale,
        )
      }),
      RUNS,
    )
  })
})

describe("figures of a plant", () => {
  test("the bill of each year follows from year one by the formula of the money model", () => {
    const { report, series } = build(solved({ analysisYears: 12, batteryKwh: 0, maintenance: false }))
    const { firstYearBaseline: bau, firstYearOptimized: ours, projectedOptimized } = report.financial.costComparison
    let present = report.financial.investment.solarInvestment
    for (let year = 1; year <= 12; year++) {
      const billEur = 1.02 ** (year - 1) * (bau - (bau - ours) * 0.995 ** (year - 1))
      present += billEur / 1.04 ** year
      expectClose(series.figures.yearlyCashflows[year]!, 1.02 ** (year - 1) * bau - billEur)
    }
    expectClose(projectedOptimized, present)
  })

  test("a new plant has panels by the price of them all and a battery by its size's", () => {
    const { report, series } = build(solved({ panels: [12, 0], assumptions: { batteryCycleLife: 100_000 } }))
    const { investment, yearOne } = report.financial
    // 12 panels of 400 W: 4.8 kWp between 4 (4400 EUR) and 8 (8000); 8 kWh between 5 (5500) and 10 (9250)
    expect(investment.solarInvestment).toBeCloseTo(4400 + 0.8 * 900, 9)
    expect(investment.batteryPurchaseCost).toBeCloseTo(7750, 9)
    expect(investment.replacementCostNetPresentValue).toBeCloseTo(0.6 * 7750 * 1.04 ** -15, 6)
    expect(report.battery.costs.replacementCost).toBeCloseTo(4650, 9)
    expect(yearOne.maintenanceCosts).toBeCloseTo(18 * 4.8 + 0.025 * 7750, 9)
    expect(series.figures.yearlyCashflows[0]).toBeCloseTo(-12870, 9)
    expect(report.battery.performance.stateOfHealth).toBeCloseTo(0.8, 12)
  })

  test("an empty roof shows what it would give", () => {
    const { scan, solution } = solved({ panels: [12, 0] })
    const [full, empty] = build({ scan, solution }).report.solar.newSystems
    expect(full!.installedCapacityKwp).toBeCloseTo(4.8, 12)
    expect(empty!.panelCount).toBe(0)
    expect(empty!.yearlyOutputKwh).toBe(0)
    expectClose(empty!.specificYieldKwhPerKwp, sum(scan.roofs[1]!.productionKwhPerPanel) / 0.4)
    expectClose(empty!.capacityFactor, empty!.specificYieldKwhPerKwp / 8760)
  })

  test("nothing to add equals the baseline", () => {
    for (const tariff of ["flat", "dynamic"] as const) {
      const { report, series } = build(solved({ panels: [0], batteryKwh: 0, tariff }))
      expect(report.overview.kpi.yearlySavings).toBe(0)
      expect(report.overview.kpi.selfSufficiencyImprovement).toBe(0)
      expect(report.financial.netPresentValue).toBe(0)
      expect(report.financial.isPositiveOutcome).toBe(false)
      expect(report.financial.investment.totalInvestment).toBe(0)
      expect(report.financial.cashflowSummary).toMatchObject({ breakEvenYear: null, endBalance: 0, avgAnnualReturn: 0 })
      expect(report.overview.kpi.returnPeriod).toBeNull()
      expect(report.sustainability.co2Emissions.co2SavedTotalKg).toBe(0)
      expect(report.battery.performance).toMatchObject({ annualSavings: 0, cyclesPerYear: 0, stateOfHealth: 0 })
      expect(report.battery.costs).toEqual({ purchaseCost: 0, replacementCost: 0, systemReturnPeriod: null })
      expect(report.electricityGrid.annualEnergySuppliedKwh).toBe(report.electricityGrid.annualEnergySuppliedKwhBau)
      expect(series.figures.yearlyCashflows).toEqual(new Array(26).fill(0))
    }
  })
})

describe("figures of the battery and the carbon", () => {
  test("the battery's savings are the bill of the same panels without it less the bill with it", () => {
    const { scan, solution } = solved()
    const { report } = build({ scan, solution })
    const { annualSavings } = report.battery.performance
    expectClose(annualSavings, solution.withoutBattery.costEur - solution.optimised.costEur, solution.optimised.costEur)
    const { purchaseCost, systemReturnPeriod } = report.battery.costs
    expect(systemReturnPeriod).toBe(annualSavings > 0 ? purchaseCost / annualSavings : null)
  })

  test("equivalents and the years' emissions follow from the first year's", () => {
    const { co2Emissions, equivalents } = build(solved()).report.sustainability
    const kg = co2Emissions.co2SavedTotalKg
    expect(equivalents.treesEquivalent).toBeCloseTo(kg / 20, 9)
    expect(equivalents.carKmAvoided).toBeCloseTo(kg / 0.2, 6)
    expect(equivalents.flightsAvoided).toBeCloseTo(kg / 385, 9)
  })

  test("notes are said once, and lists show figures of the plant and its money", () => {
    const { report } = build(solved())
    const { notes } = readReport(report, "en")
    expect(notes).toContain("A sentence of an earlier version.")
    expect(notes.filter(text => text === "No day-ahead prices of XX: the Dutch ones are used.")).toHaveLength(1)
    const { selfSufficiency, returnPeriod, yearlySavings } = report.overview.kpi
    expect(reportSummary(report)).toEqual({
      ...{ selfSufficiency, returnPeriod, yearlySavings },
      co2SavedKg: report.sustainability.co2Emissions.co2SavedTotalKg,
      panels: report.solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
      batteryKwh: report.battery.specs.capacityKwh,
      ...{ investment: report.financial.investment.totalInvestment, netPresentValue: report.financial.netPresentValue },
    })
  })

  test("roofs face the nearest of eight winds", () => {
    expect([0, 22, 23, 90, 180, 225, 270, 315, 338, 360].map(roofDirection)).toEqual(
      "north north northeast east south southwest west northwest north north".split(" ") as ReturnType<
        typeof roofDirection
      >[],
    )
  })
})
