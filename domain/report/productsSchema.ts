import { Type } from "@sinclair/typebox"
import { Strict } from "../validation/schema.ts"
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
  panels: Type.Array(count("New panels"), { description: "Of each roof, in the order of solar.newSystems" }),
  newPanelCount: count("New panels of all roofs"),
  investment: eur("Purchase of the new panels and the battery"),
  firstYearSavings: orNull(
    eur(
      "Year-one electricity cost of the site as it is less that with the plant; with isCeiling less what use wears of the battery",
    ),
    "with isCeiling where terms end or parts of the bill grow apart: its first year is not known",
  ),
  netPresentValue: presentValueEur("What the plant saves over the analysis period less all that it costs"),
  returnPeriod: { ...returnPeriod, description: `${returnPeriod.description}, and where firstYearSavings is` },
  isCeiling: flag(
    "Savings, value and payback are with foresight of the whole year: even so the plant is worth no more than the best as it is operated, so that it was not operated",
  ),
  gap: fraction("Proven bound on how far its cost with foresight lies above that of the best plant with this choice"),
  meetsGoal: flag("It reaches what the goal asks and keeps within the connection"),
}

const Product = Strict(
  {
    id: text("As requested"),
    brand: orNull(text("As requested"), "when the request has none"),
    model: orNull(text("As requested"), "when the request has none"),
    warrantyYears: orNull(years("As requested"), "when the request has none"),
    count: count("So many of it are best"),
    batteryCapacityKwh: kwh("Capacity of all of them"),
    batteryPowerKw: kw("Power of all of them"),
    isPricedByCurve: Type.Optional(
      flag(
        "The product has no price: that of the assumption batteryPriceCurve at its size stands in; absent where it has one",
      ),
    ),
    ...plant,
  },
  { description: "The best plant with a product" },
)

const Products = Strict(
  {
    chosen: orNull(text("Id of the product of the plant of this report"), "where the best plant has no battery"),
    ranked: Type.Array(Product, {
      description:
        "Every product of which a number fits the bounds of electricBattery, with its best plant, the highest net present value first, then those that were not operated; those that miss the goal last",
    }),
    withoutBattery: Type.Union([Strict(plant), Type.Null()], {
      description: "The best plant without a battery; null where minCapacityKwh asks for one",
    }),
  },
  {
    description:
      "The request's products compared, as the controller of the scan operates them; absent where the request has none (addition)",
  },
)

/** Part `products` of the report. */
export const ProductsPart = Type.Optional(Products)
