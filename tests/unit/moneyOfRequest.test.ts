import { expect, test } from "bun:test"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { saying } from "../support/sentences.ts"

/** Charges, netting and price growth of a request, beyond document 1. */
const known = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }

test.each([
  ["electricityPriceGrowth", { ...known, electricityPriceGrowth: 1.1 }, "electricityPriceGrowth must be at most 1"],
  [
    "tariff.demandEurPerKwMonth",
    { ...known, tariff: { type: "dynamic", demandEurPerKwMonth: -1 } },
    "tariff.demandEurPerKwMonth must be at least 0",
  ],
  [
    "tariff.fixedEurPerMonth",
    { ...known, tariff: { type: "dynamic", fixedEurPerMonth: 1_000_001 } },
    "tariff.fixedEurPerMonth must be at most 1000000",
  ],
  ["customer", { ...known, customer: "farm" }, "customer must be one of household, business"],
  [
    "tariff.priceYear of a flat tariff",
    { ...known, tariff: { type: "flat", flatEurPerKwh: 0.3, priceYear: 2024 } },
    "tariff.priceYear must be left out when tariff.type is flat",
  ],
  [
    "tariff.priceYear",
    { ...known, tariff: { type: "dynamic", priceYear: 1999 } },
    "tariff.priceYear must be at least 2000",
  ],
  ["tariff.netting", { ...known, tariff: { type: "dynamic", netting: "yes" } }, "tariff.netting must be true or false"],
  [
    "tariff.netting with a share",
    { ...known, goal: "self-sufficiency", tariff: { type: "flat", flatEurPerKwh: 0.3, netting: true } },
    "tariff.netting must be left out when goal is self-sufficiency",
  ],
  [
    "tariff.netting without taxes",
    { ...known, tariff: { type: "dynamic", netting: true, taxesIncluded: false } },
    "tariff.netting must be left out when taxesIncluded is false: a dynamic tariff refunds taxes by it",
  ],
  [
    "tariff.netting with a fixed feed-in price",
    { ...known, tariff: { type: "dynamic", netting: true, feedInEurPerKwh: 0.05 } },
    "tariff.netting must be left out of a dynamic tariff with a fixed feedInEurPerKwh",
  ],
])("%s is refused with a sentence that names the field", (_, body, says) => {
  expect(saying(() => parseEarlierRequest(body, new Set(["standard"])))).toThrow(new Error(says))
})
