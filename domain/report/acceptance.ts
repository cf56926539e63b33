import { type Static, Type } from "@sinclair/typebox"
import { Instant, Strict, TextLine } from "../base/validation/schema.ts"
import { numberIn, rounded } from "../base/validation/units.ts"
import { OFFER_ACCEPTANCE } from "./offer/schema.ts"
import type { StoredReport } from "./schema.ts"

/** The plant that a customer accepted, in the few figures that name it. */
export const AcceptedPlant = Type.Object(
  {
    panelCount: Type.Integer({ description: "New panels of all roofs" }),
    solarKwp: numberIn("kWp", { description: "Power of the new panels [kWp]" }),
    batteryKwh: numberIn("kWh", { description: "Capacity of the battery [kWh]; 0 without one" }),
    investment: numberIn("EUR", { description: "Purchase of panels and battery, in the currency of the report" }),
  },
  { description: "The plant that was accepted" },
)
export type AcceptedPlant = Static<typeof AcceptedPlant>

/** Request body with which the holder of a link accepts an offer, or a report without one. */
export const AcceptanceRequest = Strict({
  name: TextLine({
    minLength: 1,
    maxLength: 200,
    description: "Name of the accepting person, as typed; not spaces alone",
  }),
  ...OFFER_ACCEPTANCE,
})
export type AcceptanceRequest = Static<typeof AcceptanceRequest>

/** Acceptance of a report by the customer; only the first acceptance counts. */
export const Acceptance = Type.Object(
  {
    acceptedAt: Instant("When it was accepted"),
    name: Type.Union([Type.String(), Type.Null()], {
      description: "As typed; null when the details of the customer were deleted since",
    }),
    plant: AcceptedPlant,
  },
  { description: "The customer accepted the report" },
)
export type Acceptance = Static<typeof Acceptance>

type Planned = Pick<StoredReport, "solar" | "battery"> & { financial: Pick<StoredReport["financial"], "investment"> }

/** Selects the figures of a report's plant that are stored with an acceptance. */
export const acceptedPlantOf = ({ solar, battery, financial }: Planned): AcceptedPlant => {
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const { solarInvestment, batteryPurchaseCost } = financial.investment
  return rounded(AcceptedPlant, {
    panelCount: total(solar.newSystems.map(({ panelCount }) => panelCount)),
    solarKwp: total(solar.newSystems.map(({ installedCapacityKwp }) => installedCapacityKwp)),
    batteryKwh: battery.specs.capacityKwh,
    investment: solarInvestment + batteryPurchaseCost,
  })
}
