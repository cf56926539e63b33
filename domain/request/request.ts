import { type Static, type TProperties, Type } from "@sinclair/typebox"
import { CONTROLLERS } from "../base/controllers.ts"
import { type Filled, filled, filledIf, unstored } from "../base/validation/filled.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { currencySchema } from "../market/currency.ts"
import { PartGrowth } from "../market/partGrowth.ts"
import { CUSTOMERS } from "../market/tariff/componentKinds.ts"
import { azimuthToEquator } from "../site/geo/hemisphere.ts"
import { Horizon, Obstacles } from "../site/solar/shadeSchema.ts"
import type { AdjustableStep } from "./adjustableSteps.ts"
import { Contracts } from "./contractsRequest.ts"
import { CustomerDetails } from "./customerDetails.ts"
import { BATTERY_DEFAULTS, ElectricBattery } from "./electricBattery.ts"
import { ExistingBattery } from "./existingBattery.ts"
import { PanelModules } from "./panelModules.ts"
import { Detail, DossierId, FixedCostEur, MAX_NAME_LENGTH, Resolution, SiteId } from "./references.ts"
import { Plan } from "./roofPlanSchema.ts"
import { TARIFF_DEFAULTS, Tariff } from "./tariffRequest.ts"
import { USUAL_LOAD_PROFILES } from "./usualLoadProfiles.ts"

export const GOALS = [
  "self-sufficiency",
  "cost-savings",
  "maximize-connection",
  "energyhub",
  "renewable-minimum",
] as const
export type Goal = (typeof GOALS)[number]

/** Values of fields that are left out: of roofs, tariff, battery and the request. */
export const DEFAULTS = {
  tiltAngle: 35,
  systemLosses: 14,
  minPanelCount: 0,
  ...TARIFF_DEFAULTS,
  ...BATTERY_DEFAULTS,
  loadProfile: USUAL_LOAD_PROFILES.household,
  inverterControl: "none",
  goal: "cost-savings",
  analysisYears: 25,
  includePvMaintenanceCosts: false,
  includeBatteryMaintenanceCosts: false,
} as const

/** Ways in which an inverter reacts to prices. */
export const INVERTER_CONTROLS = ["none", "exportLimit"] as const
export type InverterControl = (typeof INVERTER_CONTROLS)[number]
const OWN_CONTROL = "Control of these panels' inverter; default: inverterControl of the request"

const usualLoadProfile = (customer: unknown): string =>
  USUAL_LOAD_PROFILES[customer === "business" ? customer : "household"]

const MAX_ROOFS = 20

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
    "0 north, 90 east, 180 south, 270 west [degrees]; default: towards the equator, 180 in the northern hemisphere and 0 in the southern",
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
    "Power of the roof's inverter [kW]: no hour gives more; of a roof for new panels it belongs to maxPanelCount. Default: the panels' peak power over the assumption dcAcRatio",
})
const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: "Name of the roof; Roof 1, Roof 2… by default",
})
const panelCount = (minimum: number, description: string) => Type.Integer({ minimum, maximum: 1_000_000, description })

const InverterControl = (description: string) => StringEnum(INVERTER_CONTROLS, { description })

export const Location = Strict(
  {
    lat: Type.Number({ minimum: -90, maximum: 90, description: "Latitude [degrees north]" }),
    lon: Type.Number({ minimum: -180, maximum: 180, description: "Longitude [degrees east]" }),
  },
  { description: "Site coordinates", examples: [{ lat: 51.44, lon: 5.48 }] },
)

export const ExistingPv = Strict(
  {
    name: filled(Name, (name, { index }) => name ?? `Roof ${index + 1}`),
    panelCount: panelCount(1, "Panels on the roof today"),
    panelPowerWatts: PanelPowerWatts,
    tiltAngle: filled(TiltAngle),
    orientationAngle: filled(OrientationAngle, (angle, { whole }) => angle ?? azimuthToEquator(whole.location.lat)),
    systemLosses: filled(SystemLosses),
    inverterKw: Type.Optional(InverterKw),
    inverterControl: Type.Optional(InverterControl(OWN_CONTROL)),
    obstacles: Type.Optional(Obstacles),
  },
  { description: "Solar panels that are there already" },
)

