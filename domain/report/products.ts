import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict } from "../base/validation/schema.ts"
import type { RankedPlant, ScanCase } from "../case/case.ts"
import { areBillsApart } from "../case/phases.ts"
import { withoutProducts, withProduct } from "../case/products.ts"
import { lifecycle, type PhaseAmounts, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf, lifecycleOffset } from "../finance/objective.ts"
import { presentWorthFactor } from "../finance/presentWorth.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { count, eur, flag, fraction, kw, kwh, presentValueEur, returnPeriod, text, years } from "./schemaParts.ts"

const plant = {
  panels: Type.Array(count("New panels"), { description: "Panels of each roof, in the order of solar.newSystems" }),
  newPanelCount: count("New panels of all roofs"),
  investment: eur("Purchase of the new panels and the battery"),
  firstYearSavings: orNull(
    eur(
      "Year-one electricity cost of the baseline less the cost with the plant; with isCeiling less what use wears of the battery",
    ),
    "with isCeiling where terms end or parts of the bill grow apart: its first year is not known",
  ),
  netPresentValue: presentValueEur("Savings of the plant over the analysis period less its costs"),
  returnPeriod: { ...returnPeriod, description: `${returnPeriod.description}, and where firstYearSavings is` },
  isCeiling: flag(
    "Savings, value and payback are with foresight of the whole year. Even so the plant is worth no more than the best operated plant, so it was not operated",
  ),
  gap: fraction("Proven bound on the distance of its cost, with foresight, above the best plant with this choice"),
  meetsGoal: flag("It meets the goal and stays within the connection"),
}

const Product = Strict(
  {
    id: text("As requested"),
    brand: orNull(text("As requested"), "when the request has none"),
    model: orNull(text("As requested"), "when the request has none"),
    warrantyYears: orNull(years("As requested"), "when the request has none"),
    count: count("Best count"),
    batteryCapacityKwh: kwh("Total capacity"),
    batteryPowerKw: kw("Total power"),
    isPricedByCurve: Type.Optional(
      flag("The product has no price: the price is batteryPriceCurve at its size; absent if it has a price"),
    ),
    ...plant,
  },
  { description: "The best plant with a product" },
)

const Products = Strict(
  {
    chosen: orNull(text("Id of the product of the plant of this report"), "if the best plant has no battery"),
    ranked: Type.Array(Product, {
      description:
        "Every product with a count within the bounds of electricBattery, with its best plant. The highest net present value comes first, then the products that were not operated; products that miss the goal come last",
    }),
    withoutBattery: Type.Union([Strict(plant), Type.Null()], {
      description: "The best plant without a battery; null where minCapacityKwh asks for one",
    }),
  },
  {
    description:
      "The request's products compared, as the controller of the scan operates them; absent if the request has no such term",
  },
)

/** Part `products` of the report. */
export const ProductsPart = Type.Optional(Products)

/** Part `products` of the report; absent if the request has none. */
export const productsPart = (figures: Figures): { products?: Static<typeof Products> } => {
  const { scan, solution } = figures
  if (!solution.products) return {}
  const { products: ranked, withoutBattery } = solution.products
  const hasBattery = solution.capacityKwh > 0
  const rows = ranked.map(({ product, count, ...plant }, index) => ({
    id: product.id,
    brand: product.brand ?? null,
    model: product.model ?? null,
    warrantyYears: product.warrantyYears ?? null,
    count,
    batteryCapacityKwh: plant.capacityKwh,
    batteryPowerKw: plant.powerKw,
    ...(product.isPricedByCurve ? { isPricedByCurve: true } : {}),
    ...plantRow(figures, withProduct(scan, product, { least: count, most: count }), plant),
    ...(hasBattery && index === 0 ? ownFigures(figures) : {}),
  }))
  const products = {
    chosen: hasBattery ? (rows[0]?.id ?? null) : null,
    ranked: rows,
    withoutBattery: withoutBattery && {
      ...plantRow(figures, withoutProducts(scan), withoutBattery),
      ...(hasBattery ? {} : ownFigures(figures)),
    },
  }
  return { products }
}

/**
 * Figures of the report's plant, the same as in the other parts of the report. They are more exact than figures of the
 * ranking.
 */
const ownFigures = ({ solution: { panels }, costs, year, money }: Figures) => ({
  panels,
  newPanelCount: countOf(panels),
  investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
  firstYearSavings: year.baselineBills[0].costEur - year.bills[0].costEur,
  netPresentValue: money.netPresentValueEur,
  returnPeriod: money.returnPeriodYears,
  isCeiling: false,
})

const countOf = (panels: readonly number[]): number => panels.reduce((sum, count) => sum + count, 0)

/**
 * Columns of a table row that describe the plant.
 * @param heldCase the case with the battery that was chosen
 */
const plantRow = (figures: Figures, heldCase: ScanCase, plant: RankedPlant) => {
  const costs = plantCosts(heldCase, plant, 0)
  return {
    panels: plant.panels,
    newPanelCount: countOf(plant.panels),
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    ...(plant.operated ?? moneyOf(figures, heldCase, plant, costs)),
    isCeiling: plant.operated === undefined,
    gap: plant.gap,
    meetsGoal: plant.isReached,
  }
}

/**
 * Money derived from the optimiser's total cost. The total less the costs of the plant, including wear, is the
 * electricity cost over the life, which gives the first year's bill. If bills contain items that the total lacks,
 * savings and payback of the first year are unknown and null.
 */
const moneyOf = (
  { year: { baselineBills } }: Figures,
  heldCase: ScanCase,
  { totalEur }: RankedPlant,
  costs: PlantCosts,
) => {
  const horizon = horizonOf(heldCase)
  const asIs = lifecycle(baselineBills, baselineBills, costs, horizon)
  const totalCostEur = totalEur + lifecycleOffset(heldCase, baselineBills)
  const netPresentValue = asIs.baselineCostEur - totalCostEur
  if (areBillsApart(heldCase)) return { firstYearSavings: null, netPresentValue, returnPeriod: null }
  const { years, priceGrowth, degradation, discountRate } = horizon
  const worth = presentWorthFactor(years, priceGrowth, degradation, discountRate)
  const firstYearSavings = (netPresentValue + asIs.investmentEur - asIs.residualValueEur) / worth
  const baselineEur = baselineBills[0].costEur
  const billOf = (energyBillEur: number): PhaseAmounts => [{ energyBillEur, feedInRevenueEur: 0 }]
  const money = lifecycle(billOf(baselineEur), billOf(baselineEur - firstYearSavings), costs, horizon)
  return { firstYearSavings, netPresentValue, returnPeriod: money.returnPeriodYears }
}
