import { type Static, Type } from "@sinclair/typebox"
import { CONTROLLERS, type ControllerName } from "../control/controller.ts"
import { Catalogue, CatalogueIds } from "../market/batteryCatalogue.ts"
import { BatteryProducts, MAX_STANDBY_WATTS } from "../market/batteryProduct.ts"
import { currencySchema } from "../market/currency.ts"
import type { Currency } from "../market/currencyNames.ts"
import { PartGrowth } from "../market/partGrowth.ts"
import { CUSTOMERS, type Customer } from "../market/tariff/components.ts"
import { Strict, StringEnum, TextLine } from "../validation/schema.ts"
import { type Contract, Contracts } from "./contractsRequest.ts"
import { CustomerDetails } from "./customerDetails.ts"
import { PanelModules } from "./panelModules.ts"
import { TARIFF_DEFAULTS, Tariff } from "./tariffRequest.ts"

export const GOALS = [
  "self-sufficiency",
  "cost-savings",
  "maximize-connection",
  "energyhub",
  "renewable-minimum",
] as const
export type Goal = (typeof GOALS)[number]

/** What a field that is left out counts as: of roofs, tariff, battery and the request itself. */
export const DEFAULTS = {
  tiltAngle: 35,
  systemLosses: 14,
  minPanelCount: 0,
  ...TARIFF_DEFAULTS,
  minCapacityKwh: 0,
  minPowerRatingKw: 0,
  minimumChargeLevel: 10,
  roundtripEfficiency: 92,
  loadProfile: "standard",
  goal: "cost-savings",
  analysisYears: 25,
  includePvMaintenanceCosts: false,
  includeBatteryMaintenanceCosts: false,
} as const

const MAX_ROOFS = 20
const MAX_NAME_LENGTH = 200

const PanelPowerWatts = Type.Number({ exclusiveMinimum: 0, maximum: 2000, description: "Peak power of one panel [W]" })
const TiltAngle = Type.Number({
  minimum: 0,
  maximum: 90,
  default: DEFAULTS.tiltAngle,
  description: "0 flat, 90 upright [degrees]",
})
const OrientationAngle = Type.Number({
  minimum: 0,
  maximum: 360,
  description:
    "0 north, 90 east, 180 south, 270 west [degrees]; default: towards the equator, 180 north of it and 0 south of it",
})
const SystemLosses = Type.Number({
  minimum: 0,
  maximum: 100,
  default: DEFAULTS.systemLosses,
  description: "System losses [percent]: cables, soiling, mismatch and the inverter's mean loss",
})
const InverterKw = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description:
    "Power of the roof's inverter [kW]: no hour gives more; of a roof for new panels it belongs to maxPanelCount. Default: the panels' peak power over the assumption dcAcRatio (addition)",
})
const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: "Name of the roof; Roof 1, Roof 2… by default",
})
const panelCount = (minimum: number, description: string) => Type.Integer({ minimum, maximum: 1_000_000, description })

const FixedCostEur = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100_000_000, description: `${description} [EUR]; default 0 (addition)` })

export const Location = Strict(
  {
    lat: Type.Number({ minimum: -90, maximum: 90, description: "Latitude [degrees north]" }),
    lon: Type.Number({ minimum: -180, maximum: 180, description: "Longitude [degrees east]" }),
  },
  { description: "Site coordinates", examples: [{ lat: 51.44, lon: 5.48 }] },
)

export const ExistingPv = Strict(
  {
    name: Type.Optional(Name),
    panelCount: panelCount(1, "Panels on the roof today"),
    panelPowerWatts: PanelPowerWatts,
    tiltAngle: Type.Optional(TiltAngle),
    orientationAngle: Type.Optional(OrientationAngle),
    systemLosses: Type.Optional(SystemLosses),
    inverterKw: Type.Optional(InverterKw),
  },
  { description: "Solar panels that are there already" },
)

export const NewPv = Strict(
  {
    name: Type.Optional(Name),
    minPanelCount: Type.Optional({
      ...panelCount(0, "Panels that are placed in any case"),
      default: DEFAULTS.minPanelCount,
    }),
    maxPanelCount: panelCount(1, "Panels that fit on the roof"),
    panelPowerWatts: PanelPowerWatts,
    tiltAngle: Type.Optional(TiltAngle),
    orientationAngle: Type.Optional(OrientationAngle),
    costPerKwp: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description:
          "Installed cost of this roof [EUR/kWp]; default: all roofs without one cost together what the assumption panelPriceCurve says",
      }),
    ),
    fixedCostEur: Type.Optional(FixedCostEur("Further cost of the roof if it gets any panel")),
    systemLosses: Type.Optional(SystemLosses),
    inverterKw: Type.Optional(InverterKw),
    modules: Type.Optional(PanelModules),
  },
  { description: "A roof on which panels may be placed" },
)

