import { type Static, Type } from "@sinclair/typebox"
import { BILL_LINES } from "../base/billLines.ts"
import { CONTROLLERS } from "../base/controllers.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { PanelModuleShown } from "./panelModuleSchema.ts"
import { count, eur, flag, fraction, kw, kwh, orNull, presentValueEur, text } from "./schemaParts.ts"

const BillLine = StringEnum(BILL_LINES, {
  description:
    "fixedCosts: of connection and contract; demandCharges: by the highest power, such as a capacity tariff; gridFees: by the kWh; taxes: energy tax, levies and VAT",
})

const Comparable = Strict(
  {
    totalCost: presentValueEur("totalCost without the lines of bills, which ranked is ordered by"),
    savings: presentValueEur(
      "Life-cycle cost of the baseline under the current contract less totalCost, both without these lines",
    ),
    firstYearCost: eur("firstYearCost without these lines"),
    differingCost: presentValueEur("totalCost of the row less this totalCost"),
    bills: Type.Array(
      Strict(
        {
          line: BillLine,
          isOnlyHere: flag("No other contract has the line"),
          firstYearCost: eur(
            "In the first year; the part of a price that holds all is estimated from the country's rates",
          ),
        },
        { description: "A line that another contract lacks" },
      ),
      { description: "Lines of the bill that another contract lacks" },
    ),
    lacks: Type.Array(BillLine, { description: "Lines of the bill that another contract has" }),
  },
  {
    description:
      "Figures without the lines that not all contracts have, as the plant is operated under the whole contract; absent if all contracts have the same lines (addition)",
  },
)

const RankedContract = Strict(
  {
    contract: orNull(
      Type.Integer({ minimum: 0, description: "Which of the request's contracts, from 0" }),
      "for tariff, the contract of today",
    ),
    name: orNull(text("As requested"), "when it has none"),
    type: StringEnum(["flat", "dynamic", "custom"], { description: "As requested" }),
    totalCost: presentValueEur("Life-cycle cost with the contract and its plant"),
    savings: presentValueEur("Life-cycle cost of the baseline under the current contract less totalCost"),
    siteAsIsTotalCost: presentValueEur("Life-cycle cost of the baseline under this contract"),
    firstYearCost: eur("Year-one electricity cost with the contract and its plant"),
    comparable: Type.Optional(Comparable),
    investment: eur("Purchase of the new panels and the battery"),
    panels: Type.Array(count("New panels"), { description: "Panels of each roof, in the order of solar.newSystems" }),
    newPanelCount: count("New panels of all roofs"),
    batteryCapacityKwh: kwh("Capacity of the battery; 0 without one"),
    batteryPowerKw: kw("Power of the battery; 0 without one"),
    modules: Type.Optional(
      Type.Array(orNull(PanelModuleShown, "on a roof that gets no panels, or has no modules to choose from"), {
        description:
          "The module of each roof, in the order of solar.newSystems; absent if the request compares no contracts (addition)",
      }),
    ),
    product: Type.Optional(
      orNull(
        Strict(
          {
            id: text("As requested"),
            brand: orNull(text("As requested"), "when the request has none"),
            model: orNull(text("As requested"), "when the request has none"),
            count: count("Number of this product"),
          },
          { description: "The battery product of its plant" },
        ),
        "if its plant has no battery; absent if the request has no products (addition)",
      ),
    ),
    isOtherPlant: flag("Its plant differs from the report's plant: in sizes, in a module or in the battery product"),
    control: StringEnum(CONTROLLERS, { description: "Controller of its plant" }),
    lowerBoundTotalCost: presentValueEur(
      "Proven: no plant that the request allows costs less under this contract; with an energy tax by blocks of those whose import ends in the same block or in one near it",
    ),
    gap: fraction(
      "Proven bound on the distance of its cost, with foresight of the whole year, above the best plant under this contract",
    ),
  },
  { description: "A contract with its plant" },
)

/** Part `contracts` of the report. */
export const ContractsPart = Type.Optional(
  Strict(
    {
      provenWithin: orNull(
        fraction(
          "No pair of a contract and a plant, however operated, costs less than the first of ranked by more than this share of its cost",
        ),
        "if it costs nothing, or if the contracts differ in lines that go by the plant (comparable)",
      ),
      ranked: Type.Array(RankedContract, {
        description:
          "The current contract and the contracts on offer, cheapest first, without bill lines that some contracts lack",
      }),
    },
    {
      description:
        "The contracts of the request, each with the best plant for it, all in the price year of the scan; the rest of the report is of the contract of today. Absent without contracts in the request, and if the scan reached its work limit first (addition)",
    },
  ),
)
export type ContractsPart = Exclude<Static<typeof ContractsPart>, undefined>
