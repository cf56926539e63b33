import { Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import {
  count,
  eur,
  flag,
  fraction,
  kw,
  kwh,
  orNull,
  presentValueEur,
  returnPeriod,
  text,
  years,
} from "./schemaParts.ts"

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
      "The request's products compared, as the controller of the scan operates them; absent if the request has no such term (addition)",
  },
)

/** Part `products` of the report. */
export const ProductsPart = Type.Optional(Products)