export const ElectricBattery = Strict(
  {
    powerRatingKw: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: "Largest power [kW]" })),
    powerKw: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: "Another name of powerRatingKw" }),
    ),
    capacityKwh: Type.Number({ minimum: 0, maximum: 1_000_000, description: "Largest capacity [kWh]" }),
    minCapacityKwh: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        default: DEFAULTS.minCapacityKwh,
        description: "Smallest capacity [kWh]",
      }),
    ),
    minPowerRatingKw: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        default: DEFAULTS.minPowerRatingKw,
        description: "Smallest power [kW]",
      }),
    ),
    minimumChargeLevel: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: DEFAULTS.minimumChargeLevel,
        description: "Lowest level [percent of capacity]",
      }),
    ),
    roundtripEfficiency: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        default: DEFAULTS.roundtripEfficiency,
        description: "Round-trip efficiency [percent]",
      }),
    ),
    chargeEfficiency: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: "With dischargeEfficiency in place of roundtripEfficiency [percent]",
      }),
    ),
    dischargeEfficiency: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: "With chargeEfficiency in place of roundtripEfficiency [percent]",
      }),
    ),
    costPerKwh: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: "Installed cost [EUR/kWh]; default: the assumption batteryPriceCurve",
      }),
    ),
    fixedCostEur: Type.Optional(FixedCostEur("Further cost of any battery")),
    standbyWatts: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_STANDBY_WATTS,
        description:
          "What the battery takes in every hour, at work or not: standby, and the idle of its inverter [W]; default: the assumption batteryStandbyWatts (addition)",
      }),
    ),
    brandName: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Shown in the report" })),
    modelName: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Shown in the report" })),
    products: Type.Optional(BatteryProducts),
    catalogue: Type.Optional(Catalogue),
    catalogueIds: Type.Optional(CatalogueIds),
  },
  { description: "Bounds of a battery that may be placed" },
)

export const DossierId = TextLine({ minLength: 1, maxLength: 64, description: "Groups scans in lists" })

const fields = {
  location: Location,
  inputMethod: StringEnum(["known", "studio"], { description: "Annual consumption, or a studio profile" }),
  yearlyKwh: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000, description: "Consumption bought in a year [kWh]" }),
  ),
  yearlyKwhBasis: Type.Optional(
    StringEnum(["bought", "used"], {
      description: "What yearlyKwh counts: what is bought (default), or all that is used, own solar included",
    }),
  ),
  yearlyExportKwh: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100_000_000,
      description: "Fed in in a year [kWh]; where existingPv cannot give it, the nearest load is taken, with a note",
    }),
  ),
  loadProfile: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      default: DEFAULTS.loadProfile,
      description:
        "Standard profile that gives the consumption its shape, for inputMethod known; GET /v1/profiles lists them",
    }),
  ),
  customProfileId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Studio profile, for inputMethod studio" }),
  ),
  existingPv: Type.Optional(Type.Array(ExistingPv, { maxItems: MAX_ROOFS, description: "Panels of today" })),
  newPv: Type.Optional(Type.Array(NewPv, { maxItems: MAX_ROOFS, description: "Roofs for new panels" })),
  tariff: Type.Optional(Tariff),
  contracts: Type.Optional(Contracts),
  customer: Type.Optional(
    StringEnum(CUSTOMERS, {
      default: "household",
      description:
        "Who buys: a business pays energy tax by the rates of businesses, and no VAT, which it gets back; prices that it gives are without VAT (addition)",
    }),
  ),
  currency: Type.Optional(
    currencySchema(
      "Currency of every amount of the request and its report, whose names say Eur all the same; nothing is converted, and market prices and taxes are known in EUR alone. Default: the organization's, else EUR (addition)",
    ),
  ),
  electricBattery: Type.Optional(ElectricBattery),
  goal: Type.Optional(
    StringEnum(GOALS, { default: DEFAULTS.goal, description: "What panels and battery are sized for" }),
  ),
  renewableElectricityMinFraction: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Least share of the consumption that is not bought, for goal renewable-minimum",
    }),
  ),
  analysisYears: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 30,
      default: DEFAULTS.analysisYears,
      description: "Project lifetime [years]",
    }),
  ),
  electricityPriceGrowth: Type.Optional(
    Type.Number({
      minimum: -0.5,
      maximum: 1,
      description: "Yearly growth of electricity prices, a fraction; default: the organization's assumption (addition)",
    }),
  ),
  ...PartGrowth.properties,
  copiedFromId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Scan that this one adjusts" })),
  includePvMaintenanceCosts: Type.Optional(
    Type.Boolean({
      default: DEFAULTS.includePvMaintenanceCosts,
      description: "Count the yearly maintenance of new panels",
    }),
  ),
  includeBatteryMaintenanceCosts: Type.Optional(
    Type.Boolean({
      default: DEFAULTS.includeBatteryMaintenanceCosts,
      description: "Count the yearly maintenance of the battery",
    }),
  ),
  control: Type.Optional(
    StringEnum(CONTROLLERS, {
      description:
        "What operates the plant: ideal knows the whole year, forecast plans from published prices and forecasts of load and sun, selfConsumption and zeroExport follow a rule. Without a demand charge forecast gives way to selfConsumption in each week after four in which that cost less. Default for the goal cost-savings: forecast with prices that change in the year or a demand charge, else selfConsumption; for other goals ideal (addition)",
    }),
  ),
  includeSavingsSpread: Type.Optional(
    Type.Boolean({
      description:
        "Work out how the yearly savings spread over every pair of a weather and a price year at hand, which takes longer; false: not at all; left out: over the price years of a dynamic tariff (addition)",
    }),
  ),
  dossierId: Type.Optional(DossierId),
  customerDetails: Type.Optional(CustomerDetails),
}