export const NewPv = Strict(
  {
    name: filled(Name, (name, { index }) => name ?? `Roof ${index + 1}`),
    minPanelCount: filled({
      ...panelCount(0, "Panels that are placed in any case"),
      default: DEFAULTS.minPanelCount,
    }),
    maxPanelCount: panelCount(1, "Panels that fit on the roof"),
    panelPowerWatts: PanelPowerWatts,
    tiltAngle: filled(TiltAngle),
    orientationAngle: filled(OrientationAngle, (angle, { whole }) => angle ?? azimuthToEquator(whole.location.lat)),
    costPerKwp: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description:
          "Installed cost of this roof [EUR/kWp]; default: all roofs without a price cost together the price of the assumption panelPriceCurve",
      }),
    ),
    fixedCostEur: Type.Optional(FixedCostEur("Further cost of the roof if it gets any panel")),
    systemLosses: filled(SystemLosses),
    inverterKw: Type.Optional(InverterKw),
    inverterControl: Type.Optional(InverterControl(OWN_CONTROL)),
    obstacles: Type.Optional(Obstacles),
    modules: Type.Optional(PanelModules),
    plan: Type.Optional(Plan),
  },
  { description: "A roof on which panels may be placed" },
)

/**
 * Fields of a request by the step that an adjustment needs to change them; fixed fields never change, free fields
 * always may.
 */
const FIELDS = {
  fixed: { location: Location, horizon: Type.Optional(Horizon), resolution: Type.Optional(Resolution) },
  consumption: {
    inputMethod: StringEnum(["known", "studio"], { description: "Annual consumption, or a studio profile" }),
    yearlyKwh: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000, description: "Consumption bought in a year [kWh]" }),
    ),
    yearlyKwhBasis: Type.Optional(
      StringEnum(["bought", "used"], {
        description: "Meaning of yearlyKwh: electricity purchases (default), or total consumption including own solar",
      }),
    ),
    yearlyExportKwh: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000_000,
        description: "Feed-in in a year [kWh]; if existingPv cannot give it, the nearest load counts, with a note",
      }),
    ),
    loadProfile: filledIf(
      Type.String({
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        default: DEFAULTS.loadProfile,
        description:
          "Standard profile that gives the consumption its shape, for inputMethod known; GET /v1/profiles lists them. A customer business without one has business-g25",
      }),
      (value, { whole }) => value ?? (whole.inputMethod === "known" ? usualLoadProfile(whole.customer) : undefined),
    ),
    customProfileId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Studio profile, for inputMethod studio" }),
    ),
  },
  "existing-pv": {
    existingPv: filled(
      Type.Array(ExistingPv, {
        maxItems: MAX_ROOFS,
        description: "Panels of today; with a profile only panels that it lacks",
      }),
      value => value ?? [],
    ),
  },
  "new-pv": {
    inverterControl: filled({
      ...InverterControl(
        "Inverters of all panels while feed-in costs money: none produce at any price, exportLimit lowers production to the site's use. Fixed limits of feed-in hold in both cases",
      ),
      default: DEFAULTS.inverterControl,
    }),
    newPv: filled(
      Type.Array(NewPv, { maxItems: MAX_ROOFS, description: "Roofs for new panels" }),
      value => value ?? [],
    ),
  },
  tariff: {
    tariff: filled(Tariff, value => value),
    contracts: Type.Optional(Contracts),
    customer: Type.Optional(
      StringEnum(CUSTOMERS, {
        description:
          "Kind of customer: a business pays energy tax by the rates of businesses, and no VAT, because it gets VAT back; prices that it gives are without VAT. Default: the kind of the load profile, else a household",
      }),
    ),
    currency: Type.Optional(
      currencySchema(
        "Currency of every amount of the request and its report, also of names with Eur; nothing is converted, market prices and taxes exist in EUR only. Default: the organization's, else EUR",
      ),
    ),
  },
  battery: {
    electricBattery: Type.Optional(ElectricBattery),
    existingBattery: Type.Optional(ExistingBattery),
  },
  goal: {
    goal: filled(StringEnum(GOALS, { default: DEFAULTS.goal, description: "Goal of the sizing" })),
    renewableElectricityMinFraction: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Least share of the consumption that is not bought, for goal renewable-minimum",
      }),
    ),
  },
  financial: {
    analysisYears: filled(
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
        description: "Yearly growth of electricity prices, a fraction; default: the organization's assumption",
      }),
    ),
    ...PartGrowth.properties,
    includePvMaintenanceCosts: filled(
      Type.Boolean({
        default: DEFAULTS.includePvMaintenanceCosts,
        description: "Count the yearly maintenance of new panels",
      }),
    ),
    includeBatteryMaintenanceCosts: filled(
      Type.Boolean({
        default: DEFAULTS.includeBatteryMaintenanceCosts,
        description: "Count the yearly maintenance of the battery",
      }),
    ),
  },
  free: {
    copiedFromId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Scan that this one adjusts" }),
    ),
    control: Type.Optional(
      StringEnum(CONTROLLERS, {
        description:
          "Controller of the plant: ideal knows the whole year, forecast plans from published prices and forecasts of load and sun, selfConsumption follows a rule. Without a demand charge, selfConsumption replaces forecast in a week after eight weeks in which it cost less. Default for cost-savings: forecast with changing prices or a demand charge, else selfConsumption; for other goals ideal",
      }),
    ),
    includeSavingsSpread: Type.Optional(
      Type.Boolean({
        description:
          "Operate the plant for the outlook in all pairs of weather and price years, which takes longer; false: in none; absent: in the price years of a dynamic tariff",
      }),
    ),
    detail: Type.Optional(Detail),
    dossierId: Type.Optional(DossierId),
    customerDetails: unstored(CustomerDetails),
    siteId: unstored(SiteId),
  },
} satisfies Record<AdjustableStep | "fixed" | "free", TProperties>

/** The step of a field of the request. */
export const stepOf = (field: string): keyof typeof FIELDS | undefined =>
  (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).find(step => field in FIELDS[step])

/** Body of POST /v1/scans (document 1, "Scan creation request"). */
export const ScanRequest = Strict(
  {
    ...FIELDS.fixed,
    ...FIELDS.consumption,
    ...FIELDS["existing-pv"],
    ...FIELDS["new-pv"],
    ...FIELDS.tariff,
    ...FIELDS.battery,
    ...FIELDS.goal,
    ...FIELDS.financial,
    ...FIELDS.free,
  },
  { description: "Request of a scan" },
)
export type ScanRequest = Static<typeof ScanRequest>

/** An existing system with its defaults; without inverterKw the inverter follows the panels. */
export type ExistingPvInput = Filled<typeof ExistingPv>
/** A roof with its defaults; roofs without costPerKwp are priced together. */
export type NewPvInput = Filled<typeof NewPv>
/** A tariff with its defaults. */
export type FilledTariff = Filled<typeof Tariff>
/** A battery with its defaults; without costPerKwh the price follows the assumptions. */
export type FilledBattery = Filled<typeof ElectricBattery>

/**
 * A valid request with its defaults: stored with the scan, carried by jobs, shown by GET /v1/scans/{id}/request. It has
 * every field of the schema except customerDetails and siteId, which have their own columns. `scanInputOf`
 * (scanInput.ts) turns it into a ScanInput.
 */
export type FilledRequest = Filled<typeof ScanRequest>