/** Body of POST /v1/scans (document 1, "Scan creation request"). */
export const ScanRequest = Strict(fields, { description: "What to scan" })
export type ScanRequest = Static<typeof ScanRequest>

/** With every default filled in; without inverterKw the inverter follows the panels. */
type FilledPv<Pv extends { inverterKw?: number }> = Required<Omit<Pv, "inverterKw">> & Pick<Pv, "inverterKw">
/** An existing system with every default filled in. */
export type ExistingPvInput = FilledPv<Static<typeof ExistingPv>>
/** What a roof leaves to the assumptions unless it says so. */
type RoofPrice = "costPerKwp" | "fixedCostEur" | "modules"
/** A roof with every default filled in; those without costPerKwp are priced together. */
export type NewPvInput = FilledPv<Omit<Static<typeof NewPv>, RoofPrice>> & Pick<Static<typeof NewPv>, RoofPrice>
/** A tariff with its defaults filled in. */
export type FilledTariff = Static<typeof Tariff>
/** A battery with every default filled in; without costPerKwh the price follows the assumptions. */
export type FilledBattery = Omit<Static<typeof ElectricBattery>, "powerKw"> & {
  powerRatingKw: number
  minCapacityKwh: number
  minPowerRatingKw: number
  minimumChargeLevel: number
  roundtripEfficiency: number
}

/**
 * A valid request with the defaults filled in, in the fields of document 1: what is stored, what jobs carry, and what
 * GET /v1/scans/{id}/request shows. `scanInputOf` (scanInput.ts) makes of it what the service works with.
 */
export interface FilledRequest {
  location: Static<typeof Location>
  inputMethod: "known" | "studio"
  yearlyKwh?: number
  /** Absent: bought. */
  yearlyKwhBasis?: "bought" | "used"
  yearlyExportKwh?: number
  /** Key of a standard profile, or id of a custom load profile of document 2. */
  loadProfile?: string
  customProfileId?: string
  existingPv: ExistingPvInput[]
  newPv: NewPvInput[]
  tariff: FilledTariff
  /** Absent: none to compare. */
  contracts?: Contract[]
  /** Absent: a household. */
  customer?: Customer
  /** Absent: EUR. */
  currency?: Currency
  electricBattery?: FilledBattery
  goal: Goal
  renewableElectricityMinFraction?: number
  analysisYears: number
  /** Absent: the organization's assumption. */
  electricityPriceGrowth?: number
  /** Of the parts of the price; absent: the organization's, or as electricityPriceGrowth. */
  energyPriceGrowth?: number
  gridFeeGrowth?: number
  taxGrowth?: number
  copiedFromId?: string
  includePvMaintenanceCosts: boolean
  includeBatteryMaintenanceCosts: boolean
  /** Absent: by goal and tariff. */
  control?: ControllerName
  /** Absent: over the price years of a dynamic tariff. */
  includeSavingsSpread?: boolean
  dossierId?: string
}
